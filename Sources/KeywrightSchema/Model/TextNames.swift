/// The names of a program's keys in its environment and among its arguments.
package struct TextNames: Sendable {
  /// The beginning of all variables; nil if the schemas do not say it.
  package let prefix: String?
  /// The storage strings that precede those of the keys in flat namespaces, sorted.
  package let flat: [String]

  /// Whether the schemas say nothing of it.
  package var isEmpty: Bool { prefix == nil && flat.isEmpty }

  /// A storage string as those names have it.
  package func shortened(_ storageString: String) -> String {
    EnvironmentName.shortened(storageString, flat: flat)
  }

  /// The variable of a storage string.
  ///
  /// - Parameters:
  ///   - storageString: The storage string.
  ///   - prefix: The beginning of the variables; nil for that of the schemas.
  package func variable(of storageString: String, prefix: String? = nil) -> String {
    let start = prefix ?? self.prefix ?? ""
    return (start.isEmpty ? "" : start + "_") + EnvironmentName.own(shortened(storageString))
  }

  /// The argument of a storage string, with `--`.
  package func argument(of storageString: String) -> String {
    "--" + EnvironmentName.dotted(shortened(storageString))
  }

  /// All variables by which a program takes a value of a storage string: with its flat namespaces too, as they
  /// were before these were flat.
  func variables(of storageString: String) -> [String] {
    let full = TextNames(prefix: prefix, flat: []).variable(of: storageString)
    return [variable(of: storageString), full]
  }
}
