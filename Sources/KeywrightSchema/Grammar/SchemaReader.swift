/// Reads the objects of one file into declarations, keyword by keyword.
struct SchemaReader {
  let file: Int
  /// The module of the file's target, whose name is refused.
  var module = ""
  let diagnostics: DiagnosticBag

  /// Reads a whole schema.
  func file(_ node: JSONNode) -> FileDeclaration {
    let declaration = FileDeclaration(member: Located("", at: Span(file: file, start: 0, end: 0)))
    let misspelled = read(node, by: Grammar.file, into: declaration)
    let isNamed = node.ownMembers.contains { $0.name.text == "namespace" }
    if declaration.path.isEmpty, isNamed || misspelled.contains("namespace") {
      // A namespace of which only the name is unknown.
      declaration.path = [Located("?\(file)", at: declaration.member.span)]
    }
    return declaration
  }

  /// Reads the members of an object by a table of keywords.
  ///
  /// - Returns: the keywords that are misspelled in it: to call them missing would be to report one
  ///   mistake twice.
  @discardableResult
  func read<Declaration>(
    _ node: JSONNode, by table: KeywordTable<Declaration>, into declaration: Declaration
  ) -> Set<String> {
    guard let members = node.members else {
      // A text that is no object may be any file of the machine: no part of it is quoted.
      let found = table.place == .file ? node.kind : node.noun
      report(
        .wrongShape(of: "\(known: table.place.noun)", expected: "an object", found: found),
        node)
      return []
    }
    var misspelled: Set<String> = []
    for member in node.ownMembers {
      if member.name.text == "name", let declaration = declaration as? NamedDeclaration {
        reportName(member, of: declaration, beside: members)
        continue
      }
      if let members = FamiliarWords.members(for: member, beside: members, in: table.place) {
        reportReplaced(member, by: members, in: table)
        misspelled.formUnion(members.map(\.name))
        continue
      }
      guard let keyword = table[member.name.text] else {
        let meant = reportUnknown(
          member.name, in: table.place.noun, among: table.place.keywords.map(\.name)
        ) { meant in
          if members.contains(where: { $0.name.text == meant }) { return .isThere }
          let shape = table[meant]?.entry.shape
          return shape.flatMap { $0.mismatches(in: member.value).isEmpty ? nil : .has($0) }
        }
        guard let meant else { continue }
        let isFirst = misspelled.insert(meant).inserted
        // Other declarations may need its value: it is read as it was meant, so that they are not wrong too.
        if isFirst, let keyword = table[meant], !members.contains(where: { $0.name.text == meant }),
          keyword.entry.shape.mismatches(in: member.value).isEmpty
        {
          keyword.read(declaration, member.value, self)
        }
        continue
      }
      let shape = keyword.entry.shape
      let mismatches = shape.mismatches(in: member.value)
      for (name, shape, node) in mismatches {
        report(
          .wrongShape(
            of: "`\(known: name ?? keyword.entry.name)`", expected: shape.noun,
            found: shape.found(node)),
          node)
      }
      let value = mismatches.isEmpty ? member.value : shape.rest(of: member.value)
      if let value { keyword.read(declaration, value, self) }
    }
    for keyword in table.place.required
    where !misspelled.contains(keyword) && !members.contains(where: { $0.name.text == keyword }) {
      let place = Span(file: file, start: node.span.start, end: node.span.start + 1)
      diagnostics.report(
        .missingKeyword, "\(table.place.noun) needs the keyword `\(keyword)`",
        remedy: keyword == "version" ? .member(keyword, JSONText: "1") : nil, at: place)
    }
    return misspelled
  }

  /// The reason why a member cannot just be called otherwise.
  enum Obstacle {
    /// There is a member of the other name.
    case isThere
    /// The value is of another form than the keyword's.
    case has(ValueShape)
  }

  /// Reports a member that is no keyword of a place; returns the keyword that it seems to mean.
  ///
  /// - Parameter obstacle: What stands against the keyword that it seems to mean.
  @discardableResult
  func reportUnknown(
    _ name: JSONString, in place: String, among keywords: @autoclosure () -> [String],
    _ obstacle: (String) -> Obstacle? = { _ in nil }
  ) -> String? {
    if diagnostics.isFull(file) { return nil }
    let elsewhere = Grammar.places(of: name.text).map(\.noun)
    let keywords = keywords()
    let familiar = FamiliarWords.keywords[name.text].flatMap { keywords.contains($0) ? $0 : nil }
    let suggestion = familiar ?? SpellingSuggestion.nearest(to: name.text, among: keywords)
    let origin: MessageText =
      elsewhere.isEmpty ? "" : "; it is a keyword of \(words: elsewhere.joined(separator: " and "))"
    let start: MessageText = "\(place) has no keyword `\(name.text)`"
    switch suggestion.map({ ($0, obstacle($0)) }) {
    case (let meant, .isThere?)?:
      diagnostics.report(
        .unknownKeyword, "\(start), and `\(meant)` is there already", at: name.span)
    case (let meant, .has(let shape)?)? where familiar != nil:
      diagnostics.report(
        .unknownKeyword, "\(start); `\(meant)` says it, \(shape.noun)", at: name.span)
    default:
      diagnostics.report(
        .unknownKeyword, "\(start)\(meant: suggestion, otherwise: origin)",
        remedy: .spelling(suggestion), at: name.span)
    }
    return suggestion
  }

  /// Reports a name in Swift beside that in the schema, which is the one in Swift.
  private func reportName(
    _ member: JSONMember, of declaration: NamedDeclaration, beside others: [JSONMember]
  ) {
    let isSpace = declaration is NamespaceDeclaration
    let name = member.value.string.flatMap { isSpace ? SwiftName.uncapitalised($0.text) : $0.text }
    let isFile = declaration is FileDeclaration
    let path = others.first { $0.name.text == "namespace" }?.value.string
    let own = isFile ? path.flatMap(lastName) : declaration.member
    let fault: MessageText = "\(known: isSpace ? "a namespace" : "a key") has no keyword `name`"
    guard let own, let name, SwiftName.isLowerCamelCase(name) else {
      diagnostics.report(
        .unknownKeyword,
        "\(fault): its name in the schema is that in Swift, and `id` the one in storage strings",
        at: member.name.span)
      return
    }
    let isKept = others.contains { ["id", "storageString"].contains($0.name.text) }
    let id = isKept ? [] : [MemberText("id", JSONText.quoted(own.value))]
    diagnostics.report(
      .unknownKeyword, "\(fault); \(call: "it", name, with: id)",
      remedy: .renaming(to: name, at: own.span.start..<own.span.end, with: id),
      at: member.name.span)
    if isFile { return }
    declaration.member = Located(name, at: own.span)
    if !isKept { declaration.id = own }
  }

  /// The last name of a path of namespaces.
  private func lastName(_ path: JSONString) -> Located<String>? {
    guard let name = path.text.split(separator: ".").last else { return nil }
    let end = path.text.utf8.count
    return Located(String(name), at: path.span(of: end - name.utf8.count..<end))
  }

  /// Reports a member that others of the language replace.
  private func reportReplaced<Declaration>(
    _ member: JSONMember, by members: [MemberText], in table: KeywordTable<Declaration>
  ) {
    let name = member.name.text
    let fault: MessageText =
      table[name] == nil
      ? "\(known: table.place.noun) has no keyword `\(known: name)`"
      : name == "processing"
        ? "`processing` has no steps `clamp` and `limit`" : "`reserved` is a list of ids alone"
    let words = members.map { "\($0.text)" as MessageText }.joined(separator: ", ")
    let mend: MessageText = members.isEmpty ? "leave it out" : "write \(words)"
    diagnostics.report(
      .unknownKeyword, "\(fault); \(mend)",
      remedy: .members(members), at: member.name.span)
  }

  func report(_ message: DiagnosticMessage, _ node: JSONNode) {
    diagnostics.report(message, at: node.span)
  }

  func report(_ rule: Rule, _ text: MessageText, remedy: Remedy? = nil, _ node: JSONNode) {
    diagnostics.report(rule, text, remedy: remedy, at: node.span)
  }

  /// The string of a node that is known to be one.
  func located(_ node: JSONNode) -> Located<String> {
    Located(node.string?.text ?? "", at: node.span)
  }

  /// The symbol that a node spells; reports it if it spells none.
  func symbol(_ node: JSONNode) -> Located<Symbol>? {
    let text = located(node)
    if let symbol = Symbol(text.value) { return Located(symbol, at: text.span) }
    if text.value.hasSuffix(")"), let bracket = text.value.firstIndex(of: "("),
      Symbol(String(text.value[..<bracket])) != nil
    {
      let name = String(text.value[..<bracket])
      report(
        .symbol, "`\(text.value)` names a function without parentheses: write \"\(name)\"",
        remedy: .replacement(name), node)
    } else {
      report(
        .symbol,
        "`\(text.value)` does not name a Swift function or type: expected identifiers joined by dots",
        node)
    }
    return nil
  }

  /// The count of a node that is known to be one.
  func count(_ node: JSONNode) -> Located<Int>? {
    guard case .number(let spelling) = node.value, let count = Int(spelling) else { return nil }
    return Located(count, at: node.span)
  }

  /// The text of a node, if it may stand in a storage string; if not, that is reported.
  func id(_ node: JSONNode) -> Located<String>? {
    let id = located(node)
    guard let fault = NameCheck.fault(inID: id.value) else { return id }
    report(.storageString, "`\(id.value)` cannot be an id: \(words: fault)", node)
    return nil
  }

  /// One of the values that a keyword has.
  func choice<Choice: RawRepresentable<String> & CaseIterable>(
    _ node: JSONNode, of keyword: String
  ) -> Located<Choice>? {
    let text = located(node)
    if let choice = Choice(rawValue: text.value) { return Located(choice, at: text.span) }
    let choices = Choice.allCases.map(\.rawValue)
    let suggestion =
      SpellingSuggestion.nearest(to: text.value, among: choices)
      ?? SpellingSuggestion.completion(of: text.value, among: choices)
    let list = choices.map { "`\($0)`" as MessageText }.joined(separator: ", ")
    report(
      .choice,
      "`\(text.value)` is no value of `\(keyword)`; expected one of \(list)\(meant: suggestion)",
      remedy: .spelling(suggestion), node)
    return nil
  }

  /// The elements of a list of strings without those that are there before, which are reported.
  func distinct(_ node: JSONNode) -> [JSONNode] {
    var first: [ExactString: Span] = [:]
    return (node.elements ?? []).filter { element in
      let text = ExactString(located(element).value)
      guard let span = first[text] else {
        first[text] = element.span
        return true
      }
      diagnostics.report(.repeatedElement, at: element.span, notes: [(.firstHere, span)])
      return false
    }
  }

  /// A text that is not blank.
  func text(_ node: JSONNode, of keyword: String) -> String? {
    let text = located(node).value
    if !text.allSatisfy(\.isWhitespace) { return text }
    report(.emptyString(keyword: keyword), node)
    return nil
  }
}

extension JSONNode {
  /// The members of an object that do not belong to other tools, which may add any whose names
  /// begin with `x-`.
  var ownMembers: [JSONMember] {
    guard let members else { return [] }
    // Few objects have such members, and need a list of their own.
    return members.contains(where: \.isForeign) ? members.filter { !$0.isForeign } : members
  }
}

extension JSONMember {
  /// Whether the member is none of the language.
  var isForeign: Bool { name.text.utf8.starts(with: "x-".utf8) }
}
