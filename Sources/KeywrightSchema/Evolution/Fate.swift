/// The fate of stored data, or of the programs and people beside it, by a change of a schema; the raw value is the name
/// that people meet.
package enum Fate: String, CaseIterable, Sendable {
  // Of values that a release stored.
  /// Nothing reads them.
  case lost
  /// They are read as something else.
  case misread
  /// They were given up, and are read again.
  case reused
  /// What reads them does not understand them.
  case unreadable
  /// A constraint refuses them.
  case refused
  /// They are changed on the way to another key.
  case altered

  // Of values that today's program stores, in programs of releases.
  case olderLost = "older-lost"
  case olderUnreadable = "older-unreadable"

  // Of those who use the program, or write it.
  /// Users who chose no value see another one.
  case `default`
  /// Another rule holds for values, which stay.
  case rule
  /// A person may see a value that was kept from them.
  case exposed
  /// Call sites, or texts by which people name a thing, have to be changed.
  case source
  /// A key came.
  case new
  /// A key is gone, as its schema says.
  case gone
}

/// The weight of a change, from the lightest.
package enum ChangeLevel: Int, Comparable, Sendable {
  case free, note, warning, error

  package static func < (left: ChangeLevel, right: ChangeLevel) -> Bool {
    left.rawValue < right.rawValue
  }

  /// As diagnostics call it.
  package var name: String { "\(self)" }
}

extension Fate {
  /// The weight where nothing speaks for another one, and only this program reads the values that older ones stored.
  var level: ChangeLevel {
    switch self {
    case .lost, .misread, .reused, .unreadable, .refused, .altered, .exposed: .error
    case .default, .rule: .warning
    case .olderLost, .olderUnreadable, .source: .note
    case .new, .gone: .free
    }
  }

  /// Whether it is about what programs of releases read of today's values.
  var isOfOlderPrograms: Bool { self == .olderLost || self == .olderUnreadable }

  /// The weight of a change.
  ///
  /// - Parameters:
  ///   - level: The weight, if it is another one than mostly.
  ///   - readers: The programs that must live with what others stored.
  func level(_ level: ChangeLevel?, for readers: KeyLock.Readers) -> ChangeLevel {
    isOfOlderPrograms && readers == .both ? .error : level ?? self.level
  }
}
