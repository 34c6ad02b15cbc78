/// The objects of one kind that this process shares, by path or name, for as long as they are in
/// use.
///
/// Two objects for one file would not see each other's values.
package final class SharedObjects<Object: AnyObject & Sendable>: Sendable {
  private struct Entry: Sendable {
    weak var object: Object?
  }

  private let entries = Protected<[String: Entry]>([:])

  package init() {}

  /// The objects that are in use.
  package var objects: [Object] {
    entries.withLock { $0.values.compactMap(\.object) }
  }

  /// Returns the object of a name, or makes it while other threads that want one wait.
  package func object(for name: String, make: () -> Object) -> Object {
    entries.withLock { entries in
      if let object = entries[name]?.object { return object }
      entries = entries.filter { $0.value.object != nil }
      let object = make()
      entries[name] = Entry(object: object)
      return object
    }
  }
}
