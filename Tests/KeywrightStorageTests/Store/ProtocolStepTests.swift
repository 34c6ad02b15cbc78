import KeywrightTestSupport
import Testing

@testable import KeywrightStorage

/// Moments between two calls of a program in which another one does something, each by itself.
@Suite("A moment in the protocol of a store") struct ProtocolStepTests {
  private let world: Interleaving

  init() throws { world = try InterleavingSearch.world() }

  /// Lets a program go on until it is about to make a call.
  private func run(_ program: Int, to operation: FileOperation, times: Int = 1) {
    var left = times
    while !world.programs[program].hasEnded {
      _ = world.take(.program(program))
      if world.programs[program].next == operation { left -= 1 }
      if left == 0 { return }
    }
    Issue.record("the program makes no such call")
  }

  private func finish(_ program: Int) {
    while !world.programs[program].hasEnded { _ = world.take(.program(program)) }
    #expect(world.errors.isEmpty)
  }

  private func edit(_ editor: Int, steps: Int = 1) {
    for _ in 0..<steps { #expect(world.take(.editor(editor))) }
  }

  @Test("A list that was taken in, and is put back at the moment of an exchange, counts again")
  func putBackAtExchange() throws {
    try world.add { program in
      try program.set("b", 2)
      try program.publish()
      try program.set("a", 5)
      try program.publish()
    }
    world.addEditor(saving: [{ _ in ["a": 9] }], thenPuttingBack: true)
    edit(0, steps: 3)
    run(0, to: .rename, times: 2)
    edit(0)
    finish(0)
    #expect(try InterleavingSearch.end(of: world).0 == ["a": 9, "b": 1])
  }

  @Test(
    "A list that is moved away before any call of a publication, and back behind it, changes nothing"
  )
  func movedAway() throws {
    for calls in 0..<60 {
      let world = try InterleavingSearch.world()
      try world.add { program in
        try program.set("a", 2)
        try program.publish()
        try program.set("b", 5)
      }
      world.addMove()
      for _ in 0..<calls { _ = world.take(.program(0)) }
      if world.programs[0].hasEnded { return #expect(calls > 20) }
      #expect(world.take(.editor(0)))
      while !world.programs[0].hasEnded { _ = world.take(.program(0)) }
      _ = world.take(.editor(0))
      #expect(try InterleavingSearch.end(of: world).0 == ["a": 2, "b": 5], "before call \(calls)")
    }
    Issue.record("the program does not end")
  }

  @Test("An editor that read a list before the journal was written anew changes nothing else")
  func editBehindFailure() throws {
    try world.add { program in
      for value in 2...4 {
        try program.set("a", value)
        try program.publish()
        try program.tidy()
      }
      try program.doubt()
      try program.set("b", 5)
    }
    world.addEditor(saving: [{ _ in ["e": 7] }])
    edit(0)
    finish(0)
    edit(0)
    let (found, reports) = try InterleavingSearch.end(of: world)
    #expect(found == ["a": 4, "b": 5, "e": 7])
    #expect(world.reports + reports == [])
  }

  @Test("An edit that an exchange displaced is on the disk before its file goes")
  func displacedEdit() throws {
    try world.add { program in
      try program.set("b", 2)
      try program.publish()
    }
    world.addEditor(saving: [{ _ in ["e": 7] }])
    run(0, to: .rename)
    edit(0, steps: 2)
    _ = world.take(.program(0))
    world.end()
    let (found, _) = try InterleavingSearch.end(of: world)
    #expect(found == ["a": 1, "b": 2, "e": 7])
    var crash = CrashStates(world.disk.disk, seed: SeededGenerator.seed, keepingOrder: true)
    for files in crash.states(limit: 40) {
      #expect(try InterleavingSearch.values(on: MemoryFileSystem(files: files)) == found)
    }
  }

  @Test("A list that an editor has open is not removed before it was still for a second")
  func openInEditor() throws {
    try world.add { program in
      try program.set("b", 2)
      try program.publish()
      try program.tidyAtOnce()
    }
    world.addEditor(saving: [{ _ in ["e": 7] }], inPlace: true)
    edit(0, steps: 2)
    finish(0)
    edit(0, steps: 2)
    #expect(try InterleavingSearch.end(of: world).0 == ["a": 1, "b": 2, "e": 7])
  }

  @Test("A journal is not made shorter while a list that lost its name lies there")
  func shorteningBesideDisplaced() throws {
    try world.add { program in
      try program.set("b", 2)
      try program.publish()
      try program.set("b", 3)
      try program.publish()
      try program.shorten()
    }
    world.addEditor(saving: [{ _ in ["e": 7] }], inPlace: true)
    edit(0, steps: 2)
    finish(0)
    edit(0, steps: 2)
    #expect(try InterleavingSearch.end(of: world).0 == ["a": 1, "b": 3, "e": 7])
  }

  @Test("An exchange whose answer was lost was made")
  func lostAnswer() throws {
    world.faults = .lostAnswer
    try world.add { program in
      try program.set("a", 2)
      try program.publish()
    }
    try world.add { try $0.set("b", 3) }
    // The lock of the commit, of the announcement, and of the exchange.
    run(0, to: .flock, times: 3)
    finish(1)
    finish(0)
    let (found, reports) = try InterleavingSearch.end(of: world)
    #expect(found == ["a": 2, "b": 3] && reports.isEmpty)
  }

  @Test("A list that was in place before the store began anew is not named again")
  func moveBesideReset() throws {
    try world.add { try $0.set("c", 2) }
    try world.add { program in
      try program.start()
      try program.set("b", 3)
      try program.publish()
    }
    world.addMove()
    edit(0)
    // The lock of its first look, of the commit, of the announcement, and of the exchange.
    run(1, to: .flock, times: 4)
    run(0, to: .pwrite)
    run(0, to: .pwrite)
    _ = world.take(.kill(0))
    edit(0)
    finish(1)
    let (found, _) = try InterleavingSearch.end(of: world)
    #expect(found == ["a": 1, "b": 3])
  }

  @Test("A list is given up where another program's came first")
  func secondPublisher() throws {
    try world.add { program in
      try program.set("a", 2)
      try program.publish()
    }
    try world.add { program in
      try program.set("b", 3)
      try program.publish()
    }
    // The lock of the commit, of the announcement, and of the exchange.
    run(0, to: .flock, times: 3)
    finish(1)
    finish(0)
    let (found, reports) = try InterleavingSearch.end(of: world)
    #expect(found == ["a": 2, "b": 3] && reports.isEmpty && world.reports.isEmpty)
  }
}
