import KeywrightSchema
import KeywrightStorage
import KeywrightVerbs

/// `backup FILE COPY`: copies all values of a store, as of one commit.
enum Backup: Verb {
  static let description = VerbDescription(
    word: "backup", summary: "copies all values of a store, as of one commit",
    operands: [.init("FILE", .store), .init("COPY", .file)],
    options: [.flag("json", "one JSON object instead of text")],
    discussion: """
      Writes what the store whose property list is FILE holds now to the new property list COPY, which
      only this user can read. Programs that use the store go on meanwhile, and the store is not
      changed. To return to the copy, close these programs and put it in the place of FILE.
      """,
    codes: [
      .success: "copied", .problems: "copied without what is damaged",
      .failed: "not copied: the store cannot be read or is not there, or COPY exists",
    ],
    examples: ["keywright backup ~/.config/org.example.player/defaults.plist backup.plist"])

  static func run(_ arguments: Arguments) throws -> Outcome {
    let operands = try arguments.some("the file of a store")
    guard operands.count == 2 else {
      throw Arguments.Refusal(
        reason: "\(counted(operands.count, "argument")) where two are wanted: the file of a store, "
          + "and a new file")
    }
    let (path, copy) = (operands[0], operands[1])
    do throws(StorageError) {
      let contents = try DurableFile(path: path).backUp(to: copy)
      let damages = contents.issues.filter { $0.code == .corrupt }
      let object = JSONDocument.object([
        ("file", .string(copy)), ("values", .integer(contents.valueCount)),
      ])
      return Outcome(
        output: arguments.flags.contains("json")
          ? object.text() + "\n"
          : "\(counted(contents.valueCount, "value")) in \(printable(path: copy))\n",
        complaints: StoreLocation.exposureNote(ofStoreAt: path)
          + damages.map { "keywright: \($0.sentence)\n" }.joined(),
        code: contents.damage == nil ? .success : .problems)
    } catch {
      return Outcome(complaints: "keywright: not copied: \(error.sentence)\n", code: .failed)
    }
  }
}
