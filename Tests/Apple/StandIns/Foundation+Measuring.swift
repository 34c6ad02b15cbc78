// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

// Of Apple's Foundation, what the measurements compare with, or show their figures by.

open class NSString: NSObject {
  public init(string: String) {}
}

open class NSCache<Key: AnyObject, Object: AnyObject>: NSObject {
  open var countLimit = 0
  open func setObject(_: Object, forKey: Key) {}
  open func object(forKey: Key) -> Object? { nil }
}

open class PropertyListSerialization: NSObject {
  public struct ReadOptions: OptionSet, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }
  }
  public enum PropertyListFormat: UInt, Sendable { case openStep = 1, xml = 100, binary = 200 }
  open class func propertyList(
    from data: Data, options: ReadOptions = [],
    format: UnsafeMutablePointer<PropertyListFormat>?
  ) throws -> Any { data }
  open class func data(
    fromPropertyList: Any, format: PropertyListFormat, options: Int
  ) throws -> Data { Data() }
}

extension String {
  public init(format: String, _ arguments: any CVarArg...) { self = format }
}

public func pow(_ x: Double, _ y: Double) -> Double { 0 }

extension StringProtocol {
  public func padding(toLength: Int, withPad: String, startingAt: Int) -> String { fatalError() }
}
