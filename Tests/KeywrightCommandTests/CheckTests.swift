import Testing

@testable import keywright_cli

@Suite("check")
struct CheckTests {
  @Test("prints what a build would print")
  func diagnostics() throws {
    let folder = try TemporaryFolder()
    let good = try folder.write(
      #"{ "version": 1, "keys": { "a": { "type": "Int", "default": 1 } } }"#, to: "a.keys.json")
    let bad = try folder.write(
      #"{ "version": 1, "keys": { "b": { "type": "Itn" } } }"#, to: "b.keys.json")

    #expect(Command.run(["check", good]) == Outcome())

    let outcome = Command.run(["check", good, bad])
    #expect(outcome.code == .problems)
    #expect(
      outcome.complaints
        == "\(bad):1:43: error: unknown type `Itn`; did you mean `Int`? [unknown-type]\n")

    let json = Command.run(["check", "--format", "json", bad])
    #expect(json.output.hasPrefix("[\n") && json.output.contains("unknown-type"))
    #expect(json.complaints.isEmpty)
  }

  @Test("counts warnings as errors when it is strict")
  func strict() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write(
      #"{ "version": 1, "keys": { "a": { "type": "String?", "pattern": "a*" } } }"#,
      to: "a.keys.json")
    #expect(Command.run(["check", path]).code == .success)
    #expect(Command.run(["check", "--strict", path]).code == .problems)
  }
}
