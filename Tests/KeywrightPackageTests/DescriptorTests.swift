import Foundation
import Testing

/// Who prints into a closed stream prints into the next file that is opened.
@Suite("Each call that opens a descriptor") struct DescriptorTests {
  /// The targets that programs link; the command takes the streams at its start.
  static let targets = [
    "Keywright", "KeywrightEtcd", "KeywrightSecrets", "KeywrightStorage", "KeywrightUserDefaults",
  ]

  @Test("is made by the one function that gives 3 or more", arguments: targets)
  func everyCall(target: String) throws {
    let folder = Consumer.repository.appending(path: "Sources/\(target)")
    let files = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)
    var count = 0
    for case let file as URL in try #require(files) where file.pathExtension == "swift" {
      count += 1
      let text = try String(contentsOf: file, encoding: .utf8)
      #expect(Self.bareCalls(in: text) == [], "\(file.path)")
    }
    #expect(count > 0)
  }

  @Test("is found where it is not")
  func control() {
    let text = """
      let bare = open(path, O_RDONLY)
      let other = try retry(.open) { openat(folder, name, flags) }
      let ends = Glibc.socket(family, kind, 0)
      let good = StandardStreams.opening { openat(folder, name, flags) }
      let own = try folder.open(name, .read)
      private func open(_ info: addrinfo) -> Int32 {
      """
    #expect(
      Self.bareCalls(in: text) == [
        "let bare = open(path, O_RDONLY)",
        "let other = try retry(.open) { openat(folder, name, flags) }",
        "let ends = Glibc.socket(family, kind, 0)",
      ])
  }

  /// The lines with a call that is not in the closure of the function, on its line or below it.
  private static func bareCalls(in text: String) -> [String] {
    var isInside = false
    return text.split(separator: "\n").compactMap { line in
      let line = line.trimmingCharacters(in: .whitespaces)
      let wasInside = isInside
      isInside = line.contains("StandardStreams.") || line.contains("dev/null")
      guard !isInside, !wasInside, line.utf8.contains(UInt8(ascii: "(")), !line.hasPrefix("//"),
        line.contains(call)
      else { return nil }
      return line
    }
  }

  nonisolated(unsafe) private static let call =
    /(?:^|[^.\w])(?:(?:Glibc|Musl|Darwin)\.)?(?:open\([^)]*O_|(?:openat|socket|pipe2?|inotify_init1?|epoll_create1?|eventfd|dup|mkostemp|mkstemp|fopen|accept4|memfd_create|shm_open|opendir|kqueue)\()/
}
