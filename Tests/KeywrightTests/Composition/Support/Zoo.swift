import Keywright

/// A namespace that notes its hooks' calls, for one test at a time by way of its own key.
enum Zoo: Namespace {
  typealias Parent = Root
  static let namespaceID = "zoo"

  static let lions = Key<Zoo, Int>("lions", default: 0)
  static let tigers = Key<Zoo, Int>("tigers", default: 0)
  static let motto = Key<Zoo, String>("motto", default: "none")

  /// Text where `lions` expects a number.
  static let lionsAsText = Key<Zoo, String>("lions", default: "")
  static let tigersAsText = Key<Zoo, String>("tigers", default: "")
}
