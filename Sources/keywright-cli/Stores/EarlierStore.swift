import Foundation
import KeywrightEvolution
import KeywrightStorage
import KeywrightVerbs

/// A store as of a time, as people name it: `STORE@yesterday`.
struct EarlierStore {
  let location: StoreLocation
  /// The moment, or the number of a list that was kept; nil for what the store holds now.
  let moment: Moment?

  /// The forms of a moment, for the help.
  static let forms = """
    STORE is a suite or the path of a property list. WHEN is a day, as in 2026-11-24 or yesterday, of
    which the end is meant; a time, as in 2026-11-24T10:05 or today's 10:05; or the number of a list
    that was kept, as in 7. Times are those of this machine's zone.
    """

  enum Moment: Equatable {
    /// In nanoseconds since 1970.
    case date(Int64)
    case number(UInt64)
  }

  init(_ text: String, _ arguments: Arguments, now: Date = Date()) throws {
    guard !DurableFile(path: text).exists, let sign = text.lastIndex(of: "@") else {
      location = try StoreLocation(text, arguments)
      try Self.requireFile(location)
      moment = nil
      return
    }
    location = try StoreLocation(String(text[..<sign]), arguments)
    try Self.requireFile(location)
    let words = String(text[sign...].dropFirst())
    guard let moment = Moment(words, now: now) else {
      throw Arguments.Refusal(
        reason: "`\(printable(words))` is no time; as in yesterday, 2026-11-24, 2026-11-24T10:05, "
          + "10:05, or the number of a list that `keywright history` shows")
    }
    self.moment = moment
  }

  /// Refuses a store on etcd, which has a log instead.
  static func requireFile(_ location: StoreLocation) throws(Arguments.Refusal) {
    guard !location.isFile else { return }
    if location.secrets != nil {
      throw Arguments.Refusal(reason: "the store of secrets keeps no earlier values")
    }
    throw Arguments.Refusal(
      reason: "only a store in a file keeps earlier lists; one on etcd has `keywright log` and "
        + "`keywright revert`")
  }

  /// Whether a text names a store as of a time.
  static func isNamed(_ text: String) -> Bool {
    guard !DurableFile(path: text).exists, let sign = text.lastIndex(of: "@") else {
      return false
    }
    return Moment(String(text[sign...].dropFirst()), now: Date()) != nil
  }

  /// Reads the members, but for the library's own records, and changes nothing.
  func members() throws -> DurableFile.EarlierMembers {
    let found: DurableFile.EarlierMembers?
    do throws(StorageError) {
      let file = DurableFile(path: location.path)
      found =
        switch moment {
        case nil: try file.presentMembers()
        case .date(let date): try file.members(asOf: date)
        case .number(let number): try file.members(ofNumber: number)
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

extension EarlierStore.Moment {
  init?(_ text: String, now: Date) {
    let calendar = Calendar(identifier: .gregorian)
    if let number = UInt64(text), String(number) == text, (1..<1_000_000).contains(number) {
      self = .number(number)
      return
    }
    if text == "yesterday" {
      let today = calendar.startOfDay(for: now)
      self = .date(today.nanoseconds - 1)
      return
    }
    if let day = Self.date(text, "yyyy-MM-dd") {
      guard let next = calendar.date(byAdding: .day, value: 1, to: day) else { return nil }
      self = .date(calendar.startOfDay(for: next).nanoseconds - 1)
      return
    }
    for format in ["yyyy-MM-dd'T'HH:mm", "yyyy-MM-dd'T'HH:mm:ss", "yyyy-MM-dd HH:mm:ss"] {
      guard let date = Self.date(text, format) else { continue }
      self = .date(date.nanoseconds)
      return
    }
    let today = Self.formatter("yyyy-MM-dd").string(from: now)
    guard let date = Self.date("\(today)T\(text)", "yyyy-MM-dd'T'HH:mm") else { return nil }
    self = .date(date.nanoseconds)
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

extension Date {
  fileprivate var nanoseconds: Int64 { Int64(timeIntervalSince1970 * 1e9) }

  /// A time in nanoseconds since 1970, for people in this machine's zone.
  static func text(ofNanoseconds time: Int64) -> String {
    EarlierStore.Moment.formatter("yyyy-MM-dd HH:mm:ss")
      .string(from: Date(timeIntervalSince1970: Double(time) / 1e9))
  }
}
