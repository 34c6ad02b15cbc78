/// Mistakes of one kind, each with the exact words that it gets.
extension Sample {
  static let names: [Sample] = [
    Sample(
      "a key with a capital",
      text: #"{"version": 1, "namespace": "n", "keys": {"Volume": {"type": "Int?"}}}"#,
      expected: [#"1:43: error: `Volume` cannot name a key: expected a name in lowerCamelCase; did you mean `volume`? [name]"#]),
    Sample(
      "a key with an underscore",
      text: #"{"version": 1, "namespace": "n", "keys": {"max_volume": {"type": "Int?"}}}"#,
      expected: [#"1:43: error: `max_volume` cannot name a key: expected a name in lowerCamelCase; did you mean `maxVolume`? [name]"#]),
    Sample(
      "a key with a hyphen",
      text: #"{"version": 1, "namespace": "n", "keys": {"max-volume": {"type": "Int?"}}}"#,
      expected: [#"1:43: error: `max-volume` cannot name a key: expected a name in lowerCamelCase; did you mean `maxVolume`? [name]"#]),
    Sample(
      "a key with a space",
      text: #"{"version": 1, "namespace": "n", "keys": {"a b": {"type": "Int?"}}}"#,
      expected: [#"1:43: error: `a b` cannot name a key: expected a name in lowerCamelCase; did you mean `aB`? [name]"#]),
    Sample(
      "a key that starts with a digit",
      text: #"{"version": 1, "namespace": "n", "keys": {"2nd": {"type": "Int?"}}}"#,
      expected: [#"1:43: error: `2nd` cannot name a key: expected a name in lowerCamelCase [name]"#]),
    Sample(
      "an empty key",
      text: #"{"version": 1, "namespace": "n", "keys": {"": {"type": "Int?"}}}"#,
      expected: [#"1:43: error: `` cannot name a key: expected a name in lowerCamelCase [name]"#]),
    Sample(
      "a key with an invisible letter",
      bytes: Array("{\"version\": 1, \"namespace\": \"n\", \"keys\": {\"a\u{200B}b\": {\"type\": \"Int?\"}}}".utf8),
      expected: [#"1:43: error: `a\u{200B}b` cannot name a key: expected a name in lowerCamelCase [name]"#]),
    Sample(
      "a key with an emoji",
      text: #"{"version": 1, "namespace": "n", "keys": {"😀": {"type": "Int?"}}}"#,
      expected: [#"1:43: error: `😀` cannot name a key: expected a name in lowerCamelCase [name]"#]),
    Sample(
      "a namespace with a capital",
      text: #"{"version": 1, "namespace": "Player"}"#,
      expected: [#"1:30: error: `Player` cannot name a namespace: expected a name in lowerCamelCase; did you mean `player`? [name]"#]),
    Sample(
      "an empty part of a namespace",
      text: #"{"version": 1, "namespace": "a..b"}"#,
      expected: [#"1:32: error: `` cannot name a namespace: expected a name in lowerCamelCase [name]"#]),
    Sample(
      "a nested namespace with a bad name",
      text: #"{"version": 1, "namespace": "n", "namespaces": {"my-space": {}}}"#,
      expected: [#"1:49: error: `my-space` cannot name a namespace: expected a name in lowerCamelCase; did you mean `mySpace`? [name]"#]),
    Sample(
      "a type in lower case",
      text: #"{"version": 1, "namespace": "n", "types": {"theme": {"enum": ["a"]}}}"#,
      expected: [#"1:44: error: `theme` cannot name a type: expected a name in UpperCamelCase; did you mean `Theme`? [name]"#]),
    Sample(
      "a case with a capital",
      text: #"{"version": 1, "namespace": "n", "types": {"T": {"enum": ["Dark"]}}}"#,
      expected: [#"1:59: error: `Dark` cannot name a case: expected a name in lowerCamelCase; did you mean `dark`? [name]"#]),
    Sample(
      "a field with an underscore",
      text: #"{"version": 1, "namespace": "n", "types": {"T": {"struct": {"a_b": "Int"}}}}"#,
      expected: [#"1:61: error: `a_b` cannot name a field: expected a name in lowerCamelCase; did you mean `aB`? [name]"#]),
    Sample(
      "a key that generated code needs",
      text: #"{"version": 1, "namespace": "n", "keys": {"allKeys": {"type": "Int?"}}}"#,
      expected: [#"1:43: error: `allKeys` is reserved: generated namespaces have a member of that name [reserved-name]"#]),
    Sample(
      "a namespace that hides a member",
      text: #"{"version": 1, "namespace": "a.parent"}"#,
      expected: [#"1:32: error: `Parent` is reserved: generated namespaces have a member of that name [reserved-name]"#]),
    Sample(
      "a namespace named for the module",
      text: #"{"version": 1, "namespace": "module"}"#,
      expected: [#"1:30: error: `Module` is reserved: it is the name of the module [reserved-name]"#]),
    Sample(
      "a namespace that hides a type",
      text: #"{"version": 1, "namespace": "data"}"#,
      expected: [#"1:30: error: `Data` is reserved: it would hide the `Data` that generated code needs [reserved-name]"#]),
    Sample(
      "a namespace that hides the library",
      text: #"{"version": 1, "namespace": "swift"}"#,
      expected: [#"1:30: error: `Swift` is reserved: it would hide the `Swift` that generated code needs [reserved-name]"#]),
    Sample(
      "a type with the name of a library type",
      text: #"{"version": 1, "namespace": "n", "types": {"Int": {"enum": ["a"]}}}"#,
      expected: [#"1:44: error: `Int` is reserved: schemas use it for a type of the library [reserved-name]"#]),
    Sample(
      "a root key the registry needs",
      text: #"{"version": 1, "keys": {"namespaces": {"type": "Int?"}}}"#,
      expected: [#"1:25: error: `namespaces` is reserved: the registry, which holds keys without a namespace, has it [reserved-name]"#]),
    Sample(
      "keys that differ in case",
      text: "{\"version\": 1, \"namespace\": \"n\", \"keys\": {\"fooBar\": {\"type\": \"Int?\"},\n\"foobar\": {\"type\": \"Int?\", \"id\": \"x\"}}}",
      expected: [
        #"2:1: error: `foobar` and `fooBar` differ only in case or in how letters are composed [name-clash]"#,
        #"1:43: note: `fooBar` is declared here"#,
      ]),
    Sample(
      "keys that differ in composition",
      bytes: Array("{\"version\": 1, \"namespace\": \"n\", \"keys\": {\"é\": {\"type\": \"Int?\"},\n\"e\u{301}\": {\"type\": \"Int?\"}}}".utf8),
      expected: [
        #"2:1: error: `é` is declared twice [name-clash]"#,
        #"1:43: note: `é` is declared here"#,
      ]),
    Sample(
      "a key and a namespace",
      text: #"{"version": 1, "namespace": "n", "namespaces": {"cats": {}}, "keys": {"cats": {"type": "Int?"}}}"#,
      expected: [
        #"1:71: error: `cats` and `Cats` differ only in case or in how letters are composed [name-clash]"#,
        #"1:49: note: `Cats` is declared here"#,
      ]),
    Sample(
      "a type and a namespace",
      text: #"{"version": 1, "namespace": "n", "types": {"Cats": {"enum": ["a"]}}, "namespaces": {"cats": {}}}"#,
      expected: [
        #"1:85: error: `Cats` is declared twice [name-clash]"#,
        #"1:44: note: `Cats` is declared here"#,
      ]),
    Sample(
      "a case twice",
      text: #"{"version": 1, "namespace": "n", "types": {"T": {"enum": ["a", "b", "a"]}}}"#,
      expected: [
        #"1:69: error: `a` is declared twice [name-clash]"#,
        #"1:59: note: `a` is declared here"#,
      ]),
    Sample(
      "one storage string twice",
      text: "{\"version\": 1, \"namespace\": \"n\", \"keys\": {\"a\": {\"type\": \"Int?\"},\n\"b\": {\"type\": \"Int?\", \"id\": \"a\"}}}",
      expected: [
        #"2:29: error: storage string `n:a` is already that of `N.a`; give one of them another `id` [storage-clash]"#,
        #"1:43: note: `N.a` has the same storage string"#,
      ]),
    Sample(
      "the library’s own storage string",
      text: #"{"version": 1, "keys": {"keywright": {"type": "Int?"}}}"#,
      expected: [#"1:25: error: storage string `keywright` is reserved: the library keeps its own records below `keywright` [storage-string]"#]),
    Sample(
      "an empty id",
      text: #"{"version": 1, "namespace": "n", "keys": {"a": {"type": "Int?", "id": ""}}}"#,
      expected: [#"1:71: error: `` cannot be an id: it is empty [storage-string]"#]),
    Sample(
      "an id with a control",
      text: #"{"version": 1, "namespace": "n", "keys": {"a": {"type": "Int?", "id": "a\u0000"}}}"#,
      expected: [#"1:71: error: `a\u{0}` cannot be an id: it holds a control character [storage-string]"#]),
    Sample(
      "a namespace nested too deeply",
      text: #"{"version": 1, "namespace": "a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a"}"#,
      expected: [#"1:62: error: namespaces are nested more than 16 deep [limit]"#]),
    Sample(
      "an access wider than the namespace",
      text: #"{"version": 1, "namespace": "n", "access": "internal", "keys": {"k": {"type": "Int?", "access": "public"}}}"#,
      expected: [#"1:97: error: `k` cannot be public inside a namespace that is internal [access]"#]),
  ]
}
