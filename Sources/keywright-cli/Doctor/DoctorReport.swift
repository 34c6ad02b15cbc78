import KeywrightSchema
import KeywrightStorage
import KeywrightVerbs

/// The findings about a store's files, for printing.
struct DoctorReport {
  var path: String
  var inspection: Inspection
  /// The new names of the files that mending put into quarantine; nil without mending.
  var newlyQuarantined: [String]?

  init(path: String, _ inspection: Inspection, before: DoctorReport? = nil) {
    self.path = path
    self.inspection = inspection
    let store = DurableFile(path: path)
    // No opening reads the earlier lists.
    for list in (try? store.earlierLists()) ?? [] {
      do throws(StorageError) {
        _ = try store.members(of: list)
      } catch {
        let place = inspection.files.firstIndex { $0.name == list.name }
        if let place { self.inspection.files[place].condition = .unreadable(error.reason) }
      }
    }
    let known = before.map { Set($0.inspection.files.map(\.name)) }
    newlyQuarantined = known.map { known in
      inspection.files.filter { $0.role == .quarantined }.map(\.name).filter { !known.contains($0) }
    }
  }

  /// The names of earlier lists that cannot be read.
  var lostLists: [String] {
    inspection.files.filter { file in
      if case .unreadable = file.condition { file.role == .earlier } else { false }
    }.map(\.name)
  }

  /// The state in one word, which is stable for scripts.
  enum State: String {
    case healthy, mendable, unreadable, missing
  }

  var state: State {
    if case .failure = inspection.opening { return .unreadable }
    if inspection.isMissing { return .missing }
    return inspection.needsMending ? .mendable : .healthy
  }

  var code: ExitCode {
    switch state {
    case .healthy: lostLists.isEmpty ? .success : .problems
    case .mendable: .problems
    case .unreadable, .missing: .failed
    }
  }

  var canBeMended: Bool { [.healthy, .mendable].contains(state) && inspection.canBeTidied }
}

extension Inspection.StoreFile {
  /// The finding about the file, in words.
  var finding: String {
    let commits = commits.isEmpty ? "" : ", " + counted(commits.count, "commit")
    return switch (role, condition) {
    case (.journal, .inUse):
      "in use" + (commits.isEmpty ? ", no commits" : commits)
        + (isInterrupted ? ", and one that was interrupted" : "")
    case (_, .inUse): "in use"
    case (_, .damaged(let what)): "damaged: \(what)" + commits
    case (_, .unreadable(let why)): "cannot be read: \(why)"
    case (_, .unfinished): "unfinished, left by a crash or being written now"
    case (_, .free): "free"
    case (_, .held): "held by another process"
    case (.quarantined, .unread): "kept aside"
    case (.earlier, .unread): "kept, of an earlier time"
    case (_, .unread): "not read"
    }
  }
}
