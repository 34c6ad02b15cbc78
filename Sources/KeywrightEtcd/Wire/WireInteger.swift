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

/// A revision, a term, or a count: a ``WireInteger`` from 0 to 2⁶², so that no arithmetic on what a server
/// sent can overflow.
@propertyWrapper
struct WireCount: Codable, Sendable, Equatable {
  var wrappedValue: Int64

  init(wrappedValue: Int64) { self.wrappedValue = wrappedValue }

  init(from decoder: any Decoder) throws {
    wrappedValue = try WireInteger(from: decoder).wrappedValue
    guard 0...(1 << 62) ~= wrappedValue else {
      throw DecodingError.dataCorrupted(
        .init(codingPath: decoder.codingPath, debugDescription: "not a count"))
    }
  }

  func encode(to encoder: any Encoder) throws {
    try WireInteger(wrappedValue: wrappedValue).encode(to: encoder)
  }
}

extension KeyedDecodingContainer {
  func decode(_ type: WireCount.Type, forKey key: Key) throws -> WireCount {
    try decodeIfPresent(type, forKey: key) ?? WireCount(wrappedValue: 0)
  }

  func decode(_ type: WireInteger.Type, forKey key: Key) throws -> WireInteger {
    try decodeIfPresent(type, forKey: key) ?? WireInteger(wrappedValue: 0)
  }
}
