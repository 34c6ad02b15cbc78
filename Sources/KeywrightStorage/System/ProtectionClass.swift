/// The data protection class of a file on Apple's devices, by the numbers that `F_SETPROTECTIONCLASS`
/// takes.
package enum ProtectionClass: Int32, Sendable {
  case complete = 1
  case completeUnlessOpen = 2
  case completeUntilFirstUserAuthentication = 3
  case none = 4
}

extension Folder {
  /// Gives a file that replaces no other the class that the store was opened with; without one it keeps
  /// the class that the system took from the folder.
  func protect(_ file: OpenFile) throws(SystemError) {
    guard let protection else { return }
    try fileSystem.setProtection(protection, of: file.descriptor)
  }
}
