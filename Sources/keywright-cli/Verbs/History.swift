import Foundation
import KeywrightSchema
import KeywrightStorage
import KeywrightVerbs

/// `history STORE`: lists the earlier states of a store.
enum History: Verb {
  static let description = VerbDescription(
    word: "history", summary: "lists the earlier states of a store that were kept",
    operands: [.init("STORE", .store)],
    options: [.flag("json", "one JSON array instead of lines")],
    discussion: """
      Prints a line for each list of STORE that was kept when a newer one took its place, the oldest
      first: its number, the time of its last commit, the names of the values in which it differs from
      the one before it. `keywright diff STORE@NUMBER STORE` says what is different now, and `keywright
      restore STORE@NUMBER` returns to it.
      """,
    codes: [
      .success: "listed, or none was kept", .failed: "the store cannot be read or is not there",
    ],
    examples: ["keywright history org.example.player"])

  /// More names do not help in a line.
  private static let longest = 4

  static func run(_ arguments: Arguments) throws -> Outcome {
    let location = try StoreLocation(arguments.only("a store"), arguments)
    try EarlierStore.requireFile(location)
    guard location.exists else {
      return Outcome(complaints: location.absence ?? "", code: .failed)
    }
    let file = DurableFile(path: location.path)
    do throws(StorageError) {
      var previous: StoredValues?
      var lines = ""
      var documents: [JSONDocument] = []
      for list in try file.earlierLists() {
        let (names, count, trouble) = changes(of: list, in: file, since: &previous)
        let date = Date.text(ofNanoseconds: list.date)
        let note = list.kind == .beforeUpdate ? ", before an update" : ""
        lines +=
          "\(list.number)  \(date)  \(trouble ?? summary(names, count))\(note)\n"
        documents.append(
          .object([
            ("number", .integer(Int(list.number))), ("date", .string(date)),
            ("file", .string(list.name)), ("beforeUpdate", .bool(list.kind == .beforeUpdate)),
            ("values", trouble == nil ? .integer(count) : .null),
            ("changed", .array((names ?? []).map { .string($0) })),
          ]))
      }
      let isJSON = arguments.flags.contains("json")
      return Outcome(
        output: isJSON ? JSONDocument.array(documents).text() + "\n" : lines,
        complaints: location.notes
          + (documents.isEmpty && !isJSON
            ? "keywright: no earlier list of \(printable(path: location.path)) was kept\n" : ""))
    } catch {
      return Outcome(complaints: "keywright: \(error.sentence)\n", code: .failed)
    }
  }

  /// The names that differ from the list before, and the number of values; or why it cannot be read.
  private static func changes(
    of list: EarlierList, in file: DurableFile, since previous: inout StoredValues?
  ) -> (names: [String]?, count: Int, trouble: String?) {
    do throws(StorageError) {
      let values = StoredValues(try file.members(of: list))
      let names = previous.map { StoreDifference($0, values, nil).entries.map(\.name) }
      previous = values
      return (names, values.names.count, nil)
    } catch {
      return (nil, 0, "cannot be read: \(error.reason)")
    }
  }

  private static func summary(_ names: [String]?, _ count: Int) -> String {
    guard let names else { return counted(count, "value") }
    if names.isEmpty { return "no change" }
    let shown = names.prefix(longest).map { printable($0) }.joined(separator: ", ")
    return names.count > longest ? "\(shown), and \(names.count - longest) more" : shown
  }
}
