/// The words about a key that only documents show, besides its documentation; the build ignores them.
package struct Presentation: Sendable {
  /// The unit of a number.
  package var unit: String?
  /// The heading above the key.
  package var group: String?
  /// A value that the key could have.
  package var example: Literal?
  /// Whether a change takes effect only after the program is started again.
  package var needsRestart = false
}
