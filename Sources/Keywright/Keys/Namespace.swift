/// A named, nestable group of keys.
///
/// A namespace is a caseless `enum`. Its ancestors' ids and its own, joined by `:`, begin the
/// storage string of each of its keys. One with a function ``preCommit(_:)`` or ``postCommit(_:)`` is
/// called once for each commit that touches one of its keys or of a namespace below it.
///
/// ```swift
/// enum Animals: Namespace {
///   typealias Parent = Root
///   static let namespaceID = "animals"
///
///   enum Cats: Namespace {
///     typealias Parent = Animals
///     static let namespaceID = "cats"
///     static let lion = Key<Cats, Int>("lion", default: 0)  // "animals:cats:lion"
///   }
/// }
/// ```
///
/// `Parent` has no default on purpose: a nested namespace that forgot it would lose its ancestors
/// without a word.
public protocol Namespace: Sendable {
  /// The namespace around this one; ``Root`` for one at the top.
  associatedtype Parent: Namespace

  /// This namespace's own component of a storage string.
  static var namespaceID: String { get }

  /// The declared keys of this namespace and of those below it, as data. Default: none.
  static var allKeys: [KeyDescription] { get }

  /// The namespaces right below this one. Default: none.
  ///
  /// ``Store/clear(_:)-(Space.Type)`` removes by storage string, and finds the hooks of nested
  /// namespaces through this list. Generated code lists them; list them by hand where it matters.
  static var nestedNamespaces: [any Namespace.Type] { get }

  /// Keys of this namespace with callbacks: with `willChange` or `didChange` of their own.
  /// Default: none.
  ///
  /// ``Store/clear(_:)-(Space.Type)`` finds storage strings; with the keys it can call them too.
  /// Generated code lists them; list them by hand where it matters. A ``Key`` with the storage string
  /// of a family stands for all keys of the family.
  static var observedKeys: [any KeyType] { get }

  /// The result type of ``preCommit(_:)``: `Void`, or ``_NoHook`` in a namespace that has no such function.
  @_documentation(visibility: internal)
  associatedtype _PreCommit = _NoHook

  /// Looks at a commit before it is written; see ``PreCommitHook``.
  static func preCommit(_ commit: inout PendingCommit) throws -> _PreCommit

  /// The result type of ``postCommit(_:)``: `Void`, or ``_NoHook`` in a namespace that has no such function.
  @_documentation(visibility: internal)
  associatedtype _PostCommit = _NoHook

  /// Receives a commit that was written; see ``PostCommitHook``.
  static func postCommit(_ commit: Commit) -> _PostCommit
}

/// The result type of a hook that a namespace or a key type does not declare: the compiler then takes the library's
/// own function, whose result is of this type. Never written by hand.
@_documentation(visibility: internal)
public struct _NoHook: Sendable {
  @usableFromInline init() {}
}

extension Namespace {
  /// Empty: keys made by hand are not listed.
  public static var allKeys: [KeyDescription] { [] }

  /// Empty: namespaces made by hand are not listed.
  public static var nestedNamespaces: [any Namespace.Type] { [] }

  /// Empty: keys made by hand are not listed.
  public static var observedKeys: [any KeyType] { [] }

  /// Nothing: the namespace has no such function.
  @_documentation(visibility: internal)
  public static func preCommit(_ commit: inout PendingCommit) throws -> _NoHook { _NoHook() }

  /// Nothing: the namespace has no such function.
  @_documentation(visibility: internal)
  public static func postCommit(_ commit: Commit) -> _NoHook { _NoHook() }

  static var hasPreCommitHook: Bool { _PreCommit.self != _NoHook.self }
  static var hasPostCommitHook: Bool { _PostCommit.self != _NoHook.self }
}

/// The namespace at the top: its keys' storage strings are their ids alone.
///
/// ```swift
/// let launches = Key<Root, Int>("launches", default: 0)  // "launches"
/// ```
public enum Root: Namespace {
  /// The root is its own parent, which ends every walk upwards.
  public typealias Parent = Root

  /// Empty: the root adds nothing to a storage string.
  public static let namespaceID = ""
}

extension Namespace {
  static var isRoot: Bool { ObjectIdentifier(Self.self) == ObjectIdentifier(Root.self) }

  /// This namespace and its ancestors, outermost first, without ``Root``.
  static var lineage: [any Namespace.Type] {
    isRoot ? [] : Parent.lineage + [Self.self]
  }

  /// The prefix of every storage string of this namespace; empty for ``Root``.
  static var storagePrefix: String {
    isRoot ? "" : Parent.storagePrefix + namespaceID.escapedAsComponent + ":"
  }
}

extension StorageString {
  /// Joins a namespace's path and an id.
  init(_ id: String, in space: any Namespace.Type) {
    self.init(space.storagePrefix + id.escapedAsComponent)
  }
}
