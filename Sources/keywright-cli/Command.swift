import KeywrightVerbs

/// The command that people install as `keywright`.
@main
struct Command {
  /// All verbs, in the order of the help.
  static let verbs: [any Verb.Type] = [
    Check.self, Lock.self, DiffWithStores.self, Orphans.self, List.self, Get.self,
    SetValue.self, Edit.self, Browse.self, Unset.self, Reset.self, Watch.self, Explain.self,
    Export.self, LanguageServerVerb.self,
    ImportValues.self, Document.self, MakeSchema.self, Init.self, Doctor.self, Backup.self,
    History.self, Restore.self, Log.self, Revert.self, Freeze.self, Thaw.self,
    Completions.self, Complete.self,
  ]

  private static let tool = CommandLineTool(verbs)

  static func main() {
    Confirmation.enable()
    Ink.enable()
    Progress.start()
    tool.main(prepareToPrint: Progress.pause)
  }

  /// Runs the command with the arguments after its name.
  static func run(_ commandLine: [String]) -> Outcome { tool.run(commandLine) }
}
