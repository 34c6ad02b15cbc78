import KeywrightStorage

extension TextForm {
  /// The stored form of a JSON value, which is given as the tree that it reads as.
  package func stored(fromJSON json: StoredValue) throws(TextFailure) -> StoredValue {
    switch (kind, json.tree) {
    case (.boolean, .boolean): return json
    case (.boolean, _): throw json.failure(not: "true or false")
    case (.integer, .integer), (.integer, .unsigned): return try stored(fromText: "\(json)")
    case (.integer, .real(let value)):
      if let whole = Int64(exactly: value) { return try stored(fromText: String(whole)) }
      guard let whole = UInt64(exactly: value) else { throw json.failure(not: "a whole number") }
      return try stored(fromText: String(whole))
    case (.integer, _): throw json.failure(not: "a whole number")
    case (.real, .real): return json
    case (.real, .integer(let value)):
      // As a text is read: rounded.
      return .real(Double(value))
    case (.real, .unsigned(let value)): return .real(Double(value))
    case (.single, .real(let value)): return try stored(fromText: RealSpelling.text(value))
    case (.single, .integer), (.single, .unsigned): return try stored(fromText: "\(json)")
    case (.real, .string(let text)) where TextForm.isNotFinite(text),
      (.single, .string(let text)) where TextForm.isNotFinite(text):
      return try stored(fromText: text)
    case (.real, _), (.single, _): throw json.failure(not: "a number")
    case (.decimal, .integer), (.decimal, .unsigned), (.duration, .integer),
      (.duration, .unsigned):
      return try stored(fromText: "\(json)")
    case (.decimal, .real(let value)), (.duration, .real(let value)):
      return try stored(fromText: DecimalSpelling.plain("\(value)"))
    case (.string, .string), (.decimal, .string): return json
    case (.string, _): throw json.failure(not: "a string")
    case (.duration, .array(let parts)) where parts.count == 2: return json
    case (.duration, .string(let text)), (.date, .string(let text)), (.data, .string(let text)):
      return try stored(fromText: text)
    case (.decimal, _): throw json.failure(not: "a decimal number")
    case (.duration, _): throw json.failure(not: "a number of seconds, or a duration in quotes")
    case (.date, _): throw json.failure(not: "a date in quotes")
    case (.data, _): throw json.failure(not: "Base64 in quotes")
    case (.cases, .string(let text)): return try stored(fromText: text)
    case (.cases(let cases), _):
      if let value = (try? cases.raw.stored(fromJSON: json)).flatMap(cases.read),
        cases.isPresent(value)
      {
        return value
      }
      throw TextForm.notACase("\(json)", cases.named.map(\.name))
    case (.array(let form), .array(let elements)):
      return try TextFailure.array(of: elements) { element throws(TextFailure) in
        try form.stored(fromJSON: StoredValue(element))
      }
    case (.array, _): throw json.failure(not: "an array")
    case (.dictionary(let value, let names), .dictionary(let members)):
      return try dictionary(members, of: value, names)
    case (.dictionary, _): throw json.failure(not: "an object")
    case (.checked(let form, let expected, let isValid), _):
      let value = try form.stored(fromJSON: json)
      guard isValid(value) else { throw TextFailure("not \(expected)") }
      return value
    case (.codable(let read), _):
      do { return try read(json) } catch { throw TextFailure(error, of: StoredValue.self) }
    case (.embedded, _): return .data(Array(JSONWriter.text(of: json).utf8))
    case (.any, _): return try TaggedJSON.stored(json)
    }
  }

  private func dictionary(
    _ members: PropertyListDictionary, of form: TextForm, _ names: MemberNames
  ) throws(TextFailure) -> StoredValue {
    let counted = try names.counted(members) { name throws(TextFailure) in
      try names.form.stored(fromText: name)
    }
    let values = try counted.map { name, member throws(TextFailure) in
      try TextFailure.inside(.member(member.key)) { () throws(TextFailure) in
        (name, try form.stored(fromJSON: StoredValue(member.value)))
      }
    }
    return .dictionary(values)
  }

  /// The stored form of a case inside a value that prints in its stored form. A raw value of a case means that
  /// case, even if it is the name of another one; then come the names, and at last a raw value that is kept without
  /// a case.
  func storedCase(fromJSON json: StoredValue) throws(TextFailure) -> StoredValue {
    guard case .cases(let cases) = kind else { return try stored(fromJSON: json) }
    let own = (try? cases.raw.stored(fromJSON: json)).flatMap(cases.read)
    if let own, cases.isPresent(own) { return own }
    do throws(TextFailure) {
      return try stored(fromJSON: json)
    } catch {
      guard let own else { throw error }
      return own
    }
  }

  /// The spellings for which JSON has no number.
  private static func isNotFinite(_ text: String) -> Bool {
    Double(text).map { !$0.isFinite } ?? false
  }
}

extension TextForm.MemberNames {
  /// The members of a dictionary inside a value that prints in its stored form, by their stored names.
  func counting(
    in members: PropertyListDictionary
  ) throws(TextFailure) -> PropertyListDictionary {
    let counted = try counted(members) { name throws(TextFailure) in
      try form.storedCase(fromJSON: key(name) ?? .string(name))
    }
    let named = counted.map { PropertyListDictionary.Member(key: $0, value: $1.value) }
    return (try? PropertyListDictionary(named)) ?? members
  }

  /// The members that count, with their stored names: of a key's present spelling and an earlier one, the
  /// present one.
  fileprivate func counted(
    _ members: PropertyListDictionary, by stored: (String) throws(TextFailure) -> StoredValue
  ) throws(TextFailure) -> [(String, PropertyListDictionary.Member)] {
    let keys = try members.members.map { member throws(TextFailure) in
      try TextFailure.inside(.member(member.key)) { () throws(TextFailure) in
        if let name = name(try stored(member.key)) { return ExactString(name) }
        throw TextFailure("not a key of the dictionary")
      }
    }
    let isPresent = zip(members.members, keys).map { self.isPresent($0.key, of: $1.text) }
    let present = Set(zip(keys, isPresent).filter(\.1).map(\.0))
    var seen: Set<ExactString> = []
    var counted: [(String, PropertyListDictionary.Member)] = []
    for (index, member) in members.members.enumerated() {
      if form.hasCases, !isPresent[index], present.contains(keys[index]) { continue }
      if !seen.insert(keys[index]).inserted {
        throw TextFailure("the key is given twice", at: [.member(member.key)])
      }
      counted.append((keys[index].text, member))
    }
    return counted
  }

  /// Whether a text is what people or programs write for the key of a name now.
  fileprivate func isPresent(_ text: String, of name: String) -> Bool {
    [name, self.text(ofName: name)].contains { ExactString($0) == ExactString(text) }
  }

  /// The name that people read.
  func text(ofName name: String) -> String { key(name).map(form.text) ?? name }
}

extension StoredValue {
  /// A failure: the JSON value is of another kind.
  func failure(not expected: String) -> TextFailure {
    let found =
      switch tree {
      case .boolean, .integer, .unsigned, .real: "\(self)"
      case .string: "a string"
      case .array: "an array"
      case .dictionary: "an object"
      case .date, .data, .uid, .foreign: "\(tree.kind)"
      }
    return TextFailure("\(found) is not \(expected)")
  }
}

extension TextForm {
  /// A tree of JSON's kinds, for a type that implies what a string stands for.
  static func untaggedJSON(of stored: StoredValue) -> StoredValue {
    switch stored.tree {
    case .date(let seconds): return .string(DateSpelling.text(seconds))
    case .data(let bytes): return .string(Base64Text.text(bytes))
    case .real(let value) where !value.isFinite: return .string(RealSpelling.text(value))
    case .uid(let value): return .unsigned(value)
    case .array(let elements):
      return .array(elements.map { untaggedJSON(of: StoredValue($0)) })
    case .dictionary(let members):
      return .dictionary(members.members.map { ($0.key, untaggedJSON(of: StoredValue($0.value))) })
    default: return stored
    }
  }
}
