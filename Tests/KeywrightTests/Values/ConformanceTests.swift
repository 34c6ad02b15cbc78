import Keywright
import Testing

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

private enum Theme: String, Convertible { case system, light, dark }
private enum Level: Int, Codable, Convertible { case low = 1, high = 9 }
private struct Frame: Codable, Convertible, Equatable { var width = 800.0, height = 600.0 }
private struct Tag: RawRepresentable, Codable, Convertible, Hashable {
  var rawValue: String
  // Would be stored as a dictionary, did the raw value not win.
  var extra: String { rawValue + "!" }
}
private struct Options: OptionSet, Convertible { let rawValue: UInt8 }
private enum Shape: Codable, Convertible, Equatable {
  case circle(radius: Double)
  case none
}
private struct Celsius: Convertible, Equatable {
  var degrees: Double
  func encode() -> Double { degrees }
  static func decode(_ stored: Double) -> Celsius? {
    stored >= -273.15 ? Celsius(degrees: stored) : nil
  }
}
private struct Route: Convertible, Equatable {
  var stops: [Celsius]
  func encode() throws -> [Celsius] { stops }
  static func decode(_ stored: [Celsius]) -> Route? { Route(stops: stored) }
}

extension Frame {
  fileprivate static let wide = Frame(width: 1200)
}

@Suite("Empty conformances")
struct ConformanceTests {
  @Test("A raw value is the stored form")
  func rawValue() throws {
    #expect(try Theme.dark.storedValue() == "dark")
    #expect(Theme.value(from: "light") == .light)
    #expect(Theme.value(from: "blue") == nil)
    #expect(Theme.value(from: 1) == nil)
  }

  @Test("A Codable type becomes a tree")
  func codable() throws {
    #expect(try Frame().storedValue() == ["width": 800.0, "height": 600.0])
    #expect(Frame.value(from: ["width": 1, "height": 2]) == Frame(width: 1, height: 2))
  }

  @Test("Of a raw value and Codable the raw value wins")
  func both() throws {
    #expect(try Level.high.storedValue() == 9)
    #expect(Level.value(from: 1) == .low)
    #expect(try Tag(rawValue: "a").storedValue() == "a")
    #expect(Level.isExact && Tag.isExact && Theme.isExact && !Frame.isExact)
  }

  @Test("Option sets and enums with payload conform too")
  func others() throws {
    #expect(try Options(rawValue: 5).storedValue() == 5)
    #expect(Options.value(from: 300) == nil)
    #expect(try Shape.circle(radius: 2).storedValue() == ["circle": ["radius": 2.0]])
    #expect(Shape.value(from: ["none": [:]]) == Shape.none)
  }

  @Test("A form of one's own may build on another's")
  func own() throws {
    let route = Route(stops: [Celsius(degrees: 20), Celsius(degrees: -1)])
    #expect(try route.storedValue() == [20.0, -1.0])
    #expect(Route.value(from: [20, -1]) == route)
    #expect(Route.value(from: [20, -300]) == nil)
    #expect(!Route.isExact)
  }

  @Test("Unknown members are ignored, missing and mistyped ones are not")
  func members() {
    #expect(
      Frame.value(from: ["width": 1, "height": 2, "depth": [3]]) == Frame(width: 1, height: 2))
    #expect(Frame.value(from: ["width": 1]) == nil)
    #expect(Frame.value(from: ["width": 1, "height": "2"]) == nil)
    #expect(Frame.value(from: [1, 2]) == nil)
  }

  @Test("Conforming types nest in collections")
  func nested() throws {
    let value: [Theme: [Tag: Set<Tag>]] = [.dark: [Tag(rawValue: "b"): [Tag(rawValue: "a")]]]
    #expect(try value.storedValue() == ["dark": ["b": ["a"]]])
    #expect(
      [String: [Frame]].value(from: ["a": [["width": 1200.0, "height": 600.0]]]) == ["a": [.wide]])
  }

  @Test("What cannot be read is explained")
  func explanations() {
    #expect(
      Theme.failure(reading: 3)
        == ConversionFailure(
          found: "integer 3", expected: "string that is a Theme",
          advice: "correct the stored value, or remove it"))
    let failure = [Frame].failure(reading: [["width": 1, "height": "tall"]])
    #expect(failure.path == "[0].height")
    #expect(failure.found == "string \"tall\"")
    #expect(failure.expected == "real")
    #expect(Frame.failure(reading: ["width": 1]).found == "no member \"height\"")
  }

  @Test("Stored values and failures cross threads")
  func sendable() async throws {
    let stored = try Frame().storedValue()
    let back = await Task.detached { Frame.value(from: stored) }.value
    #expect(back == Frame())
  }
}
