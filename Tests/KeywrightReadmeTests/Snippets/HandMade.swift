import Keywright

enum Window: Namespace {
  typealias Parent = Root
  static let namespaceID = "window"

  static let width = Key<Window, Double>("width", default: 800)  // "window:width"
  static let title = Key<Window, String?>("title")
}
