@testable import KeywrightStorage

/// A new list and a shorter journal of a file, made step by step, between which others go on.
struct PublicationInSteps {
  private enum Stage {
    case build, announce(Publication), synchronize(Publication, GroupCommit), put(Publication),
      settle(Publication, Journal), tidy
    case draft, finish(Shortening), over
  }

  private let turns: Turns
  private var stage = Stage.build

  init(of file: DurableFile) { turns = Turns(file: file, timeout: .seconds(1)) }

  var isOver: Bool {
    if case .over = stage { true } else { false }
  }

  private func hasJournal() throws(StorageError) -> Bool {
    try turns.file.whileOpen { state throws(StorageError) in
      try turns.file.openStore(&state)
      _ = try state.store?.glance()
      return state.store?.journal != nil
    }
  }

  mutating func advance() throws(StorageError) {
    switch stage {
    case .build:
      guard try hasJournal() else { return stage = .over }
      let draft = try turns.looking { store throws(StorageError) in
        try Publication.Draft(of: store)
      }
      guard let draft, let new = try turns.build(draft) else { return stage = .over }
      stage = .announce(new)
    case .announce(let new):
      stage = try turns.announce(new).map { .synchronize(new, $0) } ?? .over
    case .synchronize(let new, let sync):
      try turns.synchronize(new, by: sync)
      stage = .put(new)
    case .put(let new):
      stage = try turns.putInPlace(new).map { .settle(new, $0) } ?? .tidy
      new.release()
    case .settle(let new, let journal):
      try turns.settle(new, in: journal)
      stage = .tidy
    case .tidy:
      try turns.tidy()
      stage = .draft
    case .draft:
      let draft = try turns.looking { store throws(StorageError) in
        try Shortening.Draft(of: store)
      }
      stage = try draft?.build().map { .finish($0) } ?? .over
    case .finish(let shortening):
      _ = try turns.writing { store throws(StorageError) in try shortening.finish(in: store) }
      stage = .over
    case .over: break
    }
  }
}
