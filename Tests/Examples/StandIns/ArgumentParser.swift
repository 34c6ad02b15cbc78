// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// As much of swift-argument-parser as the examples of the documentation use.

@propertyWrapper
public struct Argument<Value> {
  public var wrappedValue: Value { fatalError("a stand-in") }
  public init() {}
}

public protocol ParsableCommand {
  init()
  mutating func run() throws
}

extension ParsableCommand {
  public static func main(_ arguments: [String]?) {}
}
