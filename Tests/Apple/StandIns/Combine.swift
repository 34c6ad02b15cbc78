// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

// Of Apple's Combine, publishers and subscribers.

public protocol Publisher<Output, Failure> {
  associatedtype Output
  associatedtype Failure: Error
  func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure
}

public protocol CustomCombineIdentifierConvertible {
  var combineIdentifier: CombineIdentifier { get }
}

extension CustomCombineIdentifierConvertible where Self: AnyObject {
  public var combineIdentifier: CombineIdentifier { CombineIdentifier(self) }
}

public struct CombineIdentifier: Hashable, Sendable {
  private let object: ObjectIdentifier
  public init(_ object: AnyObject) { self.object = ObjectIdentifier(object) }
}

public protocol Cancellable {
  func cancel()
}

public protocol Subscription: Cancellable, CustomCombineIdentifierConvertible {
  func request(_ demand: Subscribers.Demand)
}

public protocol Subscriber<Input, Failure>: CustomCombineIdentifierConvertible {
  associatedtype Input
  associatedtype Failure: Error
  func receive(subscription: any Subscription)
  func receive(_ input: Input) -> Subscribers.Demand
  func receive(completion: Subscribers.Completion<Failure>)
}

public enum Subscribers {
  public enum Completion<Failure: Error> {
    case finished
    case failure(Failure)
  }

  /// How many values a subscriber takes; unlimited demand stays so, whatever is taken from it.
  public struct Demand: Equatable, Comparable, Hashable, Sendable {
    private let count: UInt
    public static let unlimited = Demand(count: .max)
    public static let none = Demand(count: 0)

    private init(count: UInt) { self.count = count }

    public static func max(_ value: Int) -> Demand {
      precondition(value >= 0)
      return Demand(count: UInt(value))
    }

    public static func + (left: Demand, right: Demand) -> Demand {
      let (sum, isOver) = left.count.addingReportingOverflow(right.count)
      return isOver ? .unlimited : Demand(count: sum)
    }
    public static func += (left: inout Demand, right: Demand) { left = left + right }
    public static func - (left: Demand, right: Int) -> Demand {
      precondition(left == .unlimited || left.count >= right)
      return left == .unlimited ? left : Demand(count: left.count - UInt(right))
    }
    public static func -= (left: inout Demand, right: Int) { left = left - right }
    public static func < (left: Demand, right: Demand) -> Bool { left.count < right.count }
  }
}
