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
  ///   @StoredState(Player.volume) private var volume
  ///   var body: some View { Slider(value: $volume) }
  /// }
  ///
  /// VolumeView().keywrightStore(settings)  // once, around all views; a preview or a test gives another
  /// ```
  ///
  /// The view is notified of every commit, also of those of other processes. A property that names a store,
  /// as `@StoredState(Player.volume, in: settings)` does, keeps to it. A key that the view takes as a
  /// parameter is followed when the parameter changes. Where no view around gives a store, the one of
  /// ``AmbientStore`` counts.
  @MainActor
  @propertyWrapper
  public struct StoredState<Value: Sendable>: DynamicProperty {
    // The view's own value of this time: the state alone stays when the view is made again.
    private let slot: @MainActor ((any Store)?) -> Slot<Value>
    @Environment(\.keywrightStore) private var store
    @State private var followed = Followed<Value>()

    /// Makes a view's property of a key in the store of the environment.
    ///
    /// - Parameter key: The key.
    public init<K: KeyType>(_ key: K) where K.Value == Value {
      slot = { store in (store ?? AmbientStore.current).slot(key) }
    }

    /// Makes a view's property of a key.
    ///
    /// - Parameters:
    ///   - key: The key.
    ///   - store: The store.
    public init<K: KeyType>(_ key: K, in store: some Store) where K.Value == Value {
      slot = { _ in store.slot(key) }
    }

    /// Makes a view's property of a slot.
    ///
    /// - Parameter slot: The slot of a key, from ``Store/slot(_:)``.
    public init(_ slot: Slot<Value>) { self.slot = { _ in slot } }

    /// Follows the key in the store that both are now; SwiftUI calls it before each body.
    public nonisolated func update() {
      MainActor.assumeIsolated { _ = observed }
    }

    private var observed: ObservedValue<Value> { followed.value(of: slot(store)) }

    /// The value; see ``ObservedValue/value``.
    public var wrappedValue: Value {
      get { observed.value }
      nonmutating set { observed.value = newValue }
    }

    /// A binding, for a control.
    public var projectedValue: Binding<Value> { Bindable(observed).value }
  }

  /// The value that a view follows, for as long as the view lives.
  @MainActor
  private final class Followed<Value: Sendable> {
    private var present: ObservedValue<Value>?

    nonisolated init() {}

    /// The model of a slot: the present one, unless that is of another key or store.
    func value(of slot: Slot<Value>) -> ObservedValue<Value> {
      if let present, present.slot.isSame(as: slot) { return present }
      let new = ObservedValue(slot)
      present = new
      return new
    }
  }

  extension View {
    /// Gives the views inside a store, for their ``StoredState`` properties that name none.
    ///
    /// - Parameter store: The store.
    public func keywrightStore(_ store: some Store) -> some View {
      environment(\.keywrightStore, store)
    }
  }

  extension EnvironmentValues {
    /// The store of ``StoredState`` properties that name none; nil if no view around gives one.
    public var keywrightStore: (any Store)? {
      get { self[StoreOfViews.self].store }
      set { self[StoreOfViews.self] = StoreOfViews(store: newValue) }
    }
  }

  /// The store in the environment; two handles of one store are equal, so that no view is made again for them.
  private struct StoreOfViews: EnvironmentKey, Equatable {
    static let defaultValue = StoreOfViews(store: nil)
    let store: (any Store)?

    static func == (one: StoreOfViews, other: StoreOfViews) -> Bool {
      one.store?.core === other.store?.core
    }
  }
#endif
