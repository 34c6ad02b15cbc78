// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

// Of Apple's SwiftUI, views and the property wrappers that keep their state.

public import Observation

public protocol DynamicProperty {
  mutating func update()
}

extension DynamicProperty {
  public mutating func update() {}
}

@propertyWrapper @dynamicMemberLookup
public struct Binding<Value> {
  private let read: () -> Value
  private let write: (Value) -> Void

  fileprivate init(read: @escaping () -> Value, write: @escaping (Value) -> Void) {
    (self.read, self.write) = (read, write)
  }

  public var wrappedValue: Value {
    get { read() }
    nonmutating set { write(newValue) }
  }
  public var projectedValue: Binding<Value> { self }
  public subscript<Subject>(
    dynamicMember path: WritableKeyPath<Value, Subject>
  ) -> Binding<Subject> {
    Binding<Subject>(
      read: { wrappedValue[keyPath: path] }, write: { wrappedValue[keyPath: path] = $0 })
  }
}

extension Binding: @unchecked Sendable where Value: Sendable {}

@propertyWrapper
public struct State<Value>: DynamicProperty {
  fileprivate final class Box {
    var value: Value
    /// The box of the first state of the view, which a state that is made later gives its place to.
    var first: Box?
    init(_ value: Value) { self.value = value }
  }

  fileprivate let box: Box
  public init(wrappedValue: Value) { box = Box(wrappedValue) }
  public var wrappedValue: Value {
    get { (box.first ?? box).value }
    nonmutating set { (box.first ?? box).value = newValue }
  }
  public var projectedValue: Binding<Value> {
    Binding(read: { wrappedValue }, write: { wrappedValue = $0 })
  }
}

extension State: @unchecked Sendable where Value: Sendable {}

public protocol EnvironmentKey {
  associatedtype Value
  static var defaultValue: Value { get }
}

public struct EnvironmentValues {
  private var values: [ObjectIdentifier: Any] = [:]
  public init() {}
  public subscript<K: EnvironmentKey>(key: K.Type) -> K.Value {
    get { values[ObjectIdentifier(key)] as? K.Value ?? key.defaultValue }
    set { values[ObjectIdentifier(key)] = newValue }
  }
}

@propertyWrapper
public struct Environment<Value>: DynamicProperty {
  fileprivate final class Box {
    var values = EnvironmentValues()
  }

  fileprivate let box = Box()
  private let path: KeyPath<EnvironmentValues, Value>
  public init(_ path: KeyPath<EnvironmentValues, Value>) { self.path = path }
  public var wrappedValue: Value { box.values[keyPath: path] }
}

@MainActor @preconcurrency
public protocol View {
  associatedtype Body: View
  @ViewBuilder var body: Body { get }
}

extension Never: View {
  public var body: Never { fatalError() }
}

/// Views without a body, whose drawing nothing here needs.
public protocol PlainView: View where Body == Never {}

extension PlainView {
  public var body: Never { fatalError() }
}

public struct TupleView<Content>: PlainView {}

@resultBuilder
public struct ViewBuilder {
  public static func buildBlock<Content: View>(_ content: Content) -> Content { content }
  public static func buildBlock<each Content: View>(
    _ content: repeat each Content
  ) -> TupleView<(repeat each Content)> {
    TupleView()
  }
}

extension View {
  public nonisolated func environment<Value>(
    _ path: WritableKeyPath<EnvironmentValues, Value>, _ value: Value
  ) -> some View {
    Modified { $0[keyPath: path] = value }
  }

  /// Not Apple's: what a modifier gives the views inside.
  public nonisolated func given(to values: inout EnvironmentValues) {
    (self as? Modified)?.change(&values)
  }
}

private struct Modified: PlainView {
  nonisolated(unsafe) let change: (inout EnvironmentValues) -> Void
  nonisolated init(_ change: @escaping (inout EnvironmentValues) -> Void) { self.change = change }
}

/// Not Apple's: one place in a hierarchy of views, in which a view may be made again and again. As in a
/// hierarchy, the first state that was there stays, the environment is that of the place, and `update()` is
/// called before the body.
@MainActor
public final class Place {
  private var states: [AnyObject] = []
  public var environment = EnvironmentValues()

  public init() {}

  public func show(_ property: inout some DynamicProperty) {
    var found: [any InPlace] = []
    for child in Mirror(reflecting: property).children {
      if let part = child.value as? any InPlace { found.append(part) }
    }
    let isFirst = states.isEmpty
    for (index, part) in found.enumerated() {
      if isFirst { states.append(part.kept) }
      part.take(states[index], environment)
    }
    property.update()
  }
}

private protocol InPlace {
  var kept: AnyObject { get }
  func take(_ first: AnyObject, _ values: EnvironmentValues)
}

extension State: InPlace {
  fileprivate var kept: AnyObject { box }
  fileprivate func take(_ first: AnyObject, _ values: EnvironmentValues) {
    if first !== box { box.first = first as? Box }
  }
}

extension Environment: InPlace {
  fileprivate var kept: AnyObject { box }
  fileprivate func take(_ first: AnyObject, _ values: EnvironmentValues) { box.values = values }
}

@propertyWrapper @dynamicMemberLookup
public struct Bindable<Value> {
  public var wrappedValue: Value
  public var projectedValue: Bindable<Value> { self }

  @available(
    *, unavailable, message: "The wrapped value must be an object that conforms to Observable"
  )
  public init(wrappedValue: Value) { fatalError() }
}

extension Bindable where Value: AnyObject {
  public subscript<Subject>(
    dynamicMember path: ReferenceWritableKeyPath<Value, Subject>
  ) -> Binding<Subject> {
    let object = wrappedValue
    return Binding(read: { object[keyPath: path] }, write: { object[keyPath: path] = $0 })
  }
}

extension Bindable where Value: Observable {
  public init(wrappedValue: Value) { self.wrappedValue = wrappedValue }
  public init(_ wrappedValue: Value) { self.wrappedValue = wrappedValue }
}
