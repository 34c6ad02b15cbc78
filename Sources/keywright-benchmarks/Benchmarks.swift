/// The project's measurements: `swift run -c release keywright-benchmarks VERB`.
@main
enum Benchmarks {
  private static let verbs:
    [(name: String, help: String, run: @Sendable ([String]) throws -> Void)] = [
      ("cache", "time of a cache's get and set, beside NSCache", CacheTimes.run),
      ("store", "time of a durable store's get and set, beside UserDefaults", StoreTimes.run),
      (
        "durable",
        "the limits of the durable store; [process] [durable] [sizes] [opening] [codec] [latency]",
        DurableTimes.run
      ),
      ("rivals", "a get and a set beside other ways to keep values", RivalTimes.run),
      ("eviction", "hit ratios of eviction algorithms; [--seed N] [--margins]", EvictionTable.run),
      ("growth", "the longest set while a store grows, and beside a trim", GrowthTimes.run),
      ("ratios", "what a clamp and an update add to a set", WriteRatios.run),
      ("observing", "what observers cost", ObservingTimes.run),
      ("threads", "what two threads read from one store, beside one", ThreadTimes.run),
      (
        "fairness", "the shares of sixteen threads, and processes, that commit",
        { arguments in
          if let path = arguments.first { return try FairnessOfProcesses.commit(to: path) }
          try FairnessOfThreads.run()
          try FairnessOfProcesses.run()
        }
      ),
      ("depth", "a set in namespaces that lie deep inside others", DepthTimes.run),
      ("waiting", "notifications for nobody, and the threads of async calls", WaitingTimes.run),
      ("names", "keys found by their names, and a file that people edit", NameTimes.run),
      ("layers", "a get through nested compositions, beside a list", LayerTimes.run),
    ]

  static func main() throws {
    let arguments = Array(CommandLine.arguments.dropFirst())
    guard let verb = verbs.first(where: { $0.name == arguments.first }) else {
      print("usage: keywright-benchmarks VERB")
      for verb in verbs { print("  \(verb.name): \(verb.help)") }
      return
    }
    try verb.run(Array(arguments.dropFirst()))
  }
}
