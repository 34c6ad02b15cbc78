import KeywrightVerbs

/// The verbs of the command that need schemas alone: what a package's plugin runs, since it compiles a small
/// part of what the command does.
@main
struct LockTool {
  static func main() { CommandLineTool([Check.self, Lock.self, Diff.self]).main() }
}
