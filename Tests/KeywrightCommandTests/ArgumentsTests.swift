import KeywrightSchema
import KeywrightVerbs
import Testing

@testable import keywright_cli

@Suite("The command line")
struct ArgumentsTests {
  static let options: [VerbDescription.Option] = [
    .flag("json", "one object"), .value("module", "NAME", "the module"),
  ]

  @Test("is read as flags, values and the rest")
  func reading() throws {
    let arguments = try Arguments(
      ["a", "--json", "--module", "M", "--module=N=O", "-", "-0.5", "--", "--json", "-x"],
      options: Self.options)
    #expect(arguments.flags == ["json"])
    #expect(arguments.values == ["module": "N=O"])
    #expect(arguments.lists == ["module": ["M", "N=O"]])
    #expect(arguments.operands == ["a", "-", "-0.5", "--json", "-x"])
  }

  @Test("is refused with a reason")
  func refusals() {
    let samples: [([String], String)] = [
      (["--jsn"], "unknown option --jsn; did you mean --json?"),
      (["-json"], "unknown option -json; did you mean --json?"),
      (["-x"], "unknown option -x; behind -- it is no option"),
      (["--json=1"], "--json takes no value"),
      (["--module"], "--module needs a value: NAME"),
    ]
    for (arguments, reason) in samples {
      #expect(throws: Arguments.Refusal(reason: reason)) {
        _ = try Arguments(arguments, options: Self.options)
      }
    }
  }

  @Test("names a verb, asks for help, or is not understood")
  func verbs() {
    #expect(Command.run([]).output == Command.run(["--help"]).output)
    #expect(Command.run(["--help"]).code == .success)
    #expect(Command.run(["schema", "--help"]).output == MakeSchema.help)
    #expect(Command.run(["docter"]).code == .usage)
    for (line, reason) in [
      ("docter", "no verb `docter`; did you mean `doctor`?"),
      ("lits --store x", "no verb `lits`; did you mean `list`?"),
      ("shema a", "no verb `shema`; did you mean `schema`?"),
      ("frobnicate", "no verb `frobnicate`"),
      (
        "delete player:volume",
        "no verb `delete`; `keywright unset` removes the values of keys, of namespaces, or --all"
      ),
    ] {
      let outcome = Command.run(line.split(separator: " ").map(String.init))
      #expect(outcome.complaints.hasPrefix("keywright: \(reason)\n"), "\(outcome.complaints)")
    }
    for word in ["--version", "-v"] {
      #expect(Command.run([word]).output == "keywright \(KeywrightVersion.current)\n")
    }
    #expect(Command.run(["--json"]).code == .usage)
    #expect(
      Command.run(["--json"]).complaints.hasPrefix("keywright: a verb comes first, not `--json`\n"))
    #expect(
      Command.run(["revert", "1", "2"]).complaints.hasPrefix(
        "keywright: 2 arguments where one is wanted: a revision\n"))
    #expect(Command.run(["check", "/nowhere/x.keys.json"]).code == .failed)
    for verb in [["check"], ["lock"], ["init", "--yes"], ["diff", "old"]] {
      let outcome = Command.run(verb + [""])
      #expect(outcome.code == .usage)
      #expect(outcome.complaints.hasPrefix("keywright: a path is empty, as that of a variable"))
    }
  }

  @Test("has help with examples for every verb")
  func help() {
    for verb in Command.verbs {
      #expect(verb.help.contains("example"))
      #expect(
        verb.description.examples.allSatisfy { $0.contains(verb.word) })
      #expect(verb.help.hasPrefix("usage: keywright " + verb.word))
      #expect(
        Command.run(["--help"]).output.contains(verb.description.summary)
          != verb.description.isHidden)
      for option in verb.description.options where option.isCommon {
        #expect(Command.run(["--help"]).output.contains("  \(option.spelling) "))
        #expect(verb.help.contains("--\(option.name)"))
      }
      for line in verb.help.split(separator: "\n") { #expect(line.count <= 100, "\(line)") }
    }
  }
}
