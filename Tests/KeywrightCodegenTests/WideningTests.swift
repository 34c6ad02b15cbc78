import Foundation
import Keywright
import KeywrightSchema
import Testing

/// The rules by which schemas are compared, against what the runtime reads: a change between any two
/// scalar types is called safe exactly if every edge value of the one survives a program of the other.
@Suite("A change of a scalar type")
struct WideningTests {
  /// A type with edge values, and what a program of that type does to a store.
  struct Sample: Sendable, CustomTestStringConvertible {
    let type: ScalarType
    let count: Int
    /// Stores one of the values.
    let write: @Sendable (Int, MemoryStore) throws -> Void
    /// Reads what is stored, and writes it back; whether there was something to read.
    let rewrite: @Sendable (MemoryStore) throws -> Bool
    /// Whether one of the values is stored.
    let holds: @Sendable (Int, MemoryStore) throws -> Bool

    init<Value: Convertible & Equatable & Sendable>(_ type: ScalarType, _ values: Value...) {
      let key = Key<Root, Value?>(StorageString("value"))
      self.type = type
      count = values.count
      write = { try $1.set(key, to: values[$0]) }
      rewrite = { store in
        guard let value = (try? store.read(key)) ?? nil else { return false }
        try store.set(key, to: value)
        return true
      }
      holds = { (try? $1.read(key)) == values[$0] }
    }

    var testDescription: String { type.rawValue }
  }

  static let samples = [
    Sample(.bool, true, false),
    Sample(.int, Int.min, Int.max, 1 << 53 + 1), Sample(.int8, Int8.min, Int8.max),
    Sample(.int16, Int16.min, Int16.max), Sample(.int32, Int32.min, Int32.max),
    Sample(.int64, Int64.min, Int64.max, 1 << 53 + 1), Sample(.uint, UInt.min, UInt.max),
    Sample(.uint8, UInt8.min, UInt8.max), Sample(.uint16, UInt16.min, UInt16.max),
    Sample(.uint32, UInt32.min, UInt32.max), Sample(.uint64, UInt64.min, UInt64.max),
    Sample(.double, Double.greatestFiniteMagnitude, 0.1, -0.0),
    Sample(.float, Float.greatestFiniteMagnitude, 0.1, -0.0),
    Sample(.string, "", "x y", "é🙂\0", "1"),
    Sample(.date, Date(timeIntervalSinceReferenceDate: 0.5)),
    Sample(.data, Data([0, 255]), Data()),
    Sample(.decimal, Decimal(string: "12345678901234567890.123456789") ?? 0, -1),
    Sample(.url, URL(filePath: "/a b")), Sample(.uuid, UUID()),
    Sample(.duration, Duration.seconds(-1) - .nanoseconds(1), .zero),
  ]

  /// Texts that are URLs too, whose meaning is another one: refused all the same.
  private static let otherMeanings: [ScalarType] = [.uuid, .decimal]

  @Test("is called safe if, and only if, no edge value is lost", arguments: samples)
  func verdicts(old: Sample) throws {
    #expect(Self.samples.count == ScalarType.allCases.count)
    for new in Self.samples {
      var survives = true
      for index in 0..<old.count {
        let store = MemoryStore()
        try old.write(index, store)
        if try !new.rewrite(store) || !old.holds(index, store) { survives = false }
      }
      let isOther = new.type == .url && Self.otherMeanings.contains(old.type)
      #expect(
        try Self.isSafe(old.type, new.type) == (survives && !isOther),
        "\(old.type.rawValue) to \(new.type.rawValue)")
    }
  }

  /// The findings of a build about the change.
  private static func isSafe(_ old: ScalarType, _ new: ScalarType) throws -> Bool {
    func inventory(_ type: ScalarType) throws -> KeyInventory {
      let text = #"{ "version": 1, "keys": { "a": { "type": "\#(type.rawValue)?" } } }"#
      let checked = SchemaChecker.check([SourceFile(path: "A", text: text)], module: "App")
      return KeyInventory(try #require(checked.model))
    }
    var lock = KeyLock()
    lock.release("1.0", with: try inventory(old))
    return try !LockComparison.changes(from: lock, to: inventory(new))
      .contains { $0.level == .error }
  }
}
