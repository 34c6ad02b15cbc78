#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif
import KeywrightStorage

/// The stored form of `Codable` types that are kept as JSON text in data, for programs that
/// exchange such values with others.
///
/// Members are sorted, so that equal values give equal bytes unless they hold sets. Dates and the
/// like take the forms that `JSONEncoder` gives them by default.
package enum CodableJSON {
  /// Turns a value into data that holds its JSON.
  ///
  /// - Throws: A `ConversionFailure` with the place of what JSON cannot hold, such as a NaN; what
  ///   the value's `encode(to:)` throws.
  package static func storedValue(of value: some Encodable) throws -> StoredValue {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    do {
      return StoredValue(.data([UInt8](try encoder.encode(value))))
    } catch let error as EncodingError {
      throw ConversionFailure(error)
    }
  }

  /// Makes a value of data that holds its JSON; nil when it is none of this type's.
  package static func value<Value: Decodable>(
    _ type: Value.Type = Value.self, from stored: StoredValue
  ) -> Value? {
    guard case .data(let bytes) = stored.tree else { return nil }
    return try? JSONDecoder().decode(type, from: Data(bytes))
  }

  /// The place and the reason why data holds no JSON of a type; nil where it does.
  static func failure(
    decoding type: (some Decodable).Type, from stored: StoredValue
  ) -> (any Error)? {
    guard case .data(let bytes) = stored.tree else { return nil }
    do {
      _ = try JSONDecoder().decode(type, from: Data(bytes))
      return nil
    } catch let error as DecodingError {
      return ConversionFailure(error)
    } catch {
      return error
    }
  }
}
