import KeywrightVerbs
import Keywright
import KeywrightEvolution
import KeywrightSchema
import KeywrightStorage

extension StoreFile {
  /// Reads a store of any kind, and changes nothing.
  init(_ location: StoreLocation) throws {
    guard !location.isFile else {
      try self.init(location.path)
      return
    }
    let values = try StoredValues(location)
    // A value that cannot be read could be of any key.
    if values.outcome.code != .success {
      throw InputFiles.Failure(
        path: location.path, reason: "a value is no JSON; `keywright doctor` says which")
    }
    self.init(
      path: location.path,
      members: values.names.compactMap { name in
        values[name].map { PropertyListDictionary.Member(key: name, value: $0.tree) }
      })
  }
}
