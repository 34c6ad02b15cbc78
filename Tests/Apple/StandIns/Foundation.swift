// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

// Of Apple's Foundation, what this package uses beyond the part that is the same on Linux.

@_exported import Darwin
@_exported import Dispatch
@_exported import FoundationEssentials

public typealias CFTypeRef = AnyObject
public typealias CFTypeID = UInt
public func CFGetTypeID(_ object: CFTypeRef!) -> CFTypeID { 0 }
public func CFBooleanGetTypeID() -> CFTypeID { 0 }

open class NSObject {
  public init() {}
  open func observeValue(
    forKeyPath keyPath: String?, of object: Any?, change: [NSKeyValueChangeKey: Any]?,
    context: UnsafeMutableRawPointer?
  ) {}
  open func addObserver(
    _ observer: NSObject, forKeyPath keyPath: String, options: NSKeyValueObservingOptions = [],
    context: UnsafeMutableRawPointer?
  ) {}
  open func removeObserver(_ observer: NSObject, forKeyPath keyPath: String) {}
}

public struct NSKeyValueChangeKey: Hashable, RawRepresentable, Sendable {
  public var rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }
}

public struct NSKeyValueObservingOptions: OptionSet, Sendable {
  public let rawValue: UInt
  public init(rawValue: UInt) { self.rawValue = rawValue }
}

public protocol NSObjectProtocol: AnyObject {}

open class NSNotification: NSObject {
  public struct Name: Hashable, RawRepresentable, Sendable {
    public var rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }
  }
}

public struct Notification {
  public typealias Name = NSNotification.Name
  public var name: Name
  public var userInfo: [AnyHashable: Any]? { nil }
}

open class OperationQueue: NSObject {}

open class NotificationCenter: NSObject {
  public class var `default`: NotificationCenter { fatalError() }
  // The result of an imported method may be left unused.
  @discardableResult
  open func addObserver(
    forName name: NSNotification.Name?, object: Any?, queue: OperationQueue?,
    using block: @escaping @Sendable (Notification) -> Void
  ) -> any NSObjectProtocol { fatalError() }
  open func removeObserver(_ observer: Any) {}
}

open class NSValue: NSObject {
  public var objCType: UnsafePointer<CChar> { fatalError() }
}

open class NSArray: NSObject {
  public init(array: [Any]) {}
}

open class NSNumber: NSValue {
  public init(value: Bool) {}
  public init(value: Int) {}
  public init(value: Int64) {}
  public init(value: UInt64) {}
  public init(value: Double) {}
  public var boolValue: Bool { false }
  public var int64Value: Int64 { 0 }
  public var uint64Value: UInt64 { 0 }
  public var doubleValue: Double { 0 }
}

// Not `Sendable` there either, though its documentation calls it safe from any thread.
open class UserDefaults: NSObject {
  public class var standard: UserDefaults { fatalError() }
  public class var didChangeNotification: NSNotification.Name { fatalError() }
  public static let globalDomain = "NSGlobalDomain"
  public static let argumentDomain = "NSArgumentDomain"
  public static let registrationDomain = "NSRegistrationDomain"
  public init?(suiteName: String?) {}
  open func object(forKey: String) -> Any? { nil }
  open func set(_: Any?, forKey: String) {}
  open func removeObject(forKey: String) {}
  open func integer(forKey: String) -> Int { 0 }
  open func string(forKey: String) -> String? { nil }
  open func removePersistentDomain(forName: String) {}
  open func persistentDomain(forName: String) -> [String: Any]? { nil }
  @discardableResult open func synchronize() -> Bool { true }
}

open class NSUbiquitousKeyValueStore: NSObject {
  public class var `default`: NSUbiquitousKeyValueStore { fatalError() }
  public class var didChangeExternallyNotification: NSNotification.Name { fatalError() }
  open func object(forKey: String) -> Any? { nil }
  open func set(_: Any?, forKey: String) {}
  open func removeObject(forKey: String) {}
  open var dictionaryRepresentation: [String: Any] { [:] }
  @discardableResult open func synchronize() -> Bool { true }
}
public let NSUbiquitousKeyValueStoreChangeReasonKey = "NSUbiquitousKeyValueStoreChangeReasonKey"
public let NSUbiquitousKeyValueStoreChangedKeysKey = "NSUbiquitousKeyValueStoreChangedKeysKey"

open class Bundle: NSObject, @unchecked Sendable {
  public class var main: Bundle { fatalError() }
  open var bundleIdentifier: String? { nil }
  open var executableURL: URL? { nil }
}

extension FileManager {
  public func containerURL(forSecurityApplicationGroupIdentifier: String) -> URL? { nil }
}

extension URL {
  public static var applicationSupportDirectory: URL { fatalError() }
}

extension StringProtocol {
  public var precomposedStringWithCanonicalMapping: String { fatalError() }
}
