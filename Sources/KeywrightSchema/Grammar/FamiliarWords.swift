/// Words of JSON Schema, other schema languages and Apple's frameworks, with those that say the same here.
enum FamiliarWords {
  static let keywords = [
    "min": "range", "max": "range", "minimum": "range", "maximum": "range",
    "description": "summary", "regex": "pattern", "choices": "allowed", "defaultValue": "default",
    "maxItems": "maxCount", "uniqueItems": "unique", "label": "title", "examples": "example",
    "category": "group", "units": "unit", "formerNames": "formerKeys", "formerKeys": "formerNames",
  ]

  /// The members that say what a member says which is no keyword; nil if the language has none for it.
  static func members(for member: JSONMember, in place: ObjectKind) -> [MemberText]? {
    let value = member.value
    switch (place, member.name.text) {
    case (.file, "hooks"), (.namespace, "hooks"):
      let hooks = (value.members ?? []).filter {
        ["preCommit", "postCommit"].contains($0.name.text)
      }
      return hooks.isEmpty ? nil : hooks.map { MemberText($0.name.text, $0.value) }
    case (.key, "since"), (.key, "owner"), (.key, "tags"), (.key, "restart"):
      return [MemberText("x-" + member.name.text, value)]
    case (.key, "cost"): return []
    default: return nil
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
