import Keywright

/// The reason why a behaviour is broken.
struct Broken: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }
}

/// Breaks the behaviour unless a condition holds.
func expect(_ condition: Bool, _ message: @autoclosure () -> String) throws {
  guard condition else { throw Broken(message()) }
}

/// Breaks the behaviour unless both are equal.
func expect<Value: Equatable>(
  _ found: Value, is expected: Value, _ what: @autoclosure () -> String
) throws {
  guard found == expected else {
    throw Broken("\(what()) is \(shortened(found)) instead of \(shortened(expected)).")
  }
}

/// Breaks the behaviour unless the body throws a `StoreError` with one of these codes.
@discardableResult
func expectError(
  _ codes: StoreError.Code..., from what: String, _ body: () throws -> Void
) throws -> StoreError {
  do {
    try body()
  } catch let error as StoreError {
    guard codes.contains(error.code) else {
      throw Broken("\(what) throws \(error.code) instead of \(words(codes)): \(error)")
    }
    return error
  } catch {
    throw Broken("\(what) throws \(error) instead of a StoreError.")
  }
  throw Broken("\(what) succeeds instead of throwing \(words(codes)).")
}

/// Runs a body in several tasks at once, and waits for all.
func concurrently(
  _ count: Int, _ body: @escaping @Sendable (Int) throws -> Void
) async throws {
  try await withThrowingTaskGroup(of: Void.self) { group in
    for index in 0..<count { group.addTask { try body(index) } }
    try await group.waitForAll()
  }
}

private func words(_ codes: [StoreError.Code]) -> String {
  codes.map(\.rawValue).joined(separator: " or ")
}

private func shortened(_ value: some Equatable) -> String {
  let text = "\(value)"
  return text.count > 200 ? text.prefix(200) + "…" : text
}
