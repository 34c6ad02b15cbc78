/// The combining marks of a text, of which no letter of any language has many.
///
/// To compare or hash texts by canonical equivalence, as Swift does, marks are put in order, which
/// takes a time that grows with the square of how many follow one another. A text may come from an untrusted
/// caller.
enum CombiningMarks {
  /// The most marks that may follow one another, as in Unicode's Stream-Safe Text Format (UAX #15).
  static let most = 30

  /// Whether more than that follow one another in the text.
  ///
  /// - Complexity: O(*n*) in the length of the text.
  static func followOneAnother(in text: String) -> Bool {
    var count = 0
    for scalar in text.unicodeScalars {
      let isMark =
        scalar.value >= 0x300 && scalar.properties.canonicalCombiningClass != .notReordered
      count = isMark ? count + 1 : 0
      if count > most { return true }
    }
    return false
  }
}
