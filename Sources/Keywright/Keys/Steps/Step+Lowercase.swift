extension Step where Value == String {
  /// Makes every letter lower case, by Unicode's rules, in no locale.
  public static var lowercase: Step { Step("lowercase") { value in value.lowercased() } }
}

extension Step where Value == String? {
  /// Makes every letter lower case, by Unicode's rules, in no locale.
  public static var lowercase: Step { Step(lifting: .lowercase) }
}
