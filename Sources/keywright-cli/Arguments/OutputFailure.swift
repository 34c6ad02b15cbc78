/// A file that could not be written.
struct OutputFailure: Error, CustomStringConvertible {
  let path: String
  let reason: String
  var description: String { "\(path): \(reason)" }
}
