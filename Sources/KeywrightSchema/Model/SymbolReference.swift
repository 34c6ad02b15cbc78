/// A function of the user's own code, with the place in a schema that names it.
package struct SymbolReference: Sendable {
  /// The function.
  package let symbol: Symbol
  /// The place.
  package let origin: Origin
}
