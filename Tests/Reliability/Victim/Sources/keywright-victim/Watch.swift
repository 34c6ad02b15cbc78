import FoundationEssentials
import Keywright
import KeywrightRig

#if canImport(Glibc)
  import Glibc
#endif

/// Observes many files, and says whether it was notified of what others wrote.
///
/// It does what each line of standard input asks for: `expect FILE NUMBER SECONDS` waits until an
/// observer of that file was notified of the number; `close FILE` closes it and opens it again, with
/// whatever events are under way; `end` stops.
final class Watch {
  private let folder: String
  private let count: Int
  private let watching: DefaultsStore.Watching?
  private var stores: [DefaultsStore] = []
  private var tokens: [[ObservationToken]] = []
  private let received: [Received]

  init(_ arguments: [String]) {
    folder = arguments.first ?? "."
    count = arguments.dropFirst().first.flatMap { Int($0) } ?? 10
    watching = arguments.contains("never") ? .never : nil
    received = (0..<count).map { _ in Received() }
  }

  func run() {
    for number in 0..<count {
      stores.append(open(number))
      tokens.append(observe(number))
    }
    say("ready")
    while let line = readLine() {
      let words = line.split(separator: " ").map(String.init)
      let number = words.dropFirst().first.flatMap { Int($0) } ?? 0
      switch words.first {
      case "expect" where words.count == 4:
        expect(number, Int(words[2]) ?? 0, seconds: UInt64(words[3]) ?? 0)
      case "close": reopen(number)
      default:
        for store in stores { store.close() }
        say("done")
        return
      }
    }
  }

  private func open(_ number: Int) -> DefaultsStore {
    let place = url("\(folder)/d\(number % 8)/s\(number).plist")
    guard let watching else { return DefaultsStore(url: place) }
    return DefaultsStore(url: place, watching: watching)
  }

  private func observe(_ number: Int) -> [ObservationToken] {
    let (store, received) = (stores[number], received[number])
    received.note(store.get(Increments.number))
    return [
      store.observe(Increments.number) { received.note($0.new) },
      store.observe(Workload.key(1)) { _ in },
      store.observe { _ in },
    ]
  }

  private func expect(_ number: Int, _ value: Int, seconds: UInt64) {
    let last = received[number].wait(for: value, seconds: seconds)
    say(last == value ? "received" : "missed \(value), received \(last)")
  }

  private func reopen(_ number: Int) {
    stores[number].close()
    for token in tokens[number] { token.cancel() }
    stores[number] = open(number)
    tokens[number] = observe(number)
    say("reopened")
  }
}

/// The last value that an observer received.
private final class Received: @unchecked Sendable {
  // `@unchecked`: `value` is read and written under the lock `mutex` only.
  private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private var value = 0

  init() {
    mutex.initialize(to: pthread_mutex_t())
    pthread_mutex_init(mutex, nil)
  }

  deinit { mutex.deallocate() }

  func note(_ new: Int) {
    pthread_mutex_lock(mutex)
    value = new
    pthread_mutex_unlock(mutex)
  }

  /// - Returns: The value, once it is the one that is waited for or so many seconds have passed.
  func wait(for wanted: Int, seconds: UInt64) -> Int {
    let end = moment() + seconds * 1_000_000_000
    while true {
      pthread_mutex_lock(mutex)
      let value = value
      pthread_mutex_unlock(mutex)
      if value == wanted || moment() > end { return value }
      usleep(500)
    }
  }
}
