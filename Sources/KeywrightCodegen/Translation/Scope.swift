import KeywrightSchema

/// Where a reference stands: it knows how types are written there.
struct Scope {
  let model: TargetModel
  let names: NameTable
  /// The paths of the declarations around, the innermost first.
  var path: [[String]]

  /// The scope inside a declaration that stands in this one.
  func inside(_ declaration: [String]) -> Scope {
    Scope(model: model, names: names, path: [declaration] + path)
  }

  /// The spelling of a type.
  func text(_ type: ValueType) -> String {
    switch type {
    case .scalar(let scalar):
      scalar.isFoundation ? scalar.rawValue : swift(scalar.rawValue)
    case .array(let element): "[\(text(element))]"
    case .set(let element): "\(swift("Set"))<\(text(element))>"
    case .dictionary(let key, let value): "[\(text(key)): \(text(value))]"
    case .declared(let id): reference(to: model.type(id).path)
    case .own(let symbol): symbol.code
    }
  }

  /// The spelling of a type that may be optional.
  func text(_ type: ValueType, isOptional: Bool) -> String {
    text(type) + (isOptional ? "?" : "")
  }

  /// The spelling of a type of the standard library.
  func swift(_ name: String) -> String { names.library(name, from: "Swift", in: path) }

  /// The spelling of a type of the runtime.
  func runtime(_ name: String) -> String { names.library(name, from: "Keywright", in: path) }

  /// The spelling of a declared type or namespace.
  func reference(to path: [String]) -> String {
    names.reference(to: path, from: self.path)
  }
}
