/// What an edited property list changes in its store: a merge of what its editor read, the list, and the present.
///
/// The number in the list names the publication that the editor read. A member that only one side changed since has
/// that side's value. Where both changed it, the edit wins, and the value that lost is reported: every commit looks at
/// the list before it is made, so that an edit is later than all commits that the store has.
///
/// A list that is put back counts as a whole: one of the store itself that is not the last, one that was taken in
/// before, byte for byte, and one without a number that has the values of an earlier publication. So does a list
/// whose number nothing tells of.
struct EditMerge: Equatable, Sendable {
  /// What undoes a reset, in a commit before that of the edit: the list was moved away when a program that opened the
  /// store took it for removed, and came back.
  var undo: [MemberChange] = []
  /// What the edit changes: of a list that counts as a whole, in the present; else in the list that its editor read.
  var changes: [MemberChange] = []
  /// What the journal is to say of the list. Where something changes, the commit is that of the changes.
  var note: ListNote
  var reports: [Report] = []

  /// What is to be said of an edit.
  enum Report: Equatable, Sendable {
    /// Both the edit and a commit changed a member: the value that lost, nil for none.
    case lost(name: String, PropertyList?)
    /// The list counts as a whole, and replaced these members.
    case putBack([String])
    /// The list was removed, so that the store began anew, and came back: nothing is lost of what was before.
    case cameBack
    /// The list has no number: that of the nearest publication was taken.
    case nearest
  }

  /// A list that is in place and that the journal does not name.
  struct List: Sendable {
    var identity: ListIdentity
    var members: PropertyListDictionary
    /// Nil for none.
    var number: Int64?
    /// Whether the store wrote it.
    var isMarked: Bool
  }

  /// - Parameter keptMembers: Reads a list that was kept, by its number.
  init(
    of list: List, in history: JournalHistory, keptMembers: (Int64) -> PropertyListDictionary?
  ) {
    var history = history
    let removed = history.noteBeforeReset { note in
      note.identity == list.identity || !list.isMarked && note.number == list.number
    }
    if removed != nil {
      undo = Self.changes(from: history.members, to: history.membersWithoutReset)
      history.append(undo)
      reports = [.cameBack]
    }
    if let removed, removed.identity == list.identity {
      note = removed
      return
    }
    let present = history.members
    let bases = Self.bases(of: list, in: history, keptMembers)
    note = ListNote(
      origin: .edit, identity: list.identity, number: 0, commit: history.number, holdsAll: true)
    guard let base = bases.last, !Self.isPutBack(list, base, in: history) else {
      changes = Self.changes(from: present, to: list.members)
      if !changes.isEmpty { reports.append(.putBack(changes.map(\.name))) }
      return
    }
    changes = Self.changes(from: base.members, to: list.members)
    (note.number, note.commit) = (base.number, base.commit)
    if changes.isEmpty { return }
    note.holdsAll = present.applying(changes) == list.members
    if list.number == nil, Self.isDoubtful(base, of: list, in: history) { reports.append(.nearest) }
    reports += Self.losses(of: changes, from: bases, in: history, present)
  }

  /// What commits changed that an edit changes as well.
  private static func losses(
    of changes: [MemberChange], from bases: [Base], in history: JournalHistory,
    _ present: PropertyListDictionary
  ) -> [Report] {
    let since = history.changes(after: bases.last?.commit ?? 0)
    return changes.filter { present[$0.name] != $0.value }.compactMap { change in
      // Of lists that had one number, the last is the likeliest to have been read, and not the only one.
      let isDoubtful = bases.dropLast().contains { $0.members[change.name] == change.value }
      let isChanged = since.contains { $0.name.hasSameBytes(as: change.name) }
      return isDoubtful || isChanged
        ? .lost(name: change.name, present[change.name]) : nil
    }
  }

  /// A list that the editor may have read.
  private struct Base {
    var number: Int64
    /// The last commit that it held.
    var commit: UInt64
    var members: PropertyListDictionary
  }

  /// The lists that the editor may have read, the likeliest last.
  private static func bases(
    of list: List, in history: JournalHistory, _ keptList: (Int64) -> PropertyListDictionary?
  ) -> [Base] {
    guard let number = list.number else { return nearest(to: list, in: history).map { [$0] } ?? [] }
    let bases = history.notes.filter { $0.number == number }.compactMap { note in
      // What was saved from one reading and is saved again differs from the first save by the second edit alone.
      history.members(of: note).map { Base(number: number, commit: note.commit, members: $0) }
    }
    if bases.isEmpty, let members = keptList(number) {
      return [Base(number: number, commit: history.startNumber, members: members)]
    }
    return bases
  }

  /// The lists that were in place as a whole, in their order.
  private static func publications(in history: JournalHistory) -> [Base] {
    let isPublished = history.notes.last { $0.holdsAll }.map { $0.identity != .none } ?? false
    return history.notes.compactMap { note in
      // That there was no list is what an editor has read only before there is one.
      if !note.holdsAll || isPublished && note.identity == .none { return nil }
      return history.members(of: note).map {
        Base(number: note.number, commit: note.commit, members: $0)
      }
    }
  }

  /// The publication from which the fewest members of a list differ, the later of equals.
  private static func nearest(to list: List, in history: JournalHistory) -> Base? {
    var nearest: (base: Base, distance: Int)?
    for base in publications(in: history) {
      let distance = changes(from: base.members, to: list.members).count
      if nearest.map({ distance <= $0.distance }) ?? true { nearest = (base, distance) }
    }
    return nearest?.base
  }

  /// Whether an edit of another publication would give other members.
  private static func isDoubtful(_ base: Base, of list: List, in history: JournalHistory) -> Bool {
    let present = history.members
    let result = present.applying(changes(from: base.members, to: list.members))
    return publications(in: history).contains { other in
      present.applying(changes(from: other.members, to: list.members)) != result
    }
  }

  /// Whether a list was put back rather than edited.
  private static func isPutBack(_ list: List, _ base: Base, in history: JournalHistory) -> Bool {
    if list.isMarked { return true }
    if history.notes.contains(where: { $0.origin == .edit && $0.identity == list.identity }) {
      return true
    }
    // The values of the last publication are no edit of it, whatever was committed since.
    let last = history.notes.last { $0.holdsAll }
    return list.number == nil && base.members == list.members && base.commit != last?.commit
  }

  /// What turns members into others.
  static func changes(
    from old: PropertyListDictionary, to new: PropertyListDictionary
  ) -> [MemberChange] {
    let set = new.members.filter { old[$0.key] != $0.value }
    let removed = old.members.filter { new[$0.key] == nil }
    return set.map { MemberChange(name: $0.key, value: $0.value) }
      + removed.map { MemberChange(name: $0.key, value: nil) }
  }
}
