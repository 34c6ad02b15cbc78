import KeywrightVerbs
import Keywright
import KeywrightSchema
import KeywrightStorage

/// A key on the screen of `keywright browse`.
struct BrowseEntry: Sendable {
  let key: CatalogKey
  /// The number of its group.
  let group: Int
  /// The storage string without that of its namespace, on one line.
  let name: String
  var state: KeyState { didSet { look() } }
  private(set) var isChanged = false
  /// Whether the value is unreadable, or violates a constraint.
  private(set) var hasProblem = false
  /// The change that another program or the administrator made to the value since the screen shows it, in
  /// words; nil for none.
  var news: String?

  init(_ state: KeyState, group: Int, prefix: String) {
    (key, self.state, self.group) = (state.key, state, group)
    let whole = key.storageString
    let isInside = !prefix.isEmpty && whole.hasPrefix(prefix + ":")
    let own = isInside ? String(whole.dropFirst(prefix.count + 1)) : whole
    name = LineText.name(key.isFamily ? own + key.parameterText : own)
    look()
  }

  private mutating func look() {
    isChanged = state.isChanged
    hasProblem = !state.problems.isEmpty
  }

  var title: String {
    let given = key.model.documentation.title
    return given.isEmpty ? TitleText.words(of: key.model.name) : given
  }

  /// Whether it stands for the keys of a family of which none is stored yet.
  var isFamily: Bool { key.isFamily }

  /// The value in one line, as `keywright list` prints it; nil if there is none.
  func value(reveal: Bool) -> String? {
    isFamily ? "Enter adds a key" : state.text(reveal: reveal).map(LineText.text)
  }

  /// The source of the value.
  var source: String { isFamily ? "family" : state.source.rawValue }

  /// The words by which the key is found, in lower case.
  var haystack: [UInt8] {
    var parts = [key.storageString, key.model.documentation.summary]
    // The title of a name in lower case has no other words than the name.
    let hasWords = !key.model.name.utf8.allSatisfy { 0x61...0x7A ~= $0 || 0x30...0x39 ~= $0 }
    if hasWords || !key.model.documentation.title.isEmpty { parts.append(title) }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(parts.reduce(parts.count) { $0 + $1.utf8.count })
    for part in parts {
      bytes += part.utf8
      bytes.append(UInt8(ascii: "\n"))
    }
    if bytes.contains(where: { $0 >= 0x80 }) {
      return Array(String(decoding: bytes, as: UTF8.self).lowercased().utf8)
    }
    for place in bytes.indices where 0x41...0x5A ~= bytes[place] { bytes[place] |= 0x20 }
    return bytes
  }
}

extension KeyState {
  /// The reason why the value cannot be changed here; nil if it can.
  func refusal(skippingFunctions: Bool) -> String? {
    if policy?.level == .managed { return "an administrator's value comes first" }
    if skippingFunctions { return nil }
    return key.processingInProgram.map {
      "\(printable($0)); --\(StoreChanges.option.name) changes it all the same"
    }
  }

  /// The sentences about the value besides itself.
  var remarks: [String] {
    var remarks = problems
    if let policy {
      let rest =
        policy.level == .recommended
        ? "; a stored one comes first" : stored == nil ? "" : "; what is stored does not count"
      remarks.append("the \(policy.level.rawValue) value of an administrator" + rest)
    }
    if let formerKey { remarks.append("`\(formerKey)` is not migrated yet") }
    if let deprecated = key.model.lifecycle.deprecated {
      remarks.append("deprecated: \(deprecated)")
    }
    if let store = key.model.lifecycle.store { remarks.append("in the program's store `\(store)`") }
    if key.model.coding == .memory { remarks.append("the program stores no such value") }
    if key.model.presentation.needsRestart { remarks.append("takes effect after a restart") }
    return remarks
  }
}
