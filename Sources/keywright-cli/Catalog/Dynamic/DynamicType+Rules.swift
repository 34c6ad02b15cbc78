import Keywright
import KeywrightSchema

// The steps and constraints of a schema for each type that takes them.

extension DynamicType {
  static func step(_ step: StepModel.Plain) -> Step<Self>? { nil }

  static func fit(_ constraint: ConstraintModel, _ types: [TypeModel]) -> Step<Self>? { nil }

  static func constraint(
    _ constraint: ConstraintModel, _ types: [TypeModel]
  ) -> Constraint<Self>? {
    guard case .allowed(let values) = constraint else { return nil }
    return .allowed(values.compactMap { value(from: $0.stored(types)) })
  }
}

extension DynamicType where Self: Collection {
  static func constraint(
    _ constraint: ConstraintModel, _ types: [TypeModel]
  ) -> Constraint<Self>? {
    guard case .length(let least, let greatest) = constraint else { return nil }
    return .length(least: least, greatest: greatest)
  }
}

extension ComparableDynamicType {
  static func fit(_ constraint: ConstraintModel, _ types: [TypeModel]) -> Step<Self>? {
    guard case .range(let bounds) = constraint else { return nil }
    switch ends(bounds, types) {
    case (let lower?, let upper?): return .clamp(lower...upper)
    case (let lower?, nil): return .clamp(lower...)
    case (nil, let upper?): return .clamp(...upper)
    case (nil, nil): return nil
    }
  }

  static func constraint(
    _ constraint: ConstraintModel, _ types: [TypeModel]
  ) -> Constraint<Self>? {
    switch constraint {
    case .range(let bounds):
      switch ends(bounds, types) {
      case (let lower?, let upper?): .range(lower...upper)
      case (let lower?, nil): .range(lower...)
      case (nil, let upper?): .range(...upper)
      case (nil, nil): nil
      }
    case .allowed(let values): .allowed(values.compactMap { value(from: $0.stored(types)) })
    case .length, .pattern: nil
    }
  }

  private static func ends(_ bounds: Bounds, _ types: [TypeModel]) -> (Self?, Self?) {
    let ends = [bounds.lower, bounds.upper].map { $0.flatMap { value(from: $0.stored(types)) } }
    return (ends[0], ends[1])
  }
}

extension String {
  static func step(_ step: StepModel.Plain) -> Step<String>? {
    switch step {
    case .trim: .trim
    case .lowercase: .lowercase
    case .uppercase: .uppercase
    case .removeDuplicates, .sort: nil
    }
  }

  static func fit(_ constraint: ConstraintModel, _ types: [TypeModel]) -> Step<String>? {
    constraint.greatestLength.map { .limit($0) }
  }

  static func constraint(
    _ constraint: ConstraintModel, _ types: [TypeModel]
  ) -> Constraint<String>? {
    switch constraint {
    case .length(let least, let greatest): .length(least: least, greatest: greatest)
    case .pattern(let pattern): .pattern(pattern)
    case .allowed(let values): .allowed(values.compactMap { value(from: $0.stored(types)) })
    case .range: nil
    }
  }
}

extension Array where Element: DynamicType {
  static func step(_ step: StepModel.Plain) -> Step<[Element]>? {
    func removeDuplicates<Hashed: HashableDynamicType>(_ type: Hashed.Type) -> Any {
      Step<[Hashed]>.removeDuplicates()
    }
    func sort<Compared: ComparableDynamicType>(_ type: Compared.Type) -> Any {
      Step<[Compared]>.sort()
    }
    switch step {
    case .removeDuplicates:
      let type = Element.self as? any HashableDynamicType.Type
      return type.map { removeDuplicates($0) } as? Step<[Element]>
    case .sort:
      let type = Element.self as? any ComparableDynamicType.Type
      return type.map { sort($0) } as? Step<[Element]>
    case .trim, .lowercase, .uppercase: return nil
    }
  }

  static func fit(_ constraint: ConstraintModel, _ types: [TypeModel]) -> Step<[Element]>? {
    constraint.greatestLength.map { .limit($0) }
  }
}

extension ConstraintModel {
  fileprivate var greatestLength: Int? {
    if case .length(_, let greatest) = self { greatest } else { nil }
  }
}
