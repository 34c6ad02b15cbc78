import Testing

@testable import KeywrightSchema

@Suite("After a check")
struct LifetimeTests {
  /// Found by fuzzing: each check kept its tree of namespaces for ever.
  @Test("nothing of its namespaces is left in memory")
  func namespacesAreFreed() {
    func name(_ text: String) -> Located<String> {
      Located(text, at: Span(file: 0, start: 0, end: 0))
    }
    weak var root: NamespaceNode?
    weak var child: NamespaceNode?
    do {
      let node = NamespaceNode(member: name(""), parent: nil)
      root = node
      child = node.child(name("a"))
      #expect(child?.parent === node)
    }
    #expect(root == nil)
    #expect(child == nil)
  }
}
