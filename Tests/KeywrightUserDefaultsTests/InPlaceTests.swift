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
    #expect(store.get(Key<Root, Int>(storageString: "launches", default: 0)) == 3)
    #expect(store.get(Key<Root, String>(storageString: "name", default: "")) == "Leo")
    #expect(store.get(Key<Root, Double>(storageString: "quality", default: 0)) == 0.5)
    #expect(store.get(Key<Root, Bool>(storageString: "isOn", default: false)))
    #expect(store.get(Key<Root, Data?>(storageString: "data")) == Data([1, 2]))
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
