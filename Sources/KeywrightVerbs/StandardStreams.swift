import Foundation
package import KeywrightEvolution

/// The standard output, which may be a full disk or a pipe without a reader.
package enum StandardOutput {
  package static func write(_ text: String) throws(OutputFailure) {
    if text.isEmpty { return }
    do {
      try FileHandle.standardOutput.write(contentsOf: Data(text.utf8))
    } catch {
      throw OutputFailure(path: "standard output", reason: InputFiles.reason(error))
    }
  }
}

/// Standard error; a failure to write to it cannot be reported anywhere.
package enum StandardError {
  package static func write(_ text: String) {
    try? FileHandle.standardError.write(contentsOf: Data(text.utf8))
  }
}
