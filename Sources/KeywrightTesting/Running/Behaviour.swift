import Keywright

/// One thing that a store must do: a name that says it, and a small function that tries it.
struct Behaviour: Sendable {
  /// The stores that have to show a behaviour.
  enum Scope: Sendable {
    /// Stores that declare these parts.
    case supporting(StoreConformance.Parts)
    /// Stores that declare no writing, and so must refuse it.
    case readOnly
    /// Stores that write one key at a time, and so must refuse several.
    case singleKey
  }

  let part: String
  let name: String
  let scope: Scope
  /// Whether the behaviour makes sense only where values are kept in stored form.
  let needsStoredForms: Bool
  let check: @Sendable (Subject) async throws -> Void

  var fullName: String { "\(part): \(name)" }

  func applies(to parts: StoreConformance.Parts, _ keepsForms: Bool) -> Bool {
    if needsStoredForms, !keepsForms { return false }
    switch scope {
    case .supporting(let needed): return parts.isSuperset(of: needed)
    case .readOnly: return !parts.contains(.writing)
    case .singleKey: return parts.contains(.writing) && !parts.contains(.atomic)
    }
  }
}

/// Makes the behaviours of one part.
struct Part {
  let name: String
  let scope: Behaviour.Scope

  /// A behaviour of every store that declares the part.
  func callAsFunction(
    _ name: String, _ check: @escaping @Sendable (Subject) async throws -> Void
  ) -> Behaviour {
    Behaviour(
      part: self.name, name: name, scope: scope, needsStoredForms: false, check: check)
  }

  /// A behaviour of stores that hold values in stored form.
  func forms(
    _ name: String, _ check: @escaping @Sendable (Subject) async throws -> Void
  ) -> Behaviour {
    Behaviour(
      part: self.name, name: name, scope: scope, needsStoredForms: true, check: check)
  }
}
