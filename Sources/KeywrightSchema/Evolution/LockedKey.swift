/// One line of a lock: a key, and all that its stored values and their readers depend on.
///
/// The words are those of the schema language and their values JSON in one canonical spelling, so
/// that two lines say the same exactly if their texts are equal, and a change of a schema reads in a
/// code review as it reads in the schema.
package struct LockedKey: Sendable, Equatable {
  /// The storage string; of a family, what those of its keys begin with.
  package let storageString: String
  /// The first release that has the key in this form; nil for a draft, which no user has.
  package var release: String?
  /// The words that the key has, in the order of `LockedWord`, with their values as JSON.
  package let words: [Entry]

  /// One word with its value.
  package struct Entry: Sendable, Equatable {
    package let word: LockedWord
    /// Canonical JSON.
    package let text: String
  }

  package init(storageString: String, release: String? = nil, words: [Entry]) {
    self.storageString = storageString
    self.release = release
    self.words = words
  }

  /// The value of a word as JSON, if the key has the word.
  package subscript(word: LockedWord) -> String? {
    words.first { $0.word == word }?.text
  }

  /// Whether both keys are stored, read and documented alike.
  func isSame(as other: LockedKey) -> Bool {
    words.count == other.words.count
      && zip(words, other.words).allSatisfy {
        $0.word == $1.word && $0.text.utf8.elementsEqual($1.text.utf8)
      }
  }

  /// Whether a new line is needed for what has become of the key: a summary alone is none of the
  /// lock's business.
  package func isSameForm(as other: LockedKey) -> Bool {
    isSame(as: other)
      || LockedKey(storageString: "", words: words.filter { $0.word != .summary })
        .isSame(as: LockedKey(storageString: "", words: other.words.filter { $0.word != .summary }))
  }
}

/// The words of a locked key, in the order in which they are written.
package enum LockedWord: String, CaseIterable, Sendable, Comparable {
  /// The path in Swift.
  case name
  case type
  /// The enums and structs that the type is made of, by their paths in Swift.
  case types
  case coding, revision, parameters
  case defaultValue = "default"
  case defaultSince
  case processing, range, minLength, maxLength, pattern, maxCount, unique, allowed
  case sensitivity, formerKeys, migrate, store, ttl, cost, summary

  package static func < (left: LockedWord, right: LockedWord) -> Bool {
    left.rank < right.rank
  }

  private static let ranks = Dictionary(
    uniqueKeysWithValues: allCases.enumerated().map { ($1, $0) })
  private var rank: Int { Self.ranks[self] ?? 0 }
}

extension LockedKey {
  /// The line, without an end and without the comma after it.
  var line: String {
    var text = "{\"key\": \(JSONText.quoted(storageString))"
    if let release { text += ", \"in\": \(JSONText.quoted(release))" }
    for entry in words { text += ", \"\(entry.word.rawValue)\": \(entry.text)" }
    return text + "}"
  }

  /// The string that a word has for a value, decoded.
  package func string(_ word: LockedWord) -> String? {
    self[word].flatMap(JSONNode.init(text:))?.string?.text
  }

  /// The strings of a word's list.
  package func strings(_ word: LockedWord) -> [String] {
    self[word].flatMap(JSONNode.init(text:))?.elements?.compactMap { $0.string?.text } ?? []
  }

  /// Whether only caches hold values of the key, which nobody misses.
  package var isCached: Bool { self[.ttl] != nil || self[.cost] != nil }

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
