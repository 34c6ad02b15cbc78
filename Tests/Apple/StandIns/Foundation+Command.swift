// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

// Of Apple's Foundation, what the command uses beyond the libraries: processes and texts.

open class NSError: NSObject, Error, @unchecked Sendable {
  open var code: Int { 0 }
  open var domain: String { "" }
  open var userInfo: [String: Any] { [:] }
  open var localizedDescription: String { "" }
}

public let NSUnderlyingErrorKey = "NSUnderlyingError"
public let NSPOSIXErrorDomain = "NSPOSIXErrorDomain"

open class Pipe: NSObject, @unchecked Sendable {
  open var fileHandleForReading: FileHandle { fatalError() }
  open var fileHandleForWriting: FileHandle { fatalError() }
}

open class FileHandle: NSObject, @unchecked Sendable {
  public convenience init(forReadingFrom url: URL) throws { self.init() }
  public convenience init(forWritingTo url: URL) throws { self.init() }
  public convenience init(fileDescriptor: Int32, closeOnDealloc: Bool) { self.init() }
  open class var standardInput: FileHandle { fatalError() }
  open class var standardOutput: FileHandle { fatalError() }
  open class var standardError: FileHandle { fatalError() }
  open class var nullDevice: FileHandle { fatalError() }
  open func write(_ data: Data) {}
  public func write(contentsOf data: some DataProtocol) throws {}
  open var availableData: Data { fatalError() }
  open func readDataToEndOfFile() -> Data { fatalError() }
  public func close() throws {}
  public func synchronize() throws {}
  public func readToEnd() throws -> Data? { nil }
  public func read(upToCount count: Int) throws -> Data? { nil }
}

open class Process: NSObject, @unchecked Sendable {
  open var executableURL: URL?
  open var arguments: [String]?
  open var environment: [String: String]?
  open var currentDirectoryURL: URL?
  open var standardInput: Any?
  open var standardOutput: Any?
  open var standardError: Any?
  open var terminationStatus: Int32 { 0 }
  open func run() throws {}
  open func waitUntilExit() {}
}

public struct ObjCBool: ExpressibleByBooleanLiteral, Sendable {
  public init(booleanLiteral value: Bool) {}
  public var boolValue: Bool { false }
}

extension FileManager {
  public func fileExists(
    atPath path: String, isDirectory: UnsafeMutablePointer<ObjCBool>?
  ) -> Bool { false }

  public final class DirectoryEnumerator: Sequence, IteratorProtocol {
    public func next() -> Any? { nil }
  }

  public func enumerator(atPath path: String) -> DirectoryEnumerator? { nil }
}

public func NSUserName() -> String { "" }

open class DateFormatter {
  public init() {}
  open var locale: Locale?
  open var dateFormat: String?
  open func date(from text: String) -> Date? { nil }
  open func string(from date: Date) -> String { "" }
}

public struct CharacterSet: Sendable {
  public init(charactersIn string: String) { fatalError() }
  public static var newlines: CharacterSet { fatalError() }
  public static var whitespacesAndNewlines: CharacterSet { fatalError() }
  public static var whitespaces: CharacterSet { fatalError() }
}

extension StringProtocol {
  public func trimmingCharacters(in set: CharacterSet) -> String { fatalError() }
  public var removingPercentEncoding: String? { fatalError() }
  public func addingPercentEncoding(withAllowedCharacters set: CharacterSet) -> String? {
    fatalError()
  }
  public func range<Text: StringProtocol>(of text: Text) -> Range<Index>? { nil }
}

// The compiler calls these for `error as NSError` and back.
public func _convertErrorToNSError(_ error: any Error) -> NSError { fatalError() }
public func _convertNSErrorToError(_ error: NSError?) -> any Error { fatalError() }
