import Foundation

/// Base64, as schemas hold data.
enum Base64 {
  static func text(_ bytes: [UInt8]) -> String { Data(bytes).base64EncodedString() }
}
