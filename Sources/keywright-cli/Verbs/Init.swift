import KeywrightSchema

/// `init`: gives a package its first keys.
enum Init: Verb {
  static let description = VerbDescription(
    words: ["init"], summary: "gives a package the plugin, a first schema and a lock",
    operands: [.init("[PACKAGE]", .folder)],
    options: [
      .value("target", "NAME", "the target that gets keys; without it, the only one"),
      .value("namespace", "NAME", "the namespace of the first schema; without it, preferences"),
      .value(
        "package", "PATH", "depends on a copy of Keywright in a folder, and not on its releases",
        completing: .folder),
      .flag("yes", "does not ask; without it, the change is shown, and a terminal asked"),
      .flag("json", "prints the changed files as one JSON array"),
    ],
    discussion: """
      Adds to Package.swift the dependency, and to a target the library and the build-tool plugin; writes a
      first schema beside the target's sources, and keys.lock.json. What is there already stays. The change
      is shown before it is made, and taken back if SwiftPM cannot read the manifest then. PACKAGE is the
      current folder if it is not given.
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
