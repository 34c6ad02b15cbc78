import KeywrightVerbs

/// The command that people install as `keywright`.
@main
struct Command {
  /// All verbs, in the order of the help.
  static let verbs: [any Verb.Type] = [
    List.self, Get.self, SetValue.self, Unset.self, Edit.self, Browse.self, Watch.self,
    Explain.self, Export.self, ImportValues.self, History.self, Restore.self, Revert.self,
    Doctor.self, Freeze.self, Thaw.self, Check.self, Lock.self, Diff.self, Document.self,
    MakeSchema.self, Init.self, LanguageServerVerb.self, Completions.self, Complete.self,
  ]

  private static let tool = CommandLineTool(verbs, otherWords: otherWords)

  /// What to type in place of words of `gsettings`, `defaults`, `kubectl`, `git`, `etcdctl` and other tools.
  private static let otherWords: [String: String] = {
    let sentences = [
      "`keywright list` lists keys with their values": [
        "ls", "list-keys", "list-recursively", "show", "keys", "find", "search",
      ],
      "`keywright get KEY` prints a value": ["read", "cat", "print"],
      "`keywright get KEY` prints a value, and `set KEY VALUE` stores one": ["config", "defaults"],
      "`keywright set KEY VALUE` stores one": ["put", "write", "add"],
      "`keywright unset` removes the values of keys, of namespaces, or --all": [
        "delete", "del", "rm", "remove", "reset", "reset-recursively", "clear", "purge",
      ],
      "`list --undeclared` lists what no schema declares, and `unset --undeclared` removes it": [
        "orphans", "prune", "clean",
      ],
      "`keywright explain KEY` says all about one": ["describe", "info", "range", "writable"],
      "`keywright export` writes the values, with --raw the whole property list": [
        "dump", "backup", "save", "snapshot",
      ],
      "`keywright import FILE` stores the values of a file": ["load", "apply"],
      "`keywright watch` prints each change": ["monitor", "tail", "follow"],
      "`keywright history` lists what changed": ["log", "commits", "blame"],
      "`keywright revert REVISION` undoes one commit, `restore WHEN` brings a state back": [
        "undo", "rollback", "checkout",
      ],
      "`keywright doctor` says how a store is": ["status", "health", "verify", "mend", "repair"],
      "`keywright diff --format markdown OLD NEW` writes release notes": ["changelog"],
      "`keywright check` reports problems of schemas": ["lint", "validate"],
      "`keywright document` writes pages and files about the keys": ["docs", "doc"],
      "`keywright --version` prints the version": ["version"],
    ]
    return Dictionary(
      uniqueKeysWithValues: sentences.flatMap { sentence, words in words.map { ($0, sentence) } })
  }()

  static func main() {
    Confirmation.enable()
    Ink.enable()
    Progress.start()
    tool.main(prepareToPrint: Progress.pause)
  }

  /// Runs the command with the arguments after its name.
  static func run(_ commandLine: [String]) -> Outcome { tool.run(commandLine) }
}
