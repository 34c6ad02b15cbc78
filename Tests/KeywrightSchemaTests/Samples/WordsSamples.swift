/// Mistakes of one kind, each with the exact words that it gets.
extension Sample {
  static let words: [Sample] = [
    Sample(
      "no object",
      text: #"[1]"#,
      expected: [#"1:1: error: the value of a schema file must be an object, not an array [value-shape]"#]),
    Sample(
      "no version",
      text: #"{}"#,
      expected: [#"1:1: error: a schema file needs the word `version` [missing-word]"#]),
    Sample(
      "an unknown version",
      text: #"{"version": 2}"#,
      expected: [#"1:13: error: version 2 is unknown; this generator reads version 1 [version]"#]),
    Sample(
      "a version that is a string",
      text: #"{"version": "1"}"#,
      expected: [#"1:13: error: the value of `version` must be the number 1, not a string [value-shape]"#]),
    Sample(
      "an unknown word",
      text: #"{"version": 1, "sumary": "x", "namespace": "n"}"#,
      expected: [#"1:16: error: a schema file has no word `sumary`; did you mean `summary`? [unknown-word]"#]),
    Sample(
      "a word of another place",
      text: #"{"version": 1, "namespace": "n", "range": [0, 1]}"#,
      expected: [#"1:34: error: a schema file has no word `range`; it is a word of a key [unknown-word]"#]),
    Sample(
      "an unknown word with nothing near",
      text: #"{"version": 1, "zebra": 1}"#,
      expected: [#"1:16: error: a schema file has no word `zebra` [unknown-word]"#]),
    Sample(
      "an unknown word of a key",
      text: #"{"version": 1, "namespace": "n", "keys": {"k": {"type": "Int", "default": 0, "defualt": 1}}}"#,
      expected: [#"1:78: error: a key has no word `defualt`; did you mean `default`? [unknown-word]"#]),
    Sample(
      "an unknown hook",
      text: #"{"version": 1, "namespace": "n", "hooks": {"precommit": "A.b"}}"#,
      expected: [#"1:44: error: `hooks` has no word `precommit`; did you mean `preCommit`? [unknown-word]"#]),
    Sample(
      "a word of the wrong form",
      text: #"{"version": 1, "namespace": "n", "keys": []}"#,
      expected: [#"1:42: error: the value of `keys` must be an object, not an array [value-shape]"#]),
    Sample(
      "a key that is no object",
      text: #"{"version": 1, "namespace": "n", "keys": {"k": "Int"}}"#,
      expected: [#"1:48: error: the value of a key must be an object, not a string [value-shape]"#]),
    Sample(
      "a key without a type",
      text: #"{"version": 1, "namespace": "n", "keys": {"k": {"default": 0}}}"#,
      expected: [#"1:48: error: a key needs the word `type` [missing-word]"#]),
    Sample(
      "an unknown access",
      text: #"{"version": 1, "namespace": "n", "access": "pulic"}"#,
      expected: [#"1:44: error: `pulic` is no value of `access`; expected one of `internal`, `package`, `public`; did you mean `public`? [choice]"#]),
    Sample(
      "an import that is none",
      text: #"{"version": 1, "imports": ["import Rules"]}"#,
      expected: [#"1:28: error: `import Rules` is no import: expected a module, with an access level before it if it needs one [import]"#]),
    Sample(
      "an import with an unknown level",
      text: #"{"version": 1, "imports": ["open Rules"]}"#,
      expected: [#"1:28: error: `open Rules` is no import: expected a module, with an access level before it if it needs one [import]"#]),
    Sample(
      "an import of code",
      text: #"{"version": 1, "imports": ["A\nfatalError()"]}"#,
      expected: [#"1:28: error: `A\u{A}fatalError()` is no import: expected a module, with an access level before it if it needs one [import]"#]),
    Sample(
      "a module imported twice",
      text: #"{"version": 1, "imports": ["A", "public A"]}"#,
      expected: [
        #"1:33: error: module `A` is imported twice [import]"#,
        #"1:28: note: it is first given here"#,
      ]),
    Sample(
      "an import of the wrong form",
      text: #"{"version": 1, "imports": ["A", 1]}"#,
      expected: [#"1:33: error: the value of `imports` must be a string, not the number 1 [value-shape]"#]),
    Sample(
      "a hook that is code",
      text: #"{"version": 1, "namespace": "n", "hooks": {"preCommit": "A.b()"}}"#,
      expected: [#"1:57: error: `A.b()` does not name a Swift function or type: expected identifiers joined by dots [symbol]"#]),
    Sample(
      "a hook of keywords",
      text: #"{"version": 1, "namespace": "n", "hooks": {"preCommit": "self.x", "postCommit": "A.init.b"}}"#,
      expected: [
        #"1:57: error: `self.x` does not name a Swift function or type: expected identifiers joined by dots [symbol]"#,
        #"1:81: error: `A.init.b` does not name a Swift function or type: expected identifiers joined by dots [symbol]"#,
      ]),
    Sample(
      "a summary that is a number",
      text: #"{"version": 1, "namespace": "n", "keys": {"k": {"type": "Int?", "summary": 3}}}"#,
      expected: [#"1:76: error: the value of `summary` must be a string, not the number 3 [value-shape]"#]),
    Sample(
      "an empty deprecation",
      text: #"{"version": 1, "namespace": "n", "keys": {"k": {"type": "Int?", "deprecated": " "}}}"#,
      expected: [#"1:79: error: the value of `deprecated` is empty [value-shape]"#]),
    Sample(
      "words that need a namespace",
      text: #"{"version": 1, "summary": "x", "hooks": {"postCommit": "A.b"}}"#,
      expected: [
        #"1:27: error: `summary` needs a namespace, and this file declares none [namespace-merge]"#,
        #"1:56: error: `postCommit` needs a namespace, and this file declares none [namespace-merge]"#,
      ]),
  ]
}
