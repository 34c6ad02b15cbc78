#if canImport(SwiftUI)
  public import SwiftUI

  extension ObservedStore {
    /// A binding to a key, for a control.
    ///
    /// - Parameter key: The key.
    public func binding<K: KeyType>(to key: K) -> Binding<K.Value> {
      Bindable(value(of: key)).value
    }
  }

  /// A view's property whose value is kept in a store; the view follows it.
  ///
  /// ```swift
  /// struct VolumeView: View {
  ///   @StoredState(Player.volume, in: settings) private var volume
  ///   var body: some View { Slider(value: $volume) }
  /// }
  /// ```
  ///
  /// The view is notified of every commit, also of those of other processes.
  @MainActor
  @propertyWrapper
  public struct StoredState<Value: Sendable>: DynamicProperty {
    @State private var observed: ObservedValue<Value>

    /// Makes a view's property of a key.
    ///
    /// - Parameters:
    ///   - key: The key.
    ///   - store: The store.
    public init<K: KeyType>(_ key: K, in store: some Store) where K.Value == Value {
      self.init(store.slot(key))
    }

    /// Makes a view's property of a slot.
    ///
    /// - Parameter slot: The slot of a key, from ``Store/slot(_:)``.
    public init(_ slot: Slot<Value>) { _observed = State(wrappedValue: ObservedValue(slot)) }

    /// The value; see ``ObservedValue/value``.
    public var wrappedValue: Value {
      get { observed.value }
      nonmutating set { observed.value = newValue }
    }

    /// A binding, for a control.
    public var projectedValue: Binding<Value> { Bindable(observed).value }
  }
#endif
