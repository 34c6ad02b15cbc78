import Foundation
import KeywrightSchema
import KeywrightVerbs
import KeywrightStorage

/// The values of a store at one moment, for a document that shows them beside their keys.
///
/// Values of private and secret keys are left out, so that the document can be sent to another person.
struct ShownValues: Sendable {
  /// The store, as people name it.
  let store: String
  /// The moment in which the values were read, as in "2026-12-31 23:59 UTC".
  let moment: String
  /// Whether damage hides values.
  let isDamaged: Bool
  /// The number of values that no schema declares.
  let undeclaredCount: Int
  /// The states of the keys by the storage strings of their declarations: of a family as many as are stored.
  private let states: [ExactString: [KeyState]]

  /// - Parameter moment: The moment in words; nil for the clock's.
  init(_ values: StoredValues, of catalog: SchemaCatalog, store: String, moment: String?) throws {
    self.store = store
    self.moment = moment ?? Self.now
    isDamaged = values.outcome.code != .success
    undeclaredCount = values.names.count { !catalog.isDeclared($0) }
    states = Dictionary(grouping: try values.states(in: catalog)) {
      ExactString($0.key.model.storageString)
    }
  }

  private static var now: String {
    let text = DateText.text(Date().timeIntervalSinceReferenceDate) ?? ""
    return text.prefix(16).split(separator: "T").joined(separator: " ") + " UTC"
  }

  /// The states of a key; of a family those of its keys for which something is stored.
  subscript(key: DescribedKey) -> [KeyState] { states[ExactString(key.model.storageString)] ?? [] }

  /// The sentences about the store as a whole.
  var sentences: [String] {
    let all = states.values.joined()
    let changed = all.count(where: \.isChanged)
    let problems = all.count { !$0.problems.isEmpty }
    let hidden = all.contains { $0.key.isSensitive }
    let verb = undeclaredCount == 1 ? "is" : "are"
    return [
      isDamaged ? "The store is damaged: values may be missing." : nil,
      counted(changed, "value")
        + (changed == 1 ? " differs from its default" : " differ from their defaults")
        + (problems > 0 ? "; \(counted(problems, "problem"))." : "."),
      hidden ? "Private and secret values are left out." : nil,
      undeclaredCount > 0
        ? "\(counted(undeclaredCount, "stored value")) that no schema declares \(verb) left out."
        : nil,
    ].compactMap(\.self)
  }
}

extension KeyState {
  /// The source of the value in words.
  var sourceSentence: String {
    switch source {
    case .stored: isChanged ? "stored" : "stored, equal to the default"
    case .default: "the default"
    case .program: "made by the program"
    case .unreadable: "the default, since the stored value is unreadable"
    case .managed: "the administrator's, before any that is stored"
    case .recommended: "recommended by the administrator"
    }
  }
}
