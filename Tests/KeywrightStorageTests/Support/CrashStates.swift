import KeywrightTestSupport
@testable import KeywrightStorage

/// The states in which a power cut can leave a disk.
///
/// Each change of a file since its last synchronization is kept or lost, and a kept write may be
/// torn between any two sectors; each change of a name since the folder's last synchronization is
/// kept or lost. What a failed synchronization left in doubt stays so. Where there are too many
/// combinations, they are drawn at random.
struct CrashStates {
  private let disk: MemoryFileSystem.Disk
  /// Whether a sector has what all writes up to one made of it, as the system writes it from its memory; otherwise
  /// each write is kept or lost by itself, which is more than a disk does.
  private let keepsOrder: Bool
  private var generator: SeededGenerator
  private static let sector = 512

  init(_ disk: MemoryFileSystem.Disk, seed: UInt64, keepingOrder keepsOrder: Bool = false) {
    self.disk = disk
    self.keepsOrder = keepsOrder
    generator = SeededGenerator(seed: seed)
  }

  /// The choices that a state is made of, each in three ways.
  private var choices: Int {
    disk.pendingNames.choices
      + disk.nodes.reduce(0) { $0 + (disk.files[ObjectIdentifier($1)]?.pending.choices ?? 0) }
  }

  /// All states if there are at most `limit`, otherwise as many at random, the extremes among
  /// them.
  mutating func states(limit: Int) -> [[String: [UInt8]]] {
    let count = choices
    var size = 1
    for _ in 0..<count where size <= limit { size *= 3 }
    if size <= limit {
      let bits = generator.next()
      return (0..<size).map { number in
        var digits = number
        return state { _ in
          defer { digits /= 3 }
          return digits % 3 == 0 ? .kept : digits % 3 == 1 ? .lost : .torn(bits)
        }
      }
    }
    var states = [state { _ in .kept }, state { _ in .lost }]
    while states.count < limit {
      var generator = generator
      let bias = Int.random(in: 1...9, using: &generator)
      states.append(
        state { _ in
          let number = Int.random(in: 0..<10, using: &generator)
          if number >= bias { return .lost }
          return Int.random(in: 0..<4, using: &generator) == 0 ? .torn(generator.next()) : .kept
        })
      self.generator = generator
    }
    return states
  }

  private enum Fate {
    case kept, lost
    /// Each sector by its own bit is kept or lost.
    case torn(UInt64)
  }

  private func state(_ fate: (Int) -> Fate) -> [String: [UInt8]] {
    var index = 0
    func next(_ certainty: MemoryFileSystem.Certainty) -> Fate {
      if certainty == .settled { return .kept }
      defer { index += 1 }
      return fate(index)
    }
    var names = disk.durableNames
    for (change, certainty) in disk.pendingNames.all {
      if case .lost = next(certainty) { continue }
      change.apply(to: &names)
    }
    var contents: [ObjectIdentifier: [UInt8]] = [:]
    for node in disk.nodes {
      guard let file = disk.files[ObjectIdentifier(node)] else { continue }
      if keepsOrder {
        contents[ObjectIdentifier(node)] = Self.content(of: file, next)
        continue
      }
      var content = file.durable
      for (change, certainty) in file.pending.all {
        switch (next(certainty), change) {
        case (.lost, _): break
        case (.kept, _), (.torn, .truncate): change.apply(to: &content)
        case (.torn(let bits), .write(let offset, let bytes)):
          Self.tear(offset, bytes, bits, &content)
        }
      }
      contents[ObjectIdentifier(node)] = content
    }
    return names.compactMapValues { contents[ObjectIdentifier($0)] }
  }

  /// The content of which each sector stood still at a moment of its own.
  private static func content(
    of file: MemoryFileSystem.Disk.File, _ next: (MemoryFileSystem.Certainty) -> Fate
  ) -> [UInt8] {
    // How many of the changes reached all sectors, and one that only some of them got.
    let fates = file.pending.all.map { next($0.certainty) }
    let whole = fates.prefix { if case .kept = $0 { true } else { false } }.count
    var content = file.durable
    for change in file.pending.changes.prefix(whole) { change.apply(to: &content) }
    var late: [Int: Int] = [:]
    for (index, change) in file.pending.changes.enumerated().dropFirst(whole) {
      guard case .write(let offset, let bytes) = change, case .torn(let bits) = fates[index]
      else { continue }
      for sector in offset / sector...(offset + max(bytes.count, 1) - 1) / sector
      where bits >> UInt64(sector % 64) & 1 == 1 { late[sector] = index }
    }
    for (index, change) in file.pending.changes.enumerated().dropFirst(whole) {
      guard case .write(let offset, let bytes) = change else { continue }
      var bits: UInt64 = 0
      for (sector, last) in late where last >= index { bits |= 1 << UInt64(sector % 64) }
      tear(offset, bytes, bits, &content)
    }
    return content
  }

  private static func tear(
    _ offset: Int, _ bytes: [UInt8], _ bits: UInt64, _ content: inout [UInt8]
  ) {
    var start = offset
    while start < offset + bytes.count {
      let end = min((start / sector + 1) * sector, offset + bytes.count)
      if bits >> UInt64(start / sector % 64) & 1 == 1 {
        MemoryFileSystem.ContentChange.write(
          offset: start, bytes: Array(bytes[start - offset..<end - offset])
        ).apply(to: &content)
      }
      start = end
    }
  }
}

extension MemoryFileSystem.Pending {
  /// How many changes a power cut may take.
  fileprivate var choices: Int { all.count { $0.certainty != .settled } }
}
