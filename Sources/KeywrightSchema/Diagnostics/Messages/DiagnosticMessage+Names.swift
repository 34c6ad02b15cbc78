extension DiagnosticMessage {
  static func badName(
    _ name: String, of what: String, style: String, suggestion: String?
  ) -> DiagnosticMessage {
    DiagnosticMessage(
      .name,
      "`\(name)` cannot name a \(what): expected a name in \(style)\(meant(suggestion))",
      remedy: .spelling(suggestion))
  }

  static func badID(_ id: String, fault: String) -> DiagnosticMessage {
    DiagnosticMessage(.storageString, "`\(id)` cannot be an id: \(words: fault)")
  }

  static func reservedName(
    _ name: String, of subject: NamedEntity, reason: String, instead: String,
    isMember: Bool = false
  ) -> DiagnosticMessage {
    DiagnosticMessage(
      .reservedName,
      "`\(name)` is reserved: \(words: reason); "
        + another(instead, for: subject, isMember: isMember),
      remedy: naming(instead, subject, isMember: isMember))
  }

  static func hidesFoundation(
    _ name: String, of subject: NamedEntity, instead: String, isMember: Bool
  ) -> DiagnosticMessage {
    DiagnosticMessage(
      .foundationName,
      "`\(name)` hides the type `\(name)` of Foundation from the program's own code; "
        + another(instead, for: subject, isMember: isMember),
      remedy: naming(instead, subject, isMember: isMember))
  }

  /// Whether the name on disk can stay, since the declaration has a place for another in Swift.
  private static func hasOwnName(_ subject: NamedEntity, isMember: Bool) -> Bool {
    subject == .key || subject == .namespace && !isMember
  }

  private static func naming(_ name: String, _ subject: NamedEntity, isMember: Bool) -> Remedy {
    hasOwnName(subject, isMember: isMember)
      ? .member("name", JSONText: JSONText.quoted(name)) : .replacement(name)
  }

  /// The advice to take another name.
  private static func another(
    _ name: String, for subject: NamedEntity, isMember: Bool
  ) -> MessageText {
    hasOwnName(subject, isMember: isMember)
      ? "write \"name\": \"\(name)\" for its name in Swift"
      : "call the \(words: subject.rawValue) `\(name)`"
  }

  static var emptyNamespace: DiagnosticMessage {
    DiagnosticMessage(.name, "the namespace is empty; leave the word out")
  }

  static func nameClash(_ name: String, other: String) -> DiagnosticMessage {
    DiagnosticMessage(
      .nameClash,
      name == other
        ? "`\(name)` is declared twice"
        : "`\(name)` and `\(other)` differ only in case or in how letters are composed")
  }

  static func storageClash(_ string: String, other: String) -> DiagnosticMessage {
    DiagnosticMessage(
      .storageClash,
      "storage string `\(string)` is already that of `\(other)`; give one of them another `id`")
  }

  static func environmentClash(
    _ string: String, variable: String, other: String, isFlat: Bool
  ) -> DiagnosticMessage {
    DiagnosticMessage(
      .environmentClash,
      "storage string `\(string)` has the variable `\(variable)`, as `\(other)` has; "
        + (isFlat ? "take `flat` from a namespace, " : "")
        + "give one of them another `id`, or suppress `\(Rule.environmentClash.rawValue)` where no program "
        + "reads them from its environment")
  }

  static func badEnvironmentPrefix(_ prefix: String) -> DiagnosticMessage {
    DiagnosticMessage(
      .name,
      "`\(prefix)` cannot begin variables: capitals, digits and `_`, as in \"APP\"; "
        + "neither a digit first nor a `_` last, which is added")
  }

  static var environmentPrefixDiffers: DiagnosticMessage {
    DiagnosticMessage(
      .namespaceMerge,
      "`environmentPrefix` differs from that of another file; a program has one")
  }

  static func namespaceClash(_ name: String, string: String, other: String) -> DiagnosticMessage {
    DiagnosticMessage(
      .storageClash,
      "`\(name)` keeps its keys below `\(string)`, as `\(other)` does; "
        + "give one of them another `id`")
  }

  static func familyClash(_ string: String, family: String) -> DiagnosticMessage {
    DiagnosticMessage(
      .storageClash,
      "storage string `\(string)` is below that of the family `\(family)`, where its values are; "
        + "give one of them another `id`")
  }

  static func reservedStorage(_ string: String) -> DiagnosticMessage {
    DiagnosticMessage(
      .storageString,
      "storage string `\(string)` is reserved: the library keeps its own records below `keywright`")
  }

  static func namespaceTooDeep(limit: Int) -> DiagnosticMessage {
    DiagnosticMessage(.limit, "namespaces are nested more than \(limit) deep")
  }

  static func namespaceDisagrees(keyword: String, namespace: String) -> DiagnosticMessage {
    DiagnosticMessage(
      .namespaceMerge,
      "`\(keyword)` of namespace `\(namespace)` differs from what another place says")
  }

  static func needsNamespace(keyword: String) -> DiagnosticMessage {
    DiagnosticMessage(
      .namespaceMerge, "`\(keyword)` needs a namespace, and this file declares none")
  }

  static func accessTooWide(
    _ access: String, of name: String, beside other: MessageText, _ narrower: String
  ) -> DiagnosticMessage {
    DiagnosticMessage(.access, "`\(name)` cannot be \(access) \(other) that is \(narrower)")
  }
}
