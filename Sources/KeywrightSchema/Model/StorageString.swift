/// How ids become the string under which a store keeps a value.
package enum StorageString {
  /// The separator between the ids of a path.
  package static let separator = ":"

  /// The id with `%` and `:` escaped, so that two paths never join to one string.
  package static func escaped(_ id: String) -> String {
    guard id.utf8.contains(where: { $0 == UInt8(ascii: ":") || $0 == UInt8(ascii: "%") }) else {
      return id
    }
    var result = ""
    for scalar in id.unicodeScalars {
      switch scalar {
      case "%": result += "%25"
      case ":": result += "%3A"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }

  /// The storage string of an id below a prefix; the root's prefix is empty.
  package static func joined(_ prefix: String, _ id: String) -> String {
    prefix.isEmpty ? escaped(id) : prefix + separator + escaped(id)
  }
}
