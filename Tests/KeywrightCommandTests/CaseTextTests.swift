import KeywrightStorage
import KeywrightTestSupport
import Testing

@testable import Keywright
@testable import KeywrightSchema
@testable import keywright_cli

/// Texts by which people name the cases of an enum, through two versions of it: each is read as the case that it
/// stood for, or the lock says so.
@Suite("Texts of cases are followed by the lock")
struct CaseTextTests {
  /// A version of an enum, as a lock and as a program have it.
  struct Version {
    let cases: [(name: String, raw: String)]
    let former: [(text: String, name: String)]
    let types: LockedTypes
    let form: Keywright.TextForm
    let description: String

    init(_ cases: [(name: String, raw: String)], _ former: [(text: String, name: String)] = []) {
      (self.cases, self.former) = (cases, former)
      let enumText = KeywrightSchema.JSONText.object(cases.map { ($0.name, $0.raw) })
      let formerText = KeywrightSchema.JSONText.object(
        former.map { ($0.text, KeywrightSchema.JSONText.quoted($0.name)) })
      description = "enum \(enumText) former \(formerText)"
      types = LockedTypes(
        text: "{\"T\": {\"enum\": \(enumText), \"formerCases\": \(formerText)}}")
      form = Self.form(cases, former)
    }

    private static func form(
      _ cases: [(name: String, raw: String)], _ former: [(text: String, name: String)]
    ) -> Keywright.TextForm {
      func stored(_ raw: String) -> StoredValue { (try? StoredValue(json: raw)) ?? .string(raw) }
      func raw(_ name: String) -> StoredValue? {
        cases.first { $0.name == name }.map { stored($0.raw) }
      }
      let areTexts = cases[0].raw.hasPrefix("\"")
      let isRaw = { (text: String) in areTexts || Int(text) != nil }
      let number = DynamicTypes.reserve(1)
      DynamicTypes.define(
        number,
        as: .enumeration(
          .init(
            cases: cases.map { ($0.name, stored($0.raw)) },
            former: former.filter { isRaw($0.text) }.compactMap { item in
              raw(item.name).map {
                (stored(areTexts ? KeywrightSchema.JSONText.quoted(item.text) : item.text), $0)
              }
            },
            formerNames: former.filter { !isRaw($0.text) }.compactMap { item in
              raw(item.name).map { (item.text, $0) }
            }, keepsUnknown: false)))
      return areTexts
        ? DynamicTypes.enumeration(number, of: String.self).textForm
        : DynamicTypes.enumeration(number, of: Int.self).textForm
    }

    /// The case that a text stands for, as a value of its own or inside a struct; nil if none.
    func reading(of text: String, isInside: Bool) -> String? {
      let stored =
        isInside
        ? try? form.storedCase(fromJSON: .string(text)) : try? form.stored(fromText: text)
      return stored.map(form.text)
    }

    /// The case that the thing of an older one's case is now, by names and declarations alone; nil if none.
    func successor(of name: String, in old: Version) -> String? {
      guard let raw = old.cases.first(where: { $0.name == name })?.raw else { return nil }
      let text = KeywrightSchema.JSONNode(text: raw)?.string?.text ?? raw
      if !cases.contains(where: { $0.raw == raw }),
        let declared = former.first(where: { $0.text == text })
      {
        return declared.name
      }
      if cases.contains(where: { $0.name == name }) { return name }
      let spelled = cases.first { $0.raw == raw }?.name
      return spelled.flatMap { name in
        old.cases.contains { $0.name == name } ? nil : name
      }
    }
  }

  static let texts = ["a", "b", "c", "p"]
  /// All versions of one or two cases, without and with one former text.
  static func versions(names: [String], raws: [String]) -> [Version] {
    var lists = names.flatMap { name in raws.map { [(name: name, raw: $0)] } }
    for (one, other) in [(0, 1), (0, 2), (1, 2)] {
      for raw in raws {
        lists += raws.filter { $0 != raw }.map { [(names[one], raw), (names[other], $0)] }
      }
    }
    return lists.flatMap { cases in
      let areTexts = raws[0].hasPrefix("\"")
      let free = texts.filter { text in
        areTexts
          ? !cases.contains { $0.raw == KeywrightSchema.JSONText.quoted(text) }
          : !cases.contains { $0.name == text }
      }
      return [Version(cases)]
        + free.flatMap { text in cases.map { Version(cases, [(text, $0.name)]) } }
    }
  }

  @Test("Every text of every version", arguments: [["\"a\"", "\"b\"", "\"p\""], ["0", "1"]])
  func search(_ raws: [String]) {
    let versions = Self.versions(names: ["a", "b", "c"], raws: raws)
    var (compared, misread, unread) = (0, 0, 0)
    for old in Search.part(of: versions, each: 11) {
      for new in versions {
        var reading = TypeReading(old.types, new.types)
        reading.compare(.named("T"), .named("T"))
        let found = reading.differences
        for text in Self.texts {
          for isInside in [false, true] {
            guard let name = old.reading(of: text, isInside: isInside) else { continue }
            compared += 1
            let now = new.reading(of: text, isInside: isInside)
            let meant = new.successor(of: name, in: old)
            if now == meant { continue }
            let levels = found.filter { $0.subject == "T.\(name)" }.map {
              $0.level ?? $0.fate.level
            }
            let least: ChangeLevel = now == nil ? .warning : .error
            (misread, unread) = (misread + (now == nil ? 0 : 1), unread + (now == nil ? 1 : 0))
            #expect(
              levels.contains { $0 >= least },
              "\(text) of \(old.description) is \(now ?? "none") in \(new.description)")
          }
        }
        for difference in found where difference.traits.contains([.ofNames, .oncePerType]) {
          let isTrue = [false, true].contains { isInside in
            old.reading(of: difference.from, isInside: isInside).map { name in
              new.reading(of: difference.from, isInside: isInside)
                != new.successor(of: name, in: old)
            } ?? false
          }
          #expect(
            isTrue, "\(difference) of \(old.description) to \(new.description)")
        }
      }
    }
    #expect(compared > 1_000 && misread > 20 && unread > 20, "\(compared) \(misread) \(unread)")
  }
}
