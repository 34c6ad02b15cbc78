import KeywrightSchema
import Testing

@testable import KeywrightImport

/// Declarations of other systems that were lost on the way, or took something of their neighbours.
@Suite("An importer loses nothing without a note")
struct ImportCountTests {
  private func swift(_ text: String) throws -> ImportResult {
    let result = try SwiftKeysImporter.convert([(path: "Keys.swift", bytes: Array(text.utf8))])
    #expect(result.declarations == result.keyCount + result.omissions)
    return result
  }

  private func kcfg(_ groups: String) throws -> ImportResult {
    let text = "<kcfg><kcfgfile name=\"a\"><parameter name=\"x\"/></kcfgfile>\(groups)</kcfg>"
    let result = try KConfigImporter.convert(Array(text.utf8), path: "a.kcfg", namespace: "app")
    #expect(result.declarations == result.keyCount + result.omissions)
    return result
  }

  private func settings(_ files: [(String, String)]) throws -> ImportResult {
    let files = files.map { name, elements in
      let text =
        "<plist><dict><key>PreferenceSpecifiers</key><array>\(elements)</array></dict></plist>"
      return (path: name, bytes: Array(text.utf8))
    }
    let result = try SettingsBundleImporter.convert(files)
    #expect(result.declarations == result.keyCount + result.omissions)
    return result
  }

  private func messages(_ result: ImportResult) -> [String] {
    result.notes.map { "\($0.line): \($0.subject): \($0.message)" }
  }

  @Test("A property without a value takes nothing of the next one")
  func neighbours() throws {
    let result = try swift(
      """
      struct Pane {
        @AppStorage("a") var a: String?
        var x: Int = 5
        @AppStorage("b") var b: [String: Int]?
        var y = { 1 }
        @AppStorage("c") private(set) var c: Double = 0.5 { didSet { y = 3 } }
      }
      """)
    #expect(result.text.contains(#""a": { "type": "String?" }"#), "\(result.text)")
    #expect(result.text.contains(#""b": { "type": "[String: Int]?" }"#))
    #expect(result.text.contains(#""c": { "type": "Double", "default": 0.5 }"#))
    #expect(result.notes == [])
  }

  @Test("A collection of plain literals is a default, and one of anything else is noted")
  func collections() throws {
    let result = try swift(
      """
      extension Defaults.Keys {
        static let tags = Key<[String]>("tags", default: ["a, b", "]"])
        static let sizes = Key<Set<Int>>("sizes", default: [1, 2_000,])
        static let flags = Key<[String: Bool]>("flags", default: ["x": true, "y:": false])
        static let rows = Key<[[Double]]>("rows", default: [[0.5], []])
        static let none = Key<[String: Int]>("none", default: [:])
        static let first = Key<[Int]>("first", default: [Sizes.small])
        static let sum = Key<[Int]>("sum", default: [1] + [2])
        static let named = Key<[String: Int]>("named", default: [Name.a: 1])
      }
      """)
    for line in [
      #""tags": { "type": "[String]", "default": ["a, b", "]"] }"#,
      #""sizes": { "type": "Set<Int>", "default": [1, 2000] }"#,
      #""flags": { "type": "[String: Bool]", "default": { "x": true, "y:": false } }"#,
      #""rows": { "type": "[[Double]]", "default": [[0.5], []] }"#,
      #""none": { "type": "[String: Int]", "default": {} }"#, #""first": { "type": "[Int]?" }"#,
      #""sum": { "type": "[Int]?" }"#, #""named": { "type": "[String: Int]?" }"#,
    ] { #expect(result.text.contains(line), "\(result.text)") }
    #expect(result.notes.map(\.subject) == ["first", "sum", "named"].map { "key `\($0)`" })
  }

  @Test("Calls of `UserDefaults` are read, each key once, or noted")
  func calls() throws {
    let result = try swift(
      """
      @AppStorage("theme") var theme = "dark"
      let defaults = UserDefaults.standard
      defaults.register(defaults: ["volume": 0.5, "level": Level.low, prefix + "x": 1])
      print(defaults.integer(forKey: "launches"), defaults.string(forKey: "name"))
      defaults.set(true, forKey: "seen")
      defaults.set(count, forKey: "launches")
      UserDefaults.standard.set(7, forKey: "theme")
      defaults.set(users, forKey: "users")
      defaults.set(3, forKey: name)
      print(defaults.double(forKey: "volume"), defaults.object(forKey: "seen"))
      """)
    for line in [
      #""theme": { "type": "String", "default": "dark" }"#,
      #""volume": { "type": "Double", "default": 0.5 }"#,
      #""launches": { "type": "Int", "default": 0 }"#, #""name": { "type": "String?" }"#,
      #""seen": { "type": "Bool?" }"#,
    ] { #expect(result.text.contains(line), "\(result.text)") }
    #expect(
      messages(result) == [
        "3: key `?`: its storage string is no plain literal here, so that it is left out",
        "9: key `?`: its storage string is no plain literal here, so that it is left out",
        "3: key `level`: its type does not follow from the code here; add it",
        "8: key `users`: its type does not follow from the code here; add it",
      ])
  }

  @Test("A bound of a slider that is a text is read, and noted where it is no number")
  func sliders() throws {
    func slider(_ key: String, _ least: String, _ most: String) -> String {
      """
      <dict><key>Type</key><string>PSSliderSpecifier</string><key>Key</key><string>\(key)</string>
      <key>DefaultValue</key><real>0.5</real><key>MinimumValue</key>\(least)
      <key>MaximumValue</key>\(most)</dict>
      """
    }
    let result = try settings([
      (
        "Root.plist",
        slider("a", "<string>0</string>", "<real>1</real>")
          + slider("b", "<string>none</string>", "<true/>")
      )
    ])
    #expect(result.text.contains(#""range": [0, 1]"#), "\(result.text)")
    #expect(result.keyCount == 2)
    #expect(
      result.notes.map(\.message) == [
        "its MinimumValue is no number, and is left out",
        "its MaximumValue is no number, and is left out",
      ])
  }

  @Test("A list's default that is none of its values costs the default, not the key")
  func lists() throws {
    func list(_ key: String, _ value: String, _ values: String) -> String {
      """
      <dict><key>Type</key><string>PSMultiValueSpecifier</string><key>Key</key><string>\(key)</string>
      \(value)<key>Values</key><array>\(values)</array></dict>
      """
    }
    let (texts, numbers) = (
      "<string>none</string><string>dark</string>", "<integer>3</integer><integer>5</integer>"
    )
    func value(_ value: String) -> String { "<key>DefaultValue</key>\(value)" }
    let result = try settings([
      (
        "Root.plist",
        list("theme", value("<string>dark</string>"), texts)
          + list("shade", value("<string>blue</string>"), texts)
          + list("level", value("<integer>4</integer>"), numbers) + list("rank", "", numbers)
          + list("nothing", "", "") + list("mixed", "", "<integer>3</integer><string>a</string>")
          + list("real", "", "<real>0.5</real>")
      )
    ])
    for line in [
      #""theme": { "type": "Theme", "default": "dark" }"#, #""shade": { "type": "Shade?" }"#,
      #""level": { "type": "Int?", "allowed": [3, 5] }"#,
      #""rank": { "type": "Int?", "allowed": [3, 5] }"#,
    ] { #expect(result.text.contains(line), "\(result.text)") }
    #expect(
      messages(result).map { $0.dropFirst(3) } == [
        "key `shade`: its default is none of its values, and is left out",
        "key `level`: its default is none of its values, and is left out",
        "key `nothing`: a list without values", "key `mixed`: its values are of several types",
        "key `real`: its values are of several types",
        "type `Shade`: its case `none` has another name, for `.none` of a value that may be absent is nil",
      ])
  }

  @Test("What no type is for is left out with its own reason, and leaves no empty namespace")
  func reasons() throws {
    let json =
      #"{"a": 1e400, "b": [1, null], "c": [1, "x"], "d": {"e": null}, "keywright": {"f": 1}}"#
    let result = try JSONValuesImporter.convert((path: "a.json", bytes: Array(json.utf8)))
    #expect(result.text == "{ \"version\": 1 }\n")
    #expect(
      messages(result).map { $0.dropFirst(3) } == [
        "key `a`: no number of a program is as large as 1e400", "key `b`: null says no type",
        "key `c`: its elements are of several types; declare a struct for it",
        "key `d:e`: null says no type",
        """
        key `keywright:f`: no schema can have it: storage string `keywright:f` is reserved: the library keeps \
        its own records below `keywright`
        """,
      ])
    let list =
      #"<plist><dict><key>keywright:f</key><true/><key>keywright:g:h</key><true/><key>x</key><true/></dict></plist>"#
    let found = try DefaultsFileImporter.convert((path: "a.plist", bytes: Array(list.utf8)))
    #expect(found.text.contains(#""keys": { "x": { "type": "Bool?" } }"#), "\(found.text)")
    #expect(!found.text.contains("keywright"))
    #expect(found.notes.map(\.subject) == ["key `keywright:f`", "key `keywright:g:h`"])
  }

  @Test("A property that is shared is one that is stored")
  func shared() throws {
    let result = try swift(
      """
      @Shared(.appStorage("count")) var count = 3
      @ObservationIgnored @SharedReader(.appStorage("name", store: .group)) private var title: String?
      @Shared(.fileStorage(url)) var users: [User] = []
      """)
    #expect(result.declarations == 3 && result.keyCount == 2, "\(result.text)")
    #expect(result.text.contains(#""count": { "type": "Int", "default": 3 }"#))
    #expect(result.text.contains(#""title": { "id": "name", "type": "String?" }"#))
    #expect(messages(result).count == 2, "\(result.notes)")
    #expect(
      messages(result).last?.hasSuffix(
        "its value is kept by `.fileStorage`, and in no `UserDefaults`")
        == true, "\(result.notes)")
  }

  @Test("Each of several declarations on a line is read")
  func line() throws {
    let result = try swift(
      """
      static let a = Key<Int>("a", default: 1), b = Key<Int>("b", default: 2)
      let c = Key("c", default: true); @AppStorage("d") var d = 1; @AppStorage("e") var e = 2
      let f: Key<Int> = Key<Int>("f", default: 3)
      """)
    #expect(result.declarations == 6 && result.keyCount == 6, "\(result.text)")
    #expect(result.text.contains(#""b": { "type": "Int", "default": 2 }"#))
    #expect(result.text.contains(#""c": { "type": "Bool", "default": true }"#))
    #expect(result.text.contains(#""e": { "type": "Int", "default": 2 }"#))
  }

  @Test("Arguments that name another store are noted, and strings that are no literals")
  func arguments() throws {
    let result = try swift(
      #"""
      static let a = Key<Int>("a", default: 1, suite: .group, iCloud: true)
      @AppStorage("b", store: UserDefaults(suiteName: "x")) var b = 1
      static let c = Key<Int>(Names.c, default: 1)
      static let d = Key<Int>("d\(1)", default: 1)
      let other: DefaultsKey<Int>
      func f(_ key: Key<Int>) { print("Key<Int>(\"no\", default: 1)") } // Key<Int>("no")
      """#)
    #expect(result.keyCount == 2 && result.declarations == 5, "\(messages(result))")
    let notes = messages(result)
    #expect(notes.contains { $0.hasPrefix("1: key `a`: `suite: .group` has no counterpart") })
    #expect(notes.contains { $0.hasPrefix("1: key `a`: `iCloud: true` has no counterpart") })
    #expect(notes.contains { $0.hasPrefix("2: key `b`: `store: UserDefaults(suiteName:") })
    for name in ["c", "d", "other"] {
      #expect(notes.contains { $0.contains("key `\(name)`: its storage string is no plain") })
    }
  }

  @Test("Code in strings, raw strings and nested comments are no declarations")
  func strings() throws {
    let result = try swift(
      ##"""
      let text = "\(f("Key<Int>(")) @AppStorage("
      let raw = #"a "Key<Int>("x")" b"#
      let long = "\"Key<Int>(\"y\", default: 1)"
      /* a /* Key<Int>("z") */ Key<Int>("z") */
      static let a = Key<String>("a\u{E9}", default: "x, y)")
      """##)
    #expect(result.keyCount == 1 && result.declarations == 1, "\(messages(result))")
    #expect(result.text.contains(#""type": "String", "default": "x, y)""#), "\(result.text)")
  }

  @Test("Brackets without end take no time")
  func depth() throws {
    for piece in ["Key<", "Key<Int>(", "@AppStorage(", "(", "[", "\"\\(", "/*", "#"] {
      _ = try swift(String(repeating: piece, count: 4_000))
    }
  }

  @Test("A parameter in the name of a parent group is one of its keys, and a time of day a text")
  func parentGroup() throws {
    let result = try kcfg(
      """
      <group name="Colours" parentGroupName="Theme $(x)"><entry name="a" type="Int"/></group>
      <group name="When"><entry name="t" type="Time"><default>12:30:00</default></entry>
      <entry name="u" type="Unheard"/></group>
      """)
    #expect(result.keyCount == 2 && result.declarations == 3)
    #expect(result.text.contains(#""parameters": { "x": "String" }"#), "\(result.text)")
    #expect(result.text.contains(#""type": "String", "default": "12:30:00""#), "\(result.text)")
    #expect(messages(result).contains { $0.contains("its parameters follow each key") })
  }

  @Test("A pane that is named too needs no note, and the footer of a group has one")
  func panes() throws {
    let pane =
      "<dict><key>Type</key><string>PSChildPaneSpecifier</string>"
      + "<key>File</key><string>Sound</string></dict>"
    let toggle =
      "<dict><key>Type</key><string>PSToggleSwitchSpecifier</string><key>Key</key>"
      + "<string>on</string><key>Title</key><string>On</string>"
      + "<key>DefaultValue</key><true/></dict>"
    let group =
      "<dict><key>Type</key><string>PSGroupSpecifier</string><key>Title</key>"
      + "<string>Noise</string><key>FooterText</key><string>Loud.</string></dict>"
    let whole = try settings([("Root.plist", pane), ("S.bundle/Sound.plist", group + toggle)])
    #expect(
      messages(whole)
        == ["1: group `Noise`: its footer has no counterpart outside of a namespace"])
    let alone = try settings([("Root.plist", pane + toggle + toggle)])
    #expect(alone.declarations == 2 && alone.keyCount == 1)
    #expect(messages(alone).contains { $0.contains("a pane of its own") })
  }
}
