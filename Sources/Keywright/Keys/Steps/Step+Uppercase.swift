extension Step where Value == String {
  /// Makes every letter upper case, by Unicode's rules, in no locale.
  public static var uppercase: Step { Step("uppercase") { value in value.uppercased() } }
}

extension Step where Value == String? {
  /// Makes every letter upper case, by Unicode's rules, in no locale.
  public static var uppercase: Step { Step(lifting: .uppercase) }
}
