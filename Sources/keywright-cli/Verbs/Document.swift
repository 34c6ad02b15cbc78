import Foundation
import KeywrightSchema

/// `document`: writes what the schemas say of the keys for those who write no Swift.
enum Document: Verb {
  static let description = VerbDescription(
    words: ["document"], summary: "writes a page, a manual or another program's file from schemas",
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
      .flag("json", "one JSON object with the document, or its file, and the notes"),
    ],
    discussion: """
      Writes all keys of the schemas: html, one page with a search; markdown; json-schema, the JSON
      Schema of a file of values, by which editors complete it; env, variables with their defaults, to
      copy as .env; man, a manual page; settings-bundle, the Root.plist of an iOS Settings.bundle;
      preference-manifest, for the tools of those who administer Apple's devices; privacy, what is
      stored and how sensitive it is.

      A key that a format cannot hold is left out, with a note on standard error.
      """,
    codes: [.success: "written", .problems: "the schemas have errors"],
    examples: [
      "keywright document --schemas Sources/App --output keys.html",
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
    let day = try Check.day(arguments.values["day"], option: "day")
    let description = SchemaDescription(
      try SchemaSearch.catalog(arguments), title: arguments.values["title"], day: day,
      prefix: arguments.values["prefix"])
    let document = format.document(of: description, domain: domain ?? "")
    let output = arguments.values["output"]
    if let output { try OutputFile.write(document.text, to: output) }
    if arguments.flags.contains("json") {
      let text: (String, JSONDocument) =
        output.map { ("output", .string($0)) } ?? ("text", .string(document.text))
      let notes = document.notes.map { note -> JSONDocument in
        ["key": .string(note.key), "reason": .string(note.reason)]
      }
      let members = [("format", .string(format.rawValue)), text, ("notes", .array(notes))]
      return Outcome(output: JSONDocument.object(members).text() + "\n")
    }
    let complaints = document.notes.map {
      "note: \(printable($0.key)): \(printable($0.reason))\n"
    }.joined()
    return Outcome(output: output == nil ? document.text : "", complaints: complaints)
  }
}
