import KeywrightEvolution
import KeywrightSchema
import KeywrightStorage

extension StorageError {
  /// The error as a person reads it.
  var sentence: String { printable("\(path): ") + wordsWithAdvice }

  /// The finding, without the path and the advice.
  var words: String {
    printable(
      reason + (expected.map { ", expected \($0)" } ?? "") + " [\(code.rawValue), \(operation)]")
  }

  fileprivate var wordsWithAdvice: String { words + (advice.map { printable(". \($0)") } ?? "") }
}

extension InputFiles.Failure {
  /// A store that cannot be read.
  init(_ error: StorageError) { self.init(path: error.path, reason: error.wordsWithAdvice) }
}

/// Whether a storage string is that of a record of the library, and of no value of a program.
func isRecord(_ name: String) -> Bool { name == "keywright" || name.hasPrefix("keywright:") }

extension DurableFile.Contents {
  /// The number of values, without the library's own records.
  var valueCount: Int { members.count { !isRecord($0.key) } }
}
