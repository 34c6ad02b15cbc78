#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif
import Keywright

/// The texts of values in a store of secrets: a text as it is, data in Base64, any other value in JSON.
///
/// The name of the form is kept beside the text, so that the text "7" and the number stay two values.
enum SecretText {
  /// The item of a value.
  static func item(of value: StoredValue) -> SecretItem {
    switch value.content {
    case .string(let text): SecretItem(bytes: Array(text.utf8), form: "text")
    case .data(let bytes):
      SecretItem(bytes: Array(Data(bytes).base64EncodedString().utf8), form: "base64")
    default: SecretItem(bytes: Array(TaggedJSON.text(of: value).utf8), form: "json")
    }
  }

  /// The value of an item: its text where it is not of its form, as after another program's change, and
  /// data where it is no text.
  static func value(of item: SecretItem) -> StoredValue {
    switch item.form {
    case "base64":
      if let data = Data(base64Encoded: Data(item.bytes)) { return .data(Array(data)) }
    case "json":
      if let value = try? TaggedJSON.stored(ofText: item.bytes) { return value }
    default: break
    }
    return String(validating: item.bytes, as: UTF8.self).map { .string($0) } ?? .data(item.bytes)
  }
}
