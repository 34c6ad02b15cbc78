/// The lock of a target: what each release of its program stored, and how.
///
/// It is a committed file, `keys.lock.json` in the target's folder, with one line for each key in
/// each form that a release gave it, in the order of the storage strings, so that two branches that
/// add keys merge by line. Only released lines bind: those without a release are drafts, which are
/// rewritten with the schemas.
package struct KeyLock: Sendable {
  package static let fileName = "keys.lock.json"

  /// The module whose schemas it is about; nil in a lock of schemas that no package holds.
  package var module: String?
  /// The programs that must live with what others stored.
  package var readers = Readers.newer
  /// The releases, the oldest first.
  package var releases: [String] = []
  /// The releases that each was made after: one, or those of the branches that had been merged.
  package var after: [String: [String]] = [:]
  /// The releases of which no program runs any more; with readers `both` they need not live with today's.
  package var ended: Set<String> = []
  /// The lines of keys, by storage string and, for one string, in the order of the releases, a
  /// draft last.
  package var keys: [LockedKey] = []
  /// The strings that no key has any more, and the exceptions.
  package var retired: [Retirement] = []

  package init() {}

  /// The releases that read what other releases have stored.
  package enum Readers: String, CaseIterable, Sendable {
    /// This program reads what every release stored.
    case newer
    /// And every release lives with what this program stores: an app and its extension, devices
    /// that share their data, a fleet during a rollout.
    case both
  }

  /// The end of a storage string, or of a form of it.
  package struct Retirement: Sendable, Equatable {
    package let storageString: String
    /// The first release without the key; nil for a draft.
    package var release: String?
    /// The key that took the values over, if one did.
    package var successor: String?
    /// The accepted change, for an exception.
    package var exception: Exception?
    /// The reason why it was accepted.
    package var reason: String?
  }

  /// A change that was accepted by `lock --accept`: of what releases had stored before the one that has it.
  package struct Exception: Sendable, Hashable {
    package let change: String
    /// The thing that it is about.
    var part = Change.Part.key
    package let from: String
    package let to: String
  }

  /// The file's text.
  ///
  /// Each list ends in an empty object: every line before it ends in a comma, so that a line can be
  /// added, moved and merged without a change of its neighbour.
  package var text: String {
    """
    {
      "keywright": 1,\(module.map { "\n  \"module\": \(JSONText.quoted($0))," } ?? "")
      "readers": "\(readers.rawValue)",
      "releases": \(Self.list(releases.map(line(of:)))),
      "keys": \(Self.list(keys.map(\.line))),
      "retired": \(Self.list(retired.map(\.line)))
    }

    """
  }

  private func line(of release: String) -> String {
    var members = [("release", JSONText.quoted(release))]
    if let before = after[release] {
      let names = before.map(JSONText.quoted)
      members.append(("after", names.count == 1 ? names[0] : JSONText.array(names)))
    }
    if ended.contains(release) { members.append(("ended", "true")) }
    return JSONText.object(members)
  }

  private static func list(_ lines: [String]) -> String {
    "[\n" + (lines + ["{}"]).map { "    " + $0 }.joined(separator: ",\n") + "\n  ]"
  }

  /// The lines of released keys, by storage string.
  package var released: [LockedKey] { keys.filter { $0.release != nil } }

  /// Gives the place of a release; the last one to a draft, and to a release that is still to come.
  var order: (String?) -> Int {
    let places = Dictionary(
      releases.enumerated().map { ($1, $0) }, uniquingKeysWith: { first, _ in first })
    return { [count = releases.count] in $0.flatMap { places[$0] } ?? count }
  }

  /// The ends of the strings that have no key since, by the string: one that came back has a line of a later
  /// release.
  func ends(among lines: [LockedKey]) -> [ExactString: Retirement] {
    let place = order
    var ends: [ExactString: Retirement] = [:]
    for retirement in retired where retirement.exception == nil {
      let string = ExactString(retirement.storageString)
      if let known = ends[string], place(known.release) >= place(retirement.release) { continue }
      ends[string] = retirement
    }
    if ends.isEmpty { return ends }
    for line in lines {
      let string = ExactString(line.storageString)
      if let end = ends[string], place(line.release) >= place(end.release) { ends[string] = nil }
    }
    return ends
  }

  /// Puts the lines in their order, and the releases before them.
  mutating func sort() {
    sortReleases()
    let place = order
    keys.sort {
      if ExactString($0.storageString) != ExactString($1.storageString) {
        return $0.storageString.isBefore($1.storageString)
      }
      return place($0.release) < place($1.release)
    }
    retired.sort { $0.line.isBefore($1.line) }
  }
}

extension KeyLock.Retirement {
  fileprivate var line: String {
    var members = [("key", JSONText.quoted(storageString))]
    if let release { members.append(("in", JSONText.quoted(release))) }
    if let successor { members.append(("to", JSONText.quoted(successor))) }
    if let exception {
      let part = exception.part == .key ? [] : [("of", exception.part.rawValue)]
      members +=
        ([("change", exception.change)] + part + [
          ("from", exception.from), ("into", exception.to), ("because", reason ?? ""),
        ]).map { ($0.0, JSONText.quoted($0.1)) }
    }
    return JSONText.object(members)
  }
}
