/// The schemas of one target.
package struct SchemaTarget: Sendable {
  /// The name of the module that the target builds.
  package let module: String
  /// The schema files; their order decides which of two places is "first".
  package let sources: [SourceFile]
  /// The day for which expired keys are reported, or nil.
  package let today: String?
  /// The record of what released programs stored.
  package let lock: LockInput
  /// The paths of the stores of releases beside it.
  package let fixtures: [String]
  /// The other targets of the package.
  package let others: OtherTargets

  /// Creates a target from its schemas.
  package init(
    module: String, sources: [SourceFile], today: String? = nil, lock: LockInput = .notAsked,
    fixtures: [String] = [], others: OtherTargets = .none
  ) {
    self.module = module
    self.sources = sources
    self.today = today
    self.lock = lock
    self.fixtures = fixtures
    self.others = others
  }
}

/// The checked schemas of a target.
package struct CheckedTarget: Sendable {
  /// The model, or nil if there was an error.
  package let model: TargetModel?
  /// The keys of the model, if they were looked at already.
  package let keys: KeyInventory?
  /// All diagnostics of all files, in order.
  package let diagnostics: [Diagnostic]
}
