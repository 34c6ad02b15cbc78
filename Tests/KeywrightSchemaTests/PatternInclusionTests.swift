import Testing

@testable import KeywrightSchema

@Suite("One pattern inside another") struct PatternInclusionTests {
  @Test(
    "is seen by their forms",
    arguments: [
      ("[a-z]+", "[a-z0-9]*"), ("[a-z]{3}", "[a-z]{3,5}"), ("a", "a|b"), ("a|b", "c|b|a"),
      ("[a-z]+", "[a-z_]+"), ("", "a?"), ("a", "a{0,3}"), (#"\d{2}-\d{2}"#, #"\d{2,4}-\d{2}"#),
      ("abc", "[a-z]bc"), ("[a-z]+", ".+"), ("^[a-z]+$", "[a-z]*"), ("(?:ab)+", "(ab)*"),
      (#"\w+"#, "[^ ]+"), ("x[^a]", "[wx][^a]"),
    ])
  func inside(_ pattern: String, _ other: String) {
    #expect(PatternInclusion.holds(of: pattern, in: other))
    #expect(!PatternInclusion.holds(of: other, in: pattern))
  }

  @Test(
    "is not claimed where texts are left out, or may be",
    arguments: [
      ("[a-z]+", "[a-y]+"), ("a*", "a+"), ("a{2,5}", "a{2,4}"), ("a|c", "a|b"), ("ab", "a"),
      (#"\s"#, "."), (#"\n"#, "."), (#"[^a]"#, "."), (#"\d"#, "[0-9]"), ("ü", "ö"), ("a+", "a++"),
      ("a", "^a$"),
      ("a", "(?=b)a"), ("a", "("), ("a*", "a{0,9}"), (#"\w"#, "[a-zA-Z0-9_]"),
    ])
  func outside(_ pattern: String, _ other: String) {
    #expect(!PatternInclusion.holds(of: pattern, in: other))
  }
}
