import Foundation
import KeywrightEvolution
import KeywrightSchema
import KeywrightStorage

/// The content of a store's file, as today's schemas see it.
struct StoreFile {
  let path: String
  let members: [PropertyListDictionary.Member]

  /// Whether a path looks like a store's: no schema, no lock, no folder.
  static func isStore(_ path: String) -> Bool {
    !path.hasSuffix(".json") && !SchemaFolder.isFolder(path)
      && DurableFile(path: path).exists
  }

  init(path: String, members: [PropertyListDictionary.Member]) {
    self.path = path
    self.members = members
  }

  /// Reads a store, with its journal, and changes nothing.
  init(_ path: String) throws {
    self.path = path
    do {
      let inspection = try DurableFile(path: path).inspect()
      // A misspelled path must not look like a store without orphans.
      if inspection.isMissing {
        throw InputFiles.Failure(path: path, reason: "there is no store")
      }
      let contents = try inspection.opening.get()
      if let damage = contents.damage {
        // A value that cannot be read could be of any key.
        throw InputFiles.Failure(
          path: damage.path, reason: "\(damage.words); \(StoreLocation.doctorAdvice(path))")
      }
      members = contents.members
        .filter { !$0.isRecord }
    } catch let error as StorageError {
      throw InputFiles.Failure(error)
    }
  }

  /// The values in it that today's program does not read.
  func losses(in today: KeyInventory) -> [Change] {
    members.compactMap { member in
      guard let entry = today.key(of: member.key) else {
        if today.reservation(of: member.key) != nil { return nil }
        if today.successor(of: member.key) != nil { return nil }
        return Change(
          kind: .keyRemoved, key: member.key, from: member.value.kind,
          message: "`\(member.key)` is stored, and nothing declares it: \(size(of: member)) bytes",
          place: nil)
      }
      if entry.key.reads(member.value) { return nil }
      let type = entry.key.string(.type) ?? ""
      return Change(
        kind: .typeChanged, key: member.key, from: member.value.kind, to: type,
        message: "`\(member.key)` holds \(withArticle(member.value.kind)) that is no \(type)",
        place: entry.place)
    }
  }

  /// The values that no schema declares, with their sizes.
  func orphans(in today: KeyInventory) -> [PropertyListDictionary.Member] {
    members.filter {
      today.key(of: $0.key) == nil && today.successor(of: $0.key) == nil
    }
  }

  /// The size of a file that holds the value alone, in bytes.
  func size(of member: PropertyListDictionary.Member) -> Int {
    (try? BinaryPropertyList.encode(member.value).count) ?? 0
  }
}
