/// Mistakes of one kind, each with the exact words that it gets.
extension Sample {
  static let vocabulary: [Sample] = [
    Sample(
      "a name with an underscore",
      text: #"{"version": 1, "namespace": "n", "keys": {"k": {"type": "Int?", "name": "a_b"}}}"#,
      expected: [#"1:73: error: `a_b` cannot name a Swift property: expected a name in lowerCamelCase; did you mean `aB`? [name]"#]),
    Sample(
      "a namespace renamed to lower case",
      text: #"{"version": 1, "namespace": "n", "name": "words"}"#,
      expected: [#"1:42: error: `words` cannot name a Swift type: expected a name in UpperCamelCase; did you mean `Words`? [name]"#]),
    Sample(
      "two keys of one Swift name",
      text: "{\"version\": 1, \"namespace\": \"n\", \"keys\": {\"a\": {\"type\": \"Int?\"},\n\"b\": {\"type\": \"Int?\", \"name\": \"a\"}}}",
      expected: [
        #"2:31: error: `a` is declared twice [name-clash]"#,
        #"1:43: note: `a` is declared here"#,
      ]),
    Sample(
      "a Swift name that is reserved",
      text: #"{"version": 1, "namespace": "n", "keys": {"a": {"type": "Int?", "name": "namespaceID"}}}"#,
      expected: [#"1:73: error: `namespaceID` is reserved: generated namespaces have a member of that name [reserved-name]"#]),
    Sample(
      "an empty storage string",
      text: #"{"version": 1, "namespace": "n", "keys": {"k": {"type": "Int?", "storageString": ""}}}"#,
      expected: [#"1:82: error: `` cannot be an id: it is empty [storage-string]"#]),
    Sample(
      "an id beside a storage string",
      text: #"{"version": 1, "namespace": "n", "keys": {"k": {"type": "Int?", "id": "a", "storageString": "b"}}}"#,
      expected: [
        #"1:71: error: `id` has no effect beside `storageString`; drop one of them [storage-string]"#,
        #"1:93: note: `storageString` is given here"#,
      ]),
    Sample(
      "one verbatim string twice",
      text: "{\"version\": 1, \"namespace\": \"n\", \"keys\": {\"a\": {\"type\": \"Int?\"},\n\"b\": {\"type\": \"Int?\", \"storageString\": \"n:a\"}}}",
      expected: [
        #"2:40: error: storage string `n:a` is already that of `N.a`; give one of them another `id` [storage-clash]"#,
        #"1:43: note: `N.a` has the same storage string"#,
      ]),
    Sample(
      "a length for a number",
      text: #"{"version": 1, "namespace": "n", "keys": {"k": {"type": "Int", "default": 0, "maxLength": 3}}}"#,
      expected: [#"1:91: error: `maxLength` is for String, not for this key's type [constraint]"#]),
    Sample(
      "a negative length",
      text: #"{"version": 1, "namespace": "n", "keys": {"k": {"type": "String", "default": "", "minLength": -1}}}"#,
      expected: [#"1:95: error: the value of `minLength` must be a whole number that is not negative, not the number -1 [value-shape]"#]),
    Sample(
      "lengths that cross",
      text: #"{"version": 1, "namespace": "n", "keys": {"k": {"type": "String?", "minLength": 4, "maxLength": 3}}}"#,
      expected: [
        #"1:97: error: `maxLength` is less than `minLength` [constraint]"#,
        #"1:81: note: `minLength` is given here"#,
      ]),
    Sample(
      "a default that is too short",
      text: #"{"version": 1, "namespace": "n", "keys": {"k": {"type": "String", "default": "ab", "minLength": 3}}}"#,
      expected: [
        #"1:78: error: the default breaks a constraint of its own key: it has 2 characters, fewer than 3 [default]"#,
        #"1:97: note: `minLength` is given here"#,
      ]),
    Sample(
      "a default that is too long",
      text: #"{"version": 1, "namespace": "n", "keys": {"k": {"type": "String", "default": "👨‍👩‍👧‍👦ab", "maxLength": 2}}}"#,
      expected: [
        #"1:78: error: the default breaks a constraint of its own key: it has 3 characters, more than 2 [default]"#,
        #"1:108: note: `maxLength` is given here"#,
      ]),
    Sample(
      "a pattern that is none",
      text: #"{"version": 1, "namespace": "n", "keys": {"k": {"type": "String?", "pattern": "a(b", "maxLength": 3}}}"#,
      expected: [#"1:79: error: `a(b` is not a regular expression that Swift can read [constraint]"#]),
    Sample(
      "a pattern for a number",
      text: #"{"version": 1, "namespace": "n", "keys": {"k": {"type": "Int?", "pattern": "a"}}}"#,
      expected: [#"1:76: error: `pattern` is for String, not for this key's type [constraint]"#]),
    Sample(
      "a pattern without a length",
      text: #"{"version": 1, "namespace": "n", "keys": {"k": {"type": "String?", "pattern": "[a-z]+"}}}"#,
      expected: [#"1:79: warning: a `pattern` without `maxLength`: matching a long text can take very long [pattern]"#]),
    Sample(
      "a default that does not match",
      text: #"{"version": 1, "namespace": "n", "keys": {"k": {"type": "String", "default": "A1", "pattern": "[a-z]+", "maxLength": 9}}}"#,
      expected: [
        #"1:78: error: the default breaks a constraint of its own key: it does not match `[a-z]+` [default]"#,
        #"1:95: note: `pattern` is given here"#,
      ]),
    Sample(
      "a pattern of nested groups",
      text: #"{"version": 1, "namespace": "n", "keys": {"k": {"type": "String?", "maxLength": 9, "pattern": "(((((((((((((((((((((((((((((((((((((((())))))))))))))))))))))))))))))))))))))))"}}}"#,
      expected: [#"1:95: error: `(((((((((((((((((((((((((((((((((((((((())))))))))))))))))))))))))))))))))))))))` is not a regular expression that Swift can read [constraint]"#]),
    Sample(
      "a pattern that is too long",
      text: #"{"version": 1, "namespace": "n", "keys": {"k": {"type": "String?", "maxLength": 9, "pattern": "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"}}}"#,
      expected: [#"1:95: error: a pattern is at most 1000 bytes long [constraint]"#]),
    Sample(
      "a count for a string",
      text: #"{"version": 1, "namespace": "n", "keys": {"k": {"type": "String?", "maxCount": 3}}}"#,
      expected: [#"1:80: error: `maxCount` is for arrays, sets and dictionaries, not for this key's type [constraint]"#]),
    Sample(
      "a default with too many elements",
      text: #"{"version": 1, "namespace": "n", "keys": {"k": {"type": "[Int]", "default": [1, 2, 3], "maxCount": 2}}}"#,
      expected: [
        #"1:77: error: the default breaks a constraint of its own key: it has 3 elements, more than 2 [default]"#,
        #"1:100: note: `maxCount` is given here"#,
      ]),
    Sample(
      "a dictionary with too many entries",
      text: #"{"version": 1, "namespace": "n", "keys": {"k": {"type": "[String: Int]", "default": {"a": 1}, "maxCount": 0}}}"#,
      expected: [
        #"1:85: error: the default breaks a constraint of its own key: it has 1 elements, more than 0 [default]"#,
        #"1:107: note: `maxCount` is given here"#,
      ]),
    Sample(
      "unique for a set",
      text: #"{"version": 1, "namespace": "n", "keys": {"k": {"type": "Set<Int>", "default": [], "unique": true}}}"#,
      expected: [#"1:94: error: `unique` is for arrays without structs, not for this key's type [constraint]"#]),
    Sample(
      "a default that is not unique",
      text: #"{"version": 1, "namespace": "n", "keys": {"k": {"type": "[Int]", "default": [1, 1], "unique": true}}}"#,
      expected: [
        #"1:77: error: the default breaks a constraint of its own key: an element is there twice [default]"#,
        #"1:95: note: `unique` is given here"#,
      ]),
    Sample(
      "nothing allowed",
      text: #"{"version": 1, "namespace": "n", "keys": {"k": {"type": "Int?", "allowed": []}}}"#,
      expected: [#"1:76: error: `allowed` lists no value [constraint]"#]),
    Sample(
      "allowed for an array",
      text: #"{"version": 1, "namespace": "n", "keys": {"k": {"type": "[Int]", "default": [], "allowed": [1]}}}"#,
      expected: [#"1:92: error: `allowed` is for single values, not for this key's type [constraint]"#]),
    Sample(
      "an allowed value of the wrong type",
      text: #"{"version": 1, "namespace": "n", "keys": {"k": {"type": "Int", "default": 1, "allowed": [1, "2"]}}}"#,
      expected: [#"1:93: error: expected a whole number, found a string [default]"#]),
    Sample(
      "an allowed value twice",
      text: #"{"version": 1, "namespace": "n", "keys": {"k": {"type": "Int", "default": 1, "allowed": [1, 2, 1]}}}"#,
      expected: [
        #"1:96: error: an element of a set given twice [default]"#,
        #"1:90: note: it is first given here"#,
      ]),
    Sample(
      "a default that is not allowed",
      text: #"{"version": 1, "namespace": "n", "keys": {"k": {"type": "Int", "default": 3, "allowed": [1, 2]}}}"#,
      expected: [
        #"1:75: error: the default breaks a constraint of its own key: 3 is not one of the allowed values [default]"#,
        #"1:89: note: `allowed` is given here"#,
      ]),
    Sample(
      "a hook of a key that is code",
      text: #"{"version": 1, "namespace": "n", "keys": {"k": {"type": "Int?", "willChange": "a.b()", "didChange": "1a"}}}"#,
      expected: [
        #"1:79: error: `a.b()` does not name a Swift function or type: expected identifiers joined by dots [symbol]"#,
        #"1:101: error: `1a` does not name a Swift function or type: expected identifiers joined by dots [symbol]"#,
      ]),
    Sample(
      "an unknown coding",
      text: #"{"version": 1, "namespace": "n", "keys": {"k": {"type": "Palette.Colour?", "coding": "codible"}}}"#,
      expected: [
        #"1:58: error: unknown type `Palette.Colour`; declare it under `types`, or say its `coding` if it is a type of yours [unknown-type]"#,
        #"1:86: error: `codible` is no value of `coding`; expected one of `convertible`, `rawValue`, `codable`, `codableJSON`; did you mean `codable`? [choice]"#,
      ]),
    Sample(
      "a coding of a known type",
      text: #"{"version": 1, "namespace": "n", "keys": {"k": {"type": "Int?", "coding": "codable"}}}"#,
      expected: [#"1:75: error: `coding` is for a type of your own; this type has one stored form [coding]"#]),
    Sample(
      "an own type without a coding",
      text: #"{"version": 1, "namespace": "n", "keys": {"k": {"type": "Palette.Colour?"}}}"#,
      expected: [#"1:58: error: unknown type `Palette.Colour`; declare it under `types`, or say its `coding` if it is a type of yours [unknown-type]"#]),
    Sample(
      "an own type inside another",
      text: #"{"version": 1, "namespace": "n", "keys": {"k": {"type": "[Palette.Colour]", "default": [], "coding": "codable"}}}"#,
      expected: [#"1:102: error: `codable` is for a type of your own by itself, not inside another; make it `convertible` [coding]"#]),
    Sample(
      "a literal of an own type",
      text: #"{"version": 1, "namespace": "n", "keys": {"k": {"type": "Palette.Colour", "default": "red", "coding": "rawValue"}}}"#,
      expected: [#"1:86: error: a value of `Palette.Colour` cannot be written in a schema; name a function: { "call": "Palette.Colour.init" } [coding]"#]),
    Sample(
      "a parameter of Double",
      text: #"{"version": 1, "namespace": "n", "keys": {"k": {"type": "Int?", "parameters": {"x": "Double"}}}}"#,
      expected: [#"1:85: error: a parameter is a String, a Bool, an integer, a UUID or an enum [parameters]"#]),
    Sample(
      "an optional parameter",
      text: #"{"version": 1, "namespace": "n", "keys": {"k": {"type": "Int?", "parameters": {"x": "Int?"}}}}"#,
      expected: [#"1:85: error: a parameter is a String, a Bool, an integer, a UUID or an enum [parameters]"#]),
    Sample(
      "no parameters",
      text: #"{"version": 1, "namespace": "n", "keys": {"k": {"type": "Int?", "parameters": {}}}}"#,
      expected: [#"1:79: error: `parameters` names none; drop it or name one [parameters]"#]),
    Sample(
      "a parameter with a capital",
      text: #"{"version": 1, "namespace": "n", "keys": {"k": {"type": "Int?", "parameters": {"Index": "Int"}}}}"#,
      expected: [#"1:80: error: `Index` cannot name a parameter: expected a name in lowerCamelCase; did you mean `index`? [name]"#]),
    Sample(
      "a parameter of no type",
      text: #"{"version": 1, "namespace": "n", "keys": {"k": {"type": "Int?", "parameters": {"index": 3}}}}"#,
      expected: [#"1:89: error: the value of `index` must be a type, not the number 3 [value-shape]"#]),
    Sample(
      "a stored default of a family",
      text: #"{"version": 1, "namespace": "n", "keys": {"k": {"type": "UUID", "parameters": {"x": "Int"}, "default": {"call": "UUID.init", "persist": "whenMissing"}}}}"#,
      expected: [#"1:104: error: a default that is stored is for a single key, not for a family [parameters]"#]),
    Sample(
      "a default call that is code",
      text: #"{"version": 1, "namespace": "n", "keys": {"k": {"type": "Int", "default": {"call": "f()"}}}}"#,
      expected: [#"1:84: error: `f()` does not name a Swift function or type: expected identifiers joined by dots [symbol]"#]),
    Sample(
      "a default call with an unknown word",
      text: #"{"version": 1, "namespace": "n", "keys": {"k": {"type": "Int", "default": {"call": "f", "presist": "never"}}}}"#,
      expected: [#"1:89: error: a default that calls a function has no word `presist`; did you mean `persist`? [unknown-word]"#]),
    Sample(
      "an unknown persistence",
      text: #"{"version": 1, "namespace": "n", "keys": {"k": {"type": "Int", "default": {"call": "f", "persist": "always"}}}}"#,
      expected: [#"1:100: error: `always` is no value of `persist`; expected one of `never`, `whenMissing` [choice]"#]),
    Sample(
      "an unknown sensitivity",
      text: #"{"version": 1, "namespace": "n", "keys": {"k": {"type": "Int?", "sensitivity": "secrt"}}}"#,
      expected: [#"1:80: error: `secrt` is no value of `sensitivity`; expected one of `public`, `private`, `secret`; did you mean `secret`? [choice]"#]),
    Sample(
      "a day that does not exist",
      text: #"{"version": 1, "namespace": "n", "keys": {"k": {"type": "Int?", "expires": "2026-02-30"}}}"#,
      expected: [#"1:76: error: expected a day as in "2026-12-31", found "2026-02-30" [default]"#]),
    Sample(
      "a blank owner",
      text: #"{"version": 1, "namespace": "n", "keys": {"k": {"type": "Int?", "owner": "", "since": " "}}}"#,
      expected: [
        #"1:74: error: the value of `owner` is empty [value-shape]"#,
        #"1:87: error: the value of `since` is empty [value-shape]"#,
      ]),
    Sample(
      "tags of the wrong form",
      text: #"{"version": 1, "namespace": "n", "keys": {"k": {"type": "Int?", "tags": "a"}}}"#,
      expected: [#"1:73: error: the value of `tags` must be an array, each element a string, not a string [value-shape]"#]),
    Sample(
      "a time to live of zero",
      text: #"{"version": 1, "namespace": "n", "keys": {"k": {"type": "Int?", "ttl": 0}}}"#,
      expected: [#"1:72: error: expected a number of seconds above 0, found the number 0 [default]"#]),
    Sample(
      "a cost with a fraction",
      text: #"{"version": 1, "namespace": "n", "keys": {"k": {"type": "Int?", "cost": 0.5}}}"#,
      expected: [#"1:73: error: the value of `cost` must be a whole number that is not negative, not the number 0.5 [value-shape]"#]),
    Sample(
      "a former key twice",
      text: #"{"version": 1, "namespace": "n", "keys": {"k": {"type": "Int?", "formerKeys": ["a", "a"]}}}"#,
      expected: [
        #"1:85: error: an element of a set given twice [default]"#,
        #"1:80: note: it is first given here"#,
      ]),
    Sample(
      "a former key that is the present one",
      text: #"{"version": 1, "namespace": "n", "keys": {"k": {"type": "Int?", "formerKeys": ["n:k"]}}}"#,
      expected: [#"1:80: error: former key `n:k` is the key's own storage string [migration]"#]),
    Sample(
      "a migration without a former key",
      text: #"{"version": 1, "namespace": "n", "keys": {"k": {"type": "Int?", "migrate": "A.b"}}}"#,
      expected: [#"1:76: error: `migrate` needs `formerKeys`: the strings of the older values [migration]"#]),
    Sample(
      "an id that is reserved",
      text: "{\"version\": 1, \"namespace\": \"n\", \"reserved\": [\"k\"],\n\"keys\": {\"k\": {\"type\": \"Int?\"}}}",
      expected: [
        #"2:10: error: id `k` is reserved: a key that is gone had it; choose another [reserved-id]"#,
        #"1:47: note: `reserved` is given here"#,
      ]),
    Sample(
      "a suppression of an error",
      text: #"{"version": 1, "namespace": "n", "keys": {"k": {"type": "Int?", "suppress": ["json"]}}}"#,
      expected: [#"1:78: error: rule `json` is an error and cannot be suppressed [suppress]"#]),
    Sample(
      "a suppression of nothing known",
      text: #"{"version": 1, "namespace": "n", "keys": {"k": {"type": "Int?", "suppress": ["patern"]}}}"#,
      expected: [#"1:78: error: unknown rule `patern`; did you mean `pattern`? [suppress]"#]),
    Sample(
      "a suppression that suppresses nothing",
      text: #"{"version": 1, "namespace": "n", "keys": {"k": {"type": "Int?", "suppress": ["pattern"]}}}"#,
      expected: [#"1:78: warning: nothing here is reported under `pattern`; drop the word [unused-suppression]"#]),
    Sample(
      "an enum of mixed raw values",
      text: #"{"version": 1, "namespace": "n", "types": {"T": {"enum": {"a": 1, "b": "x"}}}}"#,
      expected: [#"1:72: error: expected a whole number, found a string [default]"#]),
    Sample(
      "an enum with a raw value missing",
      text: #"{"version": 1, "namespace": "n", "types": {"T": {"enum": {"a": 1, "b": {"summary": "x"}}}}}"#,
      expected: [#"1:67: error: case `b` has no raw value; where one case has an integer, all need one [enum]"#]),
    Sample(
      "a raw value twice",
      text: #"{"version": 1, "namespace": "n", "types": {"T": {"enum": {"a": "x", "b": "x"}}}}"#,
      expected: [
        #"1:74: error: raw value "x" is given to two cases [enum]"#,
        #"1:64: note: it is first given here"#,
      ]),
    Sample(
      "a case that generated code needs",
      text: #"{"version": 1, "namespace": "n", "types": {"T": {"enum": ["allCases"]}}}"#,
      expected: [#"1:59: error: `allCases` is reserved: generated enums have a member of that name [reserved-name]"#]),
    Sample(
      "an unknown word of a case",
      text: #"{"version": 1, "namespace": "n", "types": {"T": {"enum": {"a": {"raw": 1}}}}}"#,
      expected: [#"1:65: error: a case has no word `raw` [unknown-word]"#]),
    Sample(
      "a field with an unknown word",
      text: #"{"version": 1, "namespace": "n", "types": {"T": {"struct": {"a": {"type": "Int", "defautl": 1}}}}}"#,
      expected: [#"1:82: error: a field has no word `defautl`; did you mean `default`? [unknown-word]"#]),
    Sample(
      "a field without a type",
      text: #"{"version": 1, "namespace": "n", "types": {"T": {"struct": {"a": {"default": 1}}}}}"#,
      expected: [#"1:66: error: a field needs the word `type` [missing-word]"#]),
    Sample(
      "a field with a wrong default",
      text: #"{"version": 1, "namespace": "n", "types": {"T": {"struct": {"a": {"type": "Int", "default": "1"}}}}}"#,
      expected: [#"1:93: error: expected a whole number, found a string [default]"#]),
    Sample(
      "a field with a default that has no literal",
      text: #"{"version": 1, "namespace": "n", "types": {"T": {"struct": {"a": {"type": "Date", "default": "2026-01-01T00:00:00Z"}}}}}"#,
      expected: [#"1:94: error: a field of this type has no default in a schema; make it optional [struct]"#]),
    Sample(
      "an optional field with a default",
      text: #"{"version": 1, "namespace": "n", "types": {"T": {"struct": {"a": {"type": "Int?", "default": 1}}}}}"#,
      expected: [#"1:94: error: an optional key has no default: what is absent reads as nil; drop the `?` or the default [optional]"#]),
    Sample(
      "a type beside a values struct",
      text: #"{"version": 1, "namespace": "n", "values": true, "types": {"Values": {"enum": ["a"]}}}"#,
      expected: [
        #"1:60: error: `Values` is declared twice [name-clash]"#,
        #"1:44: note: `Values` is declared here"#,
      ]),
    Sample(
      "values without a namespace",
      text: #"{"version": 1, "values": true}"#,
      expected: [#"1:26: error: `values` needs a namespace, and this file declares none [namespace-merge]"#]),
  ]
}
