// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

// Of Apple's Foundation, what loads URLs, which is a module of its own on Linux.

open class URLResponse: NSObject, @unchecked Sendable {}

open class HTTPURLResponse: URLResponse, @unchecked Sendable {
  open var statusCode: Int { 0 }
}

public struct URLRequest: Sendable {
  public enum CachePolicy: UInt, Sendable {
    case useProtocolCachePolicy = 0
    case reloadIgnoringLocalCacheData = 1
  }
  public init(
    url: URL, cachePolicy: CachePolicy = .useProtocolCachePolicy, timeoutInterval: Double = 60
  ) {}
  public var url: URL?
  public var httpMethod: String?
  public var httpBody: Data?
  public mutating func setValue(_ value: String?, forHTTPHeaderField field: String) {}
}

open class URLCache: NSObject {}

open class HTTPCookieStorage: NSObject, @unchecked Sendable {}

open class URLSessionConfiguration: NSObject, @unchecked Sendable {
  open class var ephemeral: URLSessionConfiguration { fatalError() }
  open var urlCache: URLCache?
  open var httpCookieStorage: HTTPCookieStorage?
  open var httpShouldSetCookies = true
  open var requestCachePolicy = URLRequest.CachePolicy.useProtocolCachePolicy
  open var timeoutIntervalForRequest = 60.0
  open var timeoutIntervalForResource = 60.0
}

open class URLSessionTask: NSObject, @unchecked Sendable {
  open var taskIdentifier: Int { 0 }
  open var originalRequest: URLRequest? { nil }
  open func cancel() {}
  open func resume() {}
}

open class URLSessionDataTask: URLSessionTask, @unchecked Sendable {}

open class URLSession: NSObject, @unchecked Sendable {
  public enum ResponseDisposition: Int, Sendable {
    case cancel = 0
    case allow = 1
  }
  public init(
    configuration: URLSessionConfiguration, delegate: (any URLSessionDelegate)?,
    delegateQueue queue: OperationQueue?
  ) {}
  open func invalidateAndCancel() {}
  open func dataTask(with request: URLRequest) -> URLSessionDataTask { fatalError() }
}

extension NSObject: NSObjectProtocol {}

public protocol URLSessionDelegate: NSObjectProtocol, Sendable {}

public protocol URLSessionTaskDelegate: URLSessionDelegate {
  // Optional there.
  func urlSession(
    _ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?)
  func urlSession(
    _ session: URLSession, task: URLSessionTask,
    willPerformHTTPRedirection response: HTTPURLResponse, newRequest request: URLRequest,
    completionHandler: @escaping @Sendable (URLRequest?) -> Void)
}

public protocol URLSessionDataDelegate: URLSessionTaskDelegate {
  func urlSession(
    _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
    completionHandler: @escaping @Sendable (URLSession.ResponseDisposition) -> Void)
  func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data)
}

public struct URLError: Error {
  public struct Code: RawRepresentable, Hashable, Sendable {
    public var rawValue: Int
    public init(rawValue: Int) { self.rawValue = rawValue }
    public static var badURL: Code { Code(rawValue: -1000) }
    public static var timedOut: Code { Code(rawValue: -1001) }
    public static var unsupportedURL: Code { Code(rawValue: -1002) }
    public static var cannotFindHost: Code { Code(rawValue: -1003) }
    public static var cannotConnectToHost: Code { Code(rawValue: -1004) }
    public static var dnsLookupFailed: Code { Code(rawValue: -1006) }
    public static var secureConnectionFailed: Code { Code(rawValue: -1200) }
    public static var serverCertificateHasBadDate: Code { Code(rawValue: -1201) }
    public static var serverCertificateUntrusted: Code { Code(rawValue: -1202) }
    public static var serverCertificateHasUnknownRoot: Code { Code(rawValue: -1203) }
    public static var serverCertificateNotYetValid: Code { Code(rawValue: -1204) }
    public static var clientCertificateRejected: Code { Code(rawValue: -1205) }
    public static var clientCertificateRequired: Code { Code(rawValue: -1206) }
  }
  public var code: Code
}
