#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif
public import Keywright

// The functions that the checks of a random target call. Each difference is printed on a line; the
// last line of a run that came to its end is "end".

/// One check: the keys that it compares may be deprecated.
public protocol Check {
  /// Makes the comparison.
  func run(_ checker: Checker)
}

/// The text whose UTF-8 is written in hexadecimal.
public func text(_ hexadecimal: String) -> String {
  String(decoding: bytes(hexadecimal), as: UTF8.self)
}

/// The bytes that are written in hexadecimal.
public func bytes(_ hexadecimal: String) -> [UInt8] {
  let digits = Array(hexadecimal.utf8).map { $0 < 0x3A ? $0 - 0x30 : $0 - 0x57 }
  return stride(from: 0, to: digits.count, by: 2).map { digits[$0] << 4 | digits[$0 + 1] }
}

/// Compares generated keys with what their schemas say.
public final class Checker {
  /// Where nothing is stored at first.
  public let store = MemoryStore()
  /// Where the same is set by name.
  private let named = MemoryStore()
  private let keys: KeySet
  private var number = 0

  /// Creates a checker with stores of its own.
  ///
  /// - Parameter keys: The registry's keys by name.
  public init(_ keys: KeySet) { self.keys = keys }

  /// Makes a check; says before which one it is, in case it ends the program.
  public func make(_ check: some Check, number: Int) {
    self.number = number
    say("at", "")
    check.run(self)
  }

  /// Compares a key's storage string and default, and keeps the default.
  public func compare<Place: Namespace, Value: Equatable & Sendable>(
    _ key: Key<Place, Value>, with expected: Value, storage: String, isKept: Bool
  ) {
    let found = Array("\(key.storageString)".utf8)
    if found != bytes(storage) { differ("storage string", "\(key.storageString)", text(storage)) }
    compare(store.get(key), with: expected, "default")
    var error: StoreError?
    do { try store.set(key, to: expected) } catch let refusal { error = refusal }
    compareSetByName(key, to: expected, error)
    do {
      if let error { throw error }
      if isKept {
        compare(store.get(key), with: expected, "what was set")
        if let read = try store.read(key) as Value? {
          compare(read, with: expected, "what is read")
        } else if !isNil(expected) {
          differ("what is read", "nil", "\(expected)")
        }
      }
    } catch {
      // A step may make something of a default that a constraint refuses.
      if isKept { differ("set", "\(error)", "no error") }
    }
  }

  /// Sets by name what was set with types: the commit must be the same, or be refused alike.
  private func compareSetByName<Place: Namespace, Value: Sendable>(
    _ key: Key<Place, Value>, to value: Value, _ typed: StoreError?
  ) {
    // A value that only memory keeps has no text, and a nil is set by a reset.
    guard let text = key.text(of: value), let json = key.json(of: value) else { return }
    do {
      let found = try keys.key(named: "\(key.storageString)")
      for isText in [true, false] {
        // The result of a step may depend on the value before.
        try? named.remove(key)
        var error: StoreError?
        do {
          try isText ? found.set(text: text, in: named) : found.set(json: json, in: named)
        } catch let refusal {
          error = refusal
        }
        let what = isText ? "set as text" : "set as JSON"
        if error?.code != typed?.code {
          differ(what, "\(error, default: "no error")", "\(typed, default: "no error")")
        }
        let (own, other) = (
          named.stored(key.storageString), store.stored(key.storageString)
        )
        if own != other {
          differ(what, "\(own, default: "nothing")", "\(other, default: "nothing")")
        }
      }
    } catch {
      differ("key by name", "\(error)", "the key")
    }
  }

  /// Compares what a struct of values gives.
  public func compare<Value: Equatable>(value: Value, with expected: Value) {
    compare(value, with: expected, "member of the values")
  }

  private func isNil(_ value: some Sendable) -> Bool {
    let mirror = Mirror(reflecting: value)
    return mirror.displayStyle == .optional && mirror.children.isEmpty
  }

  private func compare<Value: Equatable>(_ found: Value, with expected: Value, _ what: String) {
    // Equal texts may be spelled differently, and zeros have signs.
    let isSpelled = [String.self, Double.self, Float.self].contains { $0 == Value.self }
    if found != expected || isSpelled && Array("\(found)".utf8) != Array("\(expected)".utf8) {
      differ(what, "\(found)", "\(expected)")
    }
  }

  private func differ(_ what: String, _ found: String, _ expected: String) {
    say("differs", "\(what): \(found.debugDescription), not \(expected.debugDescription)")
  }

  /// Prints what a registry says of its keys: hexadecimal fields, lists joined by commas.
  public func describe(_ keys: [KeyDescription]) {
    func hexadecimal(_ text: String) -> String {
      text.utf8.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
    }
    func optional(_ text: String?) -> String { text.map { "=" + hexadecimal($0) } ?? "-" }
    for key in keys {
      let fields = [
        hexadecimal(key.storageString), hexadecimal(key.namespace), hexadecimal(key.name),
        hexadecimal(key.schema), "\(key.line)", "\(key.isFamily)", key.sensitivity.rawValue,
        hexadecimal(key.summary), optional(key.deprecated), optional(key.since),
        optional(key.expires), optional(key.owner),
        key.tags.map(hexadecimal).joined(separator: ","),
        key.formerKeys.map(hexadecimal).joined(separator: ","),
      ]
      say("key", fields.joined(separator: ";"))
    }
  }

  /// Says that all checks were made.
  public func end() { say("end", "") }

  private func say(_ word: String, _ rest: String) {
    print(word, number, rest)
    fflush(nil)
  }
}
