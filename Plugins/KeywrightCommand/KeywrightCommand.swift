import PackagePlugin

/// The verbs `lock`, `check` and `diff` for those who have the package and not the command.
///
///     swift package --allow-writing-to-package-directory keywright lock [--target App]
@main
struct KeywrightCommand: CommandPlugin {
  func performCommand(context: PluginContext, arguments: [String]) async throws {
    try ToolCall(arguments).run(context)
  }
}
