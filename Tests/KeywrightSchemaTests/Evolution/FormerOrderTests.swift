import Testing

@testable import KeywrightSchema

@Suite("The former keys of a key")
struct FormerOrderTests {
  @Test(
    "are the newest first: what it had below a namespace's former name was there before that changed",
    arguments: [
      ([], ["p:a3"]), (["p:a2", "p:a"], ["p:a3", "p:a2", "p:a"]),
      (["q:a2"], ["q:a2", "p:a3"]), (["q:a2", "p:a"], ["q:a2", "p:a3", "p:a"]),
      (["p:a2", "p:a3"], ["p:a2", "p:a3"]), (["x:a"], ["x:a", "p:a3"]),
    ])
  func order(own: [String], all: [String]) throws {
    let list = JSONText.array(own.map(JSONText.quoted))
    let schema = """
      { "version": 1, "namespace": "q", "former": ["p"], "keys": {
      "a3": { "type": "Int?", "former": \(list) } } }
      """
    let result = SchemaChecker.check([SourceFile(path: "", text: schema)], module: "M")
    let model = try #require(result.model, "\(result.diagnostics)")
    #expect(model.root.children.first?.keys.first?.formerKeys == all)
  }
}
