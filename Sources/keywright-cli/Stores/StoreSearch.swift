import Foundation
import Keywright
import KeywrightEvolution
import KeywrightImport
import KeywrightSchema
import KeywrightStorage
import KeywrightVerbs

/// Finds the store that a verb is about: the one that `--store` or `KEYWRIGHT_STORE` names, or the one suite
/// that the program around the current folder opens.
enum StoreSearch {
  /// The use that a verb makes of the store.
  enum Use {
    case reading
    /// It changes a store that is there.
    case changing
    /// It makes the store if there is none.
    case making
  }

  /// The option of verbs that make a store.
  static let new = VerbDescription.Option.flag(
    "new", "makes the store though its folder is missing, or there is one of nearly its name"
  ).common

  static func location(_ arguments: Arguments, for use: Use) throws -> StoreLocation {
    let variable: String?
    do {
      variable = try ProcessEnvironment.text(of: "KEYWRIGHT_STORE")
    } catch {
      throw Arguments.Refusal(reason: "\(error)")
    }
    // A variable that a script sets to nothing names no store.
    let variableName = variable.flatMap { $0.isEmpty ? nil : $0 }
    if let name = arguments.values["store"] ?? variableName {
      return try named(name, for: use, isNew: arguments.flags.contains(new.name))
    }
    let opened = openedSuites(around: ".")
    let suites = Set(opened.map(\.suite)).sorted()
    guard let suite = suites.first else {
      throw Arguments.Refusal(
        reason: "--store is missing: a suite, as in org.example.player, or a property list's path")
    }
    guard suites.count == 1 else {
      let list = opened.map { "\($0.suite) (\($0.place))" }.joined(separator: ", ")
      throw Arguments.Refusal(reason: "--store is missing; the program here opens \(list)")
    }
    var location = try StoreLocation(suite)
    if use != .reading {
      location.finding =
        note("the store is \(suite), of \(path: opened[0].place)")
    }
    return location
  }

  /// The store of a name. A suite that does not exist, beside one of nearly its name, is refused: another store's
  /// values would be no answer, and a new one hides the program's.
  private static func named(_ name: String, for use: Use, isNew: Bool) throws -> StoreLocation {
    let location = try StoreLocation(name)
    guard location.isFile, !location.exists, !(use == .making && isNew) else { return location }
    let advice = use == .making ? "; --\(new.name) makes it" : ""
    if location.path == name {
      let folder = URL(fileURLWithPath: name).standardizedFileURL.deletingLastPathComponent().path
      guard use == .making, !FileManager.default.fileExists(atPath: folder) else { return location }
      throw PlainRefusal(reason: "there is no folder \(folder)\(advice)")
    }
    guard
      let meant = KeywrightSchema.SpellingSuggestion.nearest(to: name, among: StoreLocation.suites)
    else { return location }
    throw PlainRefusal(
      reason: "there is no store `\(name)`; did you mean `\(meant)`?\(advice)")
  }

  /// The suites that the Swift files of the package around a folder open, each with its place.
  private static func openedSuites(around path: String) -> [(suite: String, place: String)] {
    let current = URL(fileURLWithPath: path).standardizedFileURL.path
    guard let package = SchemaFolder.ancestors(of: current).first(where: SchemaFolder.isPackage)
    else { return [] }
    let sources = SchemaFolder.joined(package, "Sources")
    guard let files = FileManager.default.enumerator(atPath: sources) else { return [] }
    var found: [(suite: String, place: String)] = []
    for case let file as String in files where file.hasSuffix(".swift") {
      guard let bytes = try? InputFiles.bytes(of: SchemaFolder.joined(sources, file)) else {
        continue
      }
      let text = String(decoding: bytes, as: UTF8.self)
      for (suite, line) in suites(in: text) { found.append((suite, "Sources/\(file):\(line)")) }
    }
    return found.sorted { $0.place < $1.place }
  }

  /// The literals of `DefaultsStore(suite: "…"` in a Swift file, with their lines: those that are suites, for
  /// whoever wrote the file must not choose another path or a cluster. Comments do not count.
  static func suites(in text: String) -> [(suite: String, line: Int)] {
    // Most files open no store, and reading their tokens takes time.
    guard text.range(of: "DefaultsStore(") != nil else { return [] }
    let tokens = SwiftTokens(Array(text.utf8))
    return tokens.tokens.indices.compactMap { index in
      let (literal, mark) = (tokens[index + 4], "\"")
      guard literal.hasPrefix(mark), literal.hasSuffix(mark), !literal.contains("\\"),
        (index..<index + 4).map({ tokens[$0] }) == ["DefaultsStore", "(", "suite", ":"]
      else { return nil }
      let suite = String(literal.dropFirst().dropLast())
      return isSuite(suite) ? (suite, tokens.tokens[index].line) : nil
    }
  }

  private static func isSuite(_ name: String) -> Bool {
    guard case .success = DefaultsLocation.file(ofSuite: name) else { return false }
    return !StoreLocation.isPath(name) && !ClusterLocation.isNamed(name)
  }
}
