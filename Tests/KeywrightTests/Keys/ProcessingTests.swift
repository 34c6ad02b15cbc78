import Keywright
import Testing

@Suite("Processing and constraints") struct ProcessingTests {
  let store = MemoryStore()

  private func kept<Value: Convertible & Equatable>(
    _ value: Value, _ steps: [Step<Value>], default other: Value
  ) throws -> Value {
    let key = Key<Root, Value>(
      "k", default: other, descriptor: KeyDescriptor(processing: steps))
    try store.set(key, to: value)
    return store.get(key)
  }

  private func kept(_ value: String?, _ steps: [Step<String?>]) throws -> String? {
    let key = Key<Root, String?>("k", descriptor: KeyDescriptor(processing: steps))
    try store.set(key, to: value)
    return store.get(key)
  }

  @Test func steps() throws {
    #expect(try kept(" \u{a0}Ab\n\u{2028}", [.trim], default: "") == "Ab")
    #expect(try kept(" \n ", [.trim], default: "x") == "")
    #expect(try kept("Straße", [.uppercase], default: "") == "STRASSE")
    #expect(try kept("ÄB", [.lowercase], default: "") == "äb")
    #expect(try kept(7, [.clamp(1...5)], default: 0) == 5)
    #expect(try kept(-7, [.clamp(1...)], default: 0) == 1)
    #expect(try kept(7, [.clamp(...5)], default: 0) == 5)
  }

  @Test("of values without an order: a clamp refuses them, and a sort puts them last")
  func noOrder() throws {
    let store = MemoryStore()
    for step in [Step<Double>.clamp(0...1), .clamp(0...), .clamp(...1)] {
      let key = Key<Root, Double>(
        "k", default: 0.5, descriptor: KeyDescriptor(processing: [step]))
      #expect(throws: StoreError.self) { try store.set(key, to: .nan) }
    }
    let sorted = try kept([2, .nan, 1, .nan, 0], [Step<[Double]>.sort()], default: [])
    #expect(sorted.prefix(3) == [0, 1, 2] && sorted.suffix(2).allSatisfy(\.isNaN))
    #expect(try kept(-0.0, [.clamp(0...1)], default: 1).sign == .minus)
  }

  @Test("run in the order in which they are listed")
  func order() throws {
    let append = { @Sendable (suffix: String) in Step<String>.call(suffix) { $0 + suffix } }
    #expect(try kept("x", [append("a"), .uppercase, append("b")], default: "") == "XAb")
  }

  @Test("a function that gives nil removes, and no later step sees the nil")
  func nilRemoves() throws {
    #expect(try kept("x", [.trim]) == "x")
    let drop = Step<String?>.call("drop") { (_: String) in nil }
    let never = Step<String?>.call("never") { (value: String?) -> String? in
      Issue.record("called")
      return value
    }
    #expect(try kept("y", [drop, never]) == nil)
    #expect(try store.storedKeys() == [])
  }

  @Test("a key type's process that gives nil removes")
  func processGivesNil() throws {
    struct Emptying: ProcessingKeyType {
      let key = Key<Root, String?>("k")
      func process(_ value: String?) -> String? { value == "" ? nil : value }
    }
    try store.set(Emptying(), to: "x")
    try store.set(Emptying(), to: "")
    #expect(try store.contains(Emptying()) == false)
  }

  @Test("a removal is not processed")
  func removalIsNotProcessed() throws {
    let key = Key<Root, String?>(
      "k",
      descriptor: KeyDescriptor(
        processing: [
          .call("never") { (value: String?) -> String? in
            if value == nil { Issue.record("called") }
            return value
          }
        ]))
    try store.set(key, to: "x")
    try store.set(key, to: nil)
    try store.remove(key)
    #expect(store.get(key) == nil)
  }

  @Test(
    "a range has bounds that belong to it",
    arguments: [(0.0, true), (1.0, true), (-0.1, false), (1.1, false), (Double.nan, false)])
  func range(_ value: Double, _ isAllowed: Bool) {
    let key = Key<Root, Double>(
      "k", default: 0.5, descriptor: KeyDescriptor(constraints: [.range(0...1)]))
    if isAllowed {
      #expect(throws: Never.self) { try store.set(key, to: value) }
    } else {
      let error = #expect(throws: StoreError.self) { try store.set(key, to: value) }
      #expect(error?.code == .constraint)
      #expect(error?.expected == "a value in 0.0...1.0")
      #expect(error?.found == "\(value)")
    }
  }

  @Test("an optional's constraint is not asked about nil, and shows the value itself")
  func optionalRange() throws {
    let key = Key<Root, Int?>("k", descriptor: KeyDescriptor(constraints: [.range(1...5)]))
    try store.set(key, to: nil)
    let error = #expect(throws: StoreError.self) { try store.set(key, to: 9) }
    #expect(error?.found == "9")
  }

  @Test("a coding that makes nothing of a value removes")
  func codingGivesNil() throws {
    let coding = ValueCoding<Int>(
      encode: { $0 == 0 ? nil : .integer(Int64($0)) },
      decode: { if case .integer(let value) = $0.content { Int(value) } else { nil } })
    let key = Key<House, Int>("k", default: 7, descriptor: KeyDescriptor(coding: coding))
    try store.set(key, to: 3)
    let journal = Journal()
    journal.postCommit["house"] = { [journal] commit in
      if let change = commit[key] { journal.note("\(change.new) \(change.isRemoval)") }
    }
    try journal.listening { try store.set(key, to: 0) }
    #expect(journal.take().contains("7 true"))
    #expect(store.get(key) == 7)
  }
}
