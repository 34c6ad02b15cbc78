/// A member of an object as a schema spells it.
struct MemberText: Sendable, Equatable {
  let name: String
  /// JSON.
  let value: String

  init(_ name: String, _ value: String) {
    self.name = name
    self.value = value
  }

  init(_ name: String, _ value: JSONNode) {
    self.init(name, value.compact)
  }

  var text: String { "\(JSONText.quoted(name)): \(value)" }
}
