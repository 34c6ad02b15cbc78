extension Sample {
  private static let empty =
    #"1:1: error: the file is empty; a schema is a JSON object: { "version": 1 } [json]"#
  private static let prefix = Array(#"{"version": 1, "summary": ""#.utf8)

  private static func mark(_ encoding: String) -> String {
    "1:1: error: the file begins with a byte order mark (\(encoding)); "
      + "save it as UTF-8 without one [encoding]"
  }

  private static func invalid(_ place: String, _ byte: String) -> String {
    "\(place): error: byte \(byte) is not valid UTF-8 here; save the file as UTF-8 [encoding]"
  }

  /// Mistakes that a text file cannot show.
  static let binary: [Sample] = [
    Sample(
      "a file of somebody's secrets", text: "hunter2 is a password",
      expected: ["1:1: error: expected a JSON value, found text that is no JSON [json]"]),
    Sample(
      "a number that is a secret", text: "12345-hunter2",
      expected: ["1:1: error: expected a JSON value, found text that is no JSON [json]"]),
    Sample(
      "a secret in braces", text: "{ hunter2 }",
      expected: [
        "1:3: error: expected a member name in double quotes, found text that is no JSON [json]"
      ]),
    Sample(
      "a secret after a colon", text: #"{ "password": hunter2 }"#,
      expected: ["1:15: error: expected a JSON value, found text that is no JSON [json]"]),
    Sample(
      "a secret that is JSON", text: "123456",
      expected: [
        "1:1: error: the value of a schema file must be an object, not a number [value-shape]"
      ]),
    Sample("an empty file", bytes: [], expected: [empty]),
    Sample("white space alone", bytes: [0x20, 0x0A, 0x09], expected: [empty]),
    Sample(
      "a byte order mark", bytes: [0xEF, 0xBB, 0xBF] + prefix, expected: [mark("UTF-8")]),
    Sample("UTF-16", bytes: [0xFF, 0xFE, 0x7B, 0x00], expected: [mark("UTF-16")]),
    Sample("a byte of no character", bytes: prefix + [0xFF], expected: [invalid("1:28", "0xFF")]),
    Sample(
      "an overlong sequence", bytes: [0x0A] + prefix + [0xC0, 0xAF],
      expected: [invalid("2:28", "0xC0")]),
    Sample(
      "an encoded surrogate", bytes: prefix + [0xED, 0xA0, 0x80],
      expected: [invalid("1:28", "0xED")]),
    Sample("a cut sequence", bytes: prefix + [0xE2, 0x82], expected: [invalid("1:28", "0xE2")]),
    Sample(
      "a key with an invisible letter",
      text: #"{"version": 1, "keys": {"a"# + "\u{200B}" + #"b": {"type": "Int?"}}}"#,
      expected: [
        #"1:25: error: `a\u200Bb` cannot name a key: expected a name in lowerCamelCase [name]"#
      ]),
    Sample(
      "keys that differ in composition",
      text: #"{"version": 1, "keys": {"é": {"type": "Int?"},"#
        + "\n\"e\u{301}\": " + #"{"type": "Int?"}}}"#,
      expected: [
        "2:1: error: `e\u{301}` is declared twice [name-clash]",
        "1:25: note: `é` is declared here",
      ]),
    Sample(
      "deep nesting", text: #"{"version": 1, "x-a": "# + String(repeating: "[", count: 130),
      expected: ["1:150: error: arrays and objects are nested more than 128 deep [limit]"]),
    Sample(
      "a long pattern",
      text: #"{"version": 1, "keys": {"k": {"type": "String?", "length": [null, 9], "pattern": ""#
        + String(repeating: "a", count: 1_001) + #""}}}"#,
      expected: ["1:82: error: a pattern is at most 1000 bytes long [constraint]"]),
  ]
}
