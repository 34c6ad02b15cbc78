import KeywrightStorage

extension StoreError {
  /// An error of the layer below, with its words.
  init(_ error: StorageError) {
    let code: Code =
      switch error.code {
      case .unavailable: .unavailable
      case .corrupt: .corrupt
      case .overridden: .overridden
      case .exposed: .exposed
      case .busy: .busy
      case .full: .full
      case .readOnly: .readOnly
      case .uncertain: .uncertain
      case .unencodable: .unencodable
      case .closed: .closed
      case .unsupported: .unsupported
      }
    self.init(
      code, storageString: error.member, operation: error.operation, path: error.path,
      systemError: error.systemError, expected: error.expected, found: error.found,
      advice: error.advice)
  }
}
