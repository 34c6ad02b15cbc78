import Foundation
import KeywrightEvolution
import KeywrightSchema
import KeywrightVerbs

/// `document`: writes what the schemas say of the keys for those who write no Swift.
enum Document: Verb {
  private static let storeOption = VerbDescription.Option.value(
    "store", "STORE",
    """
    of html: shows the values of this store beside their keys, but for
    private and secret ones: a suite, the path of a property list, or
    etcd://…, as other verbs take it
    """, completing: .store)

  static let description = VerbDescription(
    word: "document", summary: "writes a page, a manual or another program's file from schemas",
    options: [
      .choice("format", DocumentFormat.self, "(html, unless another is named)"),
      SchemaSearch.option,
      .value("title", "TEXT", "the name of the program, as people see it"),
      .value(
        "domain", "DOMAIN", "the domain of a preference manifest, as in org.example.player"),
      .value("prefix", "PREFIX", "the beginning of all variables, as in APP"),
      .value(
        "day", "DAY", "the day of man pages and manifests, in place of the clock's (UTC)"),
      .value(
        "output", "FILE", "the file to write, instead of standard output", completing: .file),
      .json,
      storeOption, Policies.option,
    ],
    discussion: """
      Writes all keys of the schemas: html, one page with a search; markdown; json-schema, the JSON
      Schema of a file of values, by which editors complete it; env, variables with their defaults, to
      copy as .env; man, a manual page; settings-bundle, the Root.plist of an iOS Settings.bundle;
      preference-manifest, for the tools of those who administer Apple's devices; privacy, what is
      stored and how sensitive it is.

      With --store the page shows the values as they are now, and where each comes from: one file to send
      to whoever helps. Nothing is written into the store.

      A key that a format cannot hold is left out, with a note on standard error.
      """,
    codes: [.success: "written", .problems: "the schemas have errors, or the store is damaged"],
    examples: [
      "keywright document --schemas Sources/App --output keys.html",
      "keywright document --store org.example.player --output now.html",
      "keywright document --format json-schema > settings.schema.json",
      "keywright document --format preference-manifest --domain org.example.player",
    ])

  static func run(_ arguments: Arguments) throws -> Outcome {
    try arguments.none()
    let format = try arguments.choice("format", or: DocumentFormat.html)
    let domain = arguments.values["domain"]
    if format == .preferenceManifest, domain == nil {
      throw Arguments.Refusal(reason: "a manifest needs --domain, as in org.example.player")
    }
    if arguments.values["policies"] != nil, arguments.values["store"] == nil {
      throw Arguments.Refusal(reason: "--policies is for --store, whose values it shows with them")
    }
    let day = try Check.day(arguments.values["day"], option: "day")
    let catalog = try SchemaSearch.catalog(arguments)
    var description = SchemaDescription(
      catalog, title: arguments.values["title"], day: day, prefix: arguments.values["prefix"])
    var outcome = Outcome()
    if arguments.values["store"] != nil {
      guard format == .html else {
        throw Arguments.Refusal(reason: "--store is for --format html, which alone shows values")
      }
      let location = try StoreSearch.location(arguments, for: .reading)
      let values = try StoredValues(location, catalog).under(Policies(arguments, catalog))
      outcome = values.outcome
      description.values = try ShownValues(
        values, of: catalog, store: printable(path: location.path), moment: arguments.values["day"])
    }
    let document = format.document(of: description, domain: domain ?? "")
    let output = arguments.values["output"]
    if let output { try OutputFile.write(document.text, to: output) }
    if arguments.has(.json) {
      let text: (String, JSONDocument) =
        output.map { ("output", .string($0)) } ?? ("text", .string(document.text))
      let notes = document.notes.map { note -> JSONDocument in
        ["key": .string(note.key), "reason": .string(note.reason)]
      }
      let members = [("format", .string(format.rawValue)), text, ("notes", .array(notes))]
      outcome.output = JSONDocument.object(members).text() + "\n"
      return outcome
    }
    outcome.complaints += document.notes.map {
      "note: \(printable($0.key)): \(printable($0.reason))\n"
    }.joined()
    outcome.output = output == nil ? document.text : ""
    return outcome
  }
}
