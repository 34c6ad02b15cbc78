import Foundation
import Testing

@testable import Keywright

@Suite("Two values of one key") struct EqualValuesTests {
  /// Whether the key's form takes both for one value.
  private func areEqual<Value>(_ key: Key<Root, Value>, _ value: Value, _ other: Value) -> Bool {
    let form = key.anyForm
    return form.areEqual(HeldValue(value, form: form.id), HeldValue(other, form: form.id))
  }

  private class Shape: Equatable, @unchecked Sendable {
    let size: Int
    init(_ size: Int) { self.size = size }
    static func == (left: Shape, right: Shape) -> Bool { left.size == right.size }
  }

  private final class Square: Shape, @unchecked Sendable {}

  @Test("of a class and its subclass are equal as the class says, in both orders")
  func subclasses() {
    let key = Key<Root, Shape>("shape", default: Shape(0), coding: .memory)
    #expect(areEqual(key, Shape(1), Square(1)))
    #expect(areEqual(key, Square(1), Shape(1)))
    #expect(!areEqual(key, Square(1), Shape(2)))
  }

  @Test("that may be absent are equal if what they hold is")
  func optionals() {
    let key = Key<Root, Shape?>("shape", coding: .memory)
    #expect(areEqual(key, Shape(1), Square(1)))
    #expect(!areEqual(key, Shape(1), Shape(2)))
    #expect(!areEqual(key, Shape(1), nil))
    #expect(!areEqual(key, nil, Shape(1)))
    let number = Key<Root, Int?>("number")
    #expect(areEqual(number, 1, 1))
    #expect(!areEqual(number, 1, 2))
  }

  @Test("are equal by what is stored: a NaN equals itself, and a string not its decomposed twin")
  func storedForms() {
    #expect(areEqual(Key("real", default: 0.0), .nan, .nan))
    #expect(!areEqual(Key("real", default: 0.0), 0.0, -0.0))
    #expect(!areEqual(Key("text", default: ""), "é", "e\u{301}"))
    #expect(areEqual(Key("text", default: ""), "é", "é"))
  }

  private struct Opaque: Sendable {}

  @Test("of a type without == and without a stored form are different")
  func opaque() {
    #expect(
      !areEqual(Key<Root, Opaque>("opaque", default: Opaque(), coding: .memory), Opaque(), Opaque())
    )
  }
}
