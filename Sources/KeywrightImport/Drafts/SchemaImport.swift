import KeywrightSchema

/// The common part of all imports: names of types, notes, and the check of the result.
struct SchemaImport {
  let root = SchemaDraft()
  private(set) var notes: [ImportNote] = []
  /// The number of declarations that were found.
  private var found = 0
  /// The number of those of which no key was made.
  private var omitted = 0
  private var typeNames = SchemaNames()
  /// The enums that have a case `none`.
  private var enumsWithNone: [String] = []
  /// The enums whose case `none` gets another name.
  private var enumsWithoutNone: Set<String> = []

  /// The schema that an importer makes in this. If a value of an enum may be absent, it makes the schema
  /// once more, without the case `none`: `.none` of an optional is nil.
  static func result(
    from path: String, _ make: (SchemaImport) throws(ImportFailure) -> SchemaImport
  ) throws(ImportFailure) -> ImportResult {
    var made = try make(SchemaImport())
    let schema = made.root.document
    let optional = made.enumsWithNone.filter { schema.holds($0 + "?") }
    if !optional.isEmpty {
      var draft = SchemaImport()
      draft.enumsWithoutNone = Set(optional)
      made = try make(draft)
    }
    for name in optional {
      made.note(
        path, 1, "type `\(name)`",
        "its case `none` has another name, for `.none` of a value that may be absent is nil")
    }
    return try made.result(from: path)
  }

  /// A type name that nothing else in the schema has, so that none hides another.
  mutating func typeName(for original: String) -> String {
    typeNames.name(for: original, as: .type)
  }

  mutating func note(_ path: String, _ line: Int, _ subject: String, _ message: String) {
    notes.append(ImportNote(path: path, line: line, subject: subject, message: message))
  }

  /// Counts declarations: each becomes a key, or is left out with a note.
  mutating func find(_ count: Int = 1) { found += count }

  /// Notes that declarations are left out.
  mutating func leaveOut(
    _ path: String, _ line: Int, _ subject: String, _ message: String, count: Int = 1
  ) {
    omitted += count
    note(path, line, subject, message)
  }

  mutating func add(_ notes: [ImportNote]) { self.notes += notes }

  /// The words of an enum, which has a case for each different text that the other system stores.
  ///
  /// - Parameters:
  ///   - type: The name of the enum.
  ///   - values: The texts, and the names that the cases get if they can.
  ///   - member: The stored value of a case, or its words, by the index of its text and its name.
  /// - Returns: the type, and the case of each text.
  mutating func enumeration(
    named type: String, _ values: [(text: String, name: String)],
    extras: [(String, JSONDocument)] = [],
    member: (_ index: Int, _ name: String) -> JSONDocument
  ) -> (type: JSONDocument, cases: [String: String]) {
    var names = SchemaNames()
    var cases: [String: String] = [:]
    var members: [(String, JSONDocument)] = []
    for (index, value) in values.enumerated() where cases[value.text] == nil {
      var name = names.name(for: value.name, as: .enumCase)
      if name == "none" {
        enumsWithNone.append(type)
        if enumsWithoutNone.contains(type) { name = names.name(for: "nothing", as: .enumCase) }
      }
      cases[value.text] = name
      members.append((name, member(index, name)))
    }
    let isPlain = members.allSatisfy { name, value in
      if case .string(let raw) = value { raw == name } else { false }
    }
    let words = isPlain ? .array(members.map { .string($0.0) }) : JSONDocument.object(members)
    return (.object([("enum", words)] + extras), cases)
  }

  /// The schema, which passes the check: parts that it refuses are left out, with a note.
  ///
  /// - Throws: `ImportFailure` with the first error of the check, which is a mistake of the importer.
  func result(from path: String) throws(ImportFailure) -> ImportResult {
    var result = ImportResult(
      schema: root.document, notes: notes, declarations: found, omissions: omitted)
    var suppressesClashes = false
    while true {
      let source = SourceFile(path: "schema", text: result.text)
      let diagnostics = SchemaChecker.check([source], module: "Module").diagnostics
      // The other system has values under names that differ only in what a variable does not show.
      if !suppressesClashes, diagnostics.contains(where: { $0.message.rule == .environmentClash }) {
        result.suppress(.environmentClash)
        suppressesClashes = true
        continue
      }
      let errors = diagnostics.filter { $0.severity == .error }
      guard let error = errors.first else { return result }
      let refused = RefusedParts(errors, of: result.schema, in: source)
      guard !refused.parts.isEmpty else {
        throw ImportFailure(
          path: path, line: 1,
          message: "the schema made of this would not pass the check: "
            + DiagnosticPrinter().text(error))
      }
      let before = result.keyCount
      result.schema = refused.schema
      result.omissions += before - result.keyCount
      result.notes += refused.parts.map { subject, message in
        ImportNote(
          path: path, line: 1, subject: subject, message: "no schema can have it: \(message)")
      }
    }
  }
}

extension JSONDocument {
  /// Whether a text is anywhere in it.
  fileprivate func holds(_ text: String) -> Bool {
    switch self {
    case .string(text): true
    case .array(let elements): elements.contains { $0.holds(text) }
    case .object(let members): members.contains { $0.1.holds(text) }
    default: false
    }
  }
}
