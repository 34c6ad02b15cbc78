import Keywright
import Testing

private enum Name: String, CodingKey { case a, b, c, `super` }

/// Encodes by a closure, so that a test can say what a type's `encode(to:)` does.
private struct Script: Codable, Convertible {
  var run: @Sendable (any Encoder) throws -> Void

  init(_ run: @escaping @Sendable (any Encoder) throws -> Void) { self.run = run }
  init(from decoder: any Decoder) throws { run = { _ in } }
  func encode(to encoder: any Encoder) throws { try run(encoder) }
}

/// A class and a subclass that keeps its parent's members under `super`.
private class Animal: Codable {
  var legs: Int
  init(legs: Int) { self.legs = legs }
}

private final class Cat: Animal {
  var name: String
  init(name: String) {
    self.name = name
    super.init(legs: 4)
  }
  required init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Name.self)
    name = try container.decode(String.self, forKey: .a)
    try super.init(from: container.superDecoder())
  }
  override func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Name.self)
    try container.encode(name, forKey: .a)
    try super.encode(to: container.superEncoder())
  }
}

private struct CatBox: Codable, Convertible {
  var name: String
  init(name: String) { self.name = name }
  init(from decoder: any Decoder) throws {
    let cat = try decoder.singleValueContainer().decode(Cat.self)
    name = "\(cat.name) on \(cat.legs)"
  }
  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(Cat(name: name))
  }
}

/// Reads and writes nested containers without types of their own.
private struct Matrix: Codable, Convertible, Equatable {
  var rows: [[Int]]
  var label: String

  init(rows: [[Int]], label: String) {
    self.rows = rows
    self.label = label
  }

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Name.self)
    var outer = try container.nestedUnkeyedContainer(forKey: .a)
    rows = []
    while !outer.isAtEnd {
      var inner = try outer.nestedUnkeyedContainer()
      var row: [Int] = []
      while !inner.isAtEnd { row.append(try inner.decode(Int.self)) }
      rows.append(row)
    }
    let nested = try container.nestedContainer(keyedBy: Name.self, forKey: .b)
    label = try nested.decode(String.self, forKey: .c)
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Name.self)
    var nested = container.nestedContainer(keyedBy: Name.self, forKey: .b)
    var outer = container.nestedUnkeyedContainer(forKey: .a)
    for row in rows {
      var inner = outer.nestedUnkeyedContainer()
      for number in row { try inner.encode(number) }
    }
    try nested.encode(label, forKey: .c)
  }
}

@Suite("Containers of Codable trees")
struct TreeCodingContainerTests {
  @Test("Nested containers make nested trees, whatever the order they are filled in")
  func nested() throws {
    let matrix = Matrix(rows: [[1, 2], [], [3]], label: "m")
    let stored = try matrix.storedValue()
    #expect(stored == ["a": [[1, 2], [], [3]], "b": ["c": "m"]])
    #expect(Matrix.value(from: stored) == matrix)
    #expect(Matrix.value(from: ["a": [[1], "x"], "b": ["c": "m"]]) == nil)
    #expect(Matrix.value(from: ["a": [], "b": [:]]) == nil)
  }

  @Test("A superclass has its members under its own key")
  func superclass() throws {
    let stored = try CatBox(name: "Tom").storedValue()
    #expect(stored == ["a": "Tom", "super": ["legs": 4]])
    #expect(CatBox.value(from: stored)?.name == "Tom on 4")
    #expect(CatBox.value(from: ["a": "Tom"]) == nil)
  }

  @Test("Super encoders of keys and arrays are filled later")
  func superEncoders() throws {
    let script = Script { encoder in
      var container = encoder.container(keyedBy: Name.self)
      let later = container.superEncoder(forKey: .b)
      var list = container.nestedUnkeyedContainer(forKey: .a)
      let element = list.superEncoder()
      try list.encode("after")
      var single = element.singleValueContainer()
      try single.encode(1)
      var keyed = later.container(keyedBy: Name.self)
      try keyed.encode(true, forKey: .c)
      _ = container.superEncoder()
    }
    #expect(try script.storedValue() == ["a": [1, "after"], "b": ["c": true], "super": [:]])
  }

  @Test("A container asked for twice is the same, and the last value of a key counts")
  func twice() throws {
    let script = Script { encoder in
      var first = encoder.container(keyedBy: Name.self)
      try first.encode(1, forKey: .a)
      var second = encoder.container(keyedBy: Name.self)
      try second.encode(2, forKey: .a)
      for number in 0..<3 {
        var list = second.nestedUnkeyedContainer(forKey: .b)
        #expect(list.count == number)
        try list.encode(number)
      }
    }
    #expect(try script.storedValue() == ["a": 2, "b": [0, 1, 2]])
  }

  @Test("A type that asks for two kinds of container is refused")
  func twoKinds() {
    let script = Script { encoder in
      var list = encoder.unkeyedContainer()
      try list.encode(1)
      var keyed = encoder.container(keyedBy: Name.self)
      try keyed.encode(1, forKey: .a)
    }
    let failure = #expect(throws: ConversionFailure.self) { try script.storedValue() }
    #expect(failure?.found == "a value that asks for containers of two kinds")
  }

  @Test("A second single value is refused")
  func twoValues() {
    let script = Script { encoder in
      var single = encoder.singleValueContainer()
      try single.encode(1)
      try single.encode(2)
    }
    #expect(throws: ConversionFailure.self) { try script.storedValue() }
    let nothing = Script { encoder in
      var single = encoder.singleValueContainer()
      try single.encodeNil()
    }
    #expect(throws: ConversionFailure.self) { try nothing.storedValue() }
  }

  @Test("A decoder goes on after a failure at the same element, and stops at the end")
  func unkeyedDecoding() {
    struct Loose: Codable, Convertible, Equatable {
      var seen: [String] = []
      init(_ seen: [String]) { self.seen = seen }
      init(from decoder: any Decoder) throws {
        var list = try decoder.unkeyedContainer()
        while !list.isAtEnd {
          #expect(try !list.decodeNil())
          if let number = try? list.decode(Int.self) {
            seen.append("\(list.currentIndex) of \(list.count ?? -1): \(number)")
          } else {
            seen.append(try list.decode(String.self))
          }
        }
        #expect(throws: DecodingError.self) { try list.decode(Int.self) }
        #expect(throws: DecodingError.self) { try list.superDecoder() }
      }
    }
    #expect(Loose.value(from: [1, "x", 2]) == Loose(["1 of 3: 1", "x", "3 of 3: 2"]))
  }

  @Test("Coding paths name every step")
  func paths() throws {
    let script = Script { encoder in
      var container = encoder.container(keyedBy: Name.self)
      var list = container.nestedUnkeyedContainer(forKey: .b)
      try list.encode(1)
      try list.encode(
        Script { inner in
          #expect(inner.codingPath.map(\.stringValue) == ["b", "Index 1"])
          #expect(inner.codingPath.map(\.intValue) == [nil, 1])
        })
    }
    #expect(try script.storedValue() == ["b": [1, [:]]])
  }

  @Test("All keys are listed, and only those that the type knows")
  func allKeys() {
    struct Lister: Codable, Convertible {
      var names: [String]
      init(from decoder: any Decoder) throws {
        names = try decoder.container(keyedBy: Name.self).allKeys.map(\.rawValue)
      }
    }
    #expect(Lister.value(from: ["c": 1, "x": 2, "a": 3])?.names == ["a", "c"])
  }
}
