/// A type, or its name, after its article: `an Int`, `a UInt`.
///
/// One source in two targets: schemas and values at run time have the same types.
package func withArticle<Noun>(_ noun: Noun) -> String {
  let name = "\(noun)"
  let isVowel = name.first.map { "AEIOUaeiou".contains($0) } ?? false
  // `UInt`, `URL` and `UUID` are read with a consonant first.
  let isSpelled = name.first == "U" && name.dropFirst().first?.isUppercase == true
  return (isVowel && !isSpelled ? "an " : "a ") + name
}
