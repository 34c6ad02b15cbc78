/// The members of a dictionary, sorted by the UTF-8 bytes of their keys.
///
/// Swift's `Dictionary` merges keys that are canonically equivalent ("é" and its decomposed
/// twin); a file may hold both, so keys are compared as bytes here.
package struct PropertyListDictionary: Sendable {
  package struct Member: Sendable {
    package let key: String
    package var value: PropertyList

    package init(key: String, value: PropertyList) {
      self.key = key
      self.value = value
    }
  }

  package private(set) var members: [Member]

  package init() { members = [] }
}
