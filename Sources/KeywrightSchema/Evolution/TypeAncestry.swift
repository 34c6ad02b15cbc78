/// The former raw values and fields of declared types that a lock knows, and no schema has to repeat.
struct TypeAncestry {
  /// The types, with what was added to them.
  private(set) var types: [TypeModel]
  /// Whether anything was added.
  private(set) var hasChanged = false
  private var hasGrown = false {
    didSet { hasChanged = hasChanged || hasGrown }
  }

  init(_ types: [TypeModel]) { self.types = types }

  /// Adds what releases read as the values of keys.
  ///
  /// - Parameter lines: Released lines, each with the type that reads its values, and with the bytes whose loss was
  ///   accepted. Only lines whose types had something before count.
  mutating func add(_ lines: [(line: LockedKey, type: ValueType, accepted: Set<String>)]) {
    var known: Set<[String]> = []
    let read = lines.filter { line, type, accepted in
      known.insert([line[.type] ?? "", line[.types] ?? "", "\(type)"] + accepted.sorted()).inserted
    }.map { ($0, LockedTypes(text: $0[.types]), $1, $2) }
    // A type that one step adds to a field leads to those inside it.
    repeat {
      hasGrown = false
      for (line, types, type, accepted) in read {
        var seen: Set<String> = []
        follow(line.type.type, in: types, to: type, accepted, &seen)
      }
    } while hasGrown
  }

  private mutating func follow(
    _ old: LockedType, in types: LockedTypes, to new: ValueType, _ accepted: Set<String>,
    _ seen: inout Set<String>
  ) {
    switch (old, new) {
    case (.optional(let old), _): follow(old, in: types, to: new, accepted, &seen)
    case (.array(let old), .array(let new)), (.set(let old), .set(let new)),
      (.set(let old), .array(let new)):
      follow(old, in: types, to: new, accepted, &seen)
    case (.dictionary(let oldKey, let old), .dictionary(let newKey, let new)):
      follow(oldKey, in: types, to: newKey, accepted, &seen)
      follow(old, in: types, to: new, accepted, &seen)
    case (.named(let name), .declared(let id)):
      guard seen.insert("\(id.index) \(name)").inserted else { return }
      switch (types[name], self.types[id.index].kind) {
      case (.enumeration(let item)?, .enumeration(let cases, _)):
        add(item, to: id.index, cases, accepted)
      case (.structure(let item)?, .structure):
        for field in item.fields {
          guard let place = add(field, to: id.index, accepted),
            case .structure(let fields) = self.types[id.index].kind
          else { continue }
          follow(field.type, in: types, to: fields[place].type, accepted, &seen)
        }
      default: break
      }
    default: break
    }
  }

  /// Adds the former raw values of an enum to the cases that have its own ones now.
  private mutating func add(
    _ old: LockedEnum, to index: Int, _ cases: [EnumCase], _ accepted: Set<String>
  ) {
    if old.formerCases.isEmpty, old.formerNames.isEmpty { return }
    let type = types[index]
    var readers = Dictionary(
      type.formerCases.map { (ExactString($0.rawValue.schemaText), $0.name) },
      uniquingKeysWith: { first, _ in first })
    for item in cases { readers[ExactString(item.rawValue.schemaText)] = item.name }
    let reserved = Set(type.reserved.map { ExactString($0.schemaText) })
    func reader(of name: String) -> String? {
      old.cases.first { $0.name == name }.flatMap { readers[ExactString($0.rawValue)] }
    }
    for (raw, name) in old.formerCases
    where readers[ExactString(raw)] == nil && !reserved.contains(ExactString(raw))
      && !accepted.contains(raw)
    {
      guard let heir = reader(of: name), let value = JSONNode(text: raw)?.rawValue else { continue }
      readers[ExactString(raw)] = heir
      types[index].formerCases.append((value, heir))
      hasGrown = true
    }
    let names = Set((type.formerCaseNames.map(\.name) + cases.map(\.name)).map(ExactString.init))
    for (text, name) in old.formerNames
    where !names.contains(ExactString(text)) && !accepted.contains(text) {
      guard let heir = reader(of: name) else { continue }
      types[index].formerCaseNames.append((text, heir))
      hasGrown = true
    }
  }

  /// Adds the former names of a field to the one that reads it now.
  ///
  /// - Returns: The place of that one.
  private mutating func add(
    _ old: LockedField, to index: Int, _ accepted: Set<String>
  ) -> Int? {
    guard case .structure(var fields) = types[index].kind else { return nil }
    func reader(of name: String) -> Int? {
      fields.firstIndex { ExactString($0.name) == ExactString(name) }
        ?? fields.firstIndex { field in
          field.formerNames.contains { ExactString($0) == ExactString(name) }
        }
    }
    guard let place = reader(of: old.storedName) ?? reader(of: old.name) else { return nil }
    let reserved = Set(types[index].reserved.map { ExactString($0.schemaText) })
    for name in [old.name] + old.formerNames
    where reader(of: name) == nil && !reserved.contains(ExactString(JSONText.quoted(name)))
      && !accepted.contains(name)
    {
      fields[place].formerNames.append(name)
      hasGrown = true
    }
    types[index].kind = .structure(fields)
    return place
  }
}

extension JSONNode {
  /// The value as a raw value of an enum.
  fileprivate var rawValue: Literal? {
    switch value {
    case .string(let text): .string(text.text)
    case .number(let spelling): Int128(spelling: spelling).map { .integer($0) }
    default: nil
    }
  }
}
