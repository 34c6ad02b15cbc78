import KeywrightSchema
import Testing

@testable import keywright_cli

@Suite("Names in Swift files")
struct SwiftTextTests {
  private func declarations(_ text: String) -> [String] {
    SwiftText(SourceFile(path: "", text: text)).declarations.map {
      $0.path.joined(separator: ".") + ($0.isFunction ? "()" : "")
    }
  }

  private func uses(_ text: String, of path: [String]) -> Int {
    SwiftText(SourceFile(path: "", text: text)).uses(of: path).count
  }

  @Test("are declared in types, extensions and outside, not in functions and values")
  func declared() {
    #expect(
      declarations(
        """
        func a() { func b() {} }
        enum A: String { case x; static func c() {}; struct B { init() { self.init() } } }
        extension A.B { func d() {} }
        let e = { func f() {} }
        class C { var g: Int { func h() {} ; return 1 } ; func i() {} }
        """) == [
          "a()", "A", "A.c()", "A.B", "A.B.init()", "A.B.d()", "C", "C.i()",
        ])
  }

  @Test(
    "are not found in comments and texts",
    arguments: [
      "// A.b", "/* A.b /* */ A.b */", "\"A.b\"", "\"\\\" A.b\"", "#\" \" A.b \"#",
      "\"\"\"\n A.b \"\n\"\"\"", "A . c", "A.b2", "XA.b", "B.A", "A b", "\"A.b", "/* A.b", "#\"A.b",
    ])
  func unused(_ text: String) {
    #expect(uses(text, of: ["A", "b"]) == 0)
  }

  @Test(
    "are found in any layout",
    arguments: [
      "A.b", "X.A.b", "A\n  .b", "A.`b`", "f(A.b)", "\"\" + A.b", "A.b.c", "//\nA.b", "#if A.b",
    ])
  func used(_ text: String) {
    #expect(uses(text, of: ["A", "b"]) == 1)
  }
}
