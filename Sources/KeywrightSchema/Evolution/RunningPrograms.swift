/// The programs of releases that live beside today's, which is so with `readers` `both` alone.
struct RunningPrograms {
  /// The releases that have each line and whose programs run.
  private let programs: [LineName: [String]]

  /// - Complexity: near linear in the size of the lock for each release; constant where no programs run beside each
  ///   other.
  init(_ lock: KeyLock) {
    programs = lock.readers == .both ? Self.programs(of: lock) : [:]
  }

  /// The releases that have a line and whose programs run.
  func releases(of line: LockedKey) -> [String] { programs[LineName(line), default: []] }

  private static func programs(of lock: KeyLock) -> [LineName: [String]] {
    let (place, lineage) = (lock.order, Lineage(lock))
    let running = lock.releases.indices.filter { !lock.ended.contains(lock.releases[$0]) }
    let retired = Dictionary(grouping: lock.retired.filter { $0.exception == nil }) {
      ExactString($0.storageString)
    }.mapValues { $0.map { place($0.release) } }
    var programs: [LineName: [String]] = [:]
    for (string, lines) in Dictionary(
      grouping: lock.released, by: { ExactString($0.storageString) })
    {
      let lines = lines.map { (place: place($0.release), name: LineName($0)) }
      let ends = retired[string, default: []]
      for release in running {
        // A string may have come to an end and come back.
        guard let line = lines.last(where: { lineage.knows(release, $0.place) }),
          !ends.contains(where: { $0 > line.place && lineage.knows(release, $0) })
        else { continue }
        programs[line.name, default: []].append(lock.releases[release])
      }
    }
    return programs
  }
}
