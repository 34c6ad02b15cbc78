/// Titles for declarations that have none.
package enum TitleText {
  /// The words of a name in lowerCamelCase: `lastVolume` is "Last volume".
  package static func words(of name: String) -> String {
    var words: [String] = [""]
    var previous: Character = " "
    for character in name {
      if character.isUppercase, !previous.isUppercase, previous != " " { words.append("") }
      words[words.count - 1].append(character)
      previous = character
    }
    let joined = words.enumerated().map { index, word in
      // A word in capitals is an abbreviation, and stays one.
      index > 0 && !word.dropFirst().contains(where: \.isUppercase) ? word.lowercased() : word
    }.joined(separator: " ")
    return joined.prefix(1).uppercased() + joined.dropFirst()
  }
}
