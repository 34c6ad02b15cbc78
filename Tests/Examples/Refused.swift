// What the compiler refuses. Each line with a mark must give an error that has the marked words, and
// no other line may give one.
import Foundation
import Keywright

struct Opaque: Sendable {}

enum Orphan: Namespace {  // refused: does not conform to protocol 'Namespace'
  static let namespaceID = "orphan"
}

enum Refused {
  static let elements = Key<Player, [String?]>("elements", default: [])  // refused: 'Convertible'
  static let inside = Key<Player, [String: Int?]>("inside", default: [:])  // refused: 'Convertible'
  static let twice = Key<Player, Int??>("twice")  // refused: 'Convertible'
  static let opaque = Key<Player, Opaque>("opaque", default: Opaque())  // refused: 'Convertible'
  static let without = Key<Player, Int>("without")  // refused: or an optional type
  static let verbatim = Key<Player, Int>(storageString: "v")  // refused: or an optional type
  static let member = Key<Player, Int>("m", parameters: [])  // refused: or an optional type
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
