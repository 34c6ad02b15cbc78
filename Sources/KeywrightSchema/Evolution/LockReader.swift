package struct LockReader {
  private let diagnostics: DiagnosticBag
  private var lock = KeyLock()
  private var releases: [String: JSONNode] = [:]
  private var lines: [LineName: JSONNode] = [:]
  private let skipsDrafts: Bool

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
      diagnostics: DiagnosticBag(sources: [source], ofSchemas: false), skipsDrafts: skipsDrafts)
    reader.read()
    let bag = reader.diagnostics
    return (bag.hasErrors ? nil : reader.lock, bag.diagnostics)
  }

  private mutating func read() {
    let source = diagnostics.sources[0]
    if source.bytes.allSatisfy({ [0x20, 0x09, 0x0A, 0x0D].contains($0) }) {
      report("it is empty", at: Span(file: 0, start: 0, end: 0))
      return
    }
    if let conflict = MergeConflict.place(in: source.bytes) {
      diagnostics.report(
        .lock,
        MergeConflict.isInHead(of: source.bytes)
          ? "a merge left a conflict in the head of the lock: keep one side's line, of `readers` the one with \"both\""
          : "a merge left a conflict in the lock; each line is one key, and both sides' lines count: "
            + "`keywright lock` keeps all of them, and makes the drafts from the schemas",
        at: Span(file: 0, start: conflict, end: conflict + 7))
      return
    }
    guard let node = JSONParser.parse(source.bytes, knownBy: ["keywright"], into: diagnostics)
    else {
      return
    }
    guard let members = node.members else { return report("it is \(node.kind)", node) }
    let sections = Dictionary(
      members.map { ($0.name.text, $0.value) }, uniquingKeysWith: { first, _ in first })
    guard case .number(let version)? = sections["keywright"]?.value else {
      return report("it does not begin with \"keywright\": 1", node)
    }
    if version != "1" {
      diagnostics.report(
        .lock,
        "the lock is of version \(version.prefix(20)), this Keywright reads version 1: update it",
        at: (sections["keywright"] ?? node).span)
      return
    }
    checkMembers(of: node, among: Self.sections + ["module"])
    if let module = sections["module"] {
      lock.module = module.string?.text
      if lock.module == nil { report("`module` is \(module.noun)", module) }
    }
    // Without a section its lines would count for nothing, and the next lock would be without them.
    for section in Self.sections where sections[section] == nil {
      report("`\(section)` is missing", node)
    }
    if let readers = sections["readers"] { readReaders(readers) }
    for line in lines(sections["releases"], of: "releases") { readRelease(line) }
    for line in lines(sections["keys"], of: "keys") { readKey(line) }
    for line in lines(sections["retired"], of: "retired") { readRetirement(line) }
    lock.sort()
  }

  private static let sections = ["keywright", "readers", "releases", "keys", "retired"]

  /// Reports members that a line does not have.
  private func checkMembers(of node: JSONNode, among known: [String]) {
    for member in node.members ?? [] where !known.contains(member.name.text) {
      reportUnknown(member.name, among: known)
    }
  }

  private func reportUnknown(_ name: JSONString, among known: [String]) {
    let meant: MessageText =
      SpellingSuggestion.nearest(to: name.text, among: known).map { ", which may mean `\($0)`" }
      ?? ""
    report("unknown member `\(name.text)`\(meant)", at: name.span)
  }

  /// Reports what `keywright lock` does not write.
  private func report(_ what: MessageText, _ node: JSONNode) { report(what, at: node.span) }

  private func report(_ what: MessageText, at place: Span) {
    diagnostics.report(
      .lock,
      "this is no lock as `keywright lock` writes it: \(what); take it back from version control",
      at: place)
  }

  private mutating func readReaders(_ node: JSONNode) {
    if let readers = (node.string?.text).flatMap(KeyLock.Readers.init(rawValue:)) {
      lock.readers = readers
    } else {
      report("`readers` is \"newer\" or \"both\"", node)
    }
  }

  /// The objects of a section, without the empty one that ends it.
  private func lines(_ node: JSONNode?, of section: String) -> [JSONNode] {
    guard let node else { return [] }
    guard let elements = node.elements, elements.allSatisfy({ $0.members != nil }) else {
      report("`\(section)` is a list of objects", node)
      return []
    }
    return elements.filter { $0.members?.isEmpty == false }
  }

  private mutating func readRelease(_ node: JSONNode) {
    checkMembers(of: node, among: ["release", "after", "ended"])
    guard let name = node.member("release")?.string?.text, !name.isEmpty else {
      return report("a release has a name: {\"release\": \"1.0\"}", node)
    }
    if let before = node.member("after") {
      let names = (before.elements ?? [before]).map { $0.string?.text }
      guard !names.isEmpty, !names.contains(nil) else {
        return report("`after` is the name of the release before it, or a list of names", before)
      }
      lock.after[name] = names.compactMap(\.self)
    }
    if let ended = node.member("ended") {
      guard case .bool(let isEnded) = ended.value else {
        return report("`ended` is true or left out", ended)
      }
      if isEnded { lock.ended.insert(name) }
    }
    if let known = releases.updateValue(node, forKey: name) {
      // A merge may leave a line of both sides twice.
      if known.compact != node.compact { report("release `\(name)` is there twice", node) }
    } else {
      lock.releases.append(name)
    }
  }

  private func release(of node: JSONNode) -> String? {
    guard let release = node.member("in") else { return nil }
    if let name = release.string?.text, releases[name] != nil { return name }
    report("`in` names none of the `releases`", release)
    return nil
  }

  private mutating func readKey(_ node: JSONNode) {
    guard let name = node.member("key")?.string?.text, !name.isEmpty else {
      return report("a line of `keys` has a `key`", node)
    }
    let release = release(of: node)
    let isSkipped = skipsDrafts && release == nil
    let keywords = keywords(of: node, isSkipped: isSkipped)
    if isSkipped { return }
    // Two lines of one form, as a careless merge leaves them.
    let line = LineName(key: name, release: release)
    if let known = lines.updateValue(node, forKey: line) {
      if known.compact == node.compact { return }
      diagnostics.report(.lock, Self.repetition(of: name, in: release), at: node.span)
    }
    if !keywords.contains(where: { $0.keyword == .type }) {
      report("`\(name)` has no `type`", node)
    }
    lock.keys.append(
      LockedKey(
        storageString: name, release: release, keywords: keywords.sorted { $0.keyword < $1.keyword }
      ))
  }

  private static func repetition(of key: String, in release: String?) -> MessageText {
    guard let release else {
      return "`\(key)` has two drafts, as a merge leaves them; `keywright lock` makes one"
    }
    return
      "`\(key)` has two forms in release \(release), as a merge leaves them; keep the line of the "
      + "form that was shipped"
  }

  /// The keywords of a line. The names of a skipped one are checked too: a misspelled `in` makes a draft
  /// of a released line.
  private func keywords(of node: JSONNode, isSkipped: Bool) -> [LockedKey.Entry] {
    var keywords: [LockedKey.Entry] = []
    let isSecret = node.member("sensitivity")?.string?.text == SecretText.word
    for member in node.members ?? [] where member.name.text != "key" && member.name.text != "in" {
      guard let keyword = LockedKeyword(text: member.name.text) else {
        reportUnknown(member.name, among: ["key", "in"] + LockedKeyword.allCases.map(\.text))
        continue
      }
      if isSkipped { continue }
      if isSecret, keyword.isOfValues { diagnostics.note(secret: member.value.span) }
      if !keyword.takes(member.value) {
        report("`\(known: keyword.text)` is \(member.value.noun)", member.value)
      } else if keyword == .type, let text = member.value.string?.text,
        LockedType(text: text) == nil
      {
        report("`\(text)` is no type", member.value)
      }
      keywords.append(LockedKey.Entry(keyword: keyword, text: member.value.compact))
    }
    return keywords
  }

  private mutating func readRetirement(_ node: JSONNode) {
    checkMembers(of: node, among: ["key", "in", "to", "change", "of", "from", "into", "because"])
    for member in node.members ?? [] where member.value.string == nil {
      report("`\(member.name.text)` is \(member.value.noun)", member.value)
    }
    func text(_ name: String) -> String? { node.member(name)?.string?.text }
    guard let name = text("key"), !name.isEmpty else {
      return report("a line of `retired` has a `key`", node)
    }
    var retirement = KeyLock.Retirement(
      storageString: name, release: release(of: node), successor: text("to"))
    if skipsDrafts, retirement.release == nil, text("change") == nil { return }
    if let change = text("change") {
      guard let reason = text("because"), !reason.isEmpty else {
        return report("an exception gives its reason under `because`", node)
      }
      guard let part = Change.Part(rawValue: text("of") ?? Change.Part.key.rawValue) else {
        return report("`of` is \"case\" or \"field\"", node)
      }
      retirement.exception = KeyLock.Exception(
        change: change, part: part, from: text("from") ?? "", to: text("into") ?? "")
      retirement.reason = reason
    }
    lock.retired.append(retirement)
  }
}

extension LockedKeyword {
  /// Whether a value is of the kind that a lock has for the keyword.
  fileprivate func takes(_ value: JSONNode) -> Bool {
    switch self {
    case .name, .type, .coding, .defaultFor, .pattern, .outside, .sensitivity, .moves, .migrate,
      .keychain, .unit, .variable, .summary:
      value.string != nil
    case .types, .parameters: value.members != nil
    case .processing, .range, .length, .allowed, .formerKeys: value.elements != nil
    case .revision, .ttl, .maxAge:
      if case .number = value.value { true } else { false }
    case .store: value.string != nil || value.elements != nil
    case .defaultValue: true
    }
  }
}
