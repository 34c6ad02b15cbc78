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
    /// A compaction under way does what is next; the first begins one.
    case compact
    /// Another process writes everything, and is killed before that gets its place.
    case killedWriter
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
  /// Whether the store has a list from its first commit on; a new one has none until it was idle.
  var beginsWithList = false

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

  /// Commits at both levels before, between and after all stages of a compaction, by its own object
  /// and by another.
  ///
  /// - Parameter first: The level of the first commit; of ``Durability/process``, a compaction begins before
  ///   anything of the store is on the disk.
  static func compacting(
    reopening: Bool = false, _ durability: Durability = .durable, first: Durability = .durable
  ) -> Script {
    var steps: [Step] = [
      .commit([("a", .integer(0))], first), .commit([("a", .integer(1))], .process),
    ]
    for stage in 0..<11 {
      steps.append(.compact)
      if reopening, stage % 3 == 1 { steps.append(.reopen(closing: false)) }
      let changes = [("a", PropertyList.integer(Int64(stage + 2))), ("b\(stage)", .boolean(true))]
      steps.append(.commit(changes, stage % 2 == 0 ? durability : .process))
    }
    return Script(steps: steps)
  }

  /// A compaction that finds the journal which a killed writer made for the very checkpoint.
  static let besideKilledWriter = Script(
    steps: [
      .commit([("a", .integer(0))], .durable), .commit([("a", .integer(1))], .process),
      .compact, .compact, .compact, .killedWriter,
    ]
      + (0..<6).flatMap { number in
        [.commit([("b\(number)", .integer(1))], .durable), .compact]
      })

  /// A script of random steps.
  init(seed: UInt64, length: Int) {
    var random = SeededGenerator(seed: seed)
    let names = ["a", "b", "c", "d"]
    // Half of the programs hardly compact, the others do so most of the time.
    let compactions = Bool.random(using: &random) ? 1 : 9
    steps = (0..<length).map { number in
      if Int.random(in: 0..<20, using: &random) < compactions { return .compact }
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

  /// The same with a writer that is killed in between, in two of three scripts.
  func withKilledWriter(seed: UInt64) -> Script {
    var random = SeededGenerator(seed: seed)
    guard Int.random(in: 0..<3, using: &random) > 0 else { return self }
    var steps = steps
    steps.insert(.killedWriter, at: Int.random(in: 0...steps.count, using: &random))
    return Script(steps: steps)
  }

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
    var compaction: Compaction?
    for step in steps {
      do throws(StorageError) {
        switch step {
        case .commit(let changes, let durability):
          mirror.adopt(try file.beginWriting(timeout: .seconds(1)))
          var next = mirror.values
          for (name, value) in changes { next[name] = value }
          log.states.append(next)
          observe(log)
          do throws(StorageError) {
            let changes = changes.map { name, value in
              MemberChange(name: name, value: value, replacing: .init(of: mirror.values[name]))
            }
            if beginsWithList { file.beginWithList() }
            try file.write(changes) { next.members }
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
          // It would wait for a compaction under way.
          if compacting { compaction = nil }
          try file.flush(compacting: compacting)
          log.durable = log.acknowledged
        case .refresh: mirror.adopt(try file.refresh())
        case .compact:
          if compaction == nil { compaction = try Compaction(of: file, timeout: .seconds(1)) }
          do throws(StorageError) {
            try compaction?.advance()
          } catch {
            compaction = nil
            throw error
          }
          if compaction?.isOver == true { compaction = nil }
        case .killedWriter: try DurableFile.writeUntilKilled(path, fileSystem)
        case .reopen(let closing):
          if closing {
            compaction = nil
            file.close()
          }
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
