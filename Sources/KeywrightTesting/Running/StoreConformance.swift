public import Keywright

/// The behaviours that every store must show, as checks that any program can run on its own store.
///
/// ```swift
/// try await StoreConformance.check { MyStore() }
/// ```
///
/// It runs in any test framework, or in none: it throws one ``ConformanceError`` that names every
/// broken behaviour. Each behaviour gets a new store. A store says which ``Parts`` it supports; of
/// what it leaves out, the suite checks that it is refused with the error that says so, and that
/// nothing changed.
///
/// The checks know no time limit: a store that never releases its lock makes them wait for ever.
public enum StoreConformance {
  /// Checks a store that lives in memory, or whose content the caller throws away.
  ///
  /// - Parameters:
  ///   - parts: The parts that the store supports; by default all but ``Parts/durable`` and
  ///     ``Parts/shared``, which need a second opening.
  ///   - makeStore: Makes a new, empty store at each call.
  /// - Throws: ``ConformanceError`` with every broken behaviour; what `makeStore` throws counts
  ///   as one.
  public static func check<S: Store>(
    _ parts: Parts = [.reading, .writing, .atomic],
    _ makeStore: @escaping @Sendable () throws -> S
  ) async throws {
    try await run(
      Subject(name: "\(S.self)", parts: parts.subtracting([.durable, .shared])) {
        { try makeStore() }
      })
  }

  /// Checks a store that keeps its content somewhere, so that it can be opened again.
  ///
  /// ```swift
  /// let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
  /// try await StoreConformance.check(
  ///   [.reading, .writing, .durable, .shared], at: { folder.appending(path: UUID().uuidString) }
  /// ) { FileStore(folder: $0) }
  /// ```
  ///
  /// - Parameters:
  ///   - parts: The parts that the store supports; by default everything.
  ///   - makePlace: Makes a new, empty place at each call; it is held until its behaviour ends.
  ///   - open: Opens a store at a place; called twice for one place, with the first one closed
  ///     (``Parts/durable``) or still in use (``Parts/shared``).
  ///   - close: Closes a store before its place is opened again; by default nothing is done.
  /// - Throws: ``ConformanceError`` with every broken behaviour.
  public static func check<S: Store, Place: Sendable>(
    _ parts: Parts = .all,
    at makePlace: @escaping @Sendable () throws -> Place,
    open: @escaping @Sendable (Place) throws -> S,
    close: @escaping @Sendable (S) -> Void = { _ in }
  ) async throws {
    var subject = Subject(name: "\(S.self)", parts: parts) {
      let place = try makePlace()
      return { try open(place) }
    }
    subject.close = { store in
      if let store = store as? S { close(store) }
    }
    try await run(subject)
  }

  /// Checks a store that can only be read: its reading, and that it refuses every write.
  ///
  /// - Parameter open: Makes a store that holds exactly these stored forms.
  /// - Throws: ``ConformanceError`` with every broken behaviour.
  public static func checkReading<S: Store>(
    _ open: @escaping @Sendable ([StorageString: StoredValue]) throws -> S
  ) async throws {
    var subject = Subject(name: "\(S.self)", parts: .reading) { { try open([:]) } }
    subject.fill = { try open($0) }
    try await run(subject)
  }

  /// The names of all behaviours, each led by its part: `"writing: nil removes"`.
  public static var behaviourNames: [String] { behaviours.map(\.fullName) }

  static let behaviours =
    readingBehaviours + readingFormsBehaviours + writingBehaviours + refusingBehaviours
    + notificationBehaviours + namingBehaviours + threadBehaviours + atomicBehaviours
    + durableBehaviours + sharedBehaviours + unsupportedBehaviours

  private static func run(_ subject: Subject) async throws {
    var error = ConformanceError(store: subject.name, checked: 0, failures: [])
    let keepsForms: Bool
    do {
      keepsForms = try subject.forOneBehaviour().fresh().core.encodesValues
    } catch {
      throw ConformanceError(
        store: subject.name, checked: 0,
        failures: [.init(behaviour: "reading: a new store can be made", reason: "\(error)")])
    }
    for behaviour in behaviours where behaviour.applies(to: subject.parts, keepsForms) {
      error.checked += 1
      do {
        try await behaviour.check(subject.forOneBehaviour())
      } catch let thrown {
        error.failures.append(.init(behaviour: behaviour.fullName, reason: "\(thrown)"))
      }
    }
    if !error.failures.isEmpty { throw error }
  }
}

extension StoreConformance {
  /// The parts of the suite that a store supports.
  public struct Parts: OptionSet, Sendable {
    /// The bits.
    public let rawValue: Int

    /// Makes a set of its bits.
    public init(rawValue: Int) { self.rawValue = rawValue }

    /// Values can be read. Every store declares this.
    public static let reading = Parts(rawValue: 1)
    /// One key at a time can be written.
    public static let writing = Parts(rawValue: 2)
    /// Several keys can be written as one commit, all or none; includes ``writing``. A store that
    /// leaves it out says `supportsMultiKeyCommits == false`.
    public static let atomic = Parts(rawValue: 4 | 2)
    /// Written values are there when the store is opened again.
    public static let durable = Parts(rawValue: 8)
    /// Two stores opened at one place see each other's commits.
    public static let shared = Parts(rawValue: 16)
    /// Every part.
    public static let all: Parts = [.reading, .writing, .atomic, .durable, .shared]
  }
}
