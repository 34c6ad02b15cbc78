/// Mistakes of one kind, each with the exact words that it gets.
extension Sample {
  static let text: [Sample] = [
    Sample(
      "an empty file",
      bytes: [],
      expected: [#"1:1: error: the file is empty; a schema is a JSON object: { "version": 1 } [json]"#]),
    Sample(
      "white space alone",
      bytes: [0x20, 0x0A, 0x09],
      expected: [#"1:1: error: the file is empty; a schema is a JSON object: { "version": 1 } [json]"#]),
    Sample(
      "a byte order mark",
      bytes: [0xEF, 0xBB, 0xBF, 0x7B, 0x22, 0x76, 0x65, 0x72, 0x73, 0x69, 0x6F, 0x6E, 0x22, 0x3A, 0x20, 0x31, 0x7D],
      expected: [#"1:1: error: the file begins with a byte order mark (UTF-8); save it as UTF-8 without one [encoding]"#]),
    Sample(
      "UTF-16",
      bytes: [0xFF, 0xFE, 0x7B, 0x00],
      expected: [#"1:1: error: the file begins with a byte order mark (UTF-16); save it as UTF-8 without one [encoding]"#]),
    Sample(
      "bytes that are not UTF-8",
      bytes: [0x7B, 0x22, 0x76, 0x65, 0x72, 0x73, 0x69, 0x6F, 0x6E, 0x22, 0x3A, 0x20, 0x31, 0x2C, 0x20, 0x22, 0x73, 0x75, 0x6D, 0x6D, 0x61, 0x72, 0x79, 0x22, 0x3A, 0x20, 0x22, 0xFF, 0x22, 0x7D],
      expected: [#"1:28: error: byte 0xFF is not valid UTF-8 here; save the file as UTF-8 [encoding]"#]),
    Sample(
      "an overlong sequence",
      bytes: [0x7B, 0x22, 0x76, 0x65, 0x72, 0x73, 0x69, 0x6F, 0x6E, 0x22, 0x3A, 0x20, 0x31, 0x2C, 0x0A, 0x20, 0x22, 0x73, 0x75, 0x6D, 0x6D, 0x61, 0x72, 0x79, 0x22, 0x3A, 0x20, 0x22, 0xC0, 0xAF, 0x22, 0x7D],
      expected: [#"2:14: error: byte 0xC0 is not valid UTF-8 here; save the file as UTF-8 [encoding]"#]),
    Sample(
      "an encoded surrogate",
      bytes: [0x7B, 0x22, 0x76, 0x65, 0x72, 0x73, 0x69, 0x6F, 0x6E, 0x22, 0x3A, 0x20, 0x31, 0x2C, 0x20, 0x22, 0x73, 0x75, 0x6D, 0x6D, 0x61, 0x72, 0x79, 0x22, 0x3A, 0x20, 0x22, 0xED, 0xA0, 0x80, 0x22, 0x7D],
      expected: [#"1:28: error: byte 0xED is not valid UTF-8 here; save the file as UTF-8 [encoding]"#]),
    Sample(
      "a cut sequence",
      bytes: [0x7B, 0x22, 0x76, 0x65, 0x72, 0x73, 0x69, 0x6F, 0x6E, 0x22, 0x3A, 0x20, 0x31, 0x7D, 0x20, 0xE2, 0x82],
      expected: [#"1:16: error: byte 0xE2 is not valid UTF-8 here; save the file as UTF-8 [encoding]"#]),
    Sample(
      "a line comment",
      text: "{\n  \"version\": 1 // one\n}",
      expected: [#"2:16: error: JSON has no comments; use "summary", "discussion" or a member "x-…" [comment]"#]),
    Sample(
      "a block comment",
      text: "{ /* a\nb */ \"version\": 1 }",
      expected: [#"1:3: error: JSON has no comments; use "summary", "discussion" or a member "x-…" [comment]"#]),
    Sample(
      "a hash comment",
      text: "# x\n{ \"version\": 1 }",
      expected: [#"1:1: error: JSON has no comments; use "summary", "discussion" or a member "x-…" [comment]"#]),
    Sample(
      "a block comment without an end",
      text: #"{ "version": 1 /* }"#,
      expected: [#"1:16: error: JSON has no comments; use "summary", "discussion" or a member "x-…" [comment]"#]),
    Sample(
      "a trailing comma in an object",
      text: #"{ "version": 1, }"#,
      expected: [#"1:15: error: a comma before the end of a list; JSON has none there [trailing-comma]"#]),
    Sample(
      "a trailing comma in an array",
      text: #"{ "version": 1, "imports": ["A",] }"#,
      expected: [#"1:32: error: a comma before the end of a list; JSON has none there [trailing-comma]"#]),
    Sample(
      "a missing comma",
      text: "{ \"version\": 1\n  \"keys\": {} }",
      expected: [#"1:15: error: a comma is missing between two members [json]"#]),
    Sample(
      "a missing colon",
      text: #"{ "version" 1 }"#,
      expected: [#"1:13: error: expected `:` after the member name, found `1` [json]"#]),
    Sample(
      "a missing brace",
      text: #"{ "version": 1"#,
      expected: [#"1:15: error: expected `,` or `}` after a member, found the end of the file [json]"#]),
    Sample(
      "a wrong bracket",
      text: #"{ "version": 1, "imports": ["A"} }"#,
      expected: [#"1:32: error: expected `,` or `]` after an element, found `}` [json]"#]),
    Sample(
      "single quotes",
      text: #"{ 'version': 1 }"#,
      expected: [#"1:3: error: expected a member name in double quotes, found `'` [json]"#]),
    Sample(
      "a bare name",
      text: #"{ version: 1 }"#,
      expected: [#"1:3: error: expected a member name in double quotes, found `version` [json]"#]),
    Sample(
      "a second value",
      text: #"{ "version": 1 } {}"#,
      expected: [#"1:18: error: expected nothing after the schema's object, found `{` [json]"#]),
    Sample(
      "a capital literal",
      text: #"{ "version": 1, "keys": { "k": { "type": "Bool", "default": True } } }"#,
      expected: [#"1:61: error: expected a JSON value, found `True`; did you mean `true`? [json]"#]),
    Sample(
      "NaN",
      text: #"{ "version": 1, "keys": { "k": { "type": "Double", "default": NaN } } }"#,
      expected: [#"1:63: error: expected a JSON value, found `NaN` [json]"#]),
    Sample(
      "a duplicate member",
      text: "{ \"version\": 1,\n  \"summary\": \"a\",\n  \"summary\": \"b\", \"namespace\": \"n\" }",
      expected: [
        #"3:3: error: member `summary` is given twice in one object [duplicate-member]"#,
        #"2:3: note: it is first given here"#,
      ]),
    Sample(
      "a duplicate member by escape",
      text: #"{ "version": 1, "namespace": "n", "keys": {}, "k\u0065ys": {} }"#,
      expected: [
        #"1:47: error: member `keys` is given twice in one object [duplicate-member]"#,
        #"1:35: note: it is first given here"#,
      ]),
    Sample(
      "a bad escape",
      text: #"{ "version": 1, "summary": "\x41", "namespace": "n" }"#,
      expected: [#"1:29: error: `\x` is not an escape of JSON; a backslash is `\\` [escape]"#]),
    Sample(
      "a short unicode escape",
      text: #"{ "version": 1, "summary": "\u12", "namespace": "n" }"#,
      expected: [#"1:29: error: `\u` needs four hexadecimal digits [escape]"#]),
    Sample(
      "a lone high surrogate",
      text: #"{ "version": 1, "summary": "\uD83D!", "namespace": "n" }"#,
      expected: [#"1:29: error: `\uD83D` is one half of a surrogate pair; the other half is missing [escape]"#]),
    Sample(
      "a lone low surrogate",
      text: #"{ "version": 1, "summary": "\uDE00", "namespace": "n" }"#,
      expected: [#"1:29: error: `\uDE00` is one half of a surrogate pair; the other half is missing [escape]"#]),
    Sample(
      "a tab in a string",
      text: "{ \"version\": 1, \"summary\": \"a\tb\", \"namespace\": \"n\" }",
      expected: [#"1:30: error: a control character (0x09) in a string; write it as `\u0009` [json]"#]),
    Sample(
      "a line end in a string",
      text: "{ \"version\": 1, \"summary\": \"a\nb\" }",
      expected: [#"1:28: error: a string that does not end on its line [json]"#]),
    Sample(
      "a string without an end",
      text: #"{ "version": 1, "summary": "a"#,
      expected: [#"1:28: error: a string that does not end on its line [json]"#]),
    Sample(
      "a leading zero",
      text: #"{ "version": 01 }"#,
      expected: [#"1:14: error: `01` is no number: a number has no leading zeros [number]"#]),
    Sample(
      "a plus sign",
      text: #"{ "version": +1 }"#,
      expected: [#"1:14: error: `+1` is no number: a number has no leading `+` [number]"#]),
    Sample(
      "a bare fraction",
      text: #"{ "version": .5 }"#,
      expected: [#"1:14: error: `.5` is no number: a digit is missing before `.`, an exponent or the end [number]"#]),
    Sample(
      "a cut fraction",
      text: #"{ "version": 1. }"#,
      expected: [#"1:14: error: `1.` is no number: a digit must follow `.` [number]"#]),
    Sample(
      "a cut exponent",
      text: #"{ "version": 1e }"#,
      expected: [#"1:14: error: `1e` is no number: the exponent has no digits [number]"#]),
    Sample(
      "a hexadecimal number",
      text: #"{ "version": 0x1 }"#,
      expected: [#"1:14: error: `0x1` is no number: it is not a decimal number [number]"#]),
    Sample(
      "deep nesting",
      bytes: Array((#"{ "version": 1, "x-a": "# + String(repeating: "[", count: 130)).utf8),
      expected: [#"1:151: error: arrays and objects are nested more than 128 deep [limit]"#]),
    Sample(
      "a column after a wide letter",
      text: #"{ "version": 1, "namespace": "n", "summary": "é😀", "wrong": 1 }"#,
      expected: [#"1:53: error: a schema file has no word `wrong` [unknown-word]"#]),
  ]
}
