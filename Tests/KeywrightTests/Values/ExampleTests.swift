import Keywright
import Testing

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

// The examples of the documentation comments, word for word where they can be.

private enum Theme: String, Convertible { case system, light, dark }
private struct Frame: Codable, Convertible { var width = 800.0, height = 600.0 }
private struct Port: Codable, Convertible {
  var number: Int
  func encode() throws -> Int {
    guard number > 0 else {
      throw ConversionFailure(found: "a port of 0", expected: "a port from 1 to 65535")
    }
    return number
  }
  static func decode(_ stored: Int) -> Port? { Port(number: stored) }
}

@Suite("Examples of the documentation")
struct ExampleTests {
  @Test("Stored values are written as literals or made")
  func storedValues() {
    let window: StoredValue = ["width": 800, "title": "Untitled", "tabs": [true, 0.5]]
    let token = StoredValue.data([0xca, 0xfe])
    let epoch = StoredValue.date(secondsSince2001: -978_307_200)
    let size = StoredValue.dictionary([("width", 800), ("height", 600)])
    #expect(window.description == #"["tabs": [true, 0.5], "title": "Untitled", "width": 800]"#)
    #expect(token.description == "data(cafe)")
    #expect(Date.value(from: epoch) == Date(timeIntervalSince1970: 0))
    #expect(size == ["width": 800, "height": 600])
    #expect(StoredValue.unsigned(0xffff_ffff_ffff_ffff) != .integer(-1))
  }

  @Test("Content is switched over")
  func content() {
    func describe(_ value: StoredValue) -> String {
      switch value.content {
      case .integer(let number): "a number, \(number)"
      case .array(let elements): "\(elements.count) elements"
      default: "\(value)"
      }
    }
    #expect(describe(3) == "a number, 3")
    #expect(describe([1, 2]) == "2 elements")
    #expect(describe("s") == "\"s\"")
  }

  @Test("Values convert as the protocol's comment says")
  func convertible() throws {
    #expect(UUID().encode().count == 36)
    #expect(UUID.decode("E621E1F8-C36C-495A-93FC-0C247A3E6E5F") != nil)
    #expect(try [1, 2, 3].storedValue() == [1, 2, 3])
    #expect(Double.value(from: 1) == 1.0)
    #expect(Int.value(from: 1.75) == nil)
    #expect(Int.isExact && !URL.isExact)
    #expect([UInt8].storedForm == "array of integer from 0 to 255")
    #expect(Frame.storedForm == "a stored Frame")
    #expect([String: Theme].storedForm == "dictionary of string that is a Theme")
  }

  @Test("Dictionary keys are as their comment says")
  func keys() throws {
    let seen: [Theme: Int] = [.light: 3]
    #expect(try seen.storedValue() == ["light": 3])
    #expect(42.dictionaryKey() == "42")
    #expect(Int.value(dictionaryKey: "42") == 42)
    #expect(Int.value(dictionaryKey: "042") == nil)
  }

  @Test("Failures say what was found")
  func failures() {
    do {
      _ = try Date(timeIntervalSinceReferenceDate: .nan).storedValue()
      Issue.record("nothing was thrown")
    } catch let failure as ConversionFailure {
      #expect(
        failure.description.hasPrefix("found a date of nan seconds, expected a finite date; "))
    } catch {
      Issue.record(error)
    }
  }

  @Test("A stored form of one's own wins over Codable, and its failures have a place")
  func ownForm() throws {
    #expect(try Port(number: 80).storedValue() == 80)
    #expect(Port.value(from: 80)?.number == 80)
    let failure = #expect(throws: ConversionFailure.self) {
      try ["web": [Port(number: 80), Port(number: 0)]].storedValue()
    }
    #expect(failure?.description == "web[1]: found a port of 0, expected a port from 1 to 65535")
  }
}
