import Keywright
import KeywrightSchema

extension CatalogKey {
  /// The value that a program would store for a text, without the functions of the program.
  func stored(fromText text: String) throws(ValueRefusal) -> StoredValue {
    let stored: StoredValue
    do throws(TextFailure) {
      stored = try textForm.stored(fromText: text)
    } catch {
      throw refusal("is no \(typeText)" + (isSensitive ? "" : ": \(error)"), of: text)
    }
    return try processed(stored)
  }

  /// The value that a program would store for one of a JSON file.
  func stored(fromJSON json: StoredValue) throws(ValueRefusal) -> StoredValue {
    let stored: StoredValue
    do throws(TextFailure) {
      stored = try textForm.stored(fromJSON: json)
    } catch {
      throw refusal("is no \(typeText)" + (isSensitive ? "" : ": \(error)"), of: "\(json)")
    }
    return try processed(stored)
  }

  /// The value after the declared steps, which satisfies the constraints.
  func processed(_ stored: StoredValue) throws(ValueRefusal) -> StoredValue {
    guard !model.type.holdsOwnType else { return stored }
    guard var value = literal(stored) else {
      throw refusal("is no \(typeText)", of: textForm.text(of: stored))
    }
    for step in model.processing { value = step.applied(to: value, target.model.types) }
    let types = target.model.types
    let result = value.stored(types)
    let text = textForm.text(of: result)
    for constraint in model.constraints {
      let name = isSensitive ? "the value" : printable(String(text.prefix(200)))
      if let fault = constraint.fault(of: value, named: name) {
        throw ValueRefusal(key: storageString, reason: fault)
      }
    }
    return result
  }

  private func refusal(_ problem: String, of text: String) -> ValueRefusal {
    let name = isSensitive ? "the value" : "`\(printable(String(text.prefix(200))))`"
    return ValueRefusal(key: storageString, reason: "\(name) \(problem)")
  }
}

/// A value that its key does not take.
struct ValueRefusal: VerbRefusal, Equatable {
  var key: String
  var reason: String
  var description: String { printable("\(key): \(reason)") }
}
