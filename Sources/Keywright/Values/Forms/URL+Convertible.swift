#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

extension URL: Convertible {
  /// Returns the absolute string; a relative URL is resolved against its base.
  ///
  /// - Throws: A ``ConversionFailure`` for a URL whose string could not be read again.
  public func encode() throws -> String {
    let text = absoluteString
    guard URL.decode(text) != nil else {
      throw ConversionFailure(
        found: "the URL \(StoredValue.string(text))", expected: "a URL that can be read again")
    }
    return text
  }

  /// Reads a URL, with everything percent-encoded that has to be: none is altered on reading.
  public static func decode(_ stored: String) -> URL? {
    URL(string: stored, encodingInvalidCharacters: false)
  }

  /// A string with a URL.
  public static var storedForm: String { "string with a URL" }
}
