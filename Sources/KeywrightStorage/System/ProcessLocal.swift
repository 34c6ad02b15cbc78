import Synchronization

/// An object that a process has once, and a forked child again for itself.
package final class ProcessLocal<Object: AnyObject & Sendable>: Sendable {
  private final class Holder: Sendable {
    let forks = Forks.count
    let object: Object
    init(_ object: Object) { self.object = object }
  }

  private let make: @Sendable () -> Object
  /// Retained for ever: threads may be reading it, and the parent's must stay as they are.
  private let holder: Atomic<Unmanaged<Holder>>

  /// - Parameter make: Makes the object, now and in a child that asks for it; it may be called in
  ///   vain.
  package init(_ make: @escaping @Sendable () -> Object) {
    self.make = make
    holder = Atomic(.passRetained(Holder(make())))
  }

  /// The object of this process.
  package var object: Object {
    let known = holder.load(ordering: .acquiring)
    let holder = known.takeUnretainedValue()
    return holder.forks == Forks.count ? holder.object : renewed(known)
  }

  private func renewed(_ known: Unmanaged<Holder>) -> Object {
    let new = Unmanaged.passRetained(Holder(make()))
    let (isFirst, current) = holder.compareExchange(
      expected: known, desired: new, ordering: .acquiringAndReleasing)
    if isFirst { return new.takeUnretainedValue().object }
    // Another thread of the child was quicker.
    new.release()
    return current.takeUnretainedValue().object
  }
}
