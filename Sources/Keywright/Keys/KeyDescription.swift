/// A declared key as data: for debug screens, `reset`, migrations and tools.
///
/// Generated code lists one for each key as `allKeys` of its namespace, and all of a target's in
/// its registry.
///
/// ```swift
/// for key in TourKeys.allKeys { print(key.storageString, key.type, key.summary) }
/// ```
public struct KeyDescription: Sendable, Hashable {
  /// The string under which a store keeps the value; the prefix of a family's strings.
  public let storageString: String
  /// The Swift path of the key's namespace.
  public let namespace: String
  /// The Swift name of the key.
  public let name: String
  /// The value's type, as the schema spells it.
  public let type: String
  /// The stored form, in a word.
  public let form: String
  /// The default, as the schema writes it; nil if there is none, or it is computed or secret.
  public let `default`: String?
  /// The purpose of the key, in a sentence.
  public let summary: String
  /// The schema file, by its path below the target's folder.
  public let schema: String
  /// The line of the schema file, counted from 1.
  public let line: Int
  /// Whether the key has parameters, so that it stands for many storage strings.
  public let isFamily: Bool
  /// The people to whom the value may be shown.
  public let sensitivity: Sensitivity
  /// The reason why the key must not be used any more; nil if it may.
  public let deprecated: String?
  /// The day by which the key should be gone, as in 2026-12-31.
  public let expires: String?
  /// The storage strings that held the value in earlier versions.
  public let formerKeys: [String]
  /// The program's own name for the store that keeps the key; nil for its usual one.
  public let store: String?
  /// Whether the value stays under one of them for now, where older programs that still run find it.
  package let movesLater: Bool
  /// A digest of the cases and fields of the declared types that the key's type consists of; nil if there
  /// are none.
  var typeDigest: String?

  /// The people to whom a value may be shown.
  ///
  /// It concerns the texts that the library prints. The file holds every value in clear text: see
  /// <doc:Secrets>.
  public enum Sensitivity: String, Sendable, Hashable {
    /// Anyone.
    case `public`
    /// Not shown in bug reports and logs: errors, issues, `explain`, and printed commits leave it
    /// out.
    case `private`
    /// A credential: the same; comments and ``KeyDescription/default`` leave its default out too.
    case secret
  }

  /// Makes a description; generated code calls this. The description of a secret key drops the default.
  public init(
    storageString: String, namespace: String, name: String, type: String, form: String,
    default: String? = nil, summary: String = "", schema: String, line: Int,
    isFamily: Bool = false, sensitivity: Sensitivity = .public, deprecated: String? = nil,
    expires: String? = nil,
    formerKeys: [String] = [], store: String? = nil, movesLater: Bool = false
  ) {
    self.storageString = storageString
    self.namespace = namespace
    self.name = name
    self.type = type
    self.form = form
    self.default = sensitivity == .secret ? nil : `default`
    self.summary = summary
    self.schema = schema
    self.line = line
    self.isFamily = isFamily
    self.sensitivity = sensitivity
    self.deprecated = deprecated
    self.expires = expires
    self.formerKeys = formerKeys
    self.store = store
    self.movesLater = movesLater
  }
}
