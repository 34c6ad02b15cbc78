/// The strings under which releases stored the values of today's keys, and which no schema has to repeat: a lock
/// knows each step from one to the next, so only the last one, which no release has made, is declared.
///
/// A lock adds readers and nothing else. It gives no function that a schema does not name, so a step that converted
/// values ends a chain; and it brings nothing back that a schema reserves, or whose loss was accepted.
struct Ancestry {
  /// The strings, the newest first, by the storage strings of the keys that have their values now.
  private(set) var strings: [ExactString: [(string: String, release: String?)]] = [:]

  /// The strings that releases of two branches gave to two keys of today's, each with the releases that did.
  private(set) var disputed: [ExactString: [(heir: KeyInventory.Entry, release: String)]] = [:]

  private let today: KeyInventory
  /// The place of the last release that has a key of its own under a string.
  private let lines: [ExactString: (place: Int, line: LockedKey)]
  /// What became of each string, the oldest first.
  private let steps: [ExactString: [Step]]

  /// What a release did with the values of a string.
  private struct Step {
    /// The place of the release.
    let place: Int
    /// The string that has the values since; nil if they were given up.
    let successor: ExactString?
    /// Whether a function made other values of them.
    var isConverted = false
    /// Whether the string had come to an end in that release, and was not only listed as a former one.
    let isEnd: Bool
  }

  /// - Complexity: near linear in the size of the lock.
  init(_ lock: KeyLock, _ today: KeyInventory) {
    self.today = today
    let place = lock.order
    lines = Dictionary(
      lock.released.map { (ExactString($0.storageString), (place($0.release), $0)) },
      uniquingKeysWith: { _, last in last })
    steps = Self.steps(of: lock, place)
    let accepted = Dictionary(
      grouping: lock.retired.filter { $0.exception != nil }, by: { ExactString($0.storageString) })
    var found: [ExactString: [(rank: Int, string: ExactString)]] = [:]
    for string in steps.keys {
      // The loss of a string that no release had as its own is accepted of the key that read it.
      let holders = lines[string] == nil ? (steps[string] ?? []).compactMap(\.successor) : [string]
      let isLost = holders.contains { holder in
        accepted[holder, default: []].contains { $0.exception?.isLoss == true }
      }
      if isLost { continue }
      let heirs = heirs(of: string)
      guard let (heir, _) = heirs.first else { continue }
      // Where it was accepted that another key has them than the one to which they went first, the last one counts.
      let isMoved =
        accepted[string]?.contains { exception in
          exception.isMove { lines[ExactString($0)] != nil || today[$0] != nil }
        } == true
      if !isMoved, !heirs.allSatisfy({ $0.key === heir }) {
        disputed[string] = heirs.reversed().map { ($0, lock.releases[$1]) }
        continue
      }
      found[ExactString(heir.key.storageString), default: []].append(
        (lines[string]?.place ?? -1, string))
    }
    strings = found.mapValues { strings in
      strings.sorted {
        $0.rank == $1.rank ? $0.string.text.isBefore($1.string.text) : $0.rank > $1.rank
      }
      .map { ($0.string.text, lines[$0.string]?.line.release) }
    }
  }

  private static func steps(
    of lock: KeyLock, _ place: (String?) -> Int
  ) -> [ExactString: [Step]] {
    var steps: [ExactString: [Step]] = [:]
    for end in lock.retired where end.exception == nil && end.release != nil {
      steps[ExactString(end.storageString), default: []].append(
        Step(place: place(end.release), successor: end.successor.map(ExactString.init), isEnd: true)
      )
    }
    for line in lock.released where line[.formerKeys] != nil {
      let (release, heir) = (place(line.release), ExactString(line.storageString))
      let isConverted = line[.migrate] != nil
      for former in line.strings(.formerKeys).map(ExactString.init) {
        let known = steps[former]?.firstIndex { $0.place == release && $0.successor == heir }
        if let known {
          steps[former]?[known].isConverted = isConverted
        } else {
          steps[former, default: []].append(
            Step(place: release, successor: heir, isConverted: isConverted, isEnd: false))
        }
      }
    }
    return steps.mapValues { $0.sorted { $0.place < $1.place } }
  }

  /// Whether a release gave a string to a key: where two did, a schema may say that either has it.
  func gave(_ string: String, to key: KeyInventory.Entry) -> Bool {
    steps[ExactString(string), default: []].contains { step in
      step.successor.map {
        reader(of: ExactString(string), after: step) === key && $0 != ExactString(string)
      }
        ?? false
    }
  }

  /// The keys that have the values of a string now, if no schema says so, each with the place of the release that
  /// gave them away, the last one first: one, unless two branches did.
  private func heirs(of string: ExactString) -> [(key: KeyInventory.Entry, place: Int)] {
    if today[string.text] != nil || today.successors[string] != nil { return [] }
    if today.reservation(of: string.text) != nil { return [] }
    let line = lines[string]
    if let line, today.family(around: line.line) != nil { return [] }
    return steps[string, default: []].reversed().compactMap { step in
      // The string may have come back, for another key.
      if let line, line.place >= step.place { return nil }
      return reader(of: string, after: step).map { ($0, step.place) }
    }
  }

  /// The key that has now what a step brought from one string to another.
  private func reader(of former: ExactString, after step: Step) -> KeyInventory.Entry? {
    var (former, step) = (former, step)
    var seen: Set<ExactString> = []
    while let string = step.successor, !step.isConverted, seen.insert(string).inserted {
      // A family reads the single key that it took in as one of its values, whose strings its own do not lead to.
      if former.text.utf8.starts(with: (string.text + StorageString.separator).utf8) { return nil }
      // A function converts what its key declares.
      if let declared = today.successors[string] { return declared }
      let later = steps[string, default: []].filter { $0.place > step.place }
      guard let end = later.first(where: { $0.isEnd || lines[string] == nil }) else {
        // And not what its key had been called itself.
        return today[string.text].flatMap { $0.key[.migrate] == nil ? $0 : nil }
      }
      (former, step) = (string, end)
    }
    return nil
  }
}

extension KeyLock.Retirement {
  /// Whether it was accepted that another key reads a former string.
  fileprivate func isMove(to isKey: (String) -> Bool) -> Bool {
    exception.map { $0.accepts(.misread, of: .key) && isKey($0.to) } ?? false
  }
}

extension KeyLock.Exception {
  /// Whether the values of a string were accepted as lost, and not those in a store or of a merged key.
  fileprivate var isLoss: Bool { accepts(.lost, of: .key) && to.isEmpty }
}
