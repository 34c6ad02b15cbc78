import Keywright

/// One thing that a store must do: a name that says it, and a small function that tries it.
struct Behaviour: Sendable {
  /// Who has to show a behaviour.
  enum Audience: Sendable {
    /// Stores that declare these parts.
    case supporting(StoreConformance.Parts)
    /// Stores that declare no writing, and so must refuse it.
    case readOnly
    /// Stores that write one key at a time, and so must refuse several.
    case singleKey
  }

  let part: String
  let name: String
  let audience: Audience
  /// Whether the behaviour makes sense only where values are kept in stored form.
  let needsStoredForms: Bool
  let check: @Sendable (Subject) async throws -> Void

  var fullName: String { "\(part): \(name)" }

  func applies(to parts: StoreConformance.Parts, _ keepsForms: Bool) -> Bool {
    if needsStoredForms, !keepsForms { return false }
    switch audience {
    case .supporting(let needed): return parts.isSuperset(of: needed)
    case .readOnly: return !parts.contains(.writing)
    case .singleKey: return parts.contains(.writing) && !parts.contains(.atomic)
    }
  }
}

/// Makes the behaviours of one part.
struct Part {
  let name: String
  let audience: Behaviour.Audience

  /// A behaviour of every store that declares the part.
  func callAsFunction(
    _ name: String, _ check: @escaping @Sendable (Subject) async throws -> Void
  ) -> Behaviour {
    Behaviour(
      part: self.name, name: name, audience: audience, needsStoredForms: false, check: check)
  }

  /// A behaviour of those that keep values in stored form.
  func forms(
    _ name: String, _ check: @escaping @Sendable (Subject) async throws -> Void
  ) -> Behaviour {
    Behaviour(
      part: self.name, name: name, audience: audience, needsStoredForms: true, check: check)
  }
}
