import PackagePlugin

/// The verbs of `KeywrightCommand` that write nothing, so that SwiftPM asks for no permission: it belongs to a
/// plugin, and not to a verb.
///
///     swift package keywright-readonly check --locked
@main
struct KeywrightReadOnly: CommandPlugin {
  func performCommand(context: PluginContext, arguments: [String]) async throws {
    let call = ToolCall(arguments)
    if call.verb == "lock", !call.asksForHelp {
      throw Failure(
        description:
          "'lock' writes: swift package --allow-writing-to-package-directory keywright lock")
    }
    try call.run(context)
  }
}
