#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif
import KeywrightStorage

/// The way to the members of a cluster: one request and its answer, or one and a stream of lines.
///
/// Thread safety: safe from any thread.
protocol Transport: Sendable {
  /// Checks what it needs of this machine.
  func prepare() throws(EtcdFailure.Mistake)

  /// Ends all requests; later ones fail.
  func close()

  /// Sends a request and waits for its answer.
  ///
  /// - Parameter limit: The most bytes of the answer.
  func post(
    _ request: HTTPRequest, to endpoint: Endpoint, until deadline: Moment, limit: Int
  ) throws(EtcdFailure) -> HTTPAnswer

  /// Opens a stream: lines go to `onLine` as they come, until it returns false, and the reason of the end to `onEnd`.
  ///
  /// - Parameter opening: How long the connection may take.
  /// - Returns: A closure that ends the stream.
  func stream(
    _ request: HTTPRequest, to endpoint: Endpoint, opening: Duration, limit: Int,
    onLine: @escaping @Sendable (Data) -> Bool, onEnd: @escaping @Sendable (EtcdFailure) -> Void
  ) -> @Sendable () -> Void
}
