import KeywrightStorage

extension DefaultsStore {
  /// The data protection class of a store's files, on Apple's devices; no effect elsewhere.
  ///
  /// It is chosen when the first file is made. From then on the property list, its journal and whatever
  /// replaces them keep the class of the file that is there, whatever a later opening asks for.
  public enum Protection: Sendable {
    /// The class that the system gives to new files of the folder: the default.
    case inherited
    /// Out of reach while the device is locked.
    case complete
    /// As ``complete``, but files that are open stay within reach.
    case completeUnlessOpen
    /// Out of reach from a restart to the first unlock; the default of iOS.
    case completeUntilFirstUserAuthentication
    /// Always within reach.
    case none

    /// The class for the storage; nil for the folder's.
    var ofFiles: ProtectionClass? {
      switch self {
      case .inherited: nil
      case .complete: .complete
      case .completeUnlessOpen: .completeUnlessOpen
      case .completeUntilFirstUserAuthentication: .completeUntilFirstUserAuthentication
      case .none: ProtectionClass.none
      }
    }
  }
}
