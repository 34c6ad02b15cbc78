import Foundation
import KeywrightSchema
import KeywrightStorage
import KeywrightVerbs

/// `export`: prints the values of a store for other programs.
enum Export: Verb {
  static let description = VerbDescription(
    word: "export", summary: "writes the values of a store as JSON, property list or KEY=value",
    operands: [.init("[NAMESPACE|KEY…]", .either([.namespace, .key]))],
    options: [
      StoreLocation.option,
      SchemaSearch.option,
      .choice(
        "format", ExchangeFormat.self,
        """
        json: nested objects, one for each component; plist: XML, by storage
        string; env: a line KEY=value each
        """),
      .flag("json", "the same as --format json, which it is without either"),
      .flag("raw", "copies the whole property list of the store, without schemas, to --output"),
      .flag("defaults", "defaults of keys for which nothing is stored too"),
      KeyOutput.reveal,
      .value(
        "output", "FILE", "a new file, for this user alone, in place of standard output",
        completing: .file),
    ],
    discussion: """
      Writes what is stored for the keys of the schemas. `keywright import` reads it back. Private and
      secret values are left out without --reveal, and unreadable ones in any case; standard error says
      so.

      --raw copies all that a store in a file holds, as of one commit, while programs go on with it. To
      return to the copy, close these programs and put it in the place of the store's property list.
      """,
    codes: [
      .success: "exported", .problems: "an unknown name, or damage left something out",
    ],
    examples: [
      "keywright export --store org.example.player > player.json",
      "keywright export player --format env --store ./defaults.plist",
      "keywright export --raw --output copy.plist --store org.example.player",
    ])

  static func run(_ arguments: Arguments) throws -> Outcome {
    if arguments.flags.contains("raw") { return try copy(arguments) }
    let format = try arguments.choice("format", or: ExchangeFormat.json)
    if arguments.has(.json), format != .json {
      throw Arguments.Refusal(reason: "--json is the same as --format json")
    }
    let location = try StoreSearch.location(arguments, for: .reading)
    let catalog = try SchemaSearch.catalog(arguments)
    let values = try StoredValues(location, catalog)
    var states = try values.states(in: catalog, named: arguments.operands)
    var outcome = values.outcome
    outcome.complaints += states.compactMap(\.migrationNote).joined()
    if !arguments.flags.contains("defaults") { states.removeAll { $0.stored == nil } }
    for state in states where state.isWithoutEffect {
      outcome.complaints += KeyOutput.fault(of: state, in: location) ?? ""
      outcome.code = .problems
    }
    states.removeAll(where: \.isWithoutEffect)
    if !arguments.has(KeyOutput.reveal) {
      let hidden = states.count { $0.key.isSensitive && $0.value != nil }
      states.removeAll(where: \.key.isSensitive)
      if hidden > 0 {
        outcome.complaints +=
          complaint(
            "\(hidden) private or secret \(hidden == 1 ? "value is" : "values are") left out; "
              + "--reveal exports \(hidden == 1 ? "it" : "them")")
      }
    }
    if format == .plist {
      for state in states where !state.fitsXML {
        outcome.complaints +=
          complaint(
            "\(state.key.storageString) is left out: XML cannot hold its value "
              + "exactly, JSON can")
        outcome.code = .problems
      }
      states.removeAll { !$0.fitsXML }
    }
    let text = format.text(states)
    guard let path = arguments.values["output"] else {
      outcome.output = text
      return outcome
    }
    try PrivateFile.write(Data(text.utf8), to: path)
    return outcome
  }

  private static func copy(_ arguments: Arguments) throws -> Outcome {
    try arguments.none()
    let ignored =
      ["format", SchemaSearch.option.name].filter {
        arguments.values[$0] != nil || arguments.lists[$0] != nil
      } + ["defaults", KeyOutput.reveal.name].filter(arguments.flags.contains)
    if let option = ignored.first {
      throw Arguments.Refusal(
        reason: "--raw copies all that the file holds, as it is; it takes no --\(option)")
    }
    guard let copy = arguments.values["output"] else {
      throw Arguments.Refusal(reason: "--raw needs --output, the new file that it writes")
    }
    let location = try StoreSearch.location(arguments, for: .reading)
    guard location.isFile else {
      throw Arguments.Refusal(reason: "--raw copies a property list, and \(location.path) has none")
    }
    do throws(StorageError) {
      let contents = try DurableFile(path: location.path).backUp(to: copy)
      return Outcome(
        output: arguments.output(
          ["file": .string(copy), "values": .integer(contents.valueCount)],
          or: "\(counted(contents.valueCount, "value")) in \(printable(path: copy))\n"),
        complaints: location.notes
          + contents.issues.filter { $0.code == .corrupt }
          .map { complaint("\(words: $0.sentence)") }.joined(),
        code: contents.damage == nil ? .success : .problems)
    } catch {
      return Outcome(complaints: complaint("not copied: \(words: error.sentence)"), code: .failed)
    }
  }
}
