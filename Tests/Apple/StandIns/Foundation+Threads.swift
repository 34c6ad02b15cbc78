// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

// Of Apple's Foundation, threads, conditions and processes.

open class Thread: NSObject {
  open class var current: Thread { Thread() }
  public convenience init(block: @escaping @Sendable () -> Void) { self.init() }
  open func start() {}
  open class func sleep(forTimeInterval: Double) {}
  open class func sleep(until: Date) {}
  open class func detachNewThread(_ block: @escaping @Sendable () -> Void) {}
}

public protocol NSLocking {
  func lock()
  func unlock()
}

extension NSLocking {
  public func withLock<Result>(_ body: () throws -> Result) rethrows -> Result { try body() }
}

open class NSCondition: NSObject, NSLocking, @unchecked Sendable {
  open func lock() {}
  open func unlock() {}
  open func wait() {}
  @discardableResult open func wait(until limit: Date) -> Bool { false }
  open func signal() {}
  open func broadcast() {}
}
