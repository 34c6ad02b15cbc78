import Foundation
import Keywright
import KeywrightStorage
import KeywrightTestSupport

/// The values of control stores, by place, so that one place can be opened twice.
final class Shelf: Sendable {
  let values = Protected<[StorageString: StoredValue]>([:])
  let core = StoreCore(name: "shelf")
}

/// A store that is right but for one defect.
struct ControlStore: Store {
  let core: StoreCore
  let shelf: Shelf
  let defect: Defect

  /// Values that a defect remembers when it should not.
  private let memory = Protected<[StorageString: StoredValue]>([:])
  private let removed = Protected<Set<StorageString>>([])

  init(_ defect: Defect, on shelf: Shelf = Shelf()) {
    self.defect = defect
    self.shelf = defect == .sharesWithAll ? ControlStore.common : shelf
    core = self.shelf.core
    open()
  }

  private static let common = Shelf()

  /// The mistake that is made when a place is opened.
  private func open() {
    let found = shelf.values.withLock { $0 }
    switch defect {
    case .readsASnapshot: memory.withLock { $0 = found }
    case .forgetsWhenReopened: shelf.values.withLock { $0 = [:] }
    case .roundsDatesWhenReopened:
      shelf.values.withLock { values in
        for (name, value) in values {
          guard case .date(let seconds) = value.content else { continue }
          values[name] = .date(secondsSince2001: seconds.rounded())
        }
      }
    default: break
    }
  }

  var history: [EarlierValues] {
    get throws(StoreError) {
      if defect == .failsForHistory { throw StoreError(.unavailable) }
      guard defect == .keepsHistory, let file = ControlStore.kept else {
        throw StoreError(.unsupported)
      }
      return [file]
    }
  }

  /// Earlier values, of whatever store.
  private static let kept: EarlierValues? = {
    let folder = TemporaryFolder()
    let store = DefaultsStore(url: folder.url.appending(path: "kept.plist"), history: .kept)
    for number in 1...2 {
      try? store.set(Key<Root, Int>("number", default: 0), to: number)
      try? store.flush(compacting: true)
    }
    defer { store.close() }
    return try? store.history.first
  }()

  func removeHistory() {
    if defect == .clearsWithHistory { shelf.values.withLock { $0 = [:] } }
  }

  private func place(of name: StorageString) -> StorageString {
    switch defect {
    case .mergesTwins:
      let known = shelf.values.withLock { Array($0.keys) }
      return known.first { $0.string == name.string } ?? name
    case .ignoresCase: return StorageString(name.string.lowercased())
    case .cutsNames: return StorageString(String(name.string.prefix(255)))
    default: return name
    }
  }

  var supportsMultiKeyCommits: Bool { defect != .keepsOneKey }

  func stored(_ name: StorageString) throws(StoreError) -> StoredValue? {
    let place = place(of: name)
    let value = shelf.values.withLock { $0[place] }
    switch defect {
    case .throwsForMissing where value == nil:
      throw StoreError(.unavailable, storageString: name.string)
    case .readsASnapshot: return memory.withLock { $0[name] }
    case .staleReads:
      return memory.withLock { known in
        if known[name] == nil { known[name] = value }
        return known[name]
      }
    case .storesOnRead where value == nil: shelf.values.withLock { $0[place] = 0 }
    case .readsOnce: shelf.values.withLock { $0[place] = nil }
    case .readsBooleansAsIntegers:
      if case .boolean(let flag) = value?.content { return flag ? 1 : 0 }
    default: break
    }
    return value
  }

  func storedValue<Space, Value>(of key: Key<Space, Value>) throws(StoreError) -> Value? {
    if defect == .findsNoValue { return nil }
    guard let stored = try stored(key.storageString) else { return nil }
    guard let value = key.value(from: stored) else {
      throw StoreError(.unreadable, storageString: key.storageString.string)
    }
    return value
  }

  func storageStrings() -> [StorageString] {
    let names = shelf.values.withLock { Array($0.keys) }
    switch defect {
    case .listsNothing: return []
    case .listsTwice: return names + names
    case .listsRemoved: return names + removed.withLock { Array($0) }.filter { !names.contains($0) }
    default: return names
    }
  }

  func write(_ writes: [StagedWrite]) throws(StoreError) {
    if defect == .ignoresWrites { return }
    if [.keepsHalfOfTheRefused, .refusesSeveral].contains(defect), writes.count > 1 {
      if defect == .keepsHalfOfTheRefused { write(writes[0]) }
      throw StoreError(.unsupported)
    }
    if defect == .dropsOthers { shelf.values.withLock { $0 = [:] } }
    for write in writes {
      if defect == .dropsSecondKey, write.name != writes[0].name { break }
      self.write(write)
    }
  }

  private func write(_ change: StagedWrite) {
    let place = place(of: change.name)
    if change.stored == nil {
      removed.withLock { _ = $0.insert(place) }
      if defect == .ignoresRemovals { return }
    }
    var value = change.stored
    switch (defect, value?.content) {
    case (.storesWholeReals, .real(let number)?) where number == number.rounded():
      value = Int64(exactly: number).map(StoredValue.integer) ?? value
    case (.cutsLongStrings, .string(let text)?): value = .string(String(text.prefix(4_096)))
    case (.normalisesZero, .real(0)?): value = 0.0
    default: break
    }
    if defect == .skipsTwinStrings, case .string(let new)? = value?.content,
      case .string(let old)? = shelf.values.withLock({ $0[place]?.content }), old == new
    {
      return
    }
    shelf.values.withLock { $0[place] = value }
    if defect == .readsASnapshot { memory.withLock { $0[change.name] = value } }
  }
}

extension ControlStore {
  /// The mistake of a store.
  enum Defect: String, CaseIterable {
    case none, ignoresWrites, ignoresRemovals, mergesTwins, ignoresCase, cutsNames, staleReads
    case throwsForMissing, storesOnRead, readsOnce, readsBooleansAsIntegers, findsNoValue
    case listsNothing, listsTwice, listsRemoved, dropsSecondKey, dropsOthers, keepsHalfOfTheRefused
    case refusesSeveral, keepsOneKey, storesWholeReals, skipsTwinStrings, cutsLongStrings,
      normalisesZero,
      sharesWithAll
    case forgetsWhenReopened, roundsDatesWhenReopened, readsASnapshot
    case failsForHistory, clearsWithHistory, keepsHistory
  }
}
