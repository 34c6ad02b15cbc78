import Foundation
import KeywrightSchema
import KeywrightTestSupport
import KeywrightVerbs
import Testing

@testable import KeywrightImport
@testable import keywright_cli

/// Imports of the samples, compared with golden files that a reviewer reads. `Tests/Importing/run`
/// compiles the Swift that is generated from them; `KEYWRIGHT_UPDATE_GOLDEN=1 swift test` updates them.
@Suite("Importing")
struct ImportTests {
  static let golden = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "Golden")

  static func convert(_ sample: String) throws -> ImportResult {
    let bytes = [UInt8](try Data(contentsOf: golden.appending(path: sample)))
    if sample.hasSuffix(".kcfg") {
      let name = String(sample.dropLast(5))
      return try KConfigImporter.convert(bytes, path: sample, namespace: name)
    }
    return try GSettingsImporter.convert([(path: sample, bytes: bytes)])
  }

  @Test(
    "gives what was reviewed", arguments: ["player.kcfg", "odd.kcfg", "everything.gschema.xml"])
  func samples(sample: String) throws {
    let result = try Self.convert(sample)
    #expect(result.declarations == result.keyCount + result.omissions)
    let stem = String(sample.split(separator: ".")[0])
    let texts = [
      (stem + ".keys.json", result.text), (stem + ".notes.txt", result.notes.map(\.text).joined()),
    ]
    for (name, text) in texts {
      let file = Self.golden.appending(path: name)
      if ProcessInfo.processInfo.environment["KEYWRIGHT_UPDATE_GOLDEN"] == "1" {
        try Data(text.utf8).write(to: file)
      }
      let golden = String(decoding: try Data(contentsOf: file), as: UTF8.self)
      let difference = zip(text.split(separator: "\n"), golden.split(separator: "\n"))
        .first { $0 != $1 }
      #expect(difference == nil, "\(name)")
      #expect(text == golden, "\(name) differs in length")
    }
    let source = SourceFile(path: "", text: result.text)
    // Where a secret goes, nobody but the program's authors can say.
    let found = SchemaChecker.check([source], module: "Module").diagnostics
    #expect(found.allSatisfy { $0.message.rule == .clearText })
  }

  @Test("finds an enum and a base in another file, in any order")
  func severalFiles() throws {
    let enums = """
      <schemalist><enum id="a.b.Mode"><value nick="on" value="1"/></enum>
      <schema id="a.base"><key name="k" type="b"><default>true</default></key></schema></schemalist>
      """
    let schema = """
      <schemalist><schema id="a.b.c" path="/a/" extends="a.base">
      <key name="mode" enum="a.b.Mode"><default>'on'</default></key></schema></schemalist>
      """
    let files = [(path: "s", bytes: Array(schema.utf8)), (path: "e", bytes: Array(enums.utf8))]
    let result = try GSettingsImporter.convert(files)
    #expect(result.keyCount == 3)
    #expect(result.text.contains(#""enum": ["on"]"#))
    #expect(result.text.contains(#""type": "Mode""#))
    #expect(result.notes.map(\.subject) == ["schema `a.base`"])
  }

  @Test("says at which line a file is not what it should be")
  func failures() {
    let samples: [(String, Int, String)] = [
      ("<schemalist>\n<schema/></schemalist>", 2, "<schema> has no `id`"),
      ("<x/>", 1, "found <x> where a GSettings file has <schemalist>"),
      ("<a>\n<b>\n</a>\n", 3, "this is not XML: an end that does not fit the element that is open"),
      ("text", 1, "this is not XML: it does not begin with an element"),
      (
        "<a>\n<b c=d/></a>\n", 2,
        "this is not XML: an attribute whose value has no quotation marks"
      ),
      ("<schemalist>\n</schemalist>\n\n<b/>", 4, "this is not XML: more after </schemalist>"),
      ("<schemalist/>\ntext", 2, "this is not XML: more after </schemalist>"),
      (
        "<schemalist>\n<schema id=\"<?a?>\"/></schemalist>", 2,
        "this is not XML: a `<` in the value of an attribute"
      ),
      (
        "<!DOCTYPE a [\n<!ENTITY b 'c'>\n]><a>&b;</a>", 3,
        "this is not XML: an entity that is not one of XML's own"
      ),
      ("<a/>\n<!DOCTYPE a [ '>' ", 2, "this is not XML: a DOCTYPE that does not end"),
      ("<a>\n<?b", 2, "this is not XML: a processing instruction that does not end"),
      ("<a>\n\0</a>", 2, "this is not UTF-8, the only encoding that is read"),
      (
        "<?xml version='1.0' encoding = 'ISO-8859-1'?>\n<a>é</a>", 1,
        "it declares the encoding ISO-8859-1: write it in UTF-8, the only encoding that is read"
      ),
    ]
    for (text, line, message) in samples {
      #expect(throws: ImportFailure(path: "f", line: line, message: message)) {
        _ = try GSettingsImporter.convert([(path: "f", bytes: Array(text.utf8))])
      }
    }
    let deep = String(repeating: "<a>", count: 100)
    for text in [
      "", "text", "<kcfg>\n<group>", deep, "<kcfg>&nope;</kcfg>", "<other/>", "<kcfg/>x",
    ] {
      let error = #expect(throws: ImportFailure.self) {
        _ = try KConfigImporter.convert(Array(text.utf8), path: "f", namespace: "n")
      }
      #expect(error?.path == "f")
    }
  }

  @Test("skips declarations, processing instructions and comments, wherever they are")
  func hardMarkup() throws {
    let key = #"<schema id="a"><key name="k" type="s"><default>'x'</default></key></schema>"#
    let declarations = """
      <!-- ]> ' --><!ELEMENT schemalist (schema)*><!ATTLIST schemalist domain CDATA #IMPLIED>
      <?inside ]> " ?><!NOTATION n SYSTEM "]>"><!ENTITY e SYSTEM 'f' NDATA n><!ENTITY % p "">
      """
    for text in [
      "<?xml version='1.0' encoding='UTF-8'?><schemalist>\(key)</schemalist>",
      "<?xml version='1.0' encoding='latin1'?><schemalist>\(key)</schemalist>",
      "\u{FEFF}<?xml version='1.0'?><!-- é --><schemalist>\(key)</schemalist>",
      "<?a?><schemalist><?b?>\(key)<?c d?></schemalist><?e?>",
      "<!DOCTYPE schemalist [\(declarations)]><schemalist>\(key)</schemalist>",
      "<!DOCTYPE schemalist SYSTEM 'gschema.dtd'><schemalist>\(key)</schemalist>",
      "<schemalist><!-- <?a?> <!DOCTYPE --><![CDATA[<?a?>]]>\(key)</schemalist>",
      "<schemalist xmlns='a' b:c='' xml:space='d'>\(key)</schemalist>",
    ] {
      let result = try GSettingsImporter.convert([(path: "f", bytes: Array(text.utf8))])
      #expect(result.keyCount == 1, "\(text)")
    }
    for bytes: [UInt8] in [
      Array("<a".utf8) + [0xFF, 0x3E],
      Array("<a>\u{E9}".utf16).flatMap {
        [UInt8(truncatingIfNeeded: $0), UInt8($0 >> 8)]
      },
    ] {
      #expect(
        throws: ImportFailure(
          path: "f", line: 1, message: "this is not UTF-8, the only encoding that is read")
      ) {
        _ = try GSettingsImporter.convert([(path: "f", bytes: bytes)])
      }
    }
  }

  @Test("resolves references, CDATA and line ends of every kind")
  func texts() throws {
    let text = """
      <a b='1&#10;&quot;&#x41;\t2' \n c = "'" ><!-- -- -->x&lt;&amp;&gt;<![CDATA[<&amp;]]>\r\ny\rz<d:é-1
      /> &apos;</a \n>
      """
    let root = try MarkupReader.root("a", of: Array(text.utf8), path: "f", format: "")
    #expect(root.attributes == ["b": "1\n\"A 2", "c": "'"])
    #expect(root.text == "x<&><&amp;\ny\nz '")
    #expect(root.line == 2)
    #expect(root.children.map(\.name) == ["d:é-1"] && root.children.map(\.line) == [5])
    for reference in [
      "&#0;", "&#xD800;", "&#xFFFE;", "&#+9;", "&#x110000;", "&#;", "&;", "&amp", "& ",
    ] {
      let failure = ImportFailure(
        path: "f", line: 2, message: "this is not XML: an entity that is not one of XML's own")
      #expect(throws: failure) {
        _ = try MarkupReader.root(
          "a", of: Array("<a>\n\(reference)</a>".utf8), path: "f", format: "")
      }
    }
  }

  @Test("refuses a document that is longer, or has more elements, than any schema")
  func limits() {
    let long = "<kcfg>" + String(repeating: "<group name='g'></group>", count: 200_000) + "</kcfg>"
    let many = "<kcfg>\n" + String(repeating: "<a/>", count: 100_000) + "</kcfg>"
    let samples = [
      (long, 1, "it has \(long.utf8.count) bytes, expected at most 4194304: divide it"),
      (many, 2, "there are over 100000 elements: divide it"),
    ]
    for (text, line, message) in samples {
      #expect(throws: ImportFailure(path: "f", line: line, message: message)) {
        _ = try KConfigImporter.convert(Array(text.utf8), path: "f", namespace: "n")
      }
    }
  }

  @Test("numbers names that are alike, each search from where the last one ended")
  func names() {
    var names = SchemaNames()
    let found = (0..<30_000).map { _ in names.name(for: "a", as: .key) }
    #expect(found.first == "a" && found.last == "a30000")
    #expect(Set(found).count == found.count)
  }

  @Test("names the case `none` of an enum otherwise if a value of it may be absent")
  func noneCases() throws {
    let message =
      "its case `none` has another name, for `.none` of a value that may be absent is nil"
    func requireRenamed(_ result: ImportResult, _ type: String) {
      #expect(result.notes.contains { $0.subject == "type `\(type)`" && $0.message == message })
      #expect(result.text.contains(#""nothing": "none""#), "\(result.text)")
      let found = SchemaChecker.check([SourceFile(path: "", text: result.text)], module: "Module")
      #expect(found.diagnostics.isEmpty, "\(result.text)")
    }
    let settings = """
      <schemalist><enum id="Mode"><value nick="none"/><value nick="on"/></enum>
      <enum id="Kind"><value nick="none"/><value nick="on"/></enum><schema id="a" path="/a/">
      <key name="kind" enum="Kind"><default>'none'</default></key>
      <key name="first" enum="Mode"><default>'none'</default></key>
      <key name="second" enum="Mode"><default>'off'</default></key></schema></schemalist>
      """
    let result = try GSettingsImporter.convert([(path: "f", bytes: Array(settings.utf8))])
    requireRenamed(result, "Mode")
    #expect(result.text.contains(#""Kind": {"# + "\n") && result.keyCount == 3)
    #expect(result.text.contains(#""enum": ["none", "on"]"#))
    #expect(result.text.contains(#""first": { "type": "Mode", "default": "nothing" }"#))
    #expect(result.text.contains(#""kind": { "type": "Kind", "default": "none" }"#))
    let entries = """
      <kcfg><group name="G"><entry name="A" type="Enum"><choices><choice name="none"/>
      <choice name="nothing"/></choices><default code="true">a()</default></entry></group></kcfg>
      """
    let kcfg = try KConfigImporter.convert(Array(entries.utf8), path: "f", namespace: "n")
    #expect(kcfg.text.contains(#""nothing": "none", "nothing2": "nothing""#))
    requireRenamed(kcfg, "A")
    let manifest = """
      <plist><dict><key>pfm_subkeys</key><array><dict><key>pfm_name</key><string>mode</string>
      <key>pfm_type</key><string>string</string><key>pfm_range_list</key><array>
      <string>none</string><string>on</string></array></dict></array></dict></plist>
      """
    requireRenamed(
      try PreferenceManifestImporter.convert((path: "f", bytes: Array(manifest.utf8))), "Mode")
  }

  @Test("follows a chain of schemas that extend one another only so far")
  func extensions() throws {
    let schemas = (0..<200).map { number in
      """
      <schema id="s\(number)" \(number == 0 ? "" : "extends='s\(number - 1)'")>
      <key name="k\(number)" type="b"><default>true</default></key></schema>
      """
    }
    let text = "<schemalist>" + schemas.joined() + "</schemalist>"
    let result = try GSettingsImporter.convert([(path: "f", bytes: Array(text.utf8))])
    #expect(result.keyCount == (0..<200).reduce(0) { $0 + min($1 + 1, 65) })
    #expect(result.notes.contains { $0.message.hasPrefix("it extends over 64 schemas") })
  }

  @Test("prints the schema, and the notes beside it")
  func command() throws {
    let folder = TemporaryFolder()
    let path = try folder.write(
      #"<kcfg><group name="G"><entry name="A" type="Bool" hidden="true"/></group></kcfg>"#,
      to: "my-app.kcfg")
    let outcome = Command.run(["schema", path])
    #expect(outcome.code == .success)
    #expect(outcome.output.contains(#""namespace": "myApp""#))
    #expect(outcome.output.contains(#""id": "my-app""#))
    #expect(
      outcome.complaints == """
        \(path):1: note: entry `A`: `hidden` has no counterpart
        keywright: 1 key imported, 1 note

        """)
    let named = Command.run(["schema", "--namespace", "other", path])
    #expect(named.output.contains(#""namespace": "other.g","#))
    #expect(Command.run(["schema", "--namespace", "No", path]).code == .usage)
    #expect(Command.run(["schema", "--from", "gsettings", path]).code == .problems)
  }
}
