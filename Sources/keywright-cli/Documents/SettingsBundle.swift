import Keywright
import KeywrightEvolution
import KeywrightSchema
import KeywrightStorage

/// The `Root.plist` of an iOS `Settings.bundle`.
///
/// The Settings app writes into `UserDefaults`, so only keys whose stored forms it can write are in it.
enum SettingsBundle {
  /// The most values of a list that stands for a range of integers.
  private static let longestRange = 50

  static func document(of description: SchemaDescription) -> WrittenDocument {
    var specifiers: [PropertyList] = []
    var notes: [WrittenDocument.Note] = []
    for namespace in description.allNamespaces {
      for (heading, keys) in namespace.groups {
        var section: [PropertyList] = []
        var sliders: [PropertyList] = []
        for key in keys {
          switch element(of: key) {
          case .left(let reason): notes.append(.init(key: key.storageString, reason: reason))
          // A slider has no title of its own: it gets a group.
          case .slider(let element): sliders += [group(key.title, footer: key.summary), element]
          case .element(let element): section.append(element)
          }
        }
        if !section.isEmpty || !sliders.isEmpty {
          specifiers.append(
            group(heading ?? namespace.title, footer: heading == nil ? namespace.summary : ""))
        }
        specifiers += section + sliders
      }
    }
    let text = PropertyListElement.text(of: [
      (name: "PreferenceSpecifiers", value: .array(specifiers)),
      (name: "StringsTable", value: .string("Root")),
    ])
    return WrittenDocument(text: text, notes: notes)
  }

  private enum Element {
    case element(PropertyList)
    case slider(PropertyList)
    /// Left out, for a reason.
    case left(String)
  }

  private static func group(_ title: String, footer: String) -> PropertyList {
    .record(
      [("Type", .string("PSGroupSpecifier")), ("Title", .string(Paragraphs.line(title)))]
        + (footer.isEmpty ? [] : [("FooterText", .string(Paragraphs.line(footer)))]))
  }

  private static func element(of key: DescribedKey) -> Element {
    if let reason = obstacle(key) { return .left(reason) }
    let common: [(String, PropertyList)] = [
      ("Title", .string(Paragraphs.line(key.title))), ("Key", .string(key.key.storageString)),
    ]
    let value = key.anyKey.storedDefault.map(\.tree)
    if !key.choices.isEmpty { return list(of: key, common, value) }
    guard case .scalar(let scalar) = key.model.type else {
      return .left("the Settings app shows no values of type \(key.type)")
    }
    switch scalar {
    case .bool:
      guard let value else { return .left("a switch needs a default") }
      return .element(
        .record([("Type", .string("PSToggleSwitchSpecifier"))] + common + [("DefaultValue", value)])
      )
    case .string, .url: return .element(textField(of: key, scalar, common, value))
    case .double, .float:
      guard let value, let (lower, upper) = key.closedRange else {
        return .left("a slider needs a default and a range that is closed at both ends")
      }
      return .slider(
        .record([
          ("Type", .string("PSSliderSpecifier")), ("Key", .string(key.key.storageString)),
          ("DefaultValue", value), ("MinimumValue", lower.stored(key.key.types).tree),
          ("MaximumValue", upper.stored(key.key.types).tree),
        ]))
    default: return integers(of: key, scalar, common, value)
    }
  }

  /// The reason why the Settings app cannot show the key.
  private static func obstacle(_ key: DescribedKey) -> String? {
    if key.isFamily { return "a family stands for many keys" }
    if key.isHidden { return "it is secret, and the Settings app stores what is typed as it is" }
    if key.lifecycle.deprecated != nil { return "it is deprecated" }
    if key.model.coding == .memory { return "it is not stored" }
    if let store = key.lifecycle.store {
      return "it is kept in the store `\(store)`, and the Settings app writes UserDefaults"
    }
    if case .call = key.model.defaultValue { return "its default is made by the program" }
    return key.hasControls ? "a value holds a control character, which XML cannot" : nil
  }

  private static func list(
    of key: DescribedKey, _ common: [(String, PropertyList)], _ value: PropertyList?
  ) -> Element {
    guard let value else { return .left("a list of values needs a default") }
    return list(
      common, value,
      key.choices.map { ($0.value.stored(key.key.types).tree, Paragraphs.line($0.shownTitle)) })
  }

  private static func list(
    _ common: [(String, PropertyList)], _ value: PropertyList,
    _ choices: [(value: PropertyList, title: String)]
  ) -> Element {
    .element(
      .record(
        [("Type", .string("PSMultiValueSpecifier"))] + common + [
          ("DefaultValue", value), ("Values", .array(choices.map(\.value))),
          ("Titles", .array(choices.map { .string($0.title) })),
        ]))
  }

  private static func textField(
    of key: DescribedKey, _ scalar: ScalarType, _ common: [(String, PropertyList)],
    _ value: PropertyList?
  ) -> PropertyList {
    .record(
      [("Type", .string("PSTextFieldSpecifier"))] + common
        + (value.map { [("DefaultValue", $0)] } ?? [])
        + [("KeyboardType", .string(scalar == .url ? "URL" : "Alphabet"))]
        + (scalar == .url
          ? [("AutocapitalizationType", .string("None")), ("AutocorrectionType", .string("No"))]
          : []))
  }

  /// Integers are a list: a slider would store reals, and a text field strings.
  private static func integers(
    of key: DescribedKey, _ scalar: ScalarType, _ common: [(String, PropertyList)],
    _ value: PropertyList?
  ) -> Element {
    guard scalar.integerBounds != nil else {
      return .left("the Settings app shows no values of type \(key.type)")
    }
    guard let value, case (.integer(let lower), .integer(let upper))? = key.closedRange,
      let least = Int(exactly: lower), let greatest = Int(exactly: upper),
      greatest.subtractingReportingOverflow(least).overflow == false,
      greatest - least < longestRange
    else {
      return .left(
        "integers are a list of at most \(longestRange) values, and need a default and a range")
    }
    let unit = key.unit.map { " " + $0 } ?? ""
    return list(
      common, value, (least...greatest).map { (.integer(Int64($0)), "\($0)\(unit)") })
  }
}

extension DescribedKey {
  /// Whether the default or a value to choose holds a character that XML does not.
  var hasControls: Bool {
    ([defaultText ?? ""] + choices.flatMap { [$0.text, $0.value.text] }).joined().unicodeScalars
      .contains { $0.value < 0x20 && !"\t\n\r".unicodeScalars.contains($0) }
  }

  /// The range of the key's values, if it has both ends.
  var closedRange: (lower: Literal, upper: Literal)? {
    for case .range(let bounds) in model.constraints {
      if let lower = bounds.lower, let upper = bounds.upper { return (lower, upper) }
    }
    return nil
  }
}

extension DescribedKey.Choice {
  /// The title, or else the words of the value's name.
  var shownTitle: String {
    if case .enumCase(_, let name) = value { return TitleText.shown(title, of: name) }
    return title.isEmpty ? text : title
  }
}
