/// Tries the mends of changes by the checks and the comparison before they are printed.
///
/// A mend is not printed if the schemas are invalid with it, if it changes nothing, if its change remains, or
/// if it leads to an error without a way out.
package struct MendTrial {
  private let sources: [SourceFile]
  private let module: String
  private let lock: KeyLock
  private let others: OtherTargets
  /// The mends that a build has time to write and to try.
  private var left: Int

  /// A version of the schemas.
  private struct Version {
    var roots: [JSONNode]
    var changes: [Change]
  }

  /// The greatest number of mends in a row that lead from an error to none.
  private static let steps = 3

  /// Changes with the mends that passed the trial; an error that has none left offers its acceptance.
  ///
  /// Among many errors the last ones show no mend at all: theirs are tried once the errors before them are gone.
  ///
  /// - Parameter work: The size of schemas and lock that all checks of mends together may take, about.
  /// - Complexity: a check of the schemas for each mend, up to a number that falls with the size of schemas and
  ///   lock, so that both together cost no more than in proportion to it.
  package static func proven(
    _ changes: [Change], of sources: [SourceFile], module: String, lock: KeyLock,
    others: OtherTargets = .none, work: Int = 4_000_000
  ) -> [Change] {
    let roots = sources.compactMap(\.tree)
    let isTried = changes.contains { $0.level > .free && $0.mends.contains(where: \.isTried) }
    guard isTried, roots.count == sources.count else { return changes }
    let size =
      sources.reduce(1) { $0 + $1.bytes.count } + 200 * (lock.keys.count + changes.count)
    var trial = MendTrial(
      sources: sources, module: module, lock: lock, others: others,
      left: max(8, min(200, work / size)))
    return trial.proven(Version(roots: roots, changes: changes))
  }

  private mutating func proven(_ version: Version) -> [Change] {
    var changes = version.changes
    // The first mends of all errors, which a build prints together, are mostly those of one cause.
    var proven = together(
      changes.indices.compactMap { index in
        changes[index].isOpen && changes[index].level == .error
          ? changes[index].mends.firstIndex(where: \.isTried).map { Pick(index, $0) } : nil
      }, of: version)
    var failed: [Pick] = []
    var untried: Set<Int> = []
    for (index, change) in changes.enumerated() where change.isOpen {
      for (place, mend) in change.mends.enumerated() where mend.isTried {
        let pick = Pick(index, place)
        if proven[pick] != nil { continue }
        if left <= 0 {
          untried.insert(index)
        } else if let effect = attempt(mend, of: change, in: version, after: []) {
          proven[pick] = effect
        } else {
          failed.append(pick)
        }
      }
    }
    // Keys that exchanged their names need all of their mends.
    for group in Dictionary(
      grouping: failed, by: { changes[$0.change].fate.rawValue + "\($0.mend)" }
    )
    .values where group.count > 1 {
      proven.merge(together(group, of: version)) { first, _ in first }
    }
    for index in changes.indices where changes[index].isOpen {
      changes[index].mends = changes[index].mends.enumerated().compactMap { place, mend in
        if !mend.isTried { return mend }
        var mend = mend
        guard let effect = proven[Pick(index, place)] else { return nil }
        mend.effect = effect
        return mend
      }
      if !untried.contains(index) { changes[index].closeMends() }
    }
    return changes
  }

  /// One mend of one change.
  private struct Pick: Hashable {
    let change, mend: Int

    init(_ change: Int, _ mend: Int) { (self.change, self.mend) = (change, mend) }
  }

  /// The effects of mends that hold if all of them are followed; empty if one does not.
  private mutating func together(_ picks: [Pick], of version: Version) -> [Pick: String] {
    guard left > 0, picks.count > 1, picks.count <= 4 * left else { return [:] }
    left -= 1 + picks.count / 4
    var roots = version.roots
    var effects: [Pick: String] = [:]
    var seen: [[String]: Pick] = [:]
    for pick in picks {
      let mend = version.changes[pick.change].mends[pick.mend]
      // One mend of a namespace or a type is printed for each of its keys.
      let name =
        [mend.text, mend.place.map { "\($0.origin.file):\($0.origin.offset)" } ?? ""] + mend.path
      if let first = seen.updateValue(pick, forKey: name), let effect = effects[first] {
        effects[pick] = effect
        continue
      }
      guard let written = mend.written(into: roots) else { return [:] }
      roots = written.roots
      effects[pick] = mend.effect(replacing: written.replaced)
    }
    guard let after = compared(roots) else { return [:] }
    let known = Set(version.changes.map(\.identity))
      .subtracting(picks.map { version.changes[$0.change].identity })
    let isTrue = after.changes.allSatisfy {
      !$0.isOpen || $0.level < .error || known.contains($0.identity)
    }
    return isTrue ? effects : [:]
  }

  /// The effect of a mend that passes the trial; nil for any other.
  ///
  /// - Parameter path: The changes whose mends have led to this one.
  private mutating func attempt(
    _ mend: Change.Mend, of change: Change, in version: Version, after path: [[String]]
  ) -> String? {
    guard left > 0 else { return nil }
    left -= 1
    guard let written = mend.written(into: version.roots), let after = compared(written.roots)
    else { return nil }
    let open = after.changes.filter(\.isOpen)
    // Mends that alternate lead nowhere.
    let path = path + [change.identity]
    if open.contains(where: { path.contains($0.identity) }) { return nil }
    let known = Set(version.changes.map(\.identity))
    for next in open where next.level == .error && !known.contains(next.identity) {
      let leadsOn = next.mends.contains {
        !$0.isTried
          || path.count < Self.steps && attempt($0, of: next, in: after, after: path) != nil
      }
      if !leadsOn { return nil }
    }
    return mend.effect(replacing: written.replaced)
  }

  /// The version of the schemas with these trees; nil if the schemas themselves have errors.
  private func compared(_ roots: [JSONNode]) -> Version? {
    let texts = roots.enumerated().map { index, root in
      SourceFile(
        path: index < sources.count ? sources[index].path : "Mend\(index).keys.json",
        text: root.compact)
    }
    guard let model = SchemaChecker.check(texts, module: module, lock: lock).model else {
      return nil
    }
    let changes = LockComparison.changes(
      from: lock, to: KeyInventory(model), others: others)
    // The trees are parsed again, so that their places are those in the written text.
    return Version(roots: texts.compactMap(\.tree), changes: changes)
  }
}
