// The list of changes: each once, with its weight, and with what was accepted.

extension LockComparison {
  /// Adds a change of what a line stored.
  mutating func report(
    _ fate: Fate, as level: ChangeLevel? = nil, _ line: LockedKey, from: String, to: String = "",
    releases: [String]? = nil, _ message: String, mends: [Change.Mend] = [],
    at place: KeyInventory.Place?, subject: String = "", readers: KeyLock.Readers? = nil,
    sensitivity: Sensitivity = .public
  ) {
    add(
      fate, as: level, line.storageString, from: from, to: to,
      releases: releases ?? [line.release].compactMap(\.self), message, mends: mends, at: place,
      subject: subject,
      isCached: line.isCached && !durable.contains(ExactString(line.storageString)),
      readers: readers, sensitivity: sensitivity)
  }

  mutating func add(
    _ fate: Fate, as level: ChangeLevel? = nil, _ key: String, from: String, to: String,
    releases: [String] = [],
    _ message: String, mends: [Change.Mend] = [], at place: KeyInventory.Place?,
    subject: String = "", isCached: Bool = false, readers: KeyLock.Readers? = nil,
    sensitivity: Sensitivity = .public
  ) {
    let level = fate.level(level, for: readers ?? lock.readers)
    var change = Change(
      fate: fate, key: key, releases: releases, from: from, to: to, message: message,
      mends: mends, place: place, level: isCached ? min(level, .note) : level)
    change.subject = subject
    change.sensitivity = sensitivity
    changes.append(change)
  }

  /// The changes, each once for all releases, with what was accepted.
  func settled() -> [Change] {
    var result: [Change] = []
    var places: [[String]: Int] = [:]
    for var change in changes {
      change.reason = reason(for: change)
      // Bytes may have had several names in a type, of which the latest counts.
      let subject = change.isOncePerType ? change.typeOfSubject : change.subject
      let identity = [
        change.fate.rawValue, change.part.rawValue, change.key, change.from, change.to, subject,
        change.reason ?? "",
      ]
      if let place = places[identity] {
        let known = result[place].releases
        if change.subject != result[place].subject {
          result[place] = change
        }
        result[place].releases = known + change.releases.filter { !known.contains($0) }
        continue
      }
      places[identity] = result.count
      change.closeMends()
      result.append(change)
    }
    return result
  }

  /// The reason why a change was accepted, if it was.
  ///
  /// The acceptance must be later than all releases that the change is about: a value that a release stored
  /// afterwards is another matter.
  func reason(for change: Change) -> String? {
    exceptions[ExactString(change.key)]?.first { accepted in
      accepted.exception == change.exception
        && change.releases.allSatisfy { place($0) < place(accepted.release) }
    }?.reason
  }

  /// Whether an acceptance is about what a line stored, and not about an earlier life of its string.
  func isAbout(_ line: LockedKey, _ accepted: KeyLock.Retirement) -> Bool {
    place(line.release) < place(accepted.release)
  }

  /// Releases as people name them.
  static func list(_ releases: [String?]) -> String {
    let releases = releases.compactMap(\.self)
    return switch releases.count {
    case 0: "no release"
    case 1: "release \(releases[0])"
    default:
      "releases \(releases.dropLast().joined(separator: ", ")) and \(releases[releases.count - 1])"
    }
  }
}
