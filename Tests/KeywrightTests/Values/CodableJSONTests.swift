import Keywright
import Testing

private struct Point: Codable, Equatable { var y: Double, x: Int?, name = "/" }

@Suite("Codable as JSON")
struct CodableJSONTests {
  @Test("The text is sorted and kept as data")
  func text() throws {
    let stored = try CodableJSON.storedValue(of: Point(y: 0.5, x: 1))
    #expect(stored == .data(Array(#"{"name":"/","x":1,"y":0.5}"#.utf8)))
  }

  @Test("It is read back, and nothing else is")
  func roundTrip() throws {
    let point = Point(y: .pi, x: nil)
    #expect(try CodableJSON.value(from: CodableJSON.storedValue(of: point)) == point)
    #expect(CodableJSON.value(Point.self, from: "{}") == nil)
    #expect(CodableJSON.value(Point.self, from: .data(Array("{}".utf8))) == nil)
    #expect(CodableJSON.value(Point.self, from: .data([0xff])) == nil)
  }

  @Test("What JSON cannot say is refused, with its place")
  func refused() {
    let failure = #expect(throws: ConversionFailure.self) {
      try CodableJSON.storedValue(of: [Point(y: .nan, x: 1)])
    }
    #expect(failure?.path == "[0].y")
  }
}
