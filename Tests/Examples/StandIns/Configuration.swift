// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// As much of swift-configuration 1.0 as the examples of the documentation use.

public struct AbsoluteConfigKey: Hashable, Sendable {
  public var components: [String]
}

public struct ConfigKey: Sendable {
  public init(_ components: [String]) {}
}

public enum ConfigType: String, Sendable {
  case string, int, double, bool, bytes
  case stringArray, intArray, doubleArray, boolArray, byteChunkArray
}

public enum ConfigContent: Sendable {
  case string(String), int(Int), double(Double), bool(Bool), bytes([UInt8])
  case stringArray([String]), intArray([Int]), doubleArray([Double]), boolArray([Bool])
  case byteChunkArray([[UInt8]])
}

public struct ConfigValue: Sendable {
  public init(_ content: ConfigContent, isSecret: Bool) {}
}

public struct LookupResult: Sendable {
  public init(encodedKey: String, value: ConfigValue?) {}
}

public struct ConfigUpdatesAsyncSequence<Element: Sendable, Failure: Error>: Sendable {}

public protocol ConfigSnapshot: Sendable {
  var providerName: String { get }
  func value(forKey key: AbsoluteConfigKey, type: ConfigType) throws -> LookupResult
}

public protocol ConfigProvider: Sendable {
  var providerName: String { get }
  func value(forKey key: AbsoluteConfigKey, type: ConfigType) throws -> LookupResult
  func fetchValue(forKey key: AbsoluteConfigKey, type: ConfigType) async throws -> LookupResult
  func watchValue<Return: ~Copyable>(
    forKey key: AbsoluteConfigKey, type: ConfigType,
    updatesHandler: (
      _ updates: ConfigUpdatesAsyncSequence<Result<LookupResult, any Error>, Never>
    ) async throws -> Return
  ) async throws -> Return
  func snapshot() -> any ConfigSnapshot
  func watchSnapshot<Return: ~Copyable>(
    updatesHandler: (
      _ updates: ConfigUpdatesAsyncSequence<any ConfigSnapshot, Never>
    ) async throws -> Return
  ) async throws -> Return
}

extension ConfigProvider {
  public func watchValueFromValue<Return: ~Copyable>(
    forKey key: AbsoluteConfigKey, type: ConfigType,
    updatesHandler: (
      _ updates: ConfigUpdatesAsyncSequence<Result<LookupResult, any Error>, Never>
    ) async throws -> Return
  ) async throws -> Return {
    try await updatesHandler(ConfigUpdatesAsyncSequence())
  }

  public func watchSnapshotFromSnapshot<Return: ~Copyable>(
    updatesHandler: (
      _ updates: ConfigUpdatesAsyncSequence<any ConfigSnapshot, Never>
    ) async throws -> Return
  ) async throws -> Return {
    try await updatesHandler(ConfigUpdatesAsyncSequence())
  }
}

public struct ConfigReader: Sendable {
  public init(providers: [any ConfigProvider]) {}
  public func string(forKey key: ConfigKey, isSecret: Bool = false) -> String? { nil }
}
