import Keywright
import KeywrightSchema
import KeywrightVerbs

/// A value as a program would store it.
struct PreparedValue {
  let stored: StoredValue
  /// Whether the declared steps, or bounds, changed what was given.
  let isProcessed: Bool
}

extension CatalogKey {
  /// The value that a program would store for a text, without the functions of the program.
  func stored(fromText text: String) throws(ValueRefusal) -> StoredValue {
    try prepared(fromText: text).stored
  }

  /// The value that a program would store for one of a JSON file.
  func stored(fromJSON json: Keywright.JSONNode) throws(ValueRefusal) -> StoredValue {
    try prepared(fromJSON: json).stored
  }

  func prepared(fromText text: String) throws(ValueRefusal) -> PreparedValue {
    try prepared(shown: text) { key throws(TextFailure) in
      try key.textForm.stored(fromText: text)
    }
  }

  func prepared(fromJSON json: Keywright.JSONNode) throws(ValueRefusal) -> PreparedValue {
    let tree: StoredValue
    do throws(TextFailure) {
      tree = try json.tree()
    } catch {
      throw refusal(of: json.noun, "\(error)", ofSensitive: "no \(typeText)")
    }
    return try prepared(shown: "\(tree)") { key throws(TextFailure) in
      try key.textForm.stored(fromJSON: tree)
    }
  }

  /// A value of a property list after the declared steps, which satisfies the constraints.
  func prepared(_ stored: StoredValue) throws(ValueRefusal) -> PreparedValue {
    try prepared(shown: anyKey.text(of: stored)) { _ in stored }
  }

  private func prepared(
    shown text: String, _ read: (AnyKey) throws(TextFailure) -> StoredValue
  ) throws(ValueRefusal) -> PreparedValue {
    let key = anyKey
    let stored: StoredValue
    do throws(TextFailure) {
      stored = try read(key)
      if key.read(stored) == nil { throw TextFailure("not \(withArticle(typeText))") }
    } catch {
      throw refusal(of: text, "\(error)", ofSensitive: "no \(typeText)")
    }
    do throws(TextFailure) {
      let result = try key.prepared(stored)
      // In the one form that the key has for it: 1.50 is no other number than 1.5.
      let plain = key.uncorrected(stored) ?? stored
      return PreparedValue(stored: result, isProcessed: result != plain)
    } catch {
      let words = model.constraints.map(\.keyword).joined(separator: ", ")
      throw refusal(of: text, "\(error)", ofSensitive: "not as its schema wants it: \(words)")
    }
  }

  private func refusal(
    of text: String, _ problem: String, ofSensitive other: String
  ) -> ValueRefusal {
    ValueRefusal(
      key: storageString,
      reason: isSensitive
        ? "the value is \(other)" : "`\(printable(String(text.prefix(200))))`: \(problem)")
  }
}

/// A value that its key does not take.
struct ValueRefusal: VerbRefusal, Equatable {
  var key: String
  var reason: String
  /// The place in a file, as `values.json:4:12`.
  var place: String?
  var description: String {
    (place.map { printable(path: $0) + ": " } ?? "") + printable("\(key): \(reason)")
  }
}
