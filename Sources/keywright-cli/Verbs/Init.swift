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
      Confirmation.option,
      .json,
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
      dependency: arguments.values["package"].map { .copy(in: $0) } ?? .published)
    let document = JSONDocument.array(setup.changes.map { .string($0.path) }).text() + "\n"
    let isJSON = arguments.has(.json)
    if setup.changes.isEmpty {
      return Outcome(output: isJSON ? document : "", complaints: complaint("nothing to do"))
    }
    let question = "\nMake this change?"
    if let refusal = Confirmation.refusal(arguments, setup.text, question, past: "changed") {
      return refusal
    }
    try setup.apply()
    // A terminal that was asked has seen the change.
    let isShown = !arguments.has(Confirmation.option)
    return Outcome(
      output: isJSON ? document : isShown ? "" : setup.text, complaints: setup.nextSteps)
  }
}
