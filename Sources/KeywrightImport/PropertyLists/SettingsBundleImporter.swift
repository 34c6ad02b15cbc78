import KeywrightSchema
import KeywrightStorage

/// Makes a schema of the property lists of an iOS `Settings.bundle`.
package struct SettingsBundleImporter {
  private var result = SchemaImport()
  private let path: String
  /// The names of all panes that were given.
  private let panes: Set<String>
  /// The group that the elements are in.
  private var group: (title: String, footer: String)?
  /// The group around the slider that follows, which has no title of its own.
  private var sliderGroup: (title: String, footer: String)?

  package static func convert(_ files: [(path: String, bytes: [UInt8])]) throws(ImportFailure)
    -> ImportResult
  {
    try SchemaImport.result(from: files[0].path) { shared throws(ImportFailure) in
      try add(files, to: shared)
    }
  }

  private static func add(
    _ files: [(path: String, bytes: [UInt8])], to draft: SchemaImport
  ) throws(ImportFailure) -> SchemaImport {
    var shared = draft
    let panes = Set(files.map { paneName(of: $0.path) })
    for file in files {
      let root = try PropertyList(file: file)
      guard let elements = root["PreferenceSpecifiers"]?.elements else {
        throw ImportFailure(path: file.path, line: 1, message: "it has no `PreferenceSpecifiers`")
      }
      var importer = SettingsBundleImporter(result: shared, path: file.path, panes: panes)
      for (index, element) in elements.enumerated() {
        importer.add(element, before: index + 1 < elements.count ? elements[index + 1] : nil)
      }
      shared = importer.result
    }
    return shared
  }

  /// `Sound` of `Settings.bundle/Sound.plist`.
  private static func paneName(of path: String) -> String {
    let file = path.split(separator: "/").last ?? ""
    return String(file.hasSuffix(".plist") ? file.dropLast(6) : file)
  }

  private mutating func note(_ subject: String, _ message: String) {
    result.note(path, 1, subject, message)
  }

  private mutating func leaveOut(_ subject: String, _ message: String) {
    result.leaveOut(path, 1, subject, message)
  }

  private mutating func add(_ element: PropertyList, before next: PropertyList?) {
    let type = element["Type"]?.text ?? ""
    if type == "PSGroupSpecifier" {
      let words = (element["Title"]?.text ?? "", element["FooterText"]?.text ?? "")
      if next?["Type"]?.text == "PSSliderSpecifier" { sliderGroup = words } else { group = words }
      return
    }
    if type == "PSChildPaneSpecifier" {
      let pane = element["File"]?.text ?? ""
      if !panes.contains(pane) {
        note("`\(pane)`", "a pane of its own: name its property list too")
      }
      return
    }
    result.find()
    guard let key = element["Key"]?.text, let last = key.split(separator: ":").last else {
      return leaveOut("an element of type `\(type)`", "it has no key")
    }
    let name = String(last)
    var words: [(String, JSONDocument)]
    do throws(Untyped) {
      words = try form(of: element, type, key: name)
    } catch {
      return leaveOut("key `\(key)`", error.reason)
    }
    var title = element["Title"]?.text ?? ""
    var summary = ""
    if type == "PSSliderSpecifier" {
      (title, summary) = sliderGroup ?? ("", "")
      sliderGroup = nil
    }
    if let group, !group.title.isEmpty { addGroup(group, of: key, to: &words) }
    if !title.isEmpty, title != TitleText.words(of: name) {
      words.append(("title", .string(title)))
    }
    if !summary.isEmpty { words.append(("summary", .string(summary))) }
    if !result.root.addKey(storedAs: key, words) {
      leaveOut("key `\(key)`", "a second element for one key is left out")
    }
  }

  /// A group is a namespace's title and summary if it says so by its name or its footer; else a heading.
  private mutating func addGroup(
    _ group: (title: String, footer: String), of key: String,
    to words: inout [(String, JSONDocument)]
  ) {
    let path = SchemaDraft.components(of: key)?.dropLast() ?? []
    guard let member = path.last else {
      if !group.footer.isEmpty {
        note("group `\(group.title)`", "its footer has no counterpart outside of a namespace")
        self.group?.footer = ""
      }
      return group.title == "General" ? () : words.append(("group", .string(group.title)))
    }
    let isNamespace = group.title == TitleText.words(of: member)
    if !isNamespace, group.footer.isEmpty {
      return words.append(("group", .string(group.title)))
    }
    let namespace = result.root.descendant(path)
    if !isNamespace { namespace.title = group.title }
    namespace.summary = group.footer
  }

  private mutating func form(
    of element: PropertyList, _ type: String, key: String
  ) throws(Untyped) -> [(String, JSONDocument)] {
    let value = element["DefaultValue"]
    func words(_ type: String) -> [(String, JSONDocument)] {
      guard let value = value?.literal else { return [("type", .string(type + "?"))] }
      return [("type", .string(type)), ("default", value)]
    }
    switch type {
    case "PSToggleSwitchSpecifier":
      guard case .boolean? = value, element["TrueValue"] == nil else {
        throw Untyped(reason: "a switch of other values than true and false")
      }
      return words("Bool")
    case "PSSliderSpecifier":
      guard let value, let number = Self.real(value) else {
        throw Untyped(reason: "its default is no number")
      }
      let ends = ["MinimumValue", "MaximumValue"].map { name -> JSONDocument in
        guard let end = element[name] else { return .null }
        if let number = Self.real(end) { return number }
        note("key `\(key)`", "its \(name) is no number, and is left out")
        return .null
      }
      let isBounded = ends.contains { if case .null = $0 { false } else { true } }
      return [("type", "Double"), ("default", number)]
        + (isBounded ? [("range", .array(ends))] : [])
    case "PSTextFieldSpecifier":
      let isSecret = element["IsSecure"]?.isTrue ?? false
      return words(element["KeyboardType"]?.text == "URL" ? "URL" : "String")
        + (isSecret ? [("sensitivity", "secret")] : [])
    case "PSTitleValueSpecifier":
      note("key `\(key)`", "the Settings app only shows it")
      guard let value else { throw Untyped(reason: "without a value it has no type") }
      return words(try GuessedType(value).text)
    case "PSMultiValueSpecifier", "PSRadioGroupSpecifier":
      return try list(of: element, key: key)
    default: throw Untyped(reason: "no type of schemas is for an element of type `\(type)`")
    }
  }

  /// A number; an editor of property lists may have made a text of it.
  private static func real(_ value: PropertyList) -> JSONDocument? {
    switch value {
    case .integer, .unsigned, .real: value.literal
    case .string(let text): Double(text).flatMap { PropertyList.real($0).literal }
    default: nil
    }
  }

  /// A list of values: a range of integers, or an enum.
  private mutating func list(
    of element: PropertyList, key: String
  ) throws(Untyped) -> [(String, JSONDocument)] {
    let values = element["Values"]?.elements ?? []
    if values.isEmpty { throw Untyped(reason: "a list without values") }
    let titles = (element["Titles"]?.elements ?? []).map { $0.text ?? "" }
    let numbers = values.compactMap { if case .integer(let number) = $0 { number } else { nil } }
    let texts = numbers.isEmpty ? values.compactMap(\.text) : numbers.map { "\($0)" }
    guard texts.count == values.count else {
      throw Untyped(reason: "its values are of several types")
    }
    var value = element["DefaultValue"]
    if let given = value, !values.contains(given) {
      note("key `\(key)`", "its default is none of its values, and is left out")
      value = nil
    }
    if !numbers.isEmpty, let words = integers(numbers, titles) {
      return [("type", .string(value == nil ? "Int?" : "Int"))]
        + (value?.literal.map { [("default", $0)] } ?? [])
        + words
    }
    let name = result.typeName(for: TitleText.typeName(of: key))
    let raws = texts.map { ($0, numbers.isEmpty ? JSONDocument.string($0) : .number($0)) }
    let (type, cases) = result.enumeration(named: name, raws, titles: titles)
    result.root.types.append((name, type))
    let text = zip(texts, values).first { $1 == value }?.0
    guard let text, let own = cases[text] else { return [("type", .string(name + "?"))] }
    return [("type", .string(name)), ("default", .string(own))]
  }

  /// The words of numbers whose titles are the numbers and a unit; nil for other titles.
  private func integers(_ numbers: [Int64], _ titles: [String]) -> [(String, JSONDocument)]? {
    let units = zip(numbers, titles).map { number, title -> String? in
      let lead = "\(number)"
      if title == lead { return "" }
      return title.hasPrefix(lead + " ") ? String(title.dropFirst(lead.count + 1)) : nil
    }
    let unit = units.first ?? ""
    guard let unit, units.allSatisfy({ $0 == unit }) else { return nil }
    let isRow = zip(numbers, numbers.dropFirst()).allSatisfy { $1 == $0 &+ 1 }
    var words: [(String, JSONDocument)] =
      isRow && numbers.count > 1
      ? [("range", [.number("\(numbers[0])"), .number("\(numbers[numbers.count - 1])")])]
      : [("allowed", .array(numbers.map { .number("\($0)") }))]
    if !unit.isEmpty { words.append(("unit", .string(unit))) }
    return words
  }
}
