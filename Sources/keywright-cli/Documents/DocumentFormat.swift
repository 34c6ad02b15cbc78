/// A format in which the keys of a program can be written.
enum DocumentFormat: String, CaseIterable {
  case html, markdown
  case jsonSchema = "json-schema"
  case env, man
  case settingsBundle = "settings-bundle"
  case preferenceManifest = "preference-manifest"
  case privacy

  /// Writes the document.
  ///
  /// - Parameter domain: the domain of a preference manifest, as in `org.example.player`.
  func document(of description: SchemaDescription, domain: String) -> WrittenDocument {
    switch self {
    case .html: WrittenDocument(text: HTMLDocument.text(of: description))
    case .markdown: WrittenDocument(text: MarkdownDocument.text(of: description))
    case .jsonSchema: WrittenDocument(text: ValuesSchema.text(of: description))
    case .env: EnvironmentFile.document(of: description)
    case .man: WrittenDocument(text: ManualPage.text(of: description))
    case .settingsBundle: SettingsBundle.document(of: description)
    case .preferenceManifest: PreferenceManifest.document(of: description, domain: domain)
    case .privacy: WrittenDocument(text: PrivacyReport.text(of: description))
    }
  }
}

/// A document, with notes on keys that do not fit its format.
struct WrittenDocument: Equatable {
  var text: String
  /// Notes in the order of the keys: storage string and reason.
  var notes: [Note] = []

  struct Note: Equatable {
    var key: String
    var reason: String
  }
}
