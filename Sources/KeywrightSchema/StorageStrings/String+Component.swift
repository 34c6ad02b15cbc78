extension String {
  /// An id as one component of a storage string: `:` and `%` percent-escaped, so that two paths never
  /// join to one string.
  ///
  /// Complexity: O(*n*) in the number of bytes.
  var escapedAsComponent: String {
    guard utf8.contains(where: { $0 == UInt8(ascii: ":") || $0 == UInt8(ascii: "%") }) else {
      return self
    }
    var result = ""
    for scalar in unicodeScalars {
      switch scalar {
      case ":": result += "%3A"
      case "%": result += "%25"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}
