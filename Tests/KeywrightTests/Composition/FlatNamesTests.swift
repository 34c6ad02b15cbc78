import Foundation
import KeywrightTestSupport
import Testing

@testable import Keywright

/// Variables and arguments by the names that the schemas of a program say: without the namespaces that only repeat
/// the program's name.
@Suite("Flat names") struct FlatNamesTests {
  enum Notes: Namespace {
    typealias Parent = Root
    static let namespaceID = "notes"
    static let pageSize = Key<Notes, Int>(
      "pageSize", default: 20,
      descriptor: KeyDescriptor(
        constraints: [.range(1...200)], _names: ["notes:pageSize", "notes:size"]))
    static func width(_ column: Int) -> Key<Notes, Int> {
      Key(.family("width", KeyParameter(column)), default: 10)
    }
    enum View: Namespace {
      typealias Parent = Notes
      static let namespaceID = "view"
      static let zoom = Key<View, Double>("zoom", default: 1)
    }
  }
  enum Server: Namespace {
    typealias Parent = Root
    static let namespaceID = "server"
    static let port = Key<Server, Int>("port", default: 80)
    static let size = Key<Server, Int>(StorageString("pageSize"), default: 7)
  }

  enum NotesKeys: KeyRegistry {
    static let allKeys: [KeyDescription] = []
    static let namespaces: [any Namespace.Type] = [Notes.self, Server.self]
    static let textNames = TextNames(prefix: "NOTES", flat: ["notes"])
    static let keySet = KeySet([
      AnyKey(Notes.pageSize), AnyKey(Notes.View.zoom), AnyKey(Server.port),
      AnyKey(_family: Key<Notes, Int>("width", default: 10), [.integer(Int.self)]),
    ])
  }

  func environment(_ variables: [String: String]) -> Layers {
    Layers([
      .reading(EnvironmentLayer(keys: NotesKeys.self, environment: variables)),
      .readingAndWriting(MemoryStore()),
    ])
  }

  @Test("leave the namespace out, and the others in")
  func names() throws {
    let variables = environment([
      "NOTES_PAGE_SIZE": "50", "NOTES_VIEW_ZOOM": "2", "NOTES_SERVER_PORT": "81",
      "NOTES_WIDTH_3": "12",
    ])
    #expect(variables.get(Notes.pageSize) == 50)
    #expect(variables.get(Notes.View.zoom) == 2)
    #expect(variables.get(Server.port) == 81)
    #expect(variables.get(Notes.width(3)) == 12)
    #expect(variables.issues.isEmpty)
    let arguments = ArgumentsLayer(
      ["--pageSize=60", "list", "--view.zoom", "3", "--server.port=82", "--width.3", "13", "all"],
      keys: NotesKeys.self)
    let layers = Layers([.reading(arguments), .readingAndWriting(MemoryStore())])
    #expect(layers.get(Notes.pageSize) == 60)
    #expect(layers.get(Notes.View.zoom) == 3)
    #expect(layers.get(Server.port) == 82)
    #expect(layers.get(Notes.width(3)) == 13)
    #expect(arguments.remaining(besides: NotesKeys.keySet) == ["list", "all"])
    try arguments.check(against: NotesKeys.keySet)
  }

  @Test("take the full name of before, say so once, and prefer the present one")
  func fullNames() throws {
    let old = EnvironmentLayer(
      keys: NotesKeys.self,
      environment: ["NOTES_NOTES_PAGE_SIZE": "40", "NOTES_NOTES_WIDTH_3": "9"])
    let layers = Layers([.reading(old), .readingAndWriting(MemoryStore())])
    #expect(layers.get(Notes.pageSize) == 40)
    #expect(layers.get(Notes.pageSize) == 40)
    #expect(layers.get(Notes.width(3)) == 9)
    #expect(
      old.issues.map { "\($0.source ?? "") \($0.advice ?? "")" } == [
        "NOTES_NOTES_PAGE_SIZE Write 'NOTES_PAGE_SIZE'; the former name is read, too.",
        "NOTES_NOTES_WIDTH_3 Write 'NOTES_WIDTH_3'; the former name is read, too.",
      ])
    try old.check(against: NotesKeys.keySet)
    let both = environment(["NOTES_NOTES_PAGE_SIZE": "40", "NOTES_PAGE_SIZE": "41"])
    #expect(both.get(Notes.pageSize) == 41)
    #expect(both.issues.isEmpty)
    let arguments = ArgumentsLayer(["--notes.pageSize=42"], keys: NotesKeys.self)
    #expect(try arguments.storedValue(of: Notes.pageSize) == 42)
    try arguments.check(against: NotesKeys.keySet)
  }

  @Test("take a former key by both its names")
  func formerKeys() throws {
    for name in ["NOTES_SIZE", "NOTES_NOTES_SIZE"] {
      let layer = EnvironmentLayer(keys: NotesKeys.self, environment: [name: "33"])
      #expect(layer.get(Notes.pageSize) == 33)
      #expect(layer.issues.map(\.source) == [name])
    }
  }

  @Test("stand in what is said of a wrong value and of an unknown name")
  func errors() {
    let arguments = ArgumentsLayer(
      ["--pageSize=900", "--notes.pageSise=1"], keys: NotesKeys.self)
    #expect {
      try arguments.check(against: NotesKeys.keySet)
    } throws: {
      "\($0)" == """
        --notes.pageSise: no key has this name; did you mean '--pageSize'?
        --pageSize=900: not in 1...200. Correct the argument, or leave it out.
        """
    }
    let full = EnvironmentLayer(
      keys: NotesKeys.self, environment: ["NOTES_NOTES_PAGE_SIZE": "900"])
    #expect {
      try full.check(against: NotesKeys.keySet)
    } throws: {
      "\($0)".hasPrefix("NOTES_NOTES_PAGE_SIZE=900: not in 1...200.")
    }
  }

  @Test("that two modules share are refused at the start")
  func clash() {
    let keys = KeySet(joining: [NotesKeys.keySet, KeySet([AnyKey(Server.size)])])
    for layer in [
      EnvironmentLayer(keys: NotesKeys.self, environment: [:]) as any TextNamesLayer,
      ArgumentsLayer([], keys: NotesKeys.self),
    ] {
      #expect {
        try layer.check(against: keys, but: [])
      } throws: {
        "\($0)".hasSuffix(
          ": the name of 'notes:pageSize' and 'pageSize'; give one of them another `id`")
      }
    }
  }
}

private protocol TextNamesLayer {
  func check(against keys: KeySet, but others: Set<String>) throws(InvalidInput)
}
extension EnvironmentLayer: TextNamesLayer {}
extension ArgumentsLayer: TextNamesLayer {}
