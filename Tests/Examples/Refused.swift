// Code that must not compile. Each marked line must give an error that contains the marked words, and
// no other line may give one.
import Foundation
import Keywright

struct Opaque: Sendable {}

struct Reversed: Transformer {
  func encode(_ value: String) -> String { String(value.reversed()) }
  func decode(_ base: String) -> String { String(base.reversed()) }
}

enum Orphan: Namespace {  // refused: does not conform to protocol 'Namespace'
  static let namespaceID = "orphan"
}

enum Refused {
  static let elements = Key<Player, [String?]>("elements", default: [])  // refused: 'Convertible'
  static let inside = Key<Player, [String: Int?]>("inside", default: [:])  // refused: 'Convertible'
  static let twice = Key<Player, Int??>("twice")  // refused: 'Convertible'
  static let opaque = Key<Player, Opaque>("opaque", default: Opaque())  // refused: 'Convertible'
  static let without = Key<Player, Int>("without")  // refused: or an optional type
  static let verbatim = Key<Player, Int>(StorageString("v"))  // refused: or an optional type
  static let member = Key<Player, Int>(.family("m"))  // refused: or an optional type
  static let loud = Key<Player, String?>("loud", default: "d")  // refused: default is nil
  static let lost = Key<Player, Int?>(StorageString("l"), default: 1)  // refused: default is nil
  static let text = Key<Player, String>("h", default: "")
  static let hidden = text.transformed(by: Reversed())  // refused: in the key's own type
  static let unkeyed = Key<Player, Opaque>("unkeyed")  // refused: 'Convertible'

  static func misused(_ store: MemoryStore) throws {
    try store.set(Player.volune, to: 0.5)  // refused: 'volune'
    try store.set(Player.volume, to: "loud")  // refused: 'String'
    try store.set(Player.volume, to: nil)  // refused: 'nil'
    let volume: Int = store.get(Player.volume)  // refused: 'Int'
    store.set(Player.theme, to: .dark)  // refused: not marked with 'try'
    _ = volume
  }

  static func writing(_ store: MemoryStore) throws {
    var reader = store.readOnly()
    _ = reader.get(Player.volume)
    try reader.set(Player.volume, to: 1)  // refused: 'set'
    try reader.update(Player.volume) { $0 += 1 }  // refused: 'update'
    try reader.remove(Player.volume)  // refused: 'remove'
    try reader.transaction { _ in }  // refused: 'transaction'
    try reader.clear(Player.self)  // refused: 'clear'
    reader[Player.volume] = 1  // refused: get-only
    reader = store.readOnly()
  }

  static func reading(_ store: MemoryStore) throws {
    let writer = store.writeOnly()
    try writer.set(Player.volume, to: 1)
    _ = writer.get(Player.volume)  // refused: 'get'
    _ = try writer.read(Player.volume)  // refused: 'read'
    _ = writer[Player.volume]  // refused: subscript
  }
}

// Hooks of a wrong shape, where the conformance is stated: an instance method for a static one or the
// reverse, no parameter or another one, `async`, `throws` where nothing is thrown, a misspelt name.

enum InstancePreCommit: PreCommitHook {  // refused: to protocol 'PreCommitHook'
  typealias Parent = Root
  static let namespaceID = "hooked"
  func preCommit(_ commit: inout PendingCommit) throws {}
}

enum BarePreCommit: PreCommitHook {  // refused: to protocol 'PreCommitHook'
  typealias Parent = Root
  static let namespaceID = "hooked"
  static func preCommit() throws {}
}

enum CopyingPreCommit: PreCommitHook {  // refused: to protocol 'PreCommitHook'
  typealias Parent = Root
  static let namespaceID = "hooked"
  static func preCommit(_ commit: Commit) throws {}
}

enum AsyncPreCommit: PreCommitHook {  // refused: to protocol 'PreCommitHook'
  typealias Parent = Root
  static let namespaceID = "hooked"
  static func preCommit(_ commit: inout PendingCommit) async throws {}
}

enum MisspeltPreCommit: PreCommitHook {  // refused: to protocol 'PreCommitHook'
  typealias Parent = Root
  static let namespaceID = "hooked"
  static func precommit(_ commit: inout PendingCommit) throws {}
}

enum InstancePostCommit: PostCommitHook {  // refused: to protocol 'PostCommitHook'
  typealias Parent = Root
  static let namespaceID = "hooked"
  func postCommit(_ commit: Commit) {}
}

enum BarePostCommit: PostCommitHook {  // refused: to protocol 'PostCommitHook'
  typealias Parent = Root
  static let namespaceID = "hooked"
  static func postCommit() {}
}

enum ThrowingPostCommit: PostCommitHook {  // refused: to protocol 'PostCommitHook'
  typealias Parent = Root
  static let namespaceID = "hooked"
  static func postCommit(_ commit: Commit) throws {}
}

enum AsyncPostCommit: PostCommitHook {  // refused: to protocol 'PostCommitHook'
  typealias Parent = Root
  static let namespaceID = "hooked"
  static func postCommit(_ commit: Commit) async {}
}

enum MisspeltPostCommit: PostCommitHook {  // refused: to protocol 'PostCommitHook'
  typealias Parent = Root
  static let namespaceID = "hooked"
  static func postCommitted(_ commit: Commit) {}
}

struct StaticProcess: ProcessingKeyType {  // refused: to protocol 'ProcessingKeyType'
  let key: Key<Root, Int>
  static func process(_ value: Int) -> Int { value }
}

struct BareProcess: ProcessingKeyType {  // refused: to protocol 'ProcessingKeyType'
  let key: Key<Root, Int>
  func process() -> Int { 0 }
}

struct AsyncProcess: ProcessingKeyType {  // refused: to protocol 'ProcessingKeyType'
  let key: Key<Root, Int>
  func process(_ value: Int) async -> Int { value }
}

struct OtherProcess: ProcessingKeyType {  // refused: to protocol 'ProcessingKeyType'
  let key: Key<Root, Int>
  func process(_ value: String) -> String { value }
}

struct MisspeltProcess: ProcessingKeyType {  // refused: to protocol 'ProcessingKeyType'
  let key: Key<Root, Int>
  func processed(_ value: Int) -> Int { value }
}

struct StaticWillChange: WillChangeKeyType {  // refused: to protocol 'WillChangeKeyType'
  let key: Key<Root, Int>
  static func willChange(from old: Int, to new: Int) {}
}

struct BareWillChange: WillChangeKeyType {  // refused: to protocol 'WillChangeKeyType'
  let key: Key<Root, Int>
  func willChange() {}
}

struct AsyncWillChange: WillChangeKeyType {  // refused: to protocol 'WillChangeKeyType'
  let key: Key<Root, Int>
  func willChange(from old: Int, to new: Int) async {}
}

struct ThrowingWillChange: WillChangeKeyType {  // refused: to protocol 'WillChangeKeyType'
  let key: Key<Root, Int>
  func willChange(from old: Int, to new: Int) throws {}
}

struct MisspeltWillChange: WillChangeKeyType {  // refused: to protocol 'WillChangeKeyType'
  let key: Key<Root, Int>
  func willChang(from old: Int, to new: Int) {}
}

struct StaticDidChange: DidChangeKeyType {  // refused: to protocol 'DidChangeKeyType'
  let key: Key<Root, Int>
  static func didChange(from old: Int, to new: Int) {}
}

struct BareDidChange: DidChangeKeyType {  // refused: to protocol 'DidChangeKeyType'
  let key: Key<Root, Int>
  func didChange() {}
}

struct AsyncDidChange: DidChangeKeyType {  // refused: to protocol 'DidChangeKeyType'
  let key: Key<Root, Int>
  func didChange(from old: Int, to new: Int) async {}
}

struct ThrowingDidChange: DidChangeKeyType {  // refused: to protocol 'DidChangeKeyType'
  let key: Key<Root, Int>
  func didChange(from old: Int, to new: Int) throws {}
}

struct MisspeltDidChange: DidChangeKeyType {  // refused: to protocol 'DidChangeKeyType'
  let key: Key<Root, Int>
  func didChang(from old: Int, to new: Int) {}
}
