extension NameCheck {
  /// A name that can be declared: the given one, or one made from it.
  ///
  /// - Parameters:
  ///   - name: a name in Swift or, of a namespace, in a schema.
  ///   - subject: the declaration that is to have it.
  ///   - module: the module of the target.
  ///   - taken: names that others have, in the form in which they are compared.
  static func freeName(
    near name: String, of subject: NamedEntity, in module: String, besides taken: Set<String> = []
  ) -> String {
    if isFree(name, for: subject, in: module, besides: taken) { return name }
    let endings =
      switch subject {
      case .namespace: ["Keys", "Settings"]
      case .type: ["Value", "Kind"]
      default: ["Value", "Setting"]
      }
    for ending in endings where !name.hasSuffix(ending) {
      if isFree(name + ending, for: subject, in: module, besides: taken) { return name + ending }
    }
    var number = 2
    while !isFree("\(name)\(number)", for: subject, in: module, besides: taken) { number += 1 }
    return "\(name)\(number)"
  }

  private static func isFree(
    _ name: String, for subject: NamedEntity, in module: String, besides taken: Set<String>
  ) -> Bool {
    let isType = subject == .namespace || subject == .type
    guard isType || subject == .key else { return true }
    if taken.contains(SwiftName.folded(name)) { return false }
    let swiftName = subject == .namespace ? SwiftName.capitalised(name) : name
    if reservation(of: swiftName, isType: isType, module: module) != nil { return false }
    if !isType { return !values(ofRegistry: true).contains(name) }
    return !isOfFoundation(swiftName)
      && SwiftName.folded(swiftName) != SwiftName.folded(module + "Keys")
  }
}
