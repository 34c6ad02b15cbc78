import KeywrightSchema
import Testing

@testable import KeywrightLanguageServer

@Suite("Names in Swift files")
struct SwiftTextTests {
  private func declarations(_ text: String) -> [String] {
    SwiftText(SourceFile(path: "", text: text)).declarations.map {
      $0.path.joined(separator: ".") + ($0.isFunction ? "()" : "")
    }
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
      "// func a() {}", "/* func a() {} /* */ func b() {} */", "\"func a() {}\"",
      "\"\\\" func a() {}\"",
      "#\" \" func a() {} \"#", "\"\"\"\n func a() {} \"\n\"\"\"", "x.func", "\"func a() {}",
      "/* func a() {}", "#\"func a() {}",
    ])
  func undeclared(_ text: String) {
    #expect(declarations(text).isEmpty)
  }

  @Test(
    "are found in any layout",
    arguments: [
      "func a() {}", "func\n  a() {}", "func `a`() {}", "\"\" func a() {}", "//\nfunc a() {}",
      "#if DEBUG\nfunc a() {}",
    ])
  func declared(_ text: String) {
    #expect(declarations(text) == ["a()"])
  }
}
