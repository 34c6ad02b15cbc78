import Keywright
import Testing

private struct Person: Codable, Convertible, Equatable {
  var name = "Ada"
  var nickname: String?
  var friends: [Friend]?
  struct Friend: Codable, Equatable { var age: Int? }
}

private struct Box<Value: Codable & Sendable>: Codable, Convertible {
  var value: Value
}

private struct Doubly: Codable, Convertible {
  var value: Int??
}

/// Is made of whatever is there.
private struct Lenient: Codable {
  init(from decoder: any Decoder) {}
}

/// Writes nil by hand, as code did before `encodeIfPresent`.
private struct ByHand: Codable, Convertible, Equatable {
  var a: Int?
  var b: Int?

  enum CodingKeys: CodingKey { case a, b }

  init(a: Int?, b: Int?) {
    self.a = a
    self.b = b
  }

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    a = try container.decode(Int?.self, forKey: .a)
    b = try container.decodeNil(forKey: .b) ? nil : container.decode(Int.self, forKey: .b)
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(a, forKey: .a)
    if let b { try container.encode(b, forKey: .b) } else { try container.encodeNil(forKey: .b) }
  }
}

@Suite("Nil in Codable trees")
struct TreeCodingNilTests {
  @Test("A nil member is absent, and absence is nil")
  func absent() throws {
    #expect(try Person().storedValue() == ["name": "Ada"])
    #expect(Person.value(from: ["name": "Ada"]) == Person())
    let person = Person(nickname: "A", friends: [Person.Friend(), Person.Friend(age: 3)])
    let stored = try person.storedValue()
    #expect(stored == ["name": "Ada", "nickname": "A", "friends": [[:], ["age": 3]]])
    #expect(Person.value(from: stored) == person)
  }

  @Test("An optional member of another type is not taken for nil")
  func mistyped() {
    #expect(Person.value(from: ["name": "Ada", "nickname": 3]) == nil)
  }

  @Test("Nil that a type writes by hand is absent too", arguments: [nil, 7], [nil, 8])
  func byHand(a: Int?, b: Int?) throws {
    let value = ByHand(a: a, b: b)
    let stored = try value.storedValue()
    #expect(ByHand.value(from: stored) == value)
    guard case .dictionary(let members) = stored.content else {
      Issue.record("not a dictionary")
      return
    }
    #expect(members.count == [a, b].compactMap { $0 }.count)
  }

  @Test("A nil written over a value takes it back")
  func takenBack() throws {
    struct Twice: Codable, Convertible {
      enum CodingKeys: CodingKey { case a, b }
      init() {}
      init(from decoder: any Decoder) throws {}
      func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(1, forKey: .a)
        try container.encodeNil(forKey: .a)
        try container.encodeNil(forKey: .b)
        try container.encode(2, forKey: .b)
      }
    }
    #expect(try Twice().storedValue() == ["b": 2])
  }

  private func failure(_ value: some Convertible) -> ConversionFailure? {
    #expect(throws: ConversionFailure.self) { try value.storedValue() }
  }

  @Test("Nil where absence cannot be expressed is refused, with its place")
  func refused() {
    let inArray = failure(Box(value: [1, nil, 3]))
    #expect(inArray?.path == "value[1]")
    #expect(inArray?.found == "nil")
    #expect(inArray?.advice.isEmpty == false)
    #expect(failure(Box(value: Set([nil, 3])))?.found == "nil")
    #expect(failure(Box(value: ["a": 1, "b": nil]))?.path == "value.b")
    #expect(failure(Box<Int??>(value: .some(.none)))?.path == "value")
    #expect(failure(Doubly(value: .some(.none)))?.path == "value")
    #expect(failure(Box(value: [["k": Int?.none]]))?.path == "value[0].k")
  }

  @Test("Optionals that are there are kept wherever they stand")
  func present() throws {
    #expect(try Box(value: [1, nil, 3].filter { $0 != nil }).storedValue() == ["value": [1, 3]])
    #expect(try Box<Int??>(value: 3).storedValue() == ["value": 3])
    #expect(try Box<Int??>(value: nil).storedValue() == [:])
    #expect(Box<[Int?]>.value(from: ["value": [1, 3]])?.value == [1, 3])
    let nothing = try #require(Box<Int??>.value(from: [:]))
    #expect(nothing.value == nil)
  }

  @Test("A missing member is no nil for a type that has none")
  func missing() {
    #expect(Box<Int>.value(from: [:]) == nil)
    #expect(Box<[Int]>.value(from: [:]) == nil)
    #expect(Box<Person.Friend>.value(from: [:]) == nil)
    #expect(Box<[String: Int]>.value(from: [:]) == nil)
    #expect(Box<Lenient>.value(from: [:]) == nil)
    #expect(Box<Lenient>.value(from: ["value": true]) != nil)
  }
}
