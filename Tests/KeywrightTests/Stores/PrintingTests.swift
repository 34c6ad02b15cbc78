import Foundation
import Keywright
import KeywrightTestSupport
import Testing

@Suite("What is printed of") struct PrintingTests {
  let folder = TemporaryFolder()
  let memory = MemoryStore(name: "shipped")

  @Test("a store is its type and its name or path")
  func stores() {
    let path = folder.url.appending(path: "a.plist").path
    let file = DefaultsStore(url: URL(filePath: path))
    #expect("\(file)" == "DefaultsStore '\(path)'")
    #expect(String(reflecting: file) == "DefaultsStore '\(path)'")
    #expect("\(memory)" == "MemoryStore 'shipped'")
    #expect("\(CacheStore(capacity: 4, name: "pictures"))" == "CacheStore 'pictures'")
    #expect("\(FileStore(folder: folder.url))" == "FileStore '\(folder.url.path)'")
    #expect("\(memory.readOnly())" == "ReadOnlyStore<MemoryStore> 'shipped'")
    #expect("\(memory.writeOnly())" == "WriteOnlyStore of MemoryStore 'shipped'")
    #expect("\(ArgumentsLayer([]))" == "ArgumentsLayer 'arguments'")
    #expect("\(zip(memory, memory))" == "zip(MemoryStore 'shipped', MemoryStore 'shipped')")
  }

  @Test("a composition is its layers, counted as in what explains a key")
  func layers() throws {
    let layers = Layers([
      .reading(ArgumentsLayer([]), name: "arguments"),
      .readingAndWriting(MemoryStore(), name: "user"), .reading(memory),
    ])
    #expect("\(layers)" == "Layers 'layers': 1 'arguments', 2 'user', 3 'shipped'")
    let key = Key<Root, Int>("size", default: 1)
    try layers.set(key, to: 2)
    let source = try #require(layers.source(of: key))
    #expect("\(source)" == "layer 2, 'user'")
    #expect(layers.explain(key).contains("2, from layer 2"))
  }

  @Test("a slot is its key, without the value")
  func slot() {
    #expect("\(memory.slot(Key<Root, Int>("size", default: 1)))" == "Slot<Int> 'size'")
  }

  @Test("a struct's unknown members are their names, without the values")
  func unknownMembers() throws {
    let frame = Key<Root, Frame>("frame", default: Frame())
    try memory.set(
      Key<Root, StoredValue?>("frame"), to: ["width": 2, "colour": "green", "a\nb": 1])
    #expect("\(memory.get(frame))" == #"Frame(width: 2, unknownMembers: ["a\nb", "colour"])"#)
    #expect("\(Frame())" == "Frame(width: 1, unknownMembers: [])")
  }
}

private struct Frame: Codable, Convertible, Equatable {
  var width = 1
  private var unknownMembers = UnknownMembers()

  init() {}

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    width = try container.decode(Int.self, forKey: .width)
    unknownMembers = try UnknownMembers(from: decoder, besides: CodingKeys.self)
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(width, forKey: .width)
    try unknownMembers.encode(to: encoder)
  }

  private enum CodingKeys: CodingKey { case width }
}
