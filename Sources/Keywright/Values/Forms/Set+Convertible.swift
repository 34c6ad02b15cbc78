import KeywrightStorage

extension Set: Convertible where Element: Convertible {
  /// A set is stored as an array.
  public typealias Stored = StoredValue

  /// Returns an array, sorted so that equal sets give the same bytes; O(n log n).
  ///
  /// Elements of one kind are in their natural order: numbers by value, strings by UTF-8 bytes,
  /// arrays and dictionaries by the first difference.
  ///
  /// - Throws: What an element throws.
  public func encode() throws -> StoredValue {
    let elements = try map { try $0.storedValue().tree }
    return StoredValue(.array(elements.sorted { $0.precedes($1) }))
  }

  /// Reads an array in any order; an element that is there twice is taken once.
  public static func decode(_ stored: StoredValue) -> Set<Element>? {
    guard case .array(let trees) = stored.tree else { return nil }
    var elements = Set<Element>(minimumCapacity: trees.count)
    for tree in trees {
      guard let element = Element.value(from: StoredValue(tree)) else { return nil }
      elements.insert(element)
    }
    return elements
  }

  /// As exact as its elements.
  public static var isExact: Bool { Element.isExact }

  /// An array of the element's form.
  public static var storedForm: String { "array of \(Element.storedForm)" }
}
