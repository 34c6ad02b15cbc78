/// A checked key; a class, since it has many properties and is handed on often.
package final class KeyModel: Sendable {
  package let name: String
  /// The whole storage string.
  package let storageString: String
  /// The components that follow a family's storage string; empty for a single key.
  package let parameters: [ParameterModel]
  /// The type of its value, without `?`.
  package let type: ValueType
  package let isOptional: Bool
  package let defaultValue: DefaultModel
  /// The processing steps, in order.
  package let processing: [StepModel]
  package let constraints: [ConstraintModel]
  /// What becomes of a value that a constraint refuses; nil if it is refused, and a stored one counts as it is.
  package let outside: Outside?
  package let documentation: Documentation
  package let access: Access
  /// The stored form of a type of the user's own.
  package let coding: Coding?
  /// Functions called before and after a change.
  package let willChange: SymbolReference?
  package let didChange: SymbolReference?
  /// The readers it is for, and how long it lives.
  package let lifecycle: Lifecycle
  /// The words for documents.
  package let presentation: Presentation
  /// Storage strings that held the value before, the newest first.
  package let formerKeys: [String]
  /// Those of them that are due to former names of the namespace.
  package let inheritedFormerKeys: [String]
  /// Those of them that the lock alone tells of, each with the last release that stored something there, if that is
  /// known.
  package let lockedFormerKeys: [(string: String, release: String?)]
  /// Whether the value stays under a former string for now: both are read.
  package let movesLater: Bool
  /// The function that converts an older value.
  package let migrate: SymbolReference?
  /// The number of the stored form of a type of the user's own.
  package let revision: Int?
  /// Whether users of earlier releases keep the default that these showed.
  package let defaultIsForNew: Bool
  /// Those defaults, the newest first, as the lock has them; nil if one of them is no value of the type.
  package let earlierDefaults: [EarlierDefault]?
  /// Whether its string may be that of another target's key, since no store holds both.
  package let allowsStorageClash: Bool
  package let origin: Origin
  package let typeOrigin: Origin

  init(
    name: String, storageString: String, parameters: [ParameterModel],
    type: ValueType, isOptional: Bool, defaultValue: DefaultModel, processing: [StepModel],
    constraints: [ConstraintModel], outside: Outside?, documentation: Documentation,
    access: Access, coding: Coding?,
    willChange: SymbolReference?, didChange: SymbolReference?, lifecycle: Lifecycle,
    presentation: Presentation, formerKeys: [String],
    inheritedFormerKeys: [String],
    lockedFormerKeys: [(string: String, release: String?)] = [], movesLater: Bool,
    migrate: SymbolReference?, revision: Int?,
    defaultIsForNew: Bool, earlierDefaults: [EarlierDefault]? = [], allowsStorageClash: Bool,
    origin: Origin, typeOrigin: Origin
  ) {
    self.name = name
    self.storageString = storageString
    self.parameters = parameters
    self.type = type
    self.isOptional = isOptional
    self.defaultValue = defaultValue
    self.processing = processing
    self.constraints = constraints
    self.outside = outside
    self.documentation = documentation
    self.access = access
    self.coding = coding
    self.willChange = willChange
    self.didChange = didChange
    self.lifecycle = lifecycle
    self.presentation = presentation
    self.formerKeys = formerKeys
    self.inheritedFormerKeys = inheritedFormerKeys
    self.lockedFormerKeys = lockedFormerKeys
    self.movesLater = movesLater
    self.migrate = migrate
    self.revision = revision
    self.defaultIsForNew = defaultIsForNew
    self.earlierDefaults = earlierDefaults
    self.allowsStorageClash = allowsStorageClash
    self.origin = origin
    self.typeOrigin = typeOrigin
  }

  /// The key with the strings and stores that a lock tells of, too.
  ///
  /// - Parameters:
  ///   - formers: The strings that the lock adds.
  ///   - all: These and the schema's own, in the order in which values are looked for.
  ///   - written: The string that a value lies under while it stays where older programs look.
  func completed(
    by formers: [(string: String, release: String?)], _ all: [String], _ formerStores: [String],
    _ written: String?, _ earlierDefaults: [EarlierDefault]?
  ) -> KeyModel {
    var lifecycle = lifecycle
    lifecycle.formerStores = formerStores
    let first = all.filter { ExactString($0) == written.map(ExactString.init) }
    return KeyModel(
      name: name, storageString: storageString, parameters: parameters, type: type,
      isOptional: isOptional, defaultValue: defaultValue, processing: processing,
      constraints: constraints, outside: outside, documentation: documentation, access: access,
      coding: coding, willChange: willChange, didChange: didChange, lifecycle: lifecycle,
      presentation: presentation, formerKeys: first + all.filter { !first.contains($0) },
      inheritedFormerKeys: inheritedFormerKeys, lockedFormerKeys: formers, movesLater: movesLater,
      migrate: migrate, revision: revision, defaultIsForNew: defaultIsForNew,
      earlierDefaults: earlierDefaults, allowsStorageClash: allowsStorageClash, origin: origin,
      typeOrigin: typeOrigin)
  }

  /// The former keys that a lock records: those of the schema, behind the one that a value lies under while it stays
  /// where older programs look. The others are in the lines of the releases that had them.
  var recordedFormerKeys: [String] {
    let locked = Set(lockedFormerKeys.map { ExactString($0.string) })
    return formerKeys.enumerated().filter { place, former in
      place == 0 && movesLater || !locked.contains(ExactString(former))
    }.map(\.element)
  }

  /// The former keys as people read them, each that the schema leaves to the lock with the release that has it.
  package var formerTexts: [String] {
    let releases = Dictionary(
      lockedFormerKeys.map { (ExactString($0.string), $0.release) }, uniquingKeysWith: { $1 })
    return formerKeys.map { former in
      guard let release = releases[ExactString(former)] else { return former }
      return former + (release.map { " (from the lock, release \($0))" } ?? " (from the lock)")
    }
  }

  /// The constraint within which values are brought, after all steps; nil if none is.
  package var fit: ConstraintModel? {
    if outside != .clamp { return nil }
    return constraints.first { constraint in
      switch constraint {
      case .range, .length: true
      case .pattern, .allowed: false
      }
    }
  }

  /// The range of the values, if the key has one.
  package var range: Bounds? {
    for case .range(let bounds) in constraints { return bounds }
    return nil
  }
}

/// The value of a key when nothing is stored.
package enum DefaultModel: Sendable {
  /// Nil, for an optional.
  case absent
  /// A value written in the schema.
  case literal(Literal)
  /// The result of a user's function, called once; stored on the first read if `persists`.
  case call(SymbolReference, persists: Bool)

  /// The value, if the schema holds it.
  package var literal: Literal? {
    switch self {
    case .absent: Literal.none
    case .literal(let literal): literal
    case .call: nil
    }
  }
}

/// A default that some releases showed, and their users keep.
package struct EarlierDefault: Sendable {
  package let value: Literal
  /// The releases, and all before them.
  package let releases: [String]
  /// The first release that shows another one to its own new users, or words for one that is still to come.
  package let end: String
}

/// One further component of a family's storage strings.
package struct ParameterModel: Sendable {
  /// The label and name of the function's parameter.
  package let name: String
  /// A scalar or a declared enum.
  package let type: ValueType
}
