/// One difference between what releases stored and what today's schemas declare.
package struct Change: Sendable {
  package let fate: Fate
  /// The thing that it concerns.
  package internal(set) var part = Part.key
  /// The storage string that it concerns.
  package let key: String
  /// The releases whose values it concerns, the oldest first.
  package var releases: [String]
  /// The facts before and after.
  package let from, to: String
  /// The sensitivity of those facts.
  package var sensitivity = Sensitivity.public
  /// The loss, and whose it is.
  package private(set) var message: String
  /// The declared type, or the part of it, that changed; empty where the key itself did.
  package var subject = ""
  /// Whether it counts once for a type: its bytes may have had several names, of which the latest counts.
  var isOncePerType = false
  /// The declared type that the subject is a part of, or the subject itself.
  var typeOfSubject: String {
    subject.lastIndex(of: ".").map { String(subject[..<$0]) } ?? subject
  }
  /// The schema text that mends it, and its place.
  package var mends: [Mend] = []
  /// The place in today's schemas that brings it about; nil if none does.
  package let place: KeyInventory.Place?
  package let level: ChangeLevel
  /// The reason given in the lock, if the change was accepted.
  package var reason: String?

  /// Things whose names stand for stored bytes.
  package enum Part: String, Sendable {
    case key, `case`, field
  }

  /// A text to write into a schema.
  package struct Mend: Sendable {
    package let text: String
    /// The sensitivity of the value of the word that the text gives.
    var sensitivity = Sensitivity.public
    /// The text for people; it leaves out what tells of a secret key's values.
    package var shownText: String {
      guard sensitivity == .secret, let name = text.firstIndex(of: ":") else { return text }
      return "\(text[..<name]): \(sensitivity.shown(text))"
    }
    package internal(set) var effect: String
    package internal(set) var place: KeyInventory.Place?
    /// The way from the declaration at the place to the case, or field, that the text belongs in.
    var path: [String] = []
    /// The case that needs another raw value once the text is written.
    var rival: String?
    /// The words of the schema, or elements of their lists, that the text replaces.
    var replaces: [Replaced] = []
    /// Whether only the author knows where the text belongs.
    var isForAuthor = false
    /// Whether the text is a command instead.
    package var isCommand = false
    /// The change that writes the text, if that alone mends it.
    var remedy: Remedy?

    /// A word of a declaration, or one element of its list, that gives way to a mend.
    struct Replaced: Sendable {
      /// The place of the declaration, if it is another than the mend's.
      var place: KeyInventory.Place?
      var path: [String] = []
      let word: String
      /// As JSON.
      var element: String?
    }

    init(
      text: String, effect: String, place: KeyInventory.Place?, isCommand: Bool = false,
      replaces: [Replaced] = []
    ) {
      self.replaces = replaces
      self.text = text
      self.effect = effect
      self.place = place
      self.isCommand = isCommand
    }

    /// A member of the declaration at a place, which alone mends it.
    init(
      member keyword: String, _ value: String, effect: String, place: KeyInventory.Place?,
      replaces: [Replaced] = []
    ) {
      self.init(
        text: "\(JSONText.quoted(keyword)): \(value)", effect: effect, place: place,
        replaces: replaces)
      // A replaced word stands elsewhere in the text, so that this edit alone does not mend it.
      remedy = replaces.isEmpty ? .member(keyword, JSONText: value) : nil
    }
  }

  package init(
    fate: Fate, key: String, releases: [String] = [], from: String, to: String = "",
    message: String, mends: [Mend] = [], place: KeyInventory.Place?, level: ChangeLevel? = nil
  ) {
    self.fate = fate
    self.key = key
    self.releases = releases
    self.from = from
    self.to = to
    self.message = message
    self.mends = mends
    self.place = place
    self.level = level ?? fate.level
  }

  /// Adds words to the message.
  mutating func append(_ text: String) { message += text }

  /// The names by which people set a key that is called otherwise now: its variable and its argument.
  package internal(set) var newNames: String?

  /// Whether it is the end of a key that no schema names.
  package internal(set) var isRemoval = false

  /// The text of an exception in the lock.
  var exception: KeyLock.Exception {
    // The key that a removed one has become is a guess, which may be another one next time.
    isRemoval
      ? KeyLock.Exception(change: fate.rawValue, part: part, from: "", to: "")
      : KeyLock.Exception(change: fate.rawValue, part: part, from: from, to: to)
  }
}
