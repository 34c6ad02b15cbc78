/// A 64-bit integer, which etcd's gateway writes as a string, and leaves out where it is 0.
@propertyWrapper
struct WireInteger: Codable, Sendable, Equatable {
  var wrappedValue: Int64

  init(wrappedValue: Int64) { self.wrappedValue = wrappedValue }

  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    guard let text = try? container.decode(String.self) else {
      wrappedValue = try container.decode(Int64.self)
      return
    }
    guard let value = Int64(text) else {
      throw DecodingError.dataCorruptedError(
        in: container, debugDescription: "not a 64-bit integer")
    }
    wrappedValue = value
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode("\(wrappedValue)")
  }
}

extension KeyedDecodingContainer {
  func decode(_ type: WireInteger.Type, forKey key: Key) throws -> WireInteger {
    try decodeIfPresent(type, forKey: key) ?? WireInteger(wrappedValue: 0)
  }
}
