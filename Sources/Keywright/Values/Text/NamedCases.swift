import KeywrightStorage

/// The cases of the enums inside a value that a text gives, each enum's listed once.
final class NamedCases {
  /// Whether a text has a case by its name, and not by its raw value.
  private(set) var areNamed = false
  /// By type; nil for a type that is no enum.
  private var forms: [ObjectIdentifier: TextForm?] = [:]

  /// The form of an enum; nil for any other type.
  func form(of type: any Any.Type) -> TextForm? {
    if let known = forms[ObjectIdentifier(type)] { return known }
    let form = (type as? any Convertible.Type)?.textForm
    let known = form.flatMap { $0.hasCases ? $0 : nil }
    forms[ObjectIdentifier(type)] = .some(known)
    return known
  }

  /// The stored form of the case that a text names; nil for a type that is no enum, and a text that names none.
  func stored(_ json: StoredValue, of type: any Any.Type) -> StoredValue? {
    guard let form = form(of: type), let stored = try? form.storedCase(fromJSON: json) else {
      return nil
    }
    if stored != json { areNamed = true }
    return stored
  }

  /// The members of a dictionary whose keys are of an enum, by their stored names; nil for any other type.
  func counting(
    in members: PropertyListDictionary, of type: any Any.Type
  ) throws(TextFailure) -> PropertyListDictionary? {
    guard let counting = try names(of: type)?.counting(in: members) else { return nil }
    if counting != members { areNamed = true }
    return counting
  }

  /// The names of a dictionary's members whose keys are of an enum; nil for any other type.
  private func names(of type: any Any.Type) -> TextForm.MemberNames? {
    guard let form = form(of: type), let type = type as? any Convertible.Type else { return nil }
    func names<Key: Convertible>(_ type: Key.Type) -> TextForm.MemberNames? {
      (Key.Stored.self as? any DictionaryKeyForm.Type).map { .init(form: form, of: $0) }
    }
    return names(type)
  }
}
