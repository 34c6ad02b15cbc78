/// Mistakes of one kind, each with the exact words that it gets.
extension Sample {
  static let values: [Sample] = [
    Sample(
      "no default",
      text: #"{"version": 1, "namespace": "n", "keys": {"k": {"type": "Int"}}}"#,
      expected: [#"1:43: error: key `k` needs a `default`, or the type `Int?` for a value that may be absent [default-missing]"#]),
    Sample(
      "a default for an optional",
      text: #"{"version": 1, "namespace": "n", "keys": {"k": {"type": "Int?", "default": 1}}}"#,
      expected: [#"1:76: error: an optional key has no default: what is absent reads as nil; drop the `?` or the default [optional]"#]),
    Sample(
      "a null default",
      text: #"{"version": 1, "namespace": "n", "keys": {"k": {"type": "Int", "default": null}}}"#,
      expected: [#"1:75: error: expected a whole number, found null [default]"#]),
    Sample(
      "a string for a number",
      text: #"{"version": 1, "namespace": "n", "keys": {"k": {"type": "Int", "default": "1"}}}"#,
      expected: [#"1:75: error: expected a whole number, found a string [default]"#]),
    Sample(
      "a fraction for an integer",
      text: #"{"version": 1, "namespace": "n", "keys": {"k": {"type": "Int", "default": 1.0}}}"#,
      expected: [#"1:75: error: expected a whole number, without fraction or exponent, found the number 1.0 [default]"#]),
    Sample(
      "an exponent for an integer",
      text: #"{"version": 1, "namespace": "n", "keys": {"k": {"type": "Int", "default": 1e3}}}"#,
      expected: [#"1:75: error: expected a whole number, without fraction or exponent, found the number 1e3 [default]"#]),
    Sample(
      "an integer out of range",
      text: #"{"version": 1, "namespace": "n", "keys": {"k": {"type": "Int8", "default": 128}}}"#,
      expected: [#"1:76: error: 128 is out of range for Int8 [default]"#]),
    Sample(
      "a negative unsigned",
      text: #"{"version": 1, "namespace": "n", "keys": {"k": {"type": "UInt", "default": -1}}}"#,
      expected: [#"1:76: error: -1 is out of range for UInt [default]"#]),
    Sample(
      "an integer of 65 bits",
      text: #"{"version": 1, "namespace": "n", "keys": {"k": {"type": "Int", "default": 9223372036854775808}}}"#,
      expected: [#"1:75: error: 9223372036854775808 is out of range for Int [default]"#]),
    Sample(
      "a Double out of range",
      text: #"{"version": 1, "namespace": "n", "keys": {"k": {"type": "Double", "default": 1e400}}}"#,
      expected: [#"1:78: error: 1e400 is out of range for Double [default]"#]),
    Sample(
      "a Double too small",
      text: #"{"version": 1, "namespace": "n", "keys": {"k": {"type": "Double", "default": 1e-400}}}"#,
      expected: [#"1:78: error: 1e-400 is out of range for Double [default]"#]),
    Sample(
      "a Float out of range",
      text: #"{"version": 1, "namespace": "n", "keys": {"k": {"type": "Float", "default": 1e39}}}"#,
      expected: [#"1:77: error: 1e39 is out of range for Float [default]"#]),
    Sample(
      "a number for a Bool",
      text: #"{"version": 1, "namespace": "n", "keys": {"k": {"type": "Bool", "default": 1}}}"#,
      expected: [#"1:76: error: expected true or false, found the number 1 [default]"#]),
    Sample(
      "a number for a string",
      text: #"{"version": 1, "namespace": "n", "keys": {"k": {"type": "String", "default": 1}}}"#,
      expected: [#"1:78: error: expected a string, found the number 1 [default]"#]),
    Sample(
      "a date without a zone",
      text: #"{"version": 1, "namespace": "n", "keys": {"k": {"type": "Date", "default": "2026-01-31"}}}"#,
      expected: [#"1:76: error: expected a date as in "2026-01-31T12:00:00Z", found "2026-01-31" [default]"#]),
    Sample(
      "a day that is none",
      text: #"{"version": 1, "namespace": "n", "keys": {"k": {"type": "Date", "default": "2026-02-29T00:00:00Z"}}}"#,
      expected: [#"1:76: error: expected a date as in "2026-01-31T12:00:00Z", found "2026-02-29T00:00:00Z" [default]"#]),
    Sample(
      "bytes that are not Base64",
      text: #"{"version": 1, "namespace": "n", "keys": {"k": {"type": "Data", "default": "AAE"}}}"#,
      expected: [#"1:76: error: expected bytes in Base64, found "AAE" [default]"#]),
    Sample(
      "a URL with a space",
      text: #"{"version": 1, "namespace": "n", "keys": {"k": {"type": "URL", "default": "https://a b"}}}"#,
      expected: [#"1:75: error: expected a URL, found "https://a b" [default]"#]),
    Sample(
      "a short UUID",
      text: #"{"version": 1, "namespace": "n", "keys": {"k": {"type": "UUID", "default": "6ba7b810"}}}"#,
      expected: [#"1:76: error: expected a UUID, found "6ba7b810" [default]"#]),
    Sample(
      "a decimal of 39 digits",
      text: #"{"version": 1, "namespace": "n", "keys": {"k": {"type": "Decimal", "default": 123456789012345678901234567890123456789}}}"#,
      expected: [#"1:79: error: expected a decimal number of at most 38 digits, found 123456789012345678901234567890123456789 [default]"#]),
    Sample(
      "a duration in words",
      text: #"{"version": 1, "namespace": "n", "keys": {"k": {"type": "Duration", "default": "1 s"}}}"#,
      expected: [#"1:80: error: expected a number of seconds, exact to 18 decimal places, found a string [default]"#]),
    Sample(
      "an object for an array",
      text: #"{"version": 1, "namespace": "n", "keys": {"k": {"type": "[Int]", "default": {}}}}"#,
      expected: [#"1:77: error: expected an array, found an object [default]"#]),
    Sample(
      "a wrong element",
      text: #"{"version": 1, "namespace": "n", "keys": {"k": {"type": "[Int]", "default": [1, "2", 3]}}}"#,
      expected: [#"1:81: error: expected a whole number, found a string [default]"#]),
    Sample(
      "a repeated element",
      text: #"{"version": 1, "namespace": "n", "keys": {"k": {"type": "Set<Int>", "default": [1, 2, 1]}}}"#,
      expected: [
        #"1:87: error: an element of a set given twice [default]"#,
        #"1:81: note: it is first given here"#,
      ]),
    Sample(
      "a key that is no integer",
      text: #"{"version": 1, "namespace": "n", "keys": {"k": {"type": "[Int: Int]", "default": {"a": 1}}}}"#,
      expected: [#"1:83: error: expected a whole number for a key, found "a" [default]"#]),
    Sample(
      "a case that is none",
      text: #"{"version": 1, "namespace": "n", "types": {"E": {"enum": ["light", "dark"]}, "P": {"struct": {"x": "Int", "y": "Int?"}}}, "keys": {"k": {"type": "E", "default": "drak"}}}"#,
      expected: [#"1:162: error: `drak` is not a case of `E`; did you mean `dark`? [default]"#]),
    Sample(
      "a field that is none",
      text: #"{"version": 1, "namespace": "n", "types": {"E": {"enum": ["light", "dark"]}, "P": {"struct": {"x": "Int", "y": "Int?"}}}, "keys": {"k": {"type": "P", "default": {"x": 1, "z": 2}}}}"#,
      expected: [#"1:171: error: `P` has no field `z` [default]"#]),
    Sample(
      "a field without a value",
      text: #"{"version": 1, "namespace": "n", "types": {"E": {"enum": ["light", "dark"]}, "P": {"struct": {"x": "Int", "y": "Int?"}}}, "keys": {"k": {"type": "P", "default": {"y": 2}}}}"#,
      expected: [#"1:162: error: field `x` of `P` has no value [default]"#]),
    Sample(
      "a field of the wrong type",
      text: #"{"version": 1, "namespace": "n", "types": {"E": {"enum": ["light", "dark"]}, "P": {"struct": {"x": "Int", "y": "Int?"}}}, "keys": {"k": {"type": "P", "default": {"x": true}}}}"#,
      expected: [#"1:168: error: expected a whole number, found true [default]"#]),
    Sample(
      "a default outside the range",
      text: #"{"version": 1, "namespace": "n", "keys": {"k": {"type": "Int", "default": 5, "range": [0, 4]}}}"#,
      expected: [
        #"1:75: error: the default breaks a constraint of its own key: 5 is outside 0...4 [default]"#,
        #"1:87: note: `range` is given here"#,
      ]),
    Sample(
      "a range for a string",
      text: #"{"version": 1, "namespace": "n", "keys": {"k": {"type": "String", "default": "", "range": [0, 1]}}}"#,
      expected: [#"1:91: error: `range` is for integers, Double and Float, not for this key's type [constraint]"#]),
    Sample(
      "a range of three",
      text: #"{"version": 1, "namespace": "n", "keys": {"k": {"type": "Int", "default": 0, "range": [0, 1, 2]}}}"#,
      expected: [#"1:87: error: the value of `range` must be an array of two, each a number or null, not an array [value-shape]"#]),
    Sample(
      "a range backwards",
      text: #"{"version": 1, "namespace": "n", "keys": {"k": {"type": "Int", "default": 0, "range": [1, 0]}}}"#,
      expected: [#"1:87: error: the first number of `range` is greater than the second [constraint]"#]),
    Sample(
      "a range without ends",
      text: #"{"version": 1, "namespace": "n", "keys": {"k": {"type": "Int", "default": 0, "range": [null, null]}}}"#,
      expected: [#"1:87: error: `range` is open at both ends and says nothing [constraint]"#]),
    Sample(
      "a range of the wrong type",
      text: #"{"version": 1, "namespace": "n", "keys": {"k": {"type": "Int", "default": 0, "range": [0, 0.5]}}}"#,
      expected: [#"1:91: error: expected a whole number, without fraction or exponent, found the number 0.5 [default]"#]),
    Sample(
      "an unknown step",
      text: #"{"version": 1, "namespace": "n", "keys": {"k": {"type": "String", "default": "", "processing": ["trimm"]}}}"#,
      expected: [#"1:97: error: unknown step `trimm`; did you mean `trim`? [processing]"#]),
    Sample(
      "a step for another type",
      text: #"{"version": 1, "namespace": "n", "keys": {"k": {"type": "Int", "default": 0, "processing": ["trim"]}}}"#,
      expected: [#"1:93: error: `trim` is for String, not for this key's type [processing]"#]),
    Sample(
      "a step of an unknown form",
      text: #"{"version": 1, "namespace": "n", "keys": {"k": {"type": "Int", "default": 0, "processing": [{"clip": 1}]}}}"#,
      expected: [#"1:93: error: the value of `processing` must be one of `trim`, `lowercase`, `uppercase`, `removeDuplicates`, `sort` or an object { "clamp": an array of two, each a number or null } or an object { "limit": a whole number that is not negative } or an object { "call": a string }, not an object [value-shape]"#]),
    Sample(
      "a step that is code",
      text: #"{"version": 1, "namespace": "n", "keys": {"k": {"type": "Int", "default": 0, "processing": [{"call": "a b"}]}}}"#,
      expected: [#"1:102: error: `a b` does not name a Swift function or type: expected identifiers joined by dots [symbol]"#]),
    Sample(
      "a negative limit",
      text: #"{"version": 1, "namespace": "n", "keys": {"k": {"type": "[Int]", "default": [], "processing": [{"limit": -1}]}}}"#,
      expected: [#"1:106: error: the value of `processing` must be a whole number that is not negative, not the number -1 [value-shape]"#]),
    Sample(
      "structs without duplicates",
      text: #"{"version": 1, "namespace": "n", "types": {"E": {"enum": ["light", "dark"]}, "P": {"struct": {"x": "Int", "y": "Int?"}}}, "keys": {"k": {"type": "[P]", "default": [], "processing": ["removeDuplicates", "sort"]}}}"#,
      expected: [
        #"1:183: error: `removeDuplicates` is for arrays without structs, not for this key's type [processing]"#,
        #"1:203: error: `sort` is for arrays of numbers, strings, dates, durations or UUIDs, not for this key's type [processing]"#,
      ]),
    Sample(
      "a clamp for a string",
      text: #"{"version": 1, "namespace": "n", "keys": {"k": {"type": "String", "default": "", "processing": [{"clamp": [0, 1]}]}}}"#,
      expected: [#"1:107: error: `clamp` is for integers, Double and Float, not for this key's type [processing]"#]),
  ]
}
