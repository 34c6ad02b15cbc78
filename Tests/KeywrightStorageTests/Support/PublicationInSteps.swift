@testable import KeywrightStorage

/// A new list and a shorter journal of a file, made step by step, between which others go on.
struct PublicationInSteps {
  private enum Stage {
    case build, announce(Publication), synchronize(Publication, Journal), put(Publication), tidy
    case draft, finish(Shortening), over
  }

  private let turns: Turns
  private var stage = Stage.build

  init(of file: DurableFile) { turns = Turns(file: file, timeout: .seconds(1)) }

  var isOver: Bool {
    if case .over = stage { true } else { false }
  }

  mutating func advance() throws(StorageError) {
    switch stage {
    case .build:
      let draft = try turns.looking { store throws(StorageError) in
        try Publication.Draft(of: store)
      }
      stage = try draft?.build().map { .announce($0) } ?? .over
    case .announce(let new):
      let journal = try turns.writing { store throws(StorageError) in try new.announce(in: store) }
      stage = journal.map { .synchronize(new, $0) } ?? .over
    case .synchronize(let new, let journal):
      try new.place.call { _ throws(SystemError) in try journal.synchronize() }
      stage = .put(new)
    case .put(let new):
      _ = try turns.writing { store throws(StorageError) in try new.putInPlace(in: store) }
      new.release()
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
