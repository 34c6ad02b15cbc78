#if canImport(Darwin) && canImport(Combine) && canImport(SwiftUI)
  import Combine
  import Dispatch
  import SwiftUI

  func watchMemory() {
    let source = DispatchSource.makeMemoryPressureSource(eventMask: .serious)  // misuse
    source.activate()
  }

  struct Unfinished: Publisher {  // misuse
    typealias Output = Int
    typealias Failure = Never
  }

  func demand(_ demand: Subscribers.Demand) -> Int {
    demand.count  // misuse
  }

  func binding(_ value: Slot<Int>) -> Binding<Int> {
    Bindable(value).value  // misuse
  }
#endif
