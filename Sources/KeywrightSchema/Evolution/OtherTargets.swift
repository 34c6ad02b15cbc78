/// The other targets of a package, which may read, take over or remove what releases of one target stored.
package struct OtherTargets: Sendable {
  /// The target itself.
  let name: String
  /// Whether values that the target itself still reads or reserves are looked up as well. A build, which sees
  /// one target, asks only about values that it has lost.
  let areCompared: Bool
  private let index: @Sendable () -> Index

  /// No other target is known.
  package static let none = OtherTargets(of: "", areCompared: false) { Index([]) }

  /// The targets beside one.
  ///
  /// - Parameter index: Gives what all of them read; asked where it is needed.
  package init(
    of name: String, areCompared: Bool, index: @escaping @Sendable () -> Index
  ) {
    self.name = name
    self.areCompared = areCompared
    self.index = index
  }

  /// The use that another target makes of a stored value.
  struct Use: Sendable {
    let target: String
    let kind: Kind
    /// The storage string of the key, or of the reservation.
    let reader: String
    /// Whether the lock of the target has a key of that string.
    var isReleased = false

    enum Kind: Sendable { case key, former, family, sweep }
  }

  /// The use that another target makes of what a key stored.
  ///
  /// - Parameter fate: The fate of the value in this target.
  func use(of line: LockedKey, _ fate: Fate) -> Use? {
    if !areCompared {
      guard case .lost = fate else { return nil }
    }
    return index().uses(of: line).first { use in
      if use.target == name { return false }
      return switch fate {
      // Two keys of one string share it on purpose, as do two targets with one schema.
      case .read(let reader): use.kind != .key && !(use.kind == .former && use.reader == reader)
      // A target whose lock has the key shared it until now.
      case .reserved: use.kind != .sweep && !use.isReleased
      case .lost: use.kind != .sweep
      }
    }
  }

  /// The fate of a stored value in the target itself.
  enum Fate {
    /// A key has it, of a storage string.
    case read(by: String)
    case reserved
    case lost
  }

  /// The values that the targets of a package read and remove, by storage string.
  package struct Index: Sendable {
    private var own: [ExactString: [(target: String, key: LockedKey)]] = [:]
    private var former: [ExactString: [(target: String, key: LockedKey)]] = [:]
    private var swept: [ExactString: [(target: String, isFamily: Bool)]] = [:]
    private var released: [ExactString: Set<String>] = [:]

    /// - Parameter targets: The targets, each with its lock if that is known.
    package init(_ targets: [(name: String, keys: KeyInventory, lock: KeyLock?)]) {
      for (name, keys, lock) in targets {
        for line in lock?.released ?? [] {
          released[ExactString(line.storageString), default: []].insert(name)
        }
        for entry in keys.keys {
          own[ExactString(entry.key.storageString), default: []].append((name, entry.key))
        }
        for (string, entry) in keys.successors {
          former[string, default: []].append((name, entry.key))
        }
        for (string, reservation) in keys.reserved where reservation.removes {
          swept[string, default: []].append((name, reservation.isFamily))
        }
      }
    }

    func uses(of line: LockedKey) -> [Use] {
      let string = ExactString(line.storageString)
      let sharing = released[string] ?? []
      var uses = own[string, default: []].map {
        Use(target: $0, kind: .key, reader: $1.storageString, isReleased: sharing.contains($0))
      }
      uses += former[string, default: []].map {
        Use(target: $0, kind: .former, reader: $1.storageString)
      }
      uses += swept[string, default: []].filter { $0.isFamily == (line[.parameters] != nil) }.map {
        Use(target: $0.target, kind: .sweep, reader: line.storageString)
      }
      for ancestor in StorageString.ancestors(of: line.storageString) {
        let families =
          own[ExactString(ancestor), default: []] + former[ExactString(ancestor), default: []]
        uses += families.filter { $0.key.reads(line, below: ancestor) }.map {
          Use(target: $0.target, kind: .family, reader: $0.key.storageString)
        }
        uses += swept[ExactString(ancestor), default: []].filter(\.isFamily).map {
          Use(target: $0.target, kind: .sweep, reader: ancestor)
        }
      }
      return uses
    }
  }
}
