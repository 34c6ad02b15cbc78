import Foundation
import Keywright
import KeywrightStorage
import Testing

private indirect enum Chain: Codable, Convertible, Equatable {
  case end
  case link(Chain)

  init(depth: Int) {
    self = .end
    for _ in 1..<depth { self = .link(self) }
  }

  // An array of one for each link, and an empty one at the end.
  init(from decoder: any Decoder) throws {
    var list = try decoder.unkeyedContainer()
    self = list.isAtEnd ? .end : .link(try list.decode(Chain.self))
  }

  func encode(to encoder: any Encoder) throws {
    var list = encoder.unkeyedContainer()
    if case .link(let next) = self { try list.encode(next) }
  }
}

/// A chain with an optional and a wrapper between its links: three calls for each level.
private struct Node: Codable, Convertible, Equatable {
  private indirect enum Link: Codable, Equatable {
    case wrapped(Node?)

    init(from decoder: any Decoder) throws {
      self = .wrapped(try decoder.singleValueContainer().decode(Node?.self))
    }

    func encode(to encoder: any Encoder) throws {
      let node =
        switch self {
        case .wrapped(let node): node
        }
      var container = encoder.singleValueContainer()
      try container.encode(node)
    }
  }

  private var next: Link?

  init(next: Node? = nil) {
    self.next = next.map { .wrapped($0) }
  }

  init(from decoder: any Decoder) throws {
    var list = try decoder.unkeyedContainer()
    next = list.isAtEnd ? nil : try list.decode(Link.self)
  }

  func encode(to encoder: any Encoder) throws {
    var list = encoder.unkeyedContainer()
    if let next { try list.encode(next) }
  }
}

private struct Endless: Codable, Convertible {
  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(self)
  }
  init() {}
  init(from decoder: any Decoder) throws {
    self = try decoder.singleValueContainer().decode(Endless.self)
  }
}

private struct NestedForEver: Codable, Convertible {
  func encode(to encoder: any Encoder) throws {
    var list = encoder.unkeyedContainer()
    for _ in 0..<100_000 { list = list.nestedUnkeyedContainer() }
  }
}

/// Runs on a thread with the stack of a secondary thread on Apple's systems.
private func onSmallStack(_ body: @escaping @Sendable () -> Void) async {
  await withCheckedContinuation { continuation in
    let thread = Thread {
      body()
      continuation.resume()
    }
    thread.stackSize = 512 << 10
    thread.start()
  }
}

@Suite("Depth of Codable trees")
struct TreeCodingDepthTests {
  @Test("64 levels are encoded and decoded")
  func deepest() throws {
    let chain = Chain(depth: PropertyListLimits.depth)
    let stored = try throughFile(chain.storedValue())
    #expect(Chain.value(from: stored) == chain)
  }

  @Test("One more level is refused")
  func tooDeep() {
    let chain = Chain(depth: PropertyListLimits.depth + 1)
    let failure = #expect(throws: ConversionFailure.self) { try chain.storedValue() }
    #expect(failure?.found == "nesting deeper than 64")
    #expect(failure?.path == String(repeating: "[0]", count: 64))
  }

  @Test("Endless nesting is an error and no overflow, on a small stack too")
  func endless() async {
    await onSmallStack {
      #expect(throws: ConversionFailure.self) { try Chain(depth: 3_000).storedValue() }
      #expect(throws: ConversionFailure.self) { try Endless().storedValue() }
      #expect(throws: ConversionFailure.self) { try NestedForEver().storedValue() }
      #expect(Endless.value(from: 1) == nil)
      let deep = (0..<1_000).reduce(StoredValue.array([])) { value, _ in [value] }
      #expect(Chain.value(from: deep) == nil)
    }
  }

  @Test("Optionals and wrappers at every level leave the depth to the tree")
  func wrappers() throws {
    let node = (1..<PropertyListLimits.depth).reduce(Node()) { node, _ in Node(next: node) }
    #expect(try Node.value(from: throughFile(node.storedValue())) == node)
  }
}
