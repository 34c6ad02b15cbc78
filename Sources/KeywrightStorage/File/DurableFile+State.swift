extension DurableFile.State {
  var journal: Journal? { store?.journal }

  /// Whether there is a store that has no list yet, as a new one.
  var lacksList: Bool { store?.journal?.lastNote.map { $0.identity == .none } ?? false }

  /// Lets go of all files; the caller's contents count until the next look succeeds.
  mutating func letGo() {
    (folder, lock, store) = (nil, nil, nil)
    trust = Trust()
  }

  /// Lets go of all files, as of a file that was not opened.
  mutating func forget() {
    letGo()
    isLoaded = false
    values = 0
  }

  /// Whether a commit may make a store beyond ``PropertyListLimits``, so that only writing everything shows it; no
  /// commit may make one that cannot be written as a list.
  func isNearLimits(in journal: Journal) -> Bool {
    journal.longestList + 2 * output.count > PropertyListLimits.bytes
      || values + output.values + 1 > PropertyListLimits.values
  }
}

/// Whether the names of the files led to the open ones a moment ago, so that they need not be looked up again for one
/// commit: that would be most of its price.
///
/// Other writers need no names to be noticed: a writer that replaces the journal first says so at its end, at which each
/// commit looks. A change of the names by another program within that moment counts as made at the same time as the
/// commit.
struct Trust: Sendable {
  /// The time at which a writer took the lock and then saw that all names led to the open files, by the monotonic
  /// clock; nil if one did not.
  private var seen: Duration?
  /// The time at which the writer's lock was last taken.
  private var lockedAt = Duration.zero
  /// Whether the next look need not look along the path.
  private(set) var isLookDone = false

  mutating func didLock(at time: Duration, trusting: Bool) {
    lockedAt = time
    isLookDone = trusting && seen.map { time - $0 < .nanoseconds(WriterLock.trust) } ?? false
  }

  mutating func didLook() { seen = lockedAt }

  mutating func takeLook() -> Bool {
    defer { isLookDone = false }
    return isLookDone
  }
}

extension DurableFile {
  /// Sets the function that gives the caller's members, before the file is opened. It is called where the journal
  /// cannot be read any more.
  /// - Parameter members: In any order. Called with the state locked.
  package func findMembers(
    by members: @escaping @Sendable () -> [PropertyListDictionary.Member]
  ) {
    state.withLock { $0.callersMembers = { try? PropertyListDictionary(members()) } }
  }
}

extension PropertyListDictionary {
  /// The number of values that the members have.
  var valueCount: Int { members.reduce(0) { $0 + $1.value.valueCount } }
}

extension PropertyList {
  /// The number of values that a tree has, itself among them.
  package var valueCount: Int {
    switch self {
    case .array(let elements): elements.reduce(1) { $0 + $1.valueCount }
    case .dictionary(let dictionary): dictionary.members.reduce(1) { $0 + $1.value.valueCount }
    default: 1
    }
  }
}
