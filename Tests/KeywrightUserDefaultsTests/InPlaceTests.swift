import Foundation
import Keywright
import KeywrightUserDefaults
import Testing

/// The rows of *Coming from another library* on values that other code left in a suite.
@Suite("Values of other libraries, in place") struct InPlaceTests {
  struct User: Codable, Equatable, Sendable {
    var name: String
    var age: Int
  }

  let suite = TemporarySuite()

  @Test("Of UserDefaults, AppStorage and Persist: the native forms")
  func native() throws {
    let defaults = try suite.defaults
    defaults.set(3, forKey: "launches")
    defaults.set("Leo", forKey: "name")
    defaults.set(0.5, forKey: "quality")
    defaults.set(true, forKey: "isOn")
    defaults.set(Data([1, 2]), forKey: "data")
    defaults.synchronize()
    let store = UserDefaultsStore(suite: suite.name)
    #expect(store.get(Key<Root, Int>(StorageString("launches"), default: 0)) == 3)
    #expect(store.get(Key<Root, String>(StorageString("name"), default: "")) == "Leo")
    #expect(store.get(Key<Root, Double>(StorageString("quality"), default: 0)) == 0.5)
    #expect(store.get(Key<Root, Bool>(StorageString("isOn"), default: false)))
    #expect(store.get(Key<Root, Data?>(StorageString("data"))) == Data([1, 2]))
  }

  /// A value as Defaults keeps it: a JSON text.
  struct JSONText<Value: Codable & Sendable>: Transformer {
    func encode(_ value: Value) throws -> String {
      String(decoding: try JSONEncoder().encode(value), as: UTF8.self)
    }
    func decode(_ base: String) throws -> Value {
      try JSONDecoder().decode(Value.self, from: Data(base.utf8))
    }
  }

  enum Theme: String, Convertible, Sendable { case light, dark }

  @Test("Of Defaults: native forms, raw values, and JSON in a text")
  func defaults() throws {
    let defaults = try suite.defaults
    let date = Date(timeIntervalSinceReferenceDate: 86_400)
    defaults.set(0.8, forKey: "quality")
    defaults.set("dark", forKey: "theme")
    defaults.set(date, forKey: "since")
    defaults.set(["a", "b"], forKey: "tags")
    defaults.set(#"{"name":"Leo","age":3}"#, forKey: "user")
    defaults.synchronize()
    let store = UserDefaultsStore(suite: suite.name)
    let quality = Key<Root, Double>("quality", default: 1)
    let user = Key<Root, String?>("user").transformed(by: JSONText<User>())
    #expect(store[quality] == 0.8)
    #expect(store.get(Key<Root, Theme>("theme", default: .light)) == .dark)
    #expect(store.get(Key<Root, Date?>("since")) == date)
    #expect(store.get(Key<Root, [String]>("tags", default: [])) == ["a", "b"])
    #expect(store.get(user) == User(name: "Leo", age: 3))

    let received = Received()
    let token = store.observe(quality) { received.add($0.new) }
    store[quality] = 0.5
    #expect(try suite.defaults.double(forKey: "quality") == 0.5)
    try store.remove(quality)
    #expect(try suite.defaults.object(forKey: "quality") == nil)
    #expect(received.values == [0.5, 1])
    token.cancel()
    try store.update(user) { $0?.age += 1 }
    let text = try #require(try suite.defaults.string(forKey: "user"))
    #expect(try JSONDecoder().decode(User.self, from: Data(text.utf8)).age == 4)
  }

  @Test("Of swift-sharing: what several features share, and change without loss")
  func sharing() throws {
    let defaults = try suite.defaults
    defaults.set(3, forKey: "count")
    defaults.synchronize()
    let store = UserDefaultsStore(suite: suite.name)
    let key = Key<Root, Int>(StorageString("count"), default: 0)
    @Stored(key, in: store) var count
    @Stored(key, in: UserDefaultsStore(suite: suite.name)) var other
    #expect(count == 3)
    count += 1
    #expect(other == 4)
    DispatchQueue.concurrentPerform(iterations: 8) { _ in
      for _ in 0..<10 { try? store.update(key) { $0 += 1 } }
    }
    #expect(other == 84)
    #expect(try suite.defaults.integer(forKey: "count") == 84)
  }

  @Test("Of KeyValueStorage: JSON in data")
  func json() throws {
    let user = User(name: "Leo", age: 3)
    let defaults = try suite.defaults
    defaults.set(try JSONEncoder().encode(user), forKey: "myKey")
    defaults.synchronize()
    let key = Key<Root, User?>("myKey", coding: .json)
    let store = UserDefaultsStore(suite: suite.name)
    #expect(store.get(key) == user)
    try store.update(key) { $0?.age += 1 }
    let stored = try #require(try suite.defaults.data(forKey: "myKey"))
    #expect(try JSONDecoder().decode(User.self, from: stored).age == 4)
  }
}

private final class Received: @unchecked Sendable {
  // `@unchecked`: `content` is guarded by `lock`.
  private let lock = NSLock()
  private var content: [Double] = []
  var values: [Double] { lock.withLock { content } }
  func add(_ value: Double) { lock.withLock { content.append(value) } }
}
