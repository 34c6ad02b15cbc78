extension SchemaReader {
  /// Whether a step that is an object has the one member that says which; reports it if not.
  func isOneStep(_ node: JSONNode) -> Bool {
    guard node.members != nil else { return true }
    // A function may see the old value too.
    let isCall = node.ownMembers.contains { $0.name.text == "call" }
    let members = node.ownMembers.filter { !isCall || $0.name.text != "old" }
    if members.isEmpty {
      report(.processing, "a step that is an object needs the keyword `call`", node)
    }
    let unknown = members.map(\.name).filter { $0.text != "call" }
    for name in unknown {
      if StepModel.Plain(rawValue: name.text) != nil {
        diagnostics.report(
          .processing, "step `\(name.text)` takes no value; write \"\(name.text)\" alone",
          at: name.span)
      } else {
        reportUnknown(name, in: "a step", among: ["call"])
      }
    }
    if members.count > 1, unknown.isEmpty {
      diagnostics.report(
        .processing,
        "`\(members[1].name.text)` beside `\(members[0].name.text)` in one step; make it a step of its own",
        at: members[1].name.span)
    }
    return members.count == 1 && unknown.isEmpty
  }
}

extension StepModel {
  /// The types that the step fits, or nil if it fits this one.
  func demand(on type: ValueType, _ types: [TypeModel]) -> String? {
    guard case .plain(let step) = self else { return nil }
    return switch (step, type) {
    case (.trim, .scalar(.string)), (.lowercase, .scalar(.string)), (.uppercase, .scalar(.string)):
      nil
    case (.removeDuplicates, .array(let element)) where types.isHashable(element): nil
    case (.sort, .array(.scalar(let scalar))) where scalar.isSortable: nil
    case (.trim, _), (.lowercase, _), (.uppercase, _): "String"
    case (.removeDuplicates, _): "arrays without structs"
    case (.sort, _): "arrays of numbers, strings, dates, durations or UUIDs"
    }
  }
}

extension ScalarType {
  fileprivate var isSortable: Bool {
    switch self {
    case .bool, .data, .url: false
    default: true
    }
  }
}
