/// Reads a lock.
package struct LockReader {
  private let diagnostics: DiagnosticBag
  private var lock = KeyLock()
  private var releases: Set<String> = []
  private var lines: Set<LineName> = []
  private let skipsDrafts: Bool

  /// The form of a key that a line is about.
  private struct LineName: Hashable {
    let key: ExactString
    let release: ExactString?
  }

  /// Reads a lock, and says what is wrong with it.
  ///
  /// - Parameters:
  ///   - source: The file.
  ///   - skipsDrafts: Whether drafts are left out, by those who make them from the schemas.
  /// - Returns: The lock, or nil if there was an error.
  /// - Complexity: near linear in the number of bytes.
  package static func read(
    _ source: SourceFile, skipsDrafts: Bool = false
  ) -> (lock: KeyLock?, diagnostics: [Diagnostic]) {
    var reader = LockReader(
      diagnostics: DiagnosticBag(sources: [source]), skipsDrafts: skipsDrafts)
    reader.read()
    let bag = reader.diagnostics
    return (bag.hasErrors ? nil : reader.lock, bag.diagnostics)
  }

  private init(diagnostics: DiagnosticBag, skipsDrafts: Bool) {
    self.diagnostics = diagnostics
    self.skipsDrafts = skipsDrafts
  }

  private mutating func read() {
    let source = diagnostics.sources[0]
    if let conflict = LockConflict.place(in: source.bytes) {
      diagnostics.report(.lockConflict, at: Span(file: 0, start: conflict, end: conflict + 7))
      return
    }
    guard let node = JSONParser.parse(source.bytes, knownBy: ["keywright"], into: diagnostics)
    else {
      return
    }
    guard let members = node.members else { return report(.badLock("it is \(node.kind)"), node) }
    let sections = Dictionary(
      members.map { ($0.name.text, $0.value) }, uniquingKeysWith: { first, _ in first })
    guard case .number(let version)? = sections["keywright"]?.value else {
      return report(.badLock("it does not begin with \"keywright\": 1"), node)
    }
    if version != "1" { return report(.newerLock(version), sections["keywright"] ?? node) }
    for member in members where !Self.sections.contains(member.name.text) {
      diagnostics.report(.badLock("unknown member `\(member.name.text)`"), at: member.name.span)
    }
    if let readers = sections["readers"] { readReaders(readers) }
    for line in lines(sections["releases"], of: "releases") { readRelease(line) }
    for line in lines(sections["keys"], of: "keys") { readKey(line) }
    for line in lines(sections["retired"], of: "retired") { readRetirement(line) }
    lock.sort()
  }

  private static let sections: Set<String> = [
    "keywright", "readers", "releases", "keys", "retired",
  ]

  private func report(_ problem: DiagnosticMessage, _ node: JSONNode) {
    diagnostics.report(problem, at: node.span)
  }

  private mutating func readReaders(_ node: JSONNode) {
    if let readers = (node.string?.text).flatMap(KeyLock.Readers.init(rawValue:)) {
      lock.readers = readers
    } else {
      report(.badLock("`readers` is \"newer\" or \"both\""), node)
    }
  }

  /// The objects of a section, without the empty one that ends it.
  private func lines(_ node: JSONNode?, of section: String) -> [JSONNode] {
    guard let node else { return [] }
    guard let elements = node.elements, elements.allSatisfy({ $0.members != nil }) else {
      report(.badLock("`\(section)` is a list of objects"), node)
      return []
    }
    return elements.filter { $0.members?.isEmpty == false }
  }

  private mutating func readRelease(_ node: JSONNode) {
    guard let name = node.member("release")?.string?.text, !name.isEmpty else {
      return report(.badLock("a release has a name: {\"release\": \"1.0\"}"), node)
    }
    if releases.insert(name).inserted {
      lock.releases.append(name)
    } else {
      report(.badLock("release `\(name)` is there twice"), node)
    }
  }

  private func release(of node: JSONNode) -> String? {
    guard let release = node.member("in") else { return nil }
    if let name = release.string?.text, releases.contains(name) { return name }
    report(.badLock("`in` names none of the `releases`"), release)
    return nil
  }

  private mutating func readKey(_ node: JSONNode) {
    guard let name = node.member("key")?.string?.text else {
      return report(.badLock("a line of `keys` has a `key`"), node)
    }
    let release = release(of: node)
    if skipsDrafts, release == nil { return }
    // Two lines of one form, as a careless merge leaves them.
    let line = LineName(key: ExactString(name), release: release.map(ExactString.init))
    if !lines.insert(line).inserted {
      report(.repeatedLine(name, release: release), node)
    }
    var keywords: [LockedKey.Entry] = []
    for member in node.members ?? [] where member.name.text != "key" && member.name.text != "in" {
      if let keyword = LockedKeyword(text: member.name.text) {
        keywords.append(LockedKey.Entry(keyword: keyword, text: member.value.compact))
      } else {
        diagnostics.report(
          .badLock("unknown keyword `\(member.name.text)`"), at: member.name.span)
      }
    }
    lock.keys.append(
      LockedKey(
        storageString: name, release: release, keywords: keywords.sorted { $0.keyword < $1.keyword }
      ))
  }

  private mutating func readRetirement(_ node: JSONNode) {
    func text(_ name: String) -> String? { node.member(name)?.string?.text }
    guard let name = text("key") else {
      return report(.badLock("a line of `retired` has a `key`"), node)
    }
    var retirement = KeyLock.Retirement(
      storageString: name, release: release(of: node), heir: text("to"))
    if skipsDrafts, retirement.release == nil, text("change") == nil { return }
    if let change = text("change") {
      guard let reason = text("because"), !reason.isEmpty else {
        return report(.badLock("an exception gives its reason under `because`"), node)
      }
      retirement.exception = KeyLock.Exception(
        change: change, from: text("from") ?? "", to: text("into") ?? "", reason: reason)
    }
    lock.retired.append(retirement)
  }
}

extension JSONNode {
  /// The value of an object's member.
  fileprivate func member(_ name: String) -> JSONNode? {
    members?.first { $0.name.text == name }?.value
  }
}

/// The marks that a merge leaves in a file where both sides changed the same lines.
package enum LockConflict {
  private static let marks = ["<<<<<<< ", "======="].map { Array($0.utf8) }

  /// Where the first conflict begins.
  package static func place(in bytes: [UInt8]) -> Int? {
    var start = 0
    while start < bytes.count {
      if bytes[start...].starts(with: marks[0]) { return start }
      guard let end = bytes[start...].firstIndex(of: UInt8(ascii: "\n")) else { return nil }
      start = end + 1
    }
    return nil
  }

  /// The text with the lines of both sides, each once.
  ///
  /// A lock is a list of lines, of which none that binds is ever taken away: what both sides have is
  /// what either has. The common ancestor, which some styles of conflict show too, is left out.
  package static func united(_ text: String) -> String {
    var result: [Substring] = []
    var first: Set<Substring> = []
    var side = Side.none
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      switch (side, line) {
      case (.none, _) where line.hasPrefix("<<<<<<< "): (side, first) = (.ours, [])
      case (.ours, _) where line.hasPrefix("||||||| "): side = .ancestor
      case (.ours, "======="), (.ancestor, "======="): side = .theirs
      case (.theirs, _) where line.hasPrefix(">>>>>>> "): side = .none
      case (.ancestor, _): break
      case (.ours, _):
        first.insert(line)
        result.append(line)
      case (.theirs, _): if !first.contains(line) { result.append(line) }
      case (.none, _): result.append(line)
      }
    }
    return result.joined(separator: "\n")
  }

  private enum Side { case none, ours, ancestor, theirs }
}
