import Foundation
import Keywright
import Testing

/// The constraints of the sample schemas, at work.
@Suite("Generated constraints")
struct GeneratedConstraintsTests {
  let store = MemoryStore()

  @Test("A text is refused for its length or its pattern")
  func texts() throws {
    try store.set(Constraints.name, to: "abcd")
    for text in ["a", "abcde", "ab1"] {
      #expect(throws: StoreError.self) { try store.set(Constraints.name, to: text) }
    }
    try store.set(Constraints.code, to: "12")
    #expect(throws: StoreError.self) { try store.set(Constraints.code, to: "12a") }
    try store.set(Constraints.code, to: nil)
  }

  @Test("A secret value is not shown, with a namespace or without, nor is a secret default")
  func secrets() throws {
    let secret = "a longer secret than is allowed"
    let error = #expect(throws: StoreError.self) {
      try store.set(KeywrightCodegenTestsKeys.password, to: secret)
    }
    let text = "\(try #require(error))"
    #expect(!text.contains(secret) && text.contains("a value that is secret"))
    let described = KeywrightCodegenTestsKeys.allKeys.first { $0.name == "password" }
    #expect(described?.sensitivity == .secret && described?.default == nil)
  }

  @Test("A collection is refused for its count")
  func collections() throws {
    try store.set(Constraints.list, to: [1, 2])
    #expect(throws: StoreError.self) { try store.set(Constraints.list, to: [1, 2, 3]) }
    #expect(throws: StoreError.self) { try store.set(Constraints.set, to: [.small, .large]) }
    #expect(throws: StoreError.self) { try store.set(Constraints.map, to: ["a": 1, "b": 2]) }
  }

  @Test("A value that is not one of the allowed is refused")
  func allowed() throws {
    try store.set(Constraints.choice, to: 5)
    #expect(throws: StoreError.self) { try store.set(Constraints.choice, to: 2) }
    #expect(throws: StoreError.self) { try store.set(Constraints.size, to: .large) }
    // A value without a plain literal is read from its stored form.
    try store.set(Constraints.site, to: #require(URL(string: "https://b.example")))
    #expect(throws: StoreError.self) { try store.set(Constraints.site, to: URL(filePath: "/c")) }
    let start = Date(timeIntervalSinceReferenceDate: 1)
    try store.set(Constraints.span, to: Constraints.SpanValue(from: start))
    #expect(throws: StoreError.self) {
      try store.set(Constraints.span, to: Constraints.SpanValue(from: start, size: .large))
    }
    try store.set(Constraints.home, to: " b ")
    #expect(store.get(Constraints.home) == "b")
  }

  @Test("A case that is called `none` or `some` is not mistaken for one of Optional")
  func noneAndSome() throws {
    try store.set(Constraints.edge, to: Constraints.Edge.none)
    #expect(throws: StoreError.self) { try store.set(Constraints.edge, to: .all) }
    #expect(store.get(Constraints.frame).top == Constraints.Edge.none)
    try store.set(Constraints.frame, to: Constraints.Frame(top: Constraints.Edge.some))
    #expect(throws: StoreError.self) { try store.set(Constraints.frame, to: .init()) }
  }
}
