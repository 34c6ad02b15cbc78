import KeywrightSchema
import Testing

@Suite("A change of a schema")
struct ChangeTests {
  @Test("is reported with its mend", arguments: ChangeSample.all)
  func report(_ sample: ChangeSample) throws {
    #expect(try Evolution.from(sample.old, to: sample.new).printed == sample.printed)
  }
}
