/// Words of JSON Schema, other schema languages and Apple's frameworks, with those that say the same here.
enum FamiliarWords {
  static let keywords = [
    "min": "range", "max": "range", "minimum": "range", "maximum": "range",
    "description": "summary", "regex": "pattern", "choices": "allowed", "defaultValue": "default",
    "maxItems": "maxCount", "uniqueItems": "unique", "label": "title", "examples": "example",
    "category": "group", "units": "unit", "formerNames": "formerKeys", "formerKeys": "formerNames",
  ]

  static let types = [
    "boolean": "Bool", "Boolean": "Bool", "integer": "Int", "Integer": "Int", "number": "Double",
    "Number": "Double", "CGFloat": "Double", "TimeInterval": "Double", "str": "String",
    "Character": "String", "Substring": "String", "NSString": "String", "NSNumber": "Double",
    "NSDate": "Date", "NSData": "Data", "NSURL": "URL", "NSUUID": "UUID", "Timestamp": "Date",
    "timestamp": "Date",
  ]
}
