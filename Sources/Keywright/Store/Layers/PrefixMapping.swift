import KeywrightStorage

/// Puts a component before storage strings, and remembers the results.
///
/// Thread safety: safe from any thread.
final class PrefixMapping: Sendable {
  /// The most names that are remembered, so that key families cost bounded memory.
  static let capacity = 4096

  let prefix: String
  private let known = Protected<[StorageString: StorageString]>([:])

  /// - Parameter component: The component; its `:` and `%` are escaped.
  init(component: String) { prefix = component.escapedAsComponent + ":" }

  /// The prefixes of a composition and of the one that it is a layer of, as one; nil without any.
  init?(joining inner: PrefixMapping?, _ outer: PrefixMapping?) {
    guard inner != nil || outer != nil else { return nil }
    prefix = (inner?.prefix ?? "") + (outer?.prefix ?? "")
  }

  /// The prefixed string: O(1) and no allocation for one that was asked for before.
  func addingPrefix(_ name: StorageString) -> StorageString {
    if let known = known.withLock({ $0[name] }) { return known }
    let prefixed = StorageString(start(isReserved: name.isReserved) + name.string)
    known.withLock { known in
      if known.count == PrefixMapping.capacity { known.removeAll(keepingCapacity: true) }
      known[name] = prefixed
    }
    return prefixed
  }

  /// The string without the prefix; nil if it does not begin with it.
  func removingPrefix(_ name: StorageString) -> StorageString? {
    guard let outer = name.dropping(start(isReserved: name.isReserved)) else { return nil }
    return outer.isReserved == name.isReserved ? outer : nil
  }

  /// What precedes the names. One of the library's own records stays one, which no list of the store shows.
  private func start(isReserved: Bool) -> String {
    isReserved ? "\(StorageString.reservedRoot):\(prefix)" : prefix
  }
}
