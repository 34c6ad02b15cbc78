/// Words of JSON Schema, other schema languages and Apple's frameworks, with those that say the same here.
enum FamiliarWords {
  static let keywords = [
    "description": "summary", "regex": "pattern", "choices": "allowed", "defaultValue": "default",
    "label": "title", "examples": "example", "category": "group", "units": "unit",
    "formerKeys": "former", "formerNames": "former",
  ]

  /// The members that say what a member says which is no keyword; nil if the language has none for it.
  ///
  /// - Parameter others: All members of the object.
  static func members(
    for member: JSONMember, beside others: [JSONMember], in place: ObjectKind
  ) -> [MemberText]? {
    let (name, value) = (member.name.text, member.value)
    if name == "reserved", place == .file || place == .namespace {
      return gone(value, beside: others)
    }
    switch place {
    case .file where name == "hooks", .namespace where name == "hooks":
      let hooks = (value.members ?? []).filter {
        ["preCommit", "postCommit"].contains($0.name.text)
      }
      return hooks.isEmpty ? nil : hooks.map { MemberText($0.name.text, $0.value) }
    case .key:
      if let pair = pairs.first(where: { $0.least.contains(name) || $0.greatest.contains(name) }) {
        guard case .number = value.value else { return nil }
        return [MemberText(pair.keyword, pair.text(of: others))]
      }
      switch name {
      case "since", "owner", "tags", "restart":
        // What stands under that name already would be lost.
        if others.contains(where: { $0.name.text == "x-" + name }) { return nil }
        return [MemberText("x-" + name, value)]
      case "cost": return []
      case "defaultSince": return [MemberText("defaultFor", JSONText.quoted("new"))]
      case "formerStores":
        let store = others.first { $0.name.text == "store" }?.value
        let present = store?.elements?.map(\.compact) ?? [store?.compact ?? "\"default\""]
        let formers = (value.elements ?? []).map(\.compact).filter { !present.contains($0) }
        return [MemberText("store", JSONText.array(present + formers))]
      case "onRead": return [MemberText("outside", value)]
      case "sensitive", "isSensitive":
        guard case .bool(let isSo) = value.value else { return nil }
        return isSo ? [MemberText("sensitivity", "\"private\"")] : []
      case "processing": return processing(value, beside: others)
      case "accessibility", "synchronizable": return keychain(of: others)
      case "unique", "uniqueItems":
        guard case .bool(let isAsked) = value.value else { return nil }
        if !isAsked { return [] }
        let type = others.first { $0.name.text == "type" }?.value.string?.text
        guard let type, type.hasPrefix("["), !type.contains(":") else { return nil }
        let steps = others.first { $0.name.text == "processing" }?.value.elements ?? []
        return [
          MemberText("processing", JSONText.array(steps.map(\.compact) + ["\"removeDuplicates\""]))
        ]
      default: return nil
      }
    case .type where name == "formerCases": return enumeration(value, beside: others)
    default: return nil
    }
  }

  /// The cases of an enum with the former ones that stand beside them; nil if there are no cases.
  private static func enumeration(
    _ formers: JSONNode, beside others: [JSONMember]
  ) -> [MemberText]? {
    guard let cases = others.first(where: { $0.name.text == "enum" })?.value else { return nil }
    let names = (cases.elements ?? []).compactMap { $0.string?.text }
    let members =
      names.map { (name: $0, value: nil as JSONNode?) }
      + (cases.members ?? []).map { (name: $0.name.text, value: $0.value) }
    let isClear = (formers.members ?? []).allSatisfy { former in
      members.contains { $0.name == former.value.string?.text && $0.value?.member("former") == nil }
    }
    guard isClear else { return nil }
    let hasIntegers = members.contains {
      ($0.value?.member("rawValue") ?? $0.value)?.integer != nil
    }
    let texts = members.map { name, value -> (String, String) in
      let own = (formers.members ?? []).filter { $0.value.string?.text == name }.map {
        hasIntegers && Int($0.name.text) != nil ? $0.name.text : JSONText.quoted($0.name.text)
      }
      if own.isEmpty { return (name, value?.compact ?? JSONText.quoted(name)) }
      let words =
        value?.members?.map { ($0.name.text, $0.value.compact) }
        ?? value.map { [("rawValue", $0.compact)] } ?? []
      return (name, JSONText.object(words + [("former", JSONText.array(own))]))
    }
    return [MemberText("enum", JSONText.object(texts))]
  }

  /// The words for ids that are gone, of which some are objects; nil if none is.
  private static func gone(_ value: JSONNode, beside others: [JSONMember]) -> [MemberText]? {
    let elements = value.elements ?? []
    if !elements.contains(where: { $0.member("key")?.string != nil }) { return nil }
    func isTrue(_ node: JSONNode, _ name: String) -> Bool {
      if case .bool(true)? = node.member(name)?.value { true } else { false }
    }
    func texts(_ isErased: Bool) -> [String] {
      elements.filter { isTrue($0, "remove") == isErased }.map { node in
        guard let id = node.member("key")?.string?.text else { return node.compact }
        return JSONText.quoted(isTrue(node, "family") ? id + ":*" : id)
      }
    }
    let known = others.first { $0.name.text == "erased" }?.value.elements ?? []
    let (reserved, erased) = (texts(false), known.map(\.compact) + texts(true))
    return (reserved.isEmpty ? [] : [MemberText("reserved", JSONText.array(reserved))])
      + (erased.isEmpty ? [] : [MemberText("erased", JSONText.array(erased))])
  }

  /// The words for steps that bring a value within bounds; nil if there is no such step.
  private static func processing(
    _ value: JSONNode, beside others: [JSONMember]
  ) -> [MemberText]? {
    var steps: [String] = []
    var bounds: [MemberText] = []
    for element in value.elements ?? [] {
      let member = element.members?.count == 1 ? element.members?.first : nil
      if let member, member.name.text == "clamp", member.value.elements?.count == 2 {
        bounds.append(MemberText("range", member.value))
      } else if let member, member.name.text == "limit", let most = member.value.integer {
        bounds.append(MemberText("length", "[null, \(most)]"))
      } else {
        steps.append(element.compact)
      }
    }
    // Another bound beside it would be lost.
    let isClear = bounds.allSatisfy { bound in
      others.allSatisfy { $0.name.text != bound.name || $0.value.compact == bound.value }
    }
    if bounds.isEmpty || !isClear { return nil }
    let known = Set(others.map(\.name.text))
    return (steps.isEmpty ? [] : [MemberText("processing", JSONText.array(steps))])
      + bounds.prefix(1).filter { !known.contains($0.name) } + [MemberText("outside", "\"clamp\"")]
  }

  /// The rule that both words for the keychain give together; nil if they contradict each other.
  private static func keychain(of members: [JSONMember]) -> [MemberText]? {
    func value(_ name: String) -> JSONNode? { members.first { $0.name.text == name }?.value }
    // One of them may have been rewritten already.
    let known = value("keychain")?.string?.text ?? "whenUnlocked"
    let end = "Synchronized"
    let accessibility =
      value("accessibility")?.string?.text
      ?? (known.hasSuffix(end) ? String(known.dropLast(end.count)) : known)
    let isSynchronized =
      if case .bool(let value)? = value("synchronizable")?.value { value } else {
        known.hasSuffix(end)
      }
    let rule = KeychainRule(rawValue: accessibility + (isSynchronized ? end : ""))
    return rule.map { [MemberText("keychain", JSONText.quoted($0.rawValue))] }
  }

  /// The words for each end of what is a pair here.
  private static let pairs = [
    Pair(keyword: "range", least: ["min", "minimum"], greatest: ["max", "maximum"]),
    Pair(
      keyword: "length", least: ["minLength", "minItems", "minCount"],
      greatest: ["maxLength", "maxItems", "maxCount"]),
  ]

  private struct Pair {
    let keyword: String
    let least, greatest: [String]

    /// The pair that members of an object give together.
    func text(of members: [JSONMember]) -> String {
      func end(_ names: [String], _ place: Int) -> String {
        let own = members.first { names.contains($0.name.text) }?.value
        let elements = members.first { $0.name.text == keyword }?.value.elements ?? []
        return (own ?? (elements.count == 2 ? elements[place] : nil))?.compact ?? "null"
      }
      return JSONText.array([end(least, 0), end(greatest, 1)])
    }
  }

  static let types = [
    "boolean": "Bool", "Boolean": "Bool", "integer": "Int", "Integer": "Int", "number": "Double",
    "Number": "Double", "CGFloat": "Double", "TimeInterval": "Double", "str": "String",
    "Character": "String", "Substring": "String", "NSString": "String", "NSNumber": "Double",
    "NSDate": "Date", "NSData": "Data", "NSURL": "URL", "NSUUID": "UUID", "Timestamp": "Date",
    "timestamp": "Date",
  ]
}
