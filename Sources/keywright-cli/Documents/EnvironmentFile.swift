import Keywright
import KeywrightEvolution
import KeywrightSchema

/// The variables of the keys, as an example of a `.env` file.
///
/// Some readers take a value as it is, and others know quotes. A value that they would read differently has a line for
/// each kind.
enum EnvironmentFile {
  static func document(of description: SchemaDescription) -> WrittenDocument {
    var document = WrittenDocument(
      text: """
        # For programs that read KEY=value: swift-configuration and docker run take values as they are; docker compose,
        # node and python-dotenv know quotes. Not for a shell to source, which would run what is in a value.
        # \(Paragraphs.line(description.title))
        # The defaults of all variables. Remove the # before a variable to give it another value.

        """)
    for namespace in description.allNamespaces where !namespace.keys.isEmpty {
      document.text += "\n# == \(Paragraphs.line(namespace.title))\n"
      for key in namespace.keys { add(key, to: &document) }
    }
    return document
  }

  private static func add(_ key: DescribedKey, to document: inout WrittenDocument) {
    func note(_ reason: String) {
      document.notes.append(.init(key: key.storageString, reason: reason))
    }
    if key.isFamily {
      return note("a family of keys has no variable before its parameters have values")
    }
    document.text += "\n# \(Paragraphs.line(comment(of: key)))\n"
    if key.key.isSecret { document.text += "# It is secret: keep this file from others.\n" }
    var value = value(of: key)
    if value.contains(where: \.isNewline) || value.hasOuterBlanks {
      note("its value does not fit into one line, and is left out")
      value = ""
    }
    let assignment = { (value: String) in "#\(key.variable)=\(value)\n" }
    guard isReadDifferently(value) else { return document.text += assignment(value) }
    document.text += "# As it is, for swift-configuration and docker run:\n" + assignment(value)
    if let quoted = quoted(value) {
      let isExpanded = value.contains("${")
      if isExpanded { note("python-dotenv replaces `${…}` in its value, also in quotes") }
      document.text +=
        "# Quoted, for docker compose\(isExpanded ? " and node" : ", node and python-dotenv"):\n"
        + assignment(quoted)
    } else {
      note("its value has no form that docker compose, node and python-dotenv read alike")
    }
  }

  /// Whether a reader that knows quotes takes a bare value for another one.
  private static func isReadDifferently(_ value: String) -> Bool {
    value.contains { "#$\\".contains($0) } || value.first.map { "'\"`".contains($0) } ?? false
  }

  /// A value in quotes that all such readers read alike: single ones let nothing through but themselves, and double ones
  /// are safe around a text without what they replace.
  private static func quoted(_ value: String) -> String? {
    if !value.contains(where: { "'\\".contains($0) }) { return "'\(value)'" }
    return value.contains { "\"$\\`".contains($0) } ? nil : "\"\(value)\""
  }

  /// The default, or else the example. A list is written as swift-configuration splits it, and a number
  /// of whole seconds as it reads one.
  private static func value(of key: DescribedKey) -> String {
    let text = key.defaultText ?? key.example ?? ""
    switch key.model.type {
    case .scalar(.duration) where text.hasSuffix("s"):
      let seconds = String(text.dropLast())
      return Int64(seconds) == nil ? text : seconds
    case .array(let element), .set(let element):
      guard key.defaultText != nil,
        case .array(let values)? = key.anyKey.storedDefault?.content
      else { return text }
      let form = key.key.target.types[element].textForm
      let parts = values.map { form.text(of: $0) }
      let isPlain = parts.allSatisfy { part in
        !part.isEmpty && !part.hasOuterBlanks && !part.contains { ",[]\"".contains($0) }
      }
      return isPlain && element.isScalar && !parts.isEmpty ? parts.joined(separator: ",") : text
    default: return text
    }
  }

  private static func comment(of key: DescribedKey) -> String {
    var text = key.summary.isEmpty ? key.title + "." : key.summary
    if let message = key.lifecycle.deprecated { text += " Deprecated: \(message)" }
    let values =
      key.choices.isEmpty
      ? key.constraints.joined(separator: "; ")
      : "one of " + key.choices.map(\.text).joined(separator: ", ")
    text += " \(key.type)" + (values.isEmpty ? "" : ": \(values)")
    text += key.defaultText == nil ? ". Default: \(key.defaultSentence)." : "."
    if key.defaultText != nil, let example = key.example { text += " Example: \(example)." }
    return text
  }
}

extension ValueType {
  /// Whether the type is written as one word, as elements of lists are.
  fileprivate var isScalar: Bool {
    switch self {
    case .scalar, .declared: true
    default: false
    }
  }
}
