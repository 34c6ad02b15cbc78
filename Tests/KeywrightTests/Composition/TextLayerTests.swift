import Foundation
import Keywright
import Testing

@Suite("Values given as text") struct TextLayerTests {
  private enum Size: String, Convertible, CaseIterable { case small, large }

  private func read<Value: Convertible>(_ text: String, _ value: Value) throws -> Value? {
    let layer = EnvironmentLayer(prefix: "APP", environment: ["APP_ZOO_ANY": text])
    return try layer.read(Key<Zoo, Value>("any", default: value))
  }

  @Test func aTextIsWhatTheKeyIs() throws {
    #expect(try read("0.8", 0.0) == 0.8)
    #expect(try read("0.8", "") == "0.8")
    #expect(try read("1", 0) == 1)
    #expect(try read("1", false) == true)
    #expect(try read("1", "") == "1")
    #expect(try read("true", "") == "true")
    #expect(try read("No", true) == false)
    #expect(try read("18446744073709551615", UInt64(0)) == .max)
    #expect(try read("large", Size.small) == .large)
    #expect(try read("", "?") == "")
  }

  @Test func aTextMayBeADateDataOrJSON() throws {
    #expect(try read("2001-01-01T00:00:01Z", Date()) == Date(timeIntervalSinceReferenceDate: 1))
    #expect(try read("yv4=", Data()) == Data([0xca, 0xfe]))
    #expect(try read("[1, 2]", [Int]()) == [1, 2])
    #expect(try read(#"{"a": [true]}"#, [String: [Bool]]()) == ["a": [true]])
    let id = UUID()
    #expect(try read(id.uuidString, UUID()) == id)
  }

  @Test(arguments: ["loud", "", "1.5", "true", "[1]", "99999999999999999999"])
  func aTextThatIsNoIntegerIsUnreadable(_ text: String) {
    let error = #expect(throws: StoreError.self) { try read(text, 0) }
    #expect(error?.code == .unreadable)
    #expect(error?.source == "APP_ZOO_ANY=\(text)")
  }

  @Test(arguments: [
    ("player:volume", "APP_PLAYER_VOLUME"), ("player:lastVolume", "APP_PLAYER_LAST_VOLUME"),
    ("a%3Ab", "APP_A_B"), ("a%25b", "APP_A_B"), ("a%bc", "APP_A_BC"), ("x", "APP_X"),
    ("é", "APP___"), ("50%", "APP_50_"),
    ("band:3", "APP_BAND_3"),
  ])
  func theVariableIsThePathInCapitals(_ name: String, _ variable: String) throws {
    let layer = EnvironmentLayer(prefix: "APP", environment: [variable: "5"])
    #expect(layer.get(Key<Root, Int>(StorageString(name), default: 0)) == 5)
  }

  @Test func aWrongTextIsShownAsItWasWritten() {
    let error = #expect(throws: StoreError.self) { try read("[{\"a\": \"\n\"}]", [Int]()) }
    #expect(error?.source == #"APP_ZOO_ANY=[{"a": "\n"}]"#)
  }

  @Test func anArgumentsValueMayFollowIt() {
    let layer = ArgumentsLayer([
      "--zoo.lions", "3", "--zoo.open", "no", "--zoo.motto", "-x", "--zoo.tigers=1",
      "--zoo.tigers", "2", "--zoo.shut=no", "--zoo.last",
    ])
    #expect(layer.get(Zoo.lions) == 3)
    #expect(layer.get(Zoo.motto) == "-x")
    #expect(layer.get(Zoo.tigers) == 2)
    #expect(layer.get(Key<Zoo, Bool>("open", default: false)))
    #expect(!layer.get(Key<Zoo, Bool>("shut", default: true)))
    #expect(layer.get(Key<Zoo, Bool>("last", default: false)))
  }

  @Test(arguments: [ArgumentsLayer.Naming.dotted, .dashed])
  func aNameWithoutAValueIsOneOfABooleanAlone(_ naming: ArgumentsLayer.Naming) throws {
    let name = naming == .dotted ? "--zoo.last" : "--zoo-last"
    let layer = ArgumentsLayer([name], naming: naming)
    #expect(try layer.read(Key<Zoo, Bool?>("last")) == true)
    for error in [
      #expect(throws: StoreError.self) { try layer.read(Key<Zoo, String>("last", default: "")) },
      #expect(throws: StoreError.self) { try layer.read(Key<Zoo, Int?>("last")) },
      #expect(throws: StoreError.self) { try layer.read(Key<Zoo, [Int]>("last", default: [])) },
    ] {
      #expect(
        error?.description
          == "\(name): no value is given. Correct the argument, or leave it out.")
    }
  }

  @Test("A name with a '=' is an argument, whose value begins behind it")
  func equalSigns() throws {
    let pair = Key<Zoo, String?>("a=b")
    let arguments = ArgumentsLayer(["--zoo.a%3Db=c=d"])
    #expect(arguments.get(pair) == "c=d")
    try arguments.check(against: KeySet([AnyKey(pair)]))
    #expect(ArgumentsLayer(["--zoo.a%3Db", "c"]).get(pair) == "c")
  }

  @Test func allWrongValuesAreThrownTogether() throws {
    let size = Key<Zoo, Size>("size", default: .small)
    let age = Key<Zoo, Int>(
      "age", default: 0, descriptor: KeyDescriptor(constraints: [.range(0...9)]))
    let keys = KeySet([AnyKey(size), AnyKey(age), AnyKey(Zoo.lions)])
    let words = ["--zoo.size=larg", "--zoo.lions=3", "--zoo.age=10", "--zoo.other=x"]
    let error = #expect(throws: InvalidInput.self) {
      try ArgumentsLayer(words).check(against: keys)
    }
    #expect(
      error?.description == """
        --zoo.other: no key has this name
        --zoo.size=larg: not one of small, large; did you mean 'large'? Correct the argument, or leave it out.
        --zoo.age=10: not in 0...9. Correct the argument, or leave it out.
        """)
    let variables = ["APP_ZOO_SIZE": "larg", "APP_ZOO_AGE": "9"]
    let environment = EnvironmentLayer(prefix: "APP", environment: variables)
    let other = #expect(throws: InvalidInput.self) { try environment.check(against: keys) }
    #expect(other?.values.map(\.source) == ["APP_ZOO_SIZE=larg"])
    try ArgumentsLayer(["--zoo.age=9", "--other"]).check(against: keys, but: ["--other"])
  }

  @Test func aWrongValueOfAFamilyIsThrownToo() throws {
    let keys = KeySet([AnyKey(_family: Key<Zoo, Int>("cage", default: 0), [.string])])
    let layer = ArgumentsLayer(["--zoo.cage.a=1", "--zoo.cage.b=x"])
    let error = #expect(throws: InvalidInput.self) { try layer.check(against: keys) }
    #expect(error?.values.map(\.source) == ["--zoo.cage.b=x"])
  }

  @Test func argumentsAreNamedByThePath() {
    let layer = ArgumentsLayer([
      "run", "--zoo.lions=1", "--zoo.lions=2", "--zoo.open", "--zoo.motto=a=b", "--",
      "--zoo.tigers=3",
    ])
    #expect(layer.get(Zoo.lions) == 2)
    #expect(layer.get(Key<Zoo, Bool>("open", default: false)))
    #expect(layer.get(Zoo.motto) == "a=b")
    #expect(layer.get(Zoo.tigers) == 0)
  }

  @Test func aWrongTextIsReportedOnceAndTheNextLayerAsked() throws {
    let user = MemoryStore()
    try user.set(Zoo.lions, to: 4)
    let environment = EnvironmentLayer(prefix: "APP", environment: ["APP_ZOO_LIONS": "many"])
    let store = Layers([.reading(environment), .readingAndWriting(user)])
    store.onIssue { _ in }
    #expect(store.get(Zoo.lions) == 4)
    #expect(store.get(Zoo.lions) == 4)
    #expect(store.issues.map(\.code) == [.unreadable])
    #expect(store.source(of: Zoo.lions)?.number == 2)
    try store.update(Zoo.lions) { $0 += 1 }
    #expect(user.get(Zoo.lions) == 5)
  }

  @Test func aTextMustSatisfyTheKeysConstraints() {
    let volume = Key<Zoo, Double>(
      "volume", default: 0.5,
      descriptor: KeyDescriptor(processing: [.clamp(0...1)], constraints: [.range(0...1)]))
    let layer = ArgumentsLayer(["--zoo.volume=7"])
    layer.onIssue { _ in }
    #expect(layer.get(volume) == 0.5)
    #expect(layer.issues.first?.expected == "a value in 0.0...1.0")
  }

  @Test func aTextIsCopiedAsTheKeysOwnForm() throws {
    let cache = MemoryStore()
    let store = cache.backed(by: ArgumentsLayer(["--zoo.lions=3"]))
    #expect(store.get(Zoo.lions) == 3)
    #expect(cache.stored("zoo:lions") == 3)
  }

  @Test func oneTextServesKeysOfDifferentTypes() {
    let layer = ArgumentsLayer(["--zoo.lions=3"])
    for _ in 0..<2 {
      #expect(layer.get(Zoo.lions) == 3)
      #expect(layer.get(Zoo.lionsAsText) == "3")
    }
  }
}
