/// Mistakes of one kind, each with the exact words that it gets.
extension Sample {
  static let types: [Sample] = [
    Sample(
      "an unknown type",
      text: #"{"version": 1, "namespace": "n", "keys": {"k": {"type": "Strng", "default": ""}}}"#,
      expected: [#"1:58: error: unknown type `Strng`; did you mean `String`? [unknown-type]"#]),
    Sample(
      "a type with nothing near",
      text: #"{"version": 1, "namespace": "n", "keys": {"k": {"type": "Foo", "default": ""}}}"#,
      expected: [#"1:58: error: unknown type `Foo`; declare it under `types`, or say its `coding` if it is a type of yours [unknown-type]"#]),
    Sample(
      "a familiar name of another language",
      text: #"{"version": 1, "namespace": "n", "keys": {"k": {"type": "Boolean", "default": true}}}"#,
      expected: [#"1:58: error: unknown type `Boolean`; did you mean `Bool`? [unknown-type]"#]),
    Sample(
      "a wrong word inside a type",
      text: #"{"version": 1, "namespace": "n", "keys": {"k": {"type": "Dictionry<String, Int>", "default": {}}}}"#,
      expected: [#"1:58: error: unknown type `Dictionry`; did you mean `Dictionary`? [unknown-type]"#]),
    Sample(
      "a wrong word deep inside a type",
      text: #"{"version": 1, "namespace": "n", "keys": {"k": {"type": "[String: [Set<Itn>]]", "default": {}}}}"#,
      expected: [#"1:72: error: unknown type `Itn`; did you mean `Int`? [unknown-type]"#]),
    Sample(
      "a wrong word after an escape",
      text: #"{"version": 1, "namespace": "n", "keys": {"k": {"type": "[\u0053tring: Itn]", "default": {}}}}"#,
      expected: [#"1:72: error: unknown type `Itn`; did you mean `Int`? [unknown-type]"#]),
    Sample(
      "an empty type",
      text: #"{"version": 1, "namespace": "n", "keys": {"k": {"type": ""}}}"#,
      expected: [#"1:58: error: in a type: expected a type, found the end of the type [type-syntax]"#]),
    Sample(
      "an open bracket",
      text: #"{"version": 1, "namespace": "n", "keys": {"k": {"type": "[Int", "default": []}}}"#,
      expected: [#"1:62: error: in a type: expected `]`, found the end of the type [type-syntax]"#]),
    Sample(
      "a stray bracket",
      text: #"{"version": 1, "namespace": "n", "keys": {"k": {"type": "Int]", "default": 1}}}"#,
      expected: [#"1:61: error: in a type: expected the end of the type, found `]` [type-syntax]"#]),
    Sample(
      "an open angle bracket",
      text: #"{"version": 1, "namespace": "n", "keys": {"k": {"type": "Set<Int", "default": []}}}"#,
      expected: [#"1:65: error: in a type: expected `>`, found the end of the type [type-syntax]"#]),
    Sample(
      "a missing value type",
      text: #"{"version": 1, "namespace": "n", "keys": {"k": {"type": "[String:]", "default": {}}}}"#,
      expected: [#"1:66: error: in a type: expected a type, found `]` [type-syntax]"#]),
    Sample(
      "code for a type",
      text: #"{"version": 1, "namespace": "n", "keys": {"k": {"type": "Int; fatalError()", "default": 1}}}"#,
      expected: [#"1:61: error: in a type: expected the end of the type, found `;` [type-syntax]"#]),
    Sample(
      "a keyword for a type",
      text: #"{"version": 1, "namespace": "n", "keys": {"k": {"type": "Any", "default": 1}}}"#,
      expected: [#"1:58: error: in a type: expected a type name, found `Any` [type-syntax]"#]),
    Sample(
      "too many arguments",
      text: #"{"version": 1, "namespace": "n", "keys": {"k": {"type": "Set<Int, Int>", "default": []}}}"#,
      expected: [#"1:58: error: `Set` takes 1 type in angle brackets, found 2 [type-rule]"#]),
    Sample(
      "no arguments",
      text: #"{"version": 1, "namespace": "n", "keys": {"k": {"type": "Array", "default": []}}}"#,
      expected: [#"1:58: error: `Array` takes 1 type in angle brackets, found 0 [type-rule]"#]),
    Sample(
      "an optional of an optional",
      text: #"{"version": 1, "namespace": "n", "keys": {"k": {"type": "Int??"}}}"#,
      expected: [#"1:58: error: an optional of an optional: absence has one meaning; write one `?` [optional]"#]),
    Sample(
      "an optional in an array",
      text: #"{"version": 1, "namespace": "n", "keys": {"k": {"type": "[Int?]", "default": []}}}"#,
      expected: [#"1:59: error: an optional inside another type: a property list has no null; leave the element out instead [optional]"#]),
    Sample(
      "an optional in a set",
      text: #"{"version": 1, "namespace": "n", "keys": {"k": {"type": "Set<Optional<Int>>", "default": []}}}"#,
      expected: [#"1:62: error: an optional inside another type: a property list has no null; leave the element out instead [optional]"#]),
    Sample(
      "a set of structs",
      text: #"{"version": 1, "namespace": "n", "types": {"P": {"struct": {"a": "Int"}}}, "keys": {"k": {"type": "Set<P>", "default": []}}}"#,
      expected: [#"1:104: error: the elements of a set must be hashable: scalars, enums, or collections of them [type-rule]"#]),
    Sample(
      "a dictionary by Double",
      text: #"{"version": 1, "namespace": "n", "keys": {"k": {"type": "[Double: Int]", "default": {}}}}"#,
      expected: [#"1:59: error: the keys of a dictionary must be String, an integer, or an enum [type-rule]"#]),
    Sample(
      "a type nested too deeply",
      text: #"{"version": 1, "namespace": "n", "keys": {"k": {"type": "[[[[[[[[[[[[[[[[[[[[Int]]]]]]]]]]]]]]]]]]]]", "default": []}}}"#,
      expected: [#"1:74: error: a type nested more than 16 deep [limit]"#]),
    Sample(
      "a type of a sister namespace",
      text: #"{"version": 1, "namespaces": {"a": {"types": {"T": {"enum": ["x"]}}}, "b": {"keys": {"k": {"type": "T?"}}}}}"#,
      expected: [#"1:101: error: unknown type `T`; declare it under `types`, or say its `coding` if it is a type of yours [unknown-type]"#]),
    Sample(
      "an enum without cases",
      text: #"{"version": 1, "namespace": "n", "types": {"T": {"enum": []}}}"#,
      expected: [#"1:58: error: an enum needs at least one case [enum]"#]),
    Sample(
      "a struct without fields",
      text: #"{"version": 1, "namespace": "n", "types": {"T": {"struct": {}}}}"#,
      expected: [#"1:60: error: a struct needs at least one field [struct]"#]),
    Sample(
      "a type of two kinds",
      text: #"{"version": 1, "namespace": "n", "types": {"T": {"struct": {"a": "Int"}, "enum": ["a"]}}}"#,
      expected: [#"1:44: error: type `T` needs either `enum` or `struct`, not both [type-rule]"#]),
    Sample(
      "a type of no kind",
      text: #"{"version": 1, "namespace": "n", "types": {"T": {"summary": "x"}}}"#,
      expected: [#"1:44: error: type `T` needs `enum` or `struct` [type-rule]"#]),
    Sample(
      "a struct that holds itself",
      text: "{\"version\": 1, \"namespace\": \"n\", \"types\": {\"A\": {\"struct\": {\"b\": \"B\"}},\n\"B\": {\"struct\": {\"a\": \"A?\"}}}}",
      expected: [
        #"1:44: error: struct `A` holds itself; put an array between [recursive-type]"#,
        #"2:1: error: struct `B` holds itself; put an array between [recursive-type]"#,
      ]),
    Sample(
      "a field of an unknown type",
      text: #"{"version": 1, "namespace": "n", "types": {"T": {"struct": {"a": "Dobule"}}}}"#,
      expected: [#"1:67: error: unknown type `Dobule`; did you mean `Double`? [unknown-type]"#]),
  ]
}
