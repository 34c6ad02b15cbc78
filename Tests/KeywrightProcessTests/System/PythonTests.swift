import KeywrightTestSupport
import Testing

@testable import KeywrightStorage

/// What somebody else's code reads and writes.
@Suite("Beside Python's plistlib") struct PythonTests {
  @Test(
    "A binary list is read and rewritten by Python's plistlib",
    .enabled(if: OtherProgram.has(.python3), "NOT RUN: no python3"),
    arguments: [SeededGenerator.seed])
  func binary(seed: UInt64) throws {
    var random = RandomTree(for: .plistlib, seed: seed)
    let trees = BoundaryTrees.all + (0..<(Search.isWhole ? 500 : 100)).map { _ in random.value() }
    let files = try trees.map { try BinaryPropertyList.encode($0) }
    let rewritten = try PythonPropertyLists.rewritten(files)
    #expect(rewritten.count == files.count)
    for (tree, file) in zip(trees, rewritten) {
      #expect(try PropertyList(reading: file) == tree)
    }
  }

  @Test(
    "XML of 300 random trees, as Python writes it, is read exactly",
    .enabled(if: OtherProgram.has(.python3), "NOT RUN: no python3"),
    arguments: [SeededGenerator.seed])
  func xml(seed: UInt64) throws {
    var random = RandomTree(for: .xml, seed: seed)
    let trees = (0..<300).map { _ in random.value() }
    let files = try trees.map { try BinaryPropertyList.encode($0) }
    for (tree, file) in zip(trees, try PythonPropertyLists.rewritten(files, asXML: true)) {
      #expect(try PropertyList(reading: file) == tree)
    }
  }
}
