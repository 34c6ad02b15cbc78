/// The kinds of changes of a schema, each with its own rule; the raw value is the rule's name.
package enum ChangeKind: String, CaseIterable, Sendable {
  // Keys.
  case keyAdded = "key-added"
  case keyRetired = "key-retired"
  case defaultForNew = "default-for-new"
  case keyRemoved = "key-removed"
  case keyElsewhere = "key-elsewhere"
  case keyRenamed = "key-renamed"
  case namespaceRenamed = "namespace-renamed"
  case reservationRemoved = "reservation-removed"
  case sweepIncomplete = "sweep-incomplete"
  case keySwept = "key-swept"
  case keyMerged = "key-merged"
  case keyMoved = "key-moved"
  case misread = "misread"
  case idReused = "id-reused"
  case retiredRead = "retired-read"
  case migrationRemoved = "migration-removed"
  case migrationProcesses = "migration-processes"
  case migrationLoses = "migration-loses"
  case declarationMoved = "declaration-moved"
  case storeChanged = "store-changed"
  case nameChanged = "name-changed"
  // Types and their stored forms.
  case typeWidened = "type-widened"
  case typeChanged = "type-changed"
  case becameOptional = "became-optional"
  case becameRequired = "became-required"
  case formChanged = "form-changed"
  case parametersChanged = "parameters-changed"
  case parameterRenamed = "parameter-renamed"
  // Enums and structs.
  case caseAdded = "case-added"
  case caseRemoved = "case-removed"
  case caseInside = "case-inside"
  case caseUnknown = "case-unknown"
  case caseUntranslated = "case-untranslated"
  case rawValueChanged = "raw-value-changed"
  case textUnread = "text-unread"
  case textMisread = "text-misread"
  case unknownDropped = "unknown-dropped"
  case fieldRequired = "field-required"
  case fieldRemoved = "field-removed"
  case fieldRenamed = "field-renamed"
  case fieldReplaced = "field-replaced"
  case fieldMoved = "field-moved"
  case fieldAbsent = "field-absent"
  // Readers of a value.
  case constraintNarrowed = "constraint-narrowed"
  case constraintRefuses = "constraint-refuses"
  case constraintWidened = "constraint-widened"
  case processingChanged = "processing-changed"
  case defaultChanged = "default-changed"
  case persistenceChanged = "persistence-changed"
  case sensitivityLowered = "sensitivity-lowered"
  case sensitivityRaised = "sensitivity-raised"
  case unitChanged = "unit-changed"
  case cacheChanged = "cache-changed"
  case maxAgeChanged = "max-age-changed"
  case keychainChanged = "keychain-changed"
  case variableChanged = "variable-changed"
}

/// The consequence of a change for users, for older programs or for the authors of call sites.
package enum Consequence: String, CaseIterable, Sendable {
  /// Stored values are lost, or cannot be read.
  case data
  /// An older program meets what it cannot read, or overwrites it.
  case downgrade
  /// Call sites have to be changed.
  case source
  /// A user sees another value without having chosen it.
  case behaviour
  /// A person may see a value that was kept from them.
  case privacy
}

/// The weight of a change, from the lightest.
package enum ChangeLevel: Int, Comparable, Sendable {
  case free, note, warning, error

  package static func < (left: ChangeLevel, right: ChangeLevel) -> Bool {
    left.rawValue < right.rawValue
  }

  /// As diagnostics call it.
  package var name: String {
    switch self {
    case .free: "free"
    case .note: "note"
    case .warning: "warning"
    case .error: "error"
    }
  }
}

extension ChangeKind {
  /// The consequences of a change, and its weight.
  package struct Verdict: Sendable, Equatable {
    package let consequences: [Consequence]
    /// The weight where only this program reads the values that older ones stored.
    package let level: ChangeLevel
    /// The weight where older programs read the values that this one stores, too.
    package let sharedLevel: ChangeLevel

    fileprivate init(
      _ consequences: [Consequence], _ level: ChangeLevel, shared: ChangeLevel? = nil
    ) {
      self.consequences = consequences
      self.level = level
      self.sharedLevel = shared ?? level
    }

    /// Whether the change concerns only the programs of earlier releases.
    var isOfOlderPrograms: Bool { consequences == [.downgrade] && sharedLevel == .error }

    package func level(for readers: KeyLock.Readers) -> ChangeLevel {
      readers == .both ? sharedLevel : level
    }
  }

  /// The rule: one row for each kind.
  package var verdict: Verdict {
    switch self {
    case .keyAdded, .keyRetired, .defaultForNew: Verdict([], .free)
    // The stored value is lost, or taken for something else.
    case .keyRemoved, .keyElsewhere, .keyRenamed, .namespaceRenamed, .reservationRemoved, .idReused,
      .misread, .textMisread, .keyMerged, .caseUntranslated,
      .migrationRemoved, .migrationLoses, .declarationMoved, .storeChanged, .typeChanged,
      .formChanged, .parametersChanged, .caseRemoved, .caseInside, .rawValueChanged, .fieldRequired,
      .fieldRenamed, .fieldReplaced, .constraintRefuses:
      Verdict([.data], .error)
    // Programs of releases lose what this one stores.
    case .keyMoved, .typeWidened, .caseAdded, .fieldMoved, .fieldAbsent:
      Verdict([.downgrade], .note, shared: .error)
    case .keySwept, .unknownDropped, .fieldRemoved:
      Verdict([.downgrade], .warning, shared: .error)
    case .constraintWidened: Verdict([.downgrade], .note)
    // A user sees another value.
    case .caseUnknown, .retiredRead, .migrationProcesses, .constraintNarrowed, .processingChanged,
      .defaultChanged, .persistenceChanged, .unitChanged, .variableChanged:
      Verdict([.behaviour], .warning)
    case .textUnread: Verdict([.behaviour, .source], .warning)
    case .becameRequired: Verdict([.behaviour, .source], .note)
    case .nameChanged, .parameterRenamed, .becameOptional: Verdict([.source], .note)
    case .sweepIncomplete: Verdict([.privacy], .warning)
    case .sensitivityLowered: Verdict([.privacy], .error)
    case .sensitivityRaised: Verdict([.privacy], .note)
    case .cacheChanged: Verdict([], .note)
    case .maxAgeChanged: Verdict([.behaviour], .note)
    case .keychainChanged: Verdict([.privacy], .note)
    }
  }
}
