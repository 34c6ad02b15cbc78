package import KeywrightSchema

/// The texts about a key that the command's documents have too, which its types at run time make.
package struct KeyFacts: Sendable {
  /// Type, values and default, in one line.
  let rule: String
  /// The storage string; of a family with its parameters.
  let storageString: String
  let variable: String
  let argument: String

  package init(rule: String, storageString: String, variable: String, argument: String) {
    self.rule = rule
    self.storageString = storageString
    self.variable = variable
    self.argument = argument
  }

  /// Gives the facts of a key in a namespace of a target.
  package typealias Source = @Sendable (KeyModel, NamespaceModel, TargetModel) -> KeyFacts
}
