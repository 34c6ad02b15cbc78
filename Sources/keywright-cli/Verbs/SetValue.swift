import Keywright
import KeywrightEvolution
import KeywrightSchema
import KeywrightVerbs

/// `set KEY VALUE`: stores values.
enum SetValue: Verb {
  static let description = VerbDescription(
    word: "set", summary: "stores a value, checked and processed as its schema says",
    operands: [.init("KEY", .assignment), .init("VALUE", .value)],
    otherUsages: ["[options] KEY=VALUE…"],
    options: [
      StoreLocation.option, StoreSearch.new,
      SchemaSearch.option, StoreChanges.reason, StoreChanges.option, StoreChanges.exposing,
      StoreChanges.here,
      StoreChanges.trial,
      .json,
    ],
    discussion: """
      Stores a value of a key, with the type, the declared steps and the constraints of its schema, in
      the way the program does it: safe beside the running program, on the disk when it returns. Several
      KEY=VALUE are one commit: all of them or none.

      A secret is read from standard input, by - in the place of VALUE: arguments can be seen by other
      users, and stay in the shell's history. A terminal does not show it. A dash itself is KEY=-.

      A VALUE is text, as `keywright get` prints it: true, 42, 0.5, a text itself, 2026-01-31T12:00:00Z,
      1h30m, Base64, the name of a case; a,b,c or JSON for lists; JSON for dictionaries and structs.
      KEY=VALUE is a line as `keywright list` prints it: a text in double quotes there is one of JSON.

      Functions of the program do not run: hooks and callbacks are named on standard error, and a key
      whose value they process is refused without --skip-functions.
      """,
    codes: [.success: "stored", .problems: "refused, and nothing changed"],
    examples: [
      "keywright set player:token - --store secrets:org.example.player",
      "keywright set player:volume 0.8 --store org.example.player",
      "keywright set player:volume=0.8 player:theme=dark --store org.example.player",
    ])

  static func run(_ arguments: Arguments) throws -> Outcome {
    let assignments = try assignments(arguments.operands)
    let location = try StoreSearch.location(arguments, for: .making)
    let catalog = try SchemaSearch.catalog(arguments)
    var changes = StoreChanges(arguments, location)
    var outcome = Outcome(complaints: location.notes)
    var (documents, lines): ([JSONDocument], [String]) = ([], [])
    var given: Set<ExactString> = []
    for assignment in assignments {
      let key = try catalog.key(named: assignment.name)
      let text = try assignment.text ?? standardInput(for: key)
      let value = try key.prepared(fromText: text)
      if !given.insert(ExactString(key.storageString)).inserted {
        throw PlainRefusal(reason: "`\(key.storageString)` is given twice")
      }
      try changes.set(key, to: value.stored)
      let state = KeyState(key: key, stored: value.stored)
      documents.append(state.document(reveal: !key.isSensitive))
      lines.append(KeyOutput.line(state, reveal: false) ?? "")
      if key.isSecret, assignment.text != nil {
        outcome.complaints +=
          note(
            "`\(key.storageString)` is secret, and other users can see "
              + "arguments, which a shell keeps in its history; - reads it from standard input")
      }
      if value.isProcessed { outcome.complaints += KeyOutput.noteOfProcessing(state) }
    }
    try changes.commit(catalog)
    outcome.complaints += changes.notes.joined()
    outcome.output = arguments.output(
      .array(documents), or: arguments.has(StoreChanges.trial) ? lines.joined() : ""
    )
    return outcome
  }

  /// The text of standard input, without the line end after it.
  private static func standardInput(for key: CatalogKey) throws -> String {
    // At a terminal, one line that is not shown.
    if let echo = TerminalEcho.off() {
      Progress.pause()
      defer {
        echo.restore()
        Progress.resume()
      }
      StandardError.write("\(printable(key.storageString)), not shown: ")
      return readLine() ?? ""
    }
    guard let text = String(validating: try InputFiles.bytes(of: "-"), as: UTF8.self) else {
      throw InputFiles.Failure(path: "standard input", reason: "it is not UTF-8")
    }
    return text.last?.isNewline == true ? String(text.dropLast()) : text
  }

  /// The names with their texts; nil for that of standard input.
  private static func assignments(
    _ operands: [String]
  ) throws(Arguments.Refusal) -> [(name: String, text: String?)] {
    if operands.count == 2, operands[0].splitAtEqualsSign == nil {
      return [(operands[0], operands[1] == "-" ? nil : operands[1])]
    }
    if operands.isEmpty { throw Arguments.Refusal(reason: "a key and its value are missing") }
    if operands.count > 2, operands[0].splitAtEqualsSign == nil {
      throw Arguments.Refusal(
        reason:
          "\(operands.count) arguments where two are wanted, KEY VALUE; quote a value with spaces")
    }
    return try operands.map { operand throws(Arguments.Refusal) in
      guard let (name, value) = LineText.parts(of: operand) else {
        throw Arguments.Refusal(reason: "a value is missing: \(operand)=…")
      }
      return (name, value)
    }
  }
}
