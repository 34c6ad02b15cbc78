import KeywrightStorage

extension Array: Convertible where Element: Convertible {
  /// An array is stored element by element.
  public typealias Stored = StoredValue

  /// Returns an array of the elements' stored forms; linear in their number.
  ///
  /// - Throws: What an element throws, with its place.
  public func encode() throws -> StoredValue {
    var elements: [PropertyList] = []
    elements.reserveCapacity(count)
    for (index, element) in enumerated() {
      do {
        elements.append(try element.storedValue().tree)
      } catch let failure as ConversionFailure {
        throw failure.inside(index: index)
      }
    }
    return StoredValue(.array(elements))
  }

  /// Reads an array, or nothing when one element cannot be read.
  public static func decode(_ stored: StoredValue) -> [Element]? {
    guard case .array(let trees) = stored.tree else { return nil }
    var elements: [Element] = []
    elements.reserveCapacity(trees.count)
    for tree in trees {
      guard let element = Element.value(from: StoredValue(tree)) else { return nil }
      elements.append(element)
    }
    return elements
  }

  /// As exact as its elements.
  public static var isExact: Bool { Element.isExact }

  /// An array of the element's form.
  public static var storedForm: String { "array of \(Element.storedForm)" }
}
