import Keywright

/// The namespace whose keys the behaviours use.
enum Sample: Namespace {
  typealias Parent = Root
  static let namespaceID = "sample"

  static let count = Key<Sample, Int>("count", default: 7)
  static let other = Key<Sample, Int>("other", default: 0)
  static let name = Key<Sample, String>("name", default: "none")
  static let note = Key<Sample, String?>("note")
  static let ratio = Key<Sample, Double>("ratio", default: 0.5)
  static let flag = Key<Sample, Bool>("flag", default: false)
  static let list = Key<Sample, [Int]>("list", default: [])
  static let limited = Key<Sample, Int>(
    "limited", default: 0, descriptor: KeyDescriptor(constraints: [.range(0...10)]))
  static let stepped = Key<Sample, Int>(
    "stepped", default: 0, descriptor: KeyDescriptor(processing: [.clamp(0...10)]))

  /// A key in the first step of a rename: its values stay under the former name for now.
  static let moving = Key<Sample, Int>(
    "moved",
    descriptor: KeyDescriptor(
      default: ._value(0), _names: ["sample:moved", "sample:former"], _movesLater: true))
  /// The same one in programs of before, and in those that know the present name alone.
  static let former = Key<Sample, Int>("former", default: 0)
  static let moved = Key<Sample, Int>("moved", default: 0)

  /// A key of a type that cannot be stored when it is negative.
  static let fickle = Key<Sample, Fickle>("fickle", default: Fickle(number: 0))

  /// A namespace inside.
  enum Group: Namespace {
    typealias Parent = Sample
    static let namespaceID = "group"

    static let item = Key<Group, Int>("item", default: 0)
  }

  /// Begins with the name of another namespace, but is not one of its children.
  enum Grouped: Namespace {
    typealias Parent = Sample
    static let namespaceID = "grouped"

    static let item = Key<Grouped, Int>("item", default: 0)
  }
}

/// A number that has no stored form when it is negative.
struct Fickle: Convertible, Equatable {
  struct Refusal: Error {}

  var number: Int

  func encode() throws -> Int {
    guard number >= 0 else { throw Refusal() }
    return number
  }

  static func decode(_ stored: Int) -> Fickle? { Fickle(number: stored) }
}

/// A namespace whose hooks call functions of the running behaviour.
enum Hooked: PreCommitHook, PostCommitHook {
  typealias Parent = Root
  static let namespaceID = "hooked"

  static let one = Key<Hooked, Int>("one", default: 0)
  static let two = Key<Hooked, Int>("two", default: 0)

  /// The hooks of one behaviour; hooks run on the thread that commits, so a task's own value does.
  struct Hooks: Sendable {
    var pre: @Sendable (inout PendingCommit) throws -> Void = { _ in }
    var post: @Sendable (Commit) -> Void = { _ in }
  }

  @TaskLocal static var hooks = Hooks()

  static func preCommit(_ commit: inout PendingCommit) throws { try hooks.pre(&commit) }
  static func postCommit(_ commit: Commit) { hooks.post(commit) }
}

/// A key that logs its changes.
struct LoggedKey<Space: Namespace, Value: Sendable>: WillChangeKeyType, DidChangeKeyType {
  let key: Key<Space, Value>
  let log: Log

  func willChange(from old: Value, to new: Value) { log.add("will \(old) \(new)") }
  func didChange(from old: Value, to new: Value) { log.add("did \(old) \(new)") }
}
