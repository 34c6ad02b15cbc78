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

extension StepModel {
  /// Whether the step is a function of the program.
  var symbol: String? {
    switch self {
    case .call(let reference), .callWithOld(let reference): reference.symbol.text
    default: nil
    }
  }

  /// The value after the step; functions of the program are left out.
  fileprivate func applied(to value: Literal, _ types: [TypeModel]) -> Literal {
    switch (self, value) {
    case (.trim, .string(let text)): .string(applied(Step<String>.trim, text))
    case (.lowercase, .string(let text)): .string(applied(Step<String>.lowercase, text))
    case (.uppercase, .string(let text)): .string(applied(Step<String>.uppercase, text))
    case (.removeDuplicates, .list(let values)): .list(values.withoutRepetitions)
    case (.sort, .list(let values)): .list(values.sorted { $0.precedes($1, types) })
    case (.limit(let count), .list(let values)): .list(Array(values.prefix(max(count, 0))))
    case (.clamp(let bounds), _): bounds.nearest(to: value)
    default: value
    }
  }

  private func applied(_ step: Step<String>, _ text: String) -> String {
    (try? step.apply(text)) ?? text
  }
}

extension Bounds {
  fileprivate func nearest(to value: Literal) -> Literal {
    if let lower, lower.isAbove(value) { return lower }
    if let upper, value.isAbove(upper) { return upper }
    return value
  }
}

extension Literal {
  /// Whether the value stands before another of its type, as Swift compares them.
  fileprivate func precedes(_ other: Literal, _ types: [TypeModel]) -> Bool {
    switch (self, other) {
    case (.string(let left), .string(let right)): left < right
    case (.date(let left, _), .date(let right, _)): left < right
    case (.duration(let left, let below), .duration(let right, let belowRight)):
      (left, below) < (right, belowRight)
    case (.integer, .integer), (.double, .double), (.float, .float): other.isAbove(self)
    default: stored(types).tree.precedes(other.stored(types).tree)
    }
  }
}
