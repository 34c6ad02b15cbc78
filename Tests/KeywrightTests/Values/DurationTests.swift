import Keywright
import Testing

@Suite("Durations")
struct DurationTests {
  static let most = Duration(
    secondsComponent: .max, attosecondsComponent: 999_999_999_999_999_999)
  static let least = Duration(
    secondsComponent: .min, attosecondsComponent: -999_999_999_999_999_999)

  @Test("Durations are kept to the attosecond, at the limits too")
  func roundTrip() throws {
    let attosecond = Duration(secondsComponent: 0, attosecondsComponent: 1)
    for duration in [.zero, attosecond, .zero - attosecond, Self.most, Self.least, .seconds(-1.5)] {
      #expect(try Duration.value(from: throughFile(duration.storedValue())) == duration)
    }
  }

  @Test("A duration beyond 64 bits of seconds is refused and does not stop the program")
  func beyond() {
    let attosecond = Duration(secondsComponent: 0, attosecondsComponent: 1)
    for duration in [Self.most + attosecond, Self.least - attosecond, Self.most * 10] {
      #expect(throws: ConversionFailure.self) { try duration.storedValue() }
    }
  }

  @Test("Only two integers are a duration")
  func shape() {
    #expect(Duration.value(from: [1, 0]) == .seconds(1))
    #expect(Duration.value(from: [1]) == nil)
    #expect(Duration.value(from: [1, 2, 3]) == nil)
    #expect(Duration.value(from: [1, 0.5]) == nil)
    // More than `components` can take apart, which would stop the program.
    #expect(Duration.value(from: [.integer(.min), .integer(.min)]) == nil)
    #expect(Duration.value(from: [.integer(.max), .integer(.max)]) == nil)
  }
}
