#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif
public import Keywright
import Synchronization

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

/// The UTF-8 of a text, in hexadecimal.
func hexadecimal(_ text: String) -> String {
  text.utf8.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
}

/// What hooks, functions of keys and observers were told of commits, in order.
private let told = Mutex<[Event]>([])

/// One call of a function that is told of commits.
private struct Event: Equatable, CustomStringConvertible {
  /// One change, without its types.
  struct Change: Equatable {
    let name: String
    let wasStored: Bool
    let stored: StoredValue?
  }

  let listener: String
  var commit = ""
  var changes: [Change] = []

  var description: String {
    let changes = changes.map { "\($0.name) = \($0.stored, default: "nothing")" }
    return ([listener, commit] + changes).filter { !$0.isEmpty }.joined(separator: " ")
  }
}

/// Notes that a hook looks at a commit; functions that schemas name call this.
public func note(before changes: [KeyChange]) {
  note(Event(listener: "before", changes: changes.map(Event.Change.init)))
}

/// Notes that a hook is told of a commit.
public func note(after commit: Commit) { note("after", commit) }

/// Notes that a function of a key is told of a change.
public func note<Value>(change old: Value, _ new: Value) {
  // Sets print their elements in any order.
  let words = "\(old) \(new)".unicodeScalars.sorted()
  note(Event(listener: "change", commit: words.map(String.init).joined()))
}

private func note(_ listener: String, _ commit: Commit) {
  note(
    Event(
      listener: listener, commit: "\(commit.number) \(commit.origin)",
      changes: commit.changes.map(Event.Change.init)))
}

private func note(_ event: Event) { told.withLock { $0.append(event) } }

extension Event.Change {
  init(_ change: KeyChange) {
    self.init(name: change.storageString, wasStored: change.wasStored, stored: change.stored)
  }
}

/// Compares generated keys with what their schemas say.
public final class Checker {
  /// Where nothing is stored at first.
  public let store = MemoryStore()
  let keys: KeySet
  private var number = 0
  /// The surface that lacks a value on purpose.
  var lie = ""

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
    compareSetByName(key, to: expected)
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

  /// Sets and resets a value with types and by name: the commits must be the same, with everything that
  /// hooks, functions and observers are told of them, or be refused alike.
  private func compareSetByName<Place: Namespace, Value: Sendable>(
    _ key: Key<Place, Value>, to value: Value
  ) {
    // A value that only memory keeps has no text, and a nil is set by a reset.
    guard let text = key.text(of: value), let json = key.json(of: value) else { return }
    do {
      let found = try keys.key(named: "\(key.storageString)")
      let typed = commits { store in
        try store.set(key, to: value)
        try store.remove(key)
      }
      let asText = commits { store in
        try found.set(text: text, in: store)
        try found.reset(in: store)
      }
      let asJSON = commits { store in
        try found.set(json: json, in: store)
        try found.reset(in: store)
      }
      for (what, named) in [("set as text", asText), ("set as JSON", asJSON)] where named != typed {
        differ(what, "\(named)", "\(typed)")
      }
    } catch {
      differ("key by name", "\(error)", "the key")
    }
  }

  /// What is told of the commits that a closure makes in a store of its own, and the error that ends them.
  private func commits(_ make: (MemoryStore) throws -> Void) -> [Event] {
    let store = MemoryStore()
    told.withLock { $0 = [] }
    let token = store.observe { note("observer", $0) }
    do {
      try make(store)
    } catch {
      note(Event(listener: "error", commit: "\((error as? StoreError)?.code, default: "\(error)")"))
    }
    token.cancel()
    return told.withLock { $0 }
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

  func differ(_ what: String, _ found: String, _ expected: String) {
    say("differs", "\(what): \(found.debugDescription), not \(expected.debugDescription)")
  }

  /// Prints what a registry says of its keys: hexadecimal fields, lists joined by commas.
  public func describe(_ keys: [KeyDescription]) {
    func optional(_ text: String?) -> String { text.map { "=" + hexadecimal($0) } ?? "-" }
    for key in keys {
      let fields = [
        hexadecimal(key.storageString), hexadecimal(key.namespace), hexadecimal(key.name),
        hexadecimal(key.schema), "\(key.line)", "\(key.isFamily)", key.sensitivity.rawValue,
        hexadecimal(key.summary), optional(key.deprecated),
        optional(key.expires),
        key.formerKeys.map(hexadecimal).joined(separator: ","),
      ]
      say("key", fields.joined(separator: ";"))
    }
  }

  /// Says that all checks were made.
  public func end() { say("end", "") }

  func say(_ word: String, _ rest: String) {
    print(word, number, rest)
    fflush(nil)
  }
}
