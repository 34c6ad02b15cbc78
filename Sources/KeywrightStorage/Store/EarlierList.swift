/// A list that a newer one replaced, and that was kept: the values of a store as of an earlier commit.
package struct EarlierList: Equatable, Sendable {
  /// The name of its file.
  package let name: String
  /// Lists are numbered in the order in which they were kept, whatever the clock said.
  package let number: UInt64
  package let kind: Kind
  /// The time of its last commit, in nanoseconds since 1970.
  package let date: Int64
  /// Its length in bytes.
  package let size: Int

  /// The reason for which a list was kept; its value is the end of the file's name.
  package enum Kind: String, CaseIterable, Sendable {
    /// A newer one replaced it, or values were brought back over it.
    case replaced = ""
    /// It is the state before the first commit of another version of the program.
    case beforeUpdate = "-update"
  }

  // MARK: Names

  static let infix = ".earlier-"

  /// The number of a list, and what else its name says.
  struct Place: Equatable {
    var number: UInt64
    var kind = Kind.replaced

    func fileName(for name: String) -> String { "\(name)\(infix)\(number)\(kind.rawValue)" }

    init(number: UInt64, _ kind: Kind = .replaced) {
      self.number = number
      self.kind = kind
    }

    /// A number beyond this is another program's: a store that keeps a list each second takes 30 years to reach it.
    private static let greatest: UInt64 = 999_999_999

    /// - Returns: Nil for a name that no kept list of the store has.
    init?(_ fileName: String, in name: String) {
      let prefix = name + infix
      guard fileName.hasBytePrefix(prefix) else { return nil }
      let digits = fileName.utf8.dropFirst(prefix.utf8.count).prefix { 0x30...0x39 ~= $0 }
      guard let number = UInt64(String(Substring(digits))), (1...Self.greatest).contains(number)
      else {
        return nil
      }
      for kind in Kind.allCases {
        self.init(number: number, kind)
        if self.fileName(for: name).hasSameBytes(as: fileName) { return }
      }
      return nil
    }
  }

  // MARK: Thinning

  /// The number of lists that are kept, by the time of their last commits.
  ///
  /// Times in which nothing was kept do not count: a program that is used once a quarter keeps its last
  /// lists for years.
  struct Limits: Sendable {
    /// The last ones, whatever their times.
    var latest = 4
    /// The numbers of hours, days and months, among those that have a list, of which the last list is kept.
    var hours = 12
    var days = 14
    var months = 12
    /// The last ones before an update of the program.
    var updates = 3
    /// All together, in bytes; the oldest go first.
    var bytes = PropertyListLimits.bytes
  }

  private static let hour: Int64 = 3_600_000_000_000

  /// Chooses the lists that need not be kept any longer.
  /// - Parameter lists: All lists, in the order of their numbers.
  static func superfluous(_ lists: [EarlierList], limits: Limits = Limits()) -> [EarlierList] {
    var rules = [
      Rule(period: hour, count: limits.hours), Rule(period: 24 * hour, count: limits.days),
      Rule(period: 30 * 24 * hour, count: limits.months),
    ]
    var (latest, updates) = (limits.latest, limits.updates)
    var bytes = limits.bytes
    var isFull = false
    return lists.reversed().filter { list in
      var isWanted = false
      // No rule may be left out: each counts the lists that others keep.
      for index in rules.indices where rules[index].keeps(list.date) { isWanted = true }
      if latest > 0 {
        latest -= 1
        isWanted = true
      }
      if list.kind == .beforeUpdate, updates > 0 {
        updates -= 1
        isWanted = true
      }
      guard isWanted else { return true }
      isFull = isFull || list.size > bytes
      if !isFull { bytes -= list.size }
      return isFull
    }
  }

  /// Keeps the last list of each of a number of periods, asked from the newest list on.
  private struct Rule {
    let period: Int64
    var count: Int
    var last: Int64?

    mutating func keeps(_ date: Int64) -> Bool {
      let current = date.dividedRoundingDown(by: period)
      guard count > 0, current != last else { return false }
      count -= 1
      last = current
      return true
    }
  }
}

extension Int64 {
  /// The quotient, rounded down; the divisor is positive.
  fileprivate func dividedRoundingDown(by divisor: Int64) -> Int64 {
    let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
    return remainder < 0 ? quotient - 1 : quotient
  }
}
