import Foundation
import Keywright

/// The share of each of sixteen processes that commit to one file as fast as they can.
enum FairnessOfProcesses {
  private enum Bench: Namespace {
    typealias Parent = Root
    static let namespaceID = "bench"
    static let value = Key<Bench, Int>("value", default: 0)
  }

  private static let processes = 16
  private static let duration = Duration.seconds(2)

  static func run() throws {
    let folder = FileManager.default.temporaryDirectory.appending(
      path: "keywright-benchmark-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appending(path: "store.plist")
    let alone = try shares(of: 1, in: file)[0].commits
    let shares = try shares(of: processes, in: file)
    let commits = shares.map(\.commits).sorted()
    let all = commits.reduce(0, +)
    let (slowest, quickest) = (commits[0], commits[processes - 1])
    let times = String(format: "%.2f", Double(all) / Double(alone))
    print("DefaultsStore, \(processes) processes: \(times) times the sets of one")
    report("the slowest, by the quickest", Double(slowest) / Double(quickest), atLeast: 0.5)
    report("the slowest, by a fair share", Double(slowest * processes) / Double(all), atLeast: 0.5)
    let longest = (shares.map(\.longest).max() ?? 0) / 1_000
    print("  the longest set: \(String(format: "%.1f", longest)) ms")
  }

  private static func report(_ name: String, _ ratio: Double, atLeast least: Double) {
    let figure = String(format: "%.2f", ratio)
    print("  \(name): \(figure); at least \(least): \(ratio >= least ? "yes" : "NO")")
  }

  /// The commits of one process, and the microseconds of the longest.
  private struct Share {
    var commits: Int
    var longest: Double
  }

  private static func shares(of count: Int, in file: URL) throws -> [Share] {
    let workers = try (0..<count).map { _ in try Worker(file) }
    // Each has opened the file by then.
    for worker in workers { worker.awaitLine() }
    for worker in workers { worker.start() }
    return workers.map { worker in
      let figures = worker.awaitLine().split(whereSeparator: \.isWhitespace).compactMap {
        Double($0)
      }
      return figures.count == 2
        ? Share(commits: Int(figures[0]), longest: figures[1]) : Share(commits: 0, longest: 0)
    }
  }

  /// Another process of this program.
  private struct Worker {
    private let process = Process()
    private let input = Pipe()
    private let output = Pipe()

    init(_ file: URL) throws {
      process.executableURL = URL(filePath: CommandLine.arguments[0]).absoluteURL
      process.arguments = ["fairness", file.path]
      process.standardInput = input
      process.standardOutput = output
      try process.run()
    }

    func start() { input.fileHandleForWriting.write(Data("go\n".utf8)) }

    @discardableResult
    func awaitLine() -> String {
      String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
    }
  }

  /// The work of such a process: it opens the file, waits for a line, and commits.
  static func commit(to path: String) throws {
    let store = DefaultsStore(url: URL(filePath: path), watching: .never)
    _ = store.get(Bench.value)
    say("ready")
    _ = readLine()
    var share = Share(commits: 0, longest: 0)
    var now = ContinuousClock.now
    let end = now + duration
    while now < end {
      try store.update(Bench.value) { $0 += 1 }
      let next = ContinuousClock.now
      share.longest = max(share.longest, (next - now) / .microseconds(1))
      share.commits += 1
      now = next
    }
    say("\(share.commits) \(share.longest)")
  }

  private static func say(_ text: String) {
    FileHandle.standardOutput.write(Data("\(text)\n".utf8))
  }
}
