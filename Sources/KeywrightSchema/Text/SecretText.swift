/// What a schema says of the values of a secret key, where it is printed.
enum SecretText {
  /// The text in its place.
  static let redaction = "<secret>"
  /// The `sensitivity` of such a key.
  static let word = "secret"
}
