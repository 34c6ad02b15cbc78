/// The structs of a target whose values are identical to the originals when they are stored and read back.
///
/// Found out for all of them at once: in a chain of structs each would look through all that follow.
package struct ExactTypes: Sendable {
  private var inexact: Set<TypeID> = []

  package init(_ types: [TypeModel]) {
    var holders: [TypeID: [TypeID]] = [:]
    var open: [TypeID] = []
    for (index, type) in types.enumerated() {
      let id = TypeID(index: index)
      guard case .structure(let fields) = type.kind else {
        // An unknown raw value may be that of a known case.
        if type.keepsUnknown { open.append(id) }
        continue
      }
      if !contains(fields) { open.append(id) }
      for case .declared(let part) in fields.flatMap(\.type.parts) {
        holders[part, default: []].append(id)
      }
    }
    inexact = Set(open)
    while let id = open.popLast() {
      for holder in holders[id] ?? [] where inexact.insert(holder).inserted { open.append(holder) }
    }
  }

  /// Whether a struct of these fields is one.
  package func contains(_ fields: [StructField]) -> Bool {
    fields.flatMap(\.type.parts).allSatisfy { part in
      switch part {
      case .array, .set, .dictionary: true
      case .scalar(let scalar): scalar != .url && scalar != .decimal
      case .own: false
      case .declared(let id): !inexact.contains(id)
      }
    }
  }
}
