import Foundation
import Testing

/// The folders of each target, as CONTRIBUTING's table lists them: a folder uses only those that stand
/// before it.
@Suite("Folders")
struct FloorsTests {
  static let plans = {
    let path = Consumer.repository.appending(path: ".github/CONTRIBUTING.md")
    let text = (try? String(contentsOf: path, encoding: .utf8)) ?? ""
    return FloorPlan.plans(in: text).filter { $0.target.hasPrefix("Sources/") }
  }()

  @Test("use only folders that stand before them, as their rows say", arguments: plans)
  func floors(plan: FloorPlan) throws {
    let uses = try TypeUses(target: Consumer.repository.appending(path: plan.target))
    #expect(plan.violations(folders: uses.folders, arrows: uses.arrows) == [])
  }

  @Test("have a row each, in every target")
  func everyTarget() throws {
    let sources = Consumer.repository.appending(path: "Sources")
    let targets = try FileManager.default.contentsOfDirectory(atPath: sources.path)
    #expect(Set(targets.map { "Sources/\($0)" }) == Set(Self.plans.map(\.target)))
  }

  @Test("that use each other are found")
  func mutual() {
    let uses = TypeUses([
      "Low": ["struct Brick { let owner: House? }"],
      "High": ["struct House { let bricks: [Brick] }"],
    ])
    #expect(
      uses.arrows == [
        .init(user: "High", used: "Low", types: ["Brick"]),
        .init(user: "Low", used: "High", types: ["House"]),
      ])
    let plan = FloorPlan(
      target: "Sources/T",
      floors: [.init(name: "Low", uses: []), .init(name: "High", uses: ["Low"])])
    #expect(
      plan.violations(folders: uses.folders, arrows: uses.arrows) == [
        "Sources/T/Low uses High, which its row does not list: [\"House\"]"
      ])
    let listed = FloorPlan(
      target: "Sources/T",
      floors: [.init(name: "Low", uses: ["High"]), .init(name: "High", uses: ["Low"])])
    #expect(
      listed.violations(folders: uses.folders, arrows: uses.arrows) == [
        "Sources/T/Low lists High, which does not stand before it"
      ])
    for (listed, violations) in [
      (["High.House"], []),
      ([], ["Sources/T/Low uses High, which its row does not list: [\"House\"]"]),
      (["High.House", "High.Roof"], ["Sources/T/Low lists High.Roof, which it does not use"]),
    ] {
      let plan = FloorPlan(
        target: "Sources/T",
        floors: [.init(name: "Low", uses: listed), .init(name: "High", uses: ["Low"])])
      #expect(plan.violations(folders: uses.folders, arrows: uses.arrows) == violations)
    }
  }

  @Test("are not used by comments, literals, nested types or generic parameters")
  func noUses() {
    let uses = TypeUses([
      "Low": [
        """
        // A House.
        let text = "a House // no comment"; func build<House: Any>(_ house: House) {}
        struct Wall { /* House */ }
        """,
        "struct Garden { enum Path {}; var path: Path }",
      ],
      "High": ["struct House { private let wall: Wall }", "enum Path {}"],
    ])
    #expect(uses.arrows == [.init(user: "High", used: "Low", types: ["Wall"])])
  }

  @Test("are read from a table's rows")
  func rows() {
    let plans = FloorPlan.plans(
      in: """
        | folder | what it is | uses |
        |---|---|---|
        | `Sources/A` | a target | `B` |
        | `  One` | the `first` | |
        | `  Two` | the second | `One` |
        | `Sources/C` | another | |
        """)
    #expect(
      plans == [
        FloorPlan(
          target: "Sources/A",
          floors: [.init(name: "One", uses: []), .init(name: "Two", uses: ["One"])]),
        FloorPlan(target: "Sources/C", floors: []),
      ])
  }
}
