import KeywrightSchema
import KeywrightVerbs

/// `init`: gives a package its first keys.
enum Init: Verb {
  static let description = VerbDescription(
    word: "init", summary: "gives a package the plugin, a first schema and a lock",
    operands: [.init("[PACKAGE]", .folder)],
    options: [
      .value("target", "NAME", "the target that gets keys; without it, the only one"),
      .value("namespace", "NAME", "the namespace of the first schema; without it, preferences"),
      .value(
        "package", "PATH", "depends on a copy of Keywright in a folder, and not on its releases",
        completing: .folder),
      .flag("yes", "does not ask; without it, the change is shown and confirmed"),
      .flag("json", "prints the changed files as one JSON array"),
    ],
    discussion: """
      Adds the dependency to Package.swift, and the library and the build-tool plugin to a target. Writes
      a first schema beside the target's sources, and keys.lock.json. Existing files and entries stay.

      The command shows the change first, and undoes it if SwiftPM cannot read the new manifest. PACKAGE
      is the current folder unless given.
      """,
    codes: [.success: "done, or nothing to do", .problems: "not changed"],
    examples: ["keywright init", "keywright init --target App --yes ../player"])

  static func run(_ arguments: Arguments) throws -> Outcome {
    let root = arguments.operands.isEmpty ? "." : try arguments.only("a package")
    let namespace = arguments.values["namespace"] ?? "preferences"
    guard SwiftName.isLowerCamelCase(namespace) else {
      throw Arguments.Refusal(reason: "--namespace is a name in lowerCamelCase, not \(namespace)")
    }
    let setup = try PackageSetup(
      package: root, target: arguments.values["target"], namespace: namespace,
      dependency: arguments.values["package"].map { .init(path: $0) } ?? .published)
    let document = JSONDocument.array(setup.changes.map { .string($0.path) }).text() + "\n"
    // A terminal that was asked has seen the change.
    let wasShown = !arguments.flags.contains("yes") && Confirmation.canAsk
    let output =
      arguments.flags.contains("json") ? document : wasShown ? "" : setup.text
    if setup.changes.isEmpty {
      return Outcome(output: output, complaints: "keywright: nothing to do\n")
    }
    let isAgreed =
      arguments.flags.contains("yes") || Confirmation.ask(setup.text + "\nMake this change?")
    guard isAgreed else {
      return Outcome(
        output: output,
        complaints: "keywright: nothing was changed; --yes makes this change\n", code: .problems)
    }
    try setup.apply()
    return Outcome(output: output, complaints: setup.nextSteps)
  }
}
