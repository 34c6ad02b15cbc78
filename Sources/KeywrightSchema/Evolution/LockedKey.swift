/// One line of a lock: a key, and all that its stored values and their readers depend on.
///
/// The keywords are those of the schema language and their values JSON in one canonical spelling, so
/// that two lines say the same exactly if their texts are equal, and a change of a schema reads in a
/// code review as it reads in the schema.
package struct LockedKey: Sendable, Equatable {
  /// The storage string; of a family, the beginning of its keys' storage strings.
  package let storageString: String
  /// The first release that has the key in this form; nil for a draft, which no user has.
  package var release: String?
  /// The keywords that the key has, in the order of `LockedKeyword`, with their values as JSON.
  package let keywords: [Entry]

  /// One keyword with its value.
  package struct Entry: Sendable, Equatable {
    package let keyword: LockedKeyword
    /// Canonical JSON.
    package let text: String
  }

  package init(storageString: String, release: String? = nil, keywords: [Entry]) {
    self.storageString = storageString
    self.release = release
    self.keywords = keywords
  }

  /// The value of a keyword as JSON, if the key has the keyword.
  package subscript(keyword: LockedKeyword) -> String? {
    keywords.first { $0.keyword == keyword }?.text
  }

  /// Whether both keys are stored, read and documented alike.
  func isSame(as other: LockedKey) -> Bool {
    keywords.count == other.keywords.count
      && zip(keywords, other.keywords).allSatisfy {
        $0.keyword == $1.keyword && ExactString($0.text) == ExactString($1.text)
      }
  }

  /// Whether the key needs no new line in the lock; a change of the summary alone needs none.
  package func isSameForm(as other: LockedKey) -> Bool {
    isSame(as: other)
      || LockedKey(storageString: "", keywords: keywords.filter { $0.keyword != .summary })
        .isSame(
          as: LockedKey(
            storageString: "", keywords: other.keywords.filter { $0.keyword != .summary }))
  }
}

/// The keywords of a locked key, in the order in which they are written; a number each, since a lock has
/// some ten of them for each key.
package enum LockedKeyword: Int, CaseIterable, Sendable, Comparable {
  /// The path in Swift.
  case name
  case type
  /// The enums and structs that the type is made of, by their paths in Swift.
  case types
  case coding, revision, parameters
  /// `default`
  case defaultValue
  case defaultFor
  case processing, range, length, pattern, allowed, outside
  case sensitivity, formerKeys, moves, migrate, store, ttl, maxAge
  case keychain, unit
  /// The variable of the key, where the schemas name variables.
  case variable
  case summary

  /// The keyword as a lock spells it.
  package var text: String { Self.texts[rawValue] }

  /// The keyword of a spelling.
  package init?(text: String) {
    guard let keyword = Self.keywords[text] else { return nil }
    self = keyword
  }

  /// Whether it tells of the values that the key may have.
  var isOfValues: Bool { (.defaultValue ... .allowed).contains(self) }

  /// The spellings, in the order of the cases.
  private static let texts = [
    "name", "type", "types", "coding", "revision", "parameters", "default", "defaultFor",
    "processing", "range", "length", "pattern", "allowed",
    "outside", "sensitivity", "former", "moves", "migrate", "store", "ttl",
    "maxAge", "keychain", "unit", "variable", "summary",
  ]
  private static let keywords = Dictionary(uniqueKeysWithValues: zip(texts, allCases))

  package static func < (left: LockedKeyword, right: LockedKeyword) -> Bool {
    left.rawValue < right.rawValue
  }
}

/// A storage string and a release, which together name a line of a lock.
struct LineName: Hashable {
  private let key: ExactString
  private let release: ExactString?

  init(key: String, release: String?) {
    self.key = ExactString(key)
    self.release = release.map(ExactString.init)
  }

  init(_ line: LockedKey) {
    self.init(key: line.storageString, release: line.release)
  }
}

extension LockedKey {
  /// The line, without an end and without the comma after it.
  var line: String {
    var text = "{\"key\": \(JSONText.quoted(storageString))"
    if let release { text += ", \"in\": \(JSONText.quoted(release))" }
    for entry in keywords { text += ", \"\(entry.keyword.text)\": \(entry.text)" }
    return text + "}"
  }

  /// The string that a keyword has for a value, decoded.
  package func string(_ keyword: LockedKeyword) -> String? {
    self[keyword].flatMap(JSONNode.init(text:))?.string?.text
  }

  /// The strings of a keyword's list.
  package func strings(_ keyword: LockedKeyword) -> [String] {
    self[keyword].flatMap(JSONNode.init(text:))?.elements?.compactMap { $0.string?.text } ?? []
  }

  /// Whether only caches hold values of the key: users do not miss them.
  package var isCached: Bool { self[.ttl] != nil }

  /// Whether the value stays for now under a former key, where older programs find it.
  var movesLater: Bool { self[.moves] != nil }

  /// The storage string under which a program stores a value that is not stored yet.
  package var writtenString: String {
    movesLater ? strings(.formerKeys).first ?? storageString : storageString
  }

  /// Whether a running program looks for a value under a storage string.
  func looksUp(_ string: String) -> Bool {
    ([storageString] + (movesLater ? strings(.formerKeys) : [])).contains {
      ExactString($0) == ExactString(string)
    }
  }

  package var sensitivity: Sensitivity {
    string(.sensitivity).flatMap(Sensitivity.init(rawValue:)) ?? .public
  }

  /// The sensitivity of what is said of this key and of the one that it has become: what a release kept secret
  /// stays so.
  func sensitivity(with other: LockedKey) -> Sensitivity {
    other.sensitivity == .secret ? .secret : sensitivity
  }

  /// The type of the values, and whether one may be absent.
  package var type: (type: LockedType, isOptional: Bool) {
    let text = string(.type) ?? ""
    return (LockedType(text: text) ?? .named(text)).unwrapped
  }

  /// The parameters of a family.
  package var parameters: [(name: String, type: String)] {
    (self[.parameters].flatMap(JSONNode.init(text:))?.members ?? [])
      .map { ($0.name.text, $0.value.string?.text ?? "") }
  }
}
