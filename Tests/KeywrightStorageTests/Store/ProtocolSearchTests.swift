import KeywrightTestSupport
import Testing

@testable import KeywrightStorage

/// Every interleaving of programs and of other programs that edit the list, with a kill before each call.
@Suite("The protocol of a store") struct ProtocolSearchTests {
  /// What programs and editors do beside each other.
  enum Scenario: CaseIterable {
    case edit, commitBesidePublication, sameKey, twoPublishers, putBack, deployedTwice, savedTwice,
      savedBack
    case editThenCommit, twoEditors, inPlace, inPlaceBesideTwo
    case shortening, shorteningBesideEdit, twoShortenings, removed, threePrograms, withoutNumber
    case movedAside, movedBeforeOpening, savedAsideBeforeOpening, garbage

    /// Whether all schedules take less than a second.
    var isSmall: Bool { self == .edit }

    /// Whether a list with a number that was saved before may come from the same editor or from another one: then it
    /// is reported that a value may be wrong.
    var isAmbiguous: Bool { [.twoEditors, .savedTwice].contains(self) }

    func callAsFunction(_ world: Interleaving) throws {
      switch self {
      case .edit:
        try world.add(Self.a)
        world.addEditor(saving: [{ _ in ["e": 7] }])
      case .commitBesidePublication:
        try world.add(Self.a)
        try world.add { program in
          try program.set("a", 3)
          try program.set("b", 3)
        }
        world.addEditor(saving: [{ _ in ["e": 7] }])
      case .sameKey:
        try world.add(Self.a)
        try world.add { try $0.set("b", 3) }
        world.addEditor(saving: [{ _ in ["a": 9] }])
      case .twoPublishers:
        try world.add(Self.a)
        try world.add(Self.b)
        world.addEditor(saving: [{ _ in ["e": 7] }])
      case .putBack:
        try world.add { program in
          try Self.a(program)
          try program.set("b", 4)
          try program.publish()
        }
        world.addCopy()
      case .deployedTwice:
        try world.add { program in
          try Self.a(program)
          try program.set("a", 5)
          try program.publish()
        }
        world.addEditor(saving: [{ _ in ["a": 9] }], thenPuttingBack: true)
      case .savedTwice:
        try world.add { program in
          try Self.a(program)
          try program.set("e", 5)
        }
        world.addEditor(saving: [{ _ in ["e": 7] }, { _ in ["e": 7, "f": 8] }])
      case .savedBack:
        try world.add { program in
          try program.set("b", 2)
          try program.publish()
          try program.tidy()
        }
        world.addEditor(saving: [{ _ in ["a": 9] }, { ["a": $0.values["a"]] }])
      case .editThenCommit:
        try world.add { program in
          try program.set("a", 2)
          try program.publish()
          try program.set("a", 5)
        }
        world.addEditor(saving: [{ _ in ["a": 9] }])
      case .twoEditors:
        try world.add(Self.a)
        world.addEditor(saving: [{ _ in ["e": 7] }])
        world.addEditor(saving: [{ _ in ["f": 8] }])
      case .inPlace:
        try world.add { program in
          try Self.a(program)
          try program.set("b", 4)
        }
        world.addEditor(saving: [{ _ in ["e": 7] }], inPlace: true)
      case .inPlaceBesideTwo:
        try world.add(Self.a)
        try world.add(Self.b)
        world.addEditor(saving: [{ _ in ["e": 7] }], inPlace: true)
      case .shortening:
        try world.add(Self.shortening)
        try world.add { program in
          try program.set("b", 3)
          try program.set("b", 4)
        }
      case .shorteningBesideEdit:
        try world.add(Self.shortening)
        world.addEditor(saving: [{ _ in ["e": 7] }])
      case .twoShortenings:
        try world.add(Self.shortening)
        try world.add { program in
          try program.set("b", 3)
          try program.publish()
          try program.tidy()
          try program.shorten()
          try program.set("b", 4)
        }
      case .removed:
        try world.add { program in
          try Self.a(program)
          try program.set("b", 4)
          try program.publish()
        }
        world.addRemoval()
      case .threePrograms:
        try world.add(Self.a)
        try world.add { try $0.set("b", 3) }
        try world.add { try $0.set("b", 4) }
        world.addEditor(saving: [{ _ in ["e": 7] }])
      case .withoutNumber:
        try world.add(Self.a)
        try world.add { try $0.set("b", 3) }
        world.addEditor(saving: [{ _ in ["e": 7] }], keepsNumber: false)
      case .movedAside:
        try world.add { program in
          try program.set("a", 2)
          try program.set("b", 4)
          try program.publish()
          try program.set("a", 5)
        }
        world.addMove()
      case .movedBeforeOpening:
        try world.add { try $0.set("a", 2) }
        try world.add(Self.starting)
        world.addMove()
      case .savedAsideBeforeOpening:
        try world.add { try $0.set("a", 2) }
        try world.add(Self.starting)
        world.addMove(saving: ["e": 7], thenSaving: ["e": 8])
      case .garbage:
        try world.add { program in
          try Self.a(program)
          try program.set("b", 4)
          try program.publish()
        }
        world.addGarbage()
      }
    }

    private static func shortening(_ program: Program) throws {
      try Self.a(program)
      try program.shorten()
      try program.set("a", 5)
    }

    private static func starting(_ program: Program) throws {
      try program.start()
      try program.set("b", 3)
      try program.publish()
    }

    private static func a(_ program: Program) throws {
      try program.set("a", 2)
      try program.publish()
      try program.tidy()
    }

    private static func b(_ program: Program) throws {
      try program.set("b", 3)
      try program.publish()
      try program.tidy()
    }
  }

  /// Searches a scenario without and with a kill: all schedules, or as many as there is time for, and some by chance.
  private func outcome(
    of scenario: Scenario, faults: Interleaving.Faults = [], runs: Int, of whole: Int
  ) throws -> InterleavingSearch.Outcome {
    var outcome = InterleavingSearch.Outcome(isWhole: true)
    for victim in [nil, 0] {
      let search = InterleavingSearch(
        scenario: { world in
          world.faults = faults
          try scenario(world)
        }, victim: victim)
      var generator = SeededGenerator(seed: SeededGenerator.seed)
      var found = InterleavingSearch.Outcome()
      if Search.isWhole || scenario.isSmall, faults.isEmpty || faults == .noExchange {
        found = try search.whole(limit: 10_000)
      }
      if !found.isWhole {
        found = try found + search.part(Search.isWhole ? whole : runs, &generator)
      }
      outcome = outcome + found
    }
    return outcome
  }

  @Test("keeps what was committed and what was saved", arguments: Scenario.allCases)
  func all(_ scenario: Scenario) throws {
    let outcome = try outcome(of: scenario, runs: 3, of: 400)
    if Search.isWhole { print("ends: \(outcome.ends), \(scenario): \(outcome)") }
    #expect(outcome.ends > 0)
    #expect(outcome.silent.isEmpty && outcome.stuck.isEmpty, "\(outcome)")
    #expect(outcome.reported.isEmpty || scenario.isAmbiguous, "\(outcome)")
  }

  @Test(
    "Names that cannot be exchanged lose an edit in one moment alone",
    arguments: [Scenario.edit, .sameKey, .inPlace])
  func withoutExchange(_ scenario: Scenario) throws {
    let outcome = try outcome(of: scenario, faults: .noExchange, runs: 20, of: 1_600)
    #expect(outcome.stuck.isEmpty, "\(outcome)")
    #expect(outcome.silent.count * 20 <= outcome.ends, "\(outcome)")
  }

  @Test(
    "control: A system that breaks a promise is found out",
    arguments: [(Interleaving.Faults.lock, Scenario.twoPublishers), (.exchange, .edit)])
  func control(_ faults: Interleaving.Faults, _ scenario: Scenario) throws {
    let runs = faults == .lock ? 20 : 100
    let outcome = try outcome(of: scenario, faults: faults, runs: runs, of: 80 * runs)
    #expect(!outcome.silent.isEmpty || !outcome.stuck.isEmpty)
  }
}
