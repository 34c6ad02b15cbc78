import KeywrightTestSupport
@testable import KeywrightStorage

/// A program's use of a file, for doing it under every fault.
struct Script {
  enum Step: Sendable {
    case commit([(String, PropertyList?)], Durability)
    case flush(compacting: Bool)
    /// Another object opens the file; with or without closing the first.
    case reopen(closing: Bool)
    case refresh
    /// A publication under way does what is next; the first begins one.
    case publish
  }

  /// The commits tried and the promises made.
  struct Log: Sendable {
    /// The members after each commit that was tried and may be in the file, the first state
    /// before all.
    var states: [PropertyListDictionary] = [.init()]
    /// The last state that the end of the process must not take.
    var acknowledged = 0
    /// The last state that a power cut must not take.
    var durable = 0
    var errors: [StorageError] = []
    /// Whether the last commit failed without telling whether it is in the file.
    var isUncertain = false
  }

  let steps: [Step]
  /// Commits of many sizes, at both levels, with flushes, compaction and reopening.
  static let standard = Script(steps: [
    .commit([("a", .integer(1))], .process),
    .commit([("a", .integer(2)), ("b", .string("two"))], .process),
    .commit([("c", .data(.init(repeating: 7, count: 1_500)))], .durable),
    .commit([("b", nil)], .process),
    .refresh,
    .flush(compacting: false),
    .commit([("d", .array([.integer(1), .boolean(true)]))], .process),
    .flush(compacting: true),
    .commit([("a", .integer(3))], .process),
    .commit([("e", .data(.init(repeating: 9, count: 5_000)))], .process),
    .reopen(closing: true),
    .commit([("a", nil)], .durable),
    .reopen(closing: false),
    .commit([("f", .integer(6))], .process),
    .commit([("a", .integer(4))], .durable),
  ])

  /// Commits at both levels before, between and after all steps of two publications, by its own object and by another.
  ///
  /// - Parameter first: The level of the first commit; of ``Durability/process``, a publication begins before
  ///   anything of the store is on the disk.
  static func publishing(
    reopening: Bool = false, _ durability: Durability = .durable, first: Durability = .durable
  ) -> Script {
    var steps: [Step] = [
      .commit([("a", .integer(0))], first), .commit([("a", .integer(1))], .process),
    ]
    for stage in 0..<16 {
      steps.append(.publish)
      if reopening, stage % 3 == 1 { steps.append(.reopen(closing: false)) }
      let changes = [("a", PropertyList.integer(Int64(stage + 2))), ("b\(stage)", .boolean(true))]
      steps.append(.commit(changes, stage % 2 == 0 ? durability : .process))
    }
    return Script(steps: steps)
  }

  /// A script of random steps.
  init(seed: UInt64, length: Int) {
    var random = SeededGenerator(seed: seed)
    let names = ["a", "b", "c", "d"]
    // Half of the programs hardly publish, the others do so most of the time.
    let publications = Bool.random(using: &random) ? 1 : 9
    steps = (0..<length).map { number in
      if Int.random(in: 0..<20, using: &random) < publications { return .publish }
      switch Int.random(in: 0..<20, using: &random) {
      case 0: return .flush(compacting: false)
      case 1: return .flush(compacting: true)
      case 2: return .reopen(closing: Bool.random(using: &random))
      case 3: return .refresh
      default:
        let size = [1, 1, 8, 100, 600, 2_000].randomElement(using: &random) ?? 1
        let changes = (0...Int.random(in: 0...2, using: &random)).map { index in
          let isRemoval = Int.random(in: 0..<5, using: &random) == 0
          let bytes = [UInt8](repeating: UInt8(truncatingIfNeeded: number), count: size)
          return (
            names[(number + index) % names.count], isRemoval ? nil : PropertyList.data(bytes)
          )
        }
        let isDurable = Int.random(in: 0..<6, using: &random) == 0
        return .commit(changes, isDurable ? .durable : .process)
      }
    }
  }

  init(steps: [Step]) { self.steps = steps }

  /// Runs the steps, going on after failures as a program does.
  /// - Parameters:
  ///   - initial: What the file holds before.
  ///   - observe: Told of the log before and after each step.
  func run(
    _ path: String, _ fileSystem: any FileSystem, initial: PropertyListDictionary = .init(),
    observe: (Log) -> Void = { _ in }
  ) -> Log {
    var log = Log(states: [initial])
    var mirror = Mirror()
    var file = DurableFile(path: path, fileSystem: fileSystem)
    var publication: PublicationInSteps?
    for step in steps {
      do throws(StorageError) {
        switch step {
        case .commit(let changes, let durability):
          mirror.adopt(try file.beginUpdating(timeout: .seconds(1)))
          var next = mirror.values
          for (name, value) in changes { next[name] = value }
          log.states.append(next)
          observe(log)
          do throws(StorageError) {
            try file.write(changes.map { MemberChange(name: $0.0, value: $0.1) }) { next.members }
          } catch {
            file.endWriting()
            log.isUncertain = error.code == .uncertain
            if !log.isUncertain { log.states.removeLast() }
            throw error
          }
          mirror.values = next
          log.acknowledged = log.states.count - 1
          if let commit = file.endWriting(), durability == .durable {
            try file.waitUntilDurable(commit)
          }
          if durability == .durable { log.durable = log.acknowledged }
        case .flush(let compacting):
          try file.flush(compacting: compacting)
          log.durable = log.acknowledged
        case .refresh: mirror.adopt(try file.refreshUpdate())
        case .publish:
          if publication == nil { publication = PublicationInSteps(of: file) }
          do throws(StorageError) {
            try publication?.advance()
          } catch {
            publication = nil
            throw error
          }
          if publication?.isOver == true { publication = nil }
        case .reopen(let closing):
          publication = nil
          if closing { file.close() }
          file = DurableFile(path: path, fileSystem: fileSystem)
          mirror.adopt(try file.open())
        }
        log.isUncertain = false
      } catch {
        log.errors.append(error)
      }
      observe(log)
    }
    return log
  }
}
