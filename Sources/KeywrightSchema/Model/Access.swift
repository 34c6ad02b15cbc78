/// The access level of a declaration, from the narrowest to the widest.
package enum Access: String, CaseIterable, Comparable, Sendable {
  case `internal`
  case package
  case `public`

  package static func < (left: Access, right: Access) -> Bool {
    left.rank < right.rank
  }

  private var rank: Int { Self.allCases.firstIndex(of: self) ?? 0 }
}
