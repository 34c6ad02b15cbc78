import Foundation
import KeywrightEvolution
import KeywrightSchema
import KeywrightStorage
import KeywrightVerbs

/// A moment in a store's past, as people name it.
enum Moment: Equatable {
  /// A time, or a day with its first and its last moment, in nanoseconds since 1970.
  case time(first: Int64, last: Int64)
  /// The number of a list that was kept.
  case number(UInt64)

  /// The forms, for help.
  static let forms = """
    WHEN is a day, as in 2026-11-24 or yesterday, of which the end is meant; a time, as in
    2026-11-24T10:05 or today's 10:05; a time before now, as in 30m, 2h or 7d; or the number of a list
    that was kept, as in 7. Times are those of this machine's zone, but for 2026-11-24T10:05:00Z.
    """

  /// - Parameter source: Where the text stands, for the refusal.
  init(_ text: String, of source: String = "", now: Date = Date()) throws(Arguments.Refusal) {
    guard let moment = Self.moment(text, now) else {
      throw Arguments.Refusal(
        reason: "\(source)`\(printable(text))` is no time; as in yesterday, 2026-11-24, "
          + "2026-11-24T10:05, 10:05, 2h, or the number of a list that `keywright history` shows")
    }
    self = moment
  }

  private static func moment(_ text: String, _ now: Date) -> Moment? {
    if let number = UInt64(text), String(number) == text, (1..<1_000_000).contains(number) {
      return .number(number)
    }
    if let before = duration(text) { return .at(now.addingTimeInterval(-before)) }
    let calendar = Calendar(identifier: .gregorian)
    if text == "yesterday" {
      let today = calendar.startOfDay(for: now)
      return calendar.date(byAdding: .day, value: -1, to: today).map { .day($0, to: today) }
    }
    if let day = date(text, "yyyy-MM-dd") {
      let next = calendar.date(byAdding: .day, value: 1, to: day)
      return next.map { .day(day, to: calendar.startOfDay(for: $0)) }
    }
    for format in ["yyyy-MM-dd'T'HH:mm", "yyyy-MM-dd HH:mm"] {
      if let date = date(text, format) { return .at(date) }
    }
    // As `history` prints them, without the part of a second.
    for format in ["yyyy-MM-dd'T'HH:mm:ss", "yyyy-MM-dd HH:mm:ss"] {
      if let date = date(text, format) { return .second(date) }
    }
    if let seconds = DateText.seconds(text) {
      let date = Date(timeIntervalSinceReferenceDate: seconds)
      return text.contains(".") ? .at(date) : .second(date)
    }
    let today = formatter("yyyy-MM-dd").string(from: now)
    return date("\(today)T\(text)", "yyyy-MM-dd'T'HH:mm").map { .at($0) }
  }

  private static func at(_ date: Date) -> Moment {
    .time(first: date.nanoseconds, last: date.nanoseconds)
  }

  private static func second(_ date: Date) -> Moment {
    .time(first: date.nanoseconds, last: date.nanoseconds + 999_999_999)
  }

  private static func day(_ first: Date, to next: Date) -> Moment {
    .time(first: first.nanoseconds, last: next.nanoseconds - 1)
  }

  /// The seconds of 30m, 2h or 7d; nil for another text.
  private static func duration(_ text: String) -> Double? {
    let units: [Character: Double] = ["s": 1, "m": 60, "h": 3_600, "d": 86_400]
    guard let unit = text.last.flatMap({ units[$0] }), let number = UInt32(text.dropLast()) else {
      return nil
    }
    return Double(number) * unit
  }

  private static func date(_ text: String, _ format: String) -> Date? {
    let formatter = formatter(format)
    guard let date = formatter.date(from: text), formatter.string(from: date) == text else {
      return nil
    }
    return date
  }

  static func formatter(_ format: String) -> DateFormatter {
    let formatter = DateFormatter()
    formatter.locale = Locale(identifier: "en_US_POSIX")
    formatter.dateFormat = format
    return formatter
  }
}

extension Moment {
  /// Reads what a store held then, but for the library's own records, and changes nothing.
  func members(of location: StoreLocation) throws -> [PropertyListDictionary.Member] {
    let found: [PropertyListDictionary.Member]?
    do throws(StorageError) {
      let file = DurableFile(path: location.path)
      found =
        switch self {
        case .time(_, let last): try file.members(asOf: last)
        case .number(let number): try file.members { $0.number == number }
        }
    } catch {
      throw InputFiles.Failure(error)
    }
    if let found { return found }
    throw InputFiles.Failure(
      path: location.path,
      reason: "nothing of that time was kept; `keywright history` shows what there is")
  }
}

extension Date {
  fileprivate var nanoseconds: Int64 { Int64(timeIntervalSince1970 * 1e9) }

  init(nanoseconds: Int64) {
    self.init(timeIntervalSince1970: Double(nanoseconds) / 1e9)
  }
}
