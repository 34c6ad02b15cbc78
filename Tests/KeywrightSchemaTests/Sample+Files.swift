import Foundation

extension Sample {
  /// The samples of a file in the folder `Samples`: a line `### name`, the schema, a line `===`,
  /// the diagnostics.
  static func file(_ name: String) -> [Sample] {
    let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Samples")
    guard let data = try? Data(contentsOf: folder.appending(path: "\(name).txt")) else { return [] }
    let text = "\n" + String(decoding: data, as: UTF8.self)
    return text.split(separator: "\n### ").map { section in
      let lines = section.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
      let middle = lines.firstIndex(of: "===") ?? lines.count
      return Sample(
        lines[0], text: lines[1..<middle].joined(separator: "\n"),
        expected: lines.dropFirst(middle + 1).filter { !$0.isEmpty })
    }
  }

  /// The names of the files.
  static let files = ["text", "keywords", "names", "types", "values", "grammar"]

  /// The samples of all of them.
  static let allFiles = files.flatMap(file)
}
