import KeywrightStorage
import Synchronization

/// Writes what commits change to the journal of a file, and shows it to readers.
///
/// Thread safety: belongs to the holder of the writer's lock.
final class JournalWriter: LoneWriter {
  private let table: ValueTable
  private let file: DurableFile?
  private let condition: DefaultsFile.Condition
  private let historyChoice: HistoryChoice
  private let keptBeforeUpdate = Atomic(false)

  init(
    _ table: ValueTable, _ file: DurableFile?, _ condition: DefaultsFile.Condition,
    _ historyChoice: HistoryChoice
  ) {
    self.table = table
    self.file = file
    self.condition = condition
    self.historyChoice = historyChoice
  }

  /// Writes the changes of one commit to the journal, and shows them to readers.
  func write(_ writes: [StagedWrite]) throws(StoreError) {
    let records = newRecords()
    if !records.isEmpty || writes.count > 1 && writes.contains(where: \.name.isReserved) {
      keepBeforeUpdate(again: !records.isEmpty)
    }
    let writes = records.isEmpty ? writes : writes + records
    try condition.writing { () throws(StorageError) in
      try file?.write(
        recording: { record throws(PropertyListError) in
          for write in writes {
            try record.append(write.name, write.stored, replacing: table.stored(write.name))
          }
        }, everything: { members(after: writes.map { ($0.name, $0.stored) }) })
    }
    table.write(writes)
    historyChoice.noteRecords()
  }

  /// Records of registries come with the first commit of a program.
  var isAccompanied: Bool { historyChoice.mayHaveNewRecords }

  func write(
    _ name: StorageString, _ cell: Cell, replacing old: StoredValue?
  ) throws(StoreError) {
    try condition.writing { () throws(StorageError) in
      try file?.write(
        recording: { record throws(PropertyListError) in
          try record.append(name, cell.stored, replacing: old)
        }, everything: { members(after: [(name, cell.stored)]) })
    }
    table.write(name, cell)
  }

  /// The records by which this program is known later, where the last commit was made by one with other
  /// registries.
  private func newRecords() -> [StagedWrite] {
    historyChoice.newRecords.compactMap { record in
      let old = table.cell(of: record.name) ?? .absent
      guard old.stored != record.fingerprint else { return nil }
      return StagedWrite(absorbing: record.fingerprint, over: old, name: record.name)
    }
  }

  /// Keeps what the store holds before the first commit of another program, or of another version of it, and
  /// before the first migration since the store was opened.
  private func keepBeforeUpdate(again isAgain: Bool) {
    guard !keptBeforeUpdate.exchange(true, ordering: .relaxed) || isAgain else { return }
    // The library's own records are nothing to return to.
    guard table.storageStrings().contains(where: { !$0.isReserved }) else { return }
    keep(as: .beforeUpdate)
  }

  /// Keeps what the store holds. To be called inside a commit.
  func keep(as kind: EarlierList.Kind) { file?.keep(members(after: []), as: kind) }

  private func members(
    after writes: [(name: StorageString, stored: StoredValue?)]
  ) -> [PropertyListDictionary.Member] {
    let changed = Set(writes.map(\.name))
    let kept = table.members().filter { !changed.contains($0.name) }
    let new = writes.compactMap { write in write.stored.map { (write.name, $0) } }
    return (kept + new).map {
      PropertyListDictionary.Member(key: $0.0.string, value: $0.1.tree)
    }
  }
}

extension JournalEncoder {
  /// Appends a change of a commit, without a string of its name.
  @inline(__always)
  fileprivate mutating func append(
    _ name: StorageString, _ stored: StoredValue?, replacing old: StoredValue?
  ) throws(PropertyListError) {
    defer { withExtendedLifetime(name) {} }
    try appendChange(
      of: UnsafeRawBufferPointer(start: name.start, count: name.count), to: stored?.tree,
      replacing: old?.tree.valueCount ?? 0)
  }
}
