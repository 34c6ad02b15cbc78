/// A function of the user's own code, with the place in a schema that names it.
package struct SymbolReference: Sendable {
  package let symbol: Symbol
  package let origin: Origin
}
