// Declarations that the examples of the documentation use.
import Foundation
import Keywright
import KeywrightSecrets
import KeywrightTesting

enum Theme: String, Convertible { case system, light, dark }
enum Mode: String { case quiet, loud }
struct Frame: Codable { var width = 800.0, height = 600.0 }
struct Reply: Codable { var text = "" }

struct Image: Codable, Convertible {
  var bytes: [Int] = []
  var byteCount: Int { bytes.count }
}

let midnight = Date(timeIntervalSinceReferenceDate: 0)

enum App: Namespace {
  typealias Parent = Root
  static let namespaceID = "app"
  static let launches = Key<App, Int>("launches", default: 0)
}

enum Player: Namespace {
  typealias Parent = Root
  static let namespaceID = "player"
  static let volume = Key<Player, Double>("volume", default: 0.5)
  static let theme = Key<Player, Theme>("theme", default: .system)
  static let nickname = Key<Player, String?>("nickname")
  static let isMuted = Key<Player, Bool>("isMuted", default: false)
  static let length = Key<Player, Duration>("length", default: .zero)
  static let duration = Key<Player, Duration>("duration", default: .zero)
  static let cover = Key<Player, Image?>("cover")
  static let recent = Key<Player, [String]>("recent", default: [])
}

extension Player {
  enum Equaliser: Namespace {
    typealias Parent = Player
    static let namespaceID = "equaliser"

    static func band(index: Int) -> Key<Equaliser, Double> {
      Key(.family("band", KeyParameter(index)), default: 0)
    }
  }
}

typealias Equaliser = Player.Equaliser

enum Animals: Namespace {
  typealias Parent = Root
  static let namespaceID = "animals"

  enum Cats: Namespace {
    typealias Parent = Animals
    static let namespaceID = "cats"
  }
}

enum Bank: Namespace {
  typealias Parent = Root
  static let namespaceID = "bank"
  static let mine = Key<Bank, Int>("mine", default: 0)
  static let yours = Key<Bank, Int>("yours", default: 0)
}

enum Album: Namespace {
  typealias Parent = Root
  static let namespaceID = "album"
  static let cover = Key<Album, Image?>("cover")
  static let notes = Key<Album, String>("notes.txt", default: "")
}

enum Account: Namespace {
  typealias Parent = Root
  static let namespaceID = "account"
  static let token = Key<Account, String?>(
    "token", descriptor: KeyDescriptor(sensitivity: .secret))
}

let secrets = SecretStore(application: "org.example.app")

enum Documents: Namespace {
  typealias Parent = Root
  static let namespaceID = "documents"
}

enum Vault: Namespace {
  typealias Parent = Root
  static let namespaceID = "vault"
}

enum Window: Namespace {
  typealias Parent = Root
  static let namespaceID = "window"
  static let width = Key<Window, Double?>("width")
  static let height = Key<Window, Double?>("height")
}

enum Features: Namespace {
  typealias Parent = Root
  static let namespaceID = "features"
  static let search = Key<Features, Bool>("search", default: false)
}

enum Server: Namespace {
  typealias Parent = Root
  static let namespaceID = "server"
}

/// Stands for what is generated for a target.
enum TourKeys: KeyRegistry {
  static let allKeys: [KeyDescription] = []
  static let namespaces: [any Namespace.Type] = []
  static let keySet = KeySet([AnyKey(Player.volume), AnyKey(Player.theme)])
}

typealias AppKeys = TourKeys
typealias PlayerKeys = TourKeys
typealias MyPlayerKeys = TourKeys
typealias NotesKeys = TourKeys

enum Nicknames {
  static func normalise(_ name: String) -> String { name.lowercased() }
}

let sealing: @Sendable ([UInt8]) throws -> [UInt8] = { $0 }
let opening: @Sendable ([UInt8]) throws -> [UInt8] = { $0 }

struct Encrypted: StoredMapping {
  let seal: @Sendable ([UInt8]) throws -> [UInt8]
  let open: @Sendable ([UInt8]) throws -> [UInt8]
  func encode(_ value: StoredValue, for name: StorageString) throws -> StoredValue { value }
  func decode(_ value: StoredValue, for name: StorageString) throws -> StoredValue { value }
}

struct Sealed: Transformer {
  init(_ secret: String) {}
  func encode(_ value: Data) -> Data { value }
  func decode(_ base: Data) -> Data { base }
}

struct UTF8: Transformer {
  func encode(_ value: String) -> Data { Data(value.utf8) }
  func decode(_ base: Data) -> String { String(decoding: base, as: UTF8Bytes.self) }
  typealias UTF8Bytes = Unicode.UTF8
}

final class Slider {
  var value = 0.0
  var isEnabled = true
}

final class Music {
  var volume = 0.0
}

struct Radio {
  @Stored(Player.volume) var volume

  func louder() { volume += 0.1 }
}

typealias MyStore = MemoryStore

let secret = "secret"
let image = Image()
let value: StoredValue = 1
let cache = CacheStore(capacity: 10)
let images = cache
let store = DefaultsStore(suite: "org.example.player")
let (managed, policy, user, shipped) = (MemoryStore(), MemoryStore(), store, MemoryStore())
let (files, vault, defaults) = (MemoryStore(), MemoryStore(), store)
let (local, remote, old, other) = (MemoryStore(), MemoryStore(), MemoryStore(), MemoryStore())
let settings = store

@MainActor let slider = Slider()
@MainActor let player = Music()
@MainActor func draw(_ value: Double) {}
@Sendable func scheduleRedraw() {}
