import Keywright
import KeywrightTesting
import KeywrightTestSupport
import Testing

@Suite("Layers against a model") struct RandomLayersTests {
  /// The content of one layer of the model for a key.
  enum Cell: Equatable {
    case nothing
    case value(Int)
    case unreadable
  }

  struct ModelLayer {
    var (reads, writes, isFilled) = (true, true, false)
    /// The first layer whose values are copied into this one.
    var source = 0
    /// Whether it covers the writing layers of a composition that is a layer itself.
    var isOverlay = false
    var cells: [Cell] = [.nothing, .nothing]
    var failing: FaultyStore.Step?
  }

  /// The plainest thing that does what `Layers` promises.
  struct Model {
    var layers: [ModelLayer]

    /// The value that `get` gives; fills layers as it does.
    mutating func get(_ key: Int) -> Int {
      var empty: [Int] = []
      for index in layers.indices where layers[index].reads && layers[index].failing != .look {
        switch layers[index].cells[key] {
        case .value(let value):
          for filled in empty where layers[filled].source <= index {
            if layers[filled].failing == nil { layers[filled].cells[key] = .value(value) }
          }
          return value
        case .nothing: if layers[index].isFilled { empty.append(index) }
        case .unreadable: break
        }
      }
      return 0
    }

    /// What `get` gives of each key, if it fills no layer.
    var shown: [Int] {
      var copy = self
      return copy.layers[0].cells.indices.map { copy.get($0) }
    }

    /// Whether a commit that leaves `new` works.
    mutating func keep(_ new: Cell, _ key: Int) -> Bool {
      let writing = layers.indices.filter { layers[$0].writes }
      guard !writing.isEmpty else { return false }
      if writing.contains(where: { [.begin, .look].contains(layers[$0].failing) }) { return false }
      // Nothing is written if every copy that must be there holds it, and one does.
      let isKept = writing.allSatisfy {
        layers[$0].cells[key] == new || (layers[$0].isFilled && layers[$0].cells[key] == .nothing)
      }
      let isHeld = new == .nothing || writing.contains { layers[$0].cells[key] == new }
      if isKept, isHeld { return true }
      if writing.contains(where: { layers[$0].failing == .write && layers[$0].cells[key] != new }) {
        return false
      }
      for index in writing { layers[index].cells[key] = new }
      return true
    }

    /// A filled layer loses its value if that is the one which a layer below held before it changed.
    mutating func forgetCopies(of key: Int, above index: Int, new: Cell) {
      let old = layers[index].cells[key]
      guard layers[index].reads, old != .nothing, old != new else { return }
      for upper in 0..<index where layers[upper].isFilled && layers[upper].source <= index {
        // A layer that is only written, in a composition that is only read, has no part in either.
        let hasPart = layers[upper].reads || layers[upper].writes
        if hasPart, layers[upper].cells[key] == old { layers[upper].cells[key] = .nothing }
      }
    }

    mutating func add(_ amount: Int, _ key: Int) -> Bool {
      guard let first = layers.firstIndex(where: \.writes) else { return false }
      if layers.contains(where: { $0.writes && $0.cells[key] == .unreadable }) { return false }
      var below = Model(layers: layers)
      for index in layers.indices where index < first || layers[index].isOverlay {
        below.layers[index].reads = false
      }
      return keep(.value(below.get(key) + amount), key)
    }
  }

  static let keys = [Zoo.lions, Zoo.tigers]
  static let texts = [Zoo.lionsAsText, Zoo.tigersAsText]

  @Test func randomLayersDoWhatTheModelDoes() {
    let seed = SeededGenerator.seed
    var random = SeededGenerator(seed: seed)
    for round in 0..<(Search.isWhole ? 400 : 150) {
      let context = "KEYWRIGHT_SEED=\(seed), round \(round)"
      guard run(&random, context) else { return }
    }
  }

  private func run(_ random: inout SeededGenerator, _ context: String) -> Bool {
    let stores = (0..<Int.random(in: 1...4, using: &random)).map { FaultyStore("\($0)") }
    var model = Model(layers: stores.map { _ in ModelLayer() })
    var layers: [Nested] = []
    for (index, store) in stores.enumerated() {
      model.layers[index].source = index + 1
      switch Int.random(in: 0..<4, using: &random) {
      case 0:
        model.layers[index].writes = false
        layers.append(Nested(.reading(store), index))
      case 1:
        model.layers[index].reads = false
        layers.append(Nested(.writing(store), index))
      case 2:
        model.layers[index].isFilled = true
        layers.append(Nested(.readingAndWriting(store, filledFromBelow: true), index))
      default: layers.append(Nested(.readingAndWriting(store), index))
      }
    }
    while Bool.random(using: &random) { nest(&layers, in: &model, &random) }
    let tested = Layers(layers.map(\.layer))
    // The inner compositions go: one that lives removes its own copies of what changes below them.
    layers = []
    tested.onIssue { _ in }
    let received = Gathered<(key: Int, new: Int)>()
    let tokens = Self.keys.indices.map { key in
      tested.observe(Self.keys[key]) { received.add((key, $0.new)) }
    }
    defer { tokens.forEach { $0.cancel() } }
    for _ in 0..<40 {
      let before = model.shown
      let count = received.all.count
      let operation = step(&random, tested, stores, &model)
      let after = model.shown
      for store in stores { store.fail() }
      // Of a commit by a key of another type it depends on the observer's what shows.
      for key in 0..<2 where !operation.hasSuffix("text") {
        let last = received.all.dropFirst(count).last { $0.key == key }?.new
        // A layer that cannot be read for a moment is no change.
        let isMissed = last == nil && before[key] != after[key] && !operation.contains("look")
        if isMissed || (last != nil && last != after[key]) {
          Issue.record(
            """
            \(context): after \(operation), \(after[key]) shows for \(key), before \(before[key]), and observers \
            received \(last.map(String.init) ?? "nothing"); \(model.layers)
            """)
          return false
        }
      }
      for (index, store) in stores.enumerated() {
        model.layers[index].failing = nil
        for key in 0..<2 where cell(store, key) != model.layers[index].cells[key] {
          Issue.record(
            """
            \(context): after \(operation), layer \(index) holds \(cell(store, key)) \
            and not \(model.layers[index].cells[key]); \(model.layers)
            """)
          return false
        }
      }
    }
    return true
  }

  /// A layer, and the layers of the model that it stands for.
  private struct Nested {
    let layer: Layer
    let range: Range<Int>

    init(_ layer: Layer, _ range: Range<Int>) { (self.layer, self.range) = (layer, range) }
    init(_ layer: Layer, _ index: Int) { self.init(layer, index..<index + 1) }
  }

  /// Makes one layer, a composition, of some that follow each other.
  private func nest(
    _ layers: inout [Nested], in model: inout Model, _ random: inout SeededGenerator
  ) {
    let first = Int.random(in: 0..<layers.count, using: &random)
    let last = Int.random(in: first..<layers.count, using: &random)
    let range = layers[first].range.lowerBound..<layers[last].range.upperBound
    let inner = Layers(layers[first...last].map(\.layer), name: "inner")
    let layer: Layer
    switch Int.random(in: 0..<4, using: &random) {
    case 0:
      layer = .reading(inner)
      for index in range {
        (model.layers[index].writes, model.layers[index].isOverlay) = (false, false)
      }
    case 1:
      layer = .writing(inner)
      for index in range {
        (model.layers[index].reads, model.layers[index].isFilled) = (false, false)
      }
    case 2:
      layer = .readingAndWriting(inner, filledFromBelow: true)
      cover(range, in: &model)
      for index in range where model.layers[index].writes && !model.layers[index].isFilled {
        (model.layers[index].isFilled, model.layers[index].source) = (true, range.upperBound)
      }
    default:
      layer = .readingAndWriting(inner)
      cover(range, in: &model)
    }
    layers.replaceSubrange(first...last, with: [Nested(layer, range)])
  }

  private func cover(_ range: Range<Int>, in model: inout Model) {
    guard let first = range.first(where: { model.layers[$0].writes }) else { return }
    for index in range.lowerBound..<first { model.layers[index].isOverlay = true }
  }

  /// Does one thing to both and compares what they give.
  private func step(
    _ random: inout SeededGenerator, _ tested: Layers, _ stores: [FaultyStore],
    _ model: inout Model
  ) -> String {
    let key = Int.random(in: 0..<2, using: &random)
    let value = Int.random(in: 1...3, using: &random)
    if Int.random(in: 0..<4, using: &random) == 0 {
      let index = Int.random(in: 0..<stores.count, using: &random)
      let step: FaultyStore.Step = [.look, .begin, .write].randomElement(using: &random) ?? .write
      stores[index].fail(at: step)
      model.layers[index].failing = step
    }
    let failing = model.layers.map { "\($0.failing.map { "\($0)" } ?? "-")" }.joined()
    let label: String
    switch Int.random(in: 0..<8, using: &random) {
    case 0..<3:
      label = "get \(key) \(failing)"
      #expect(tested.get(Self.keys[key]) == model.get(key), "\(label) \(model.layers)")
    case 3, 4:
      label = "set \(key) to \(value) \(failing)"
      let works = (try? tested.set(Self.keys[key], to: value)) != nil
      #expect(works == model.keep(.value(value), key), "\(label) \(model.layers)")
    case 5:
      label = "remove \(key) \(failing)"
      let works = (try? tested.remove(Self.keys[key])) != nil
      #expect(works == model.keep(.nothing, key), "\(label) \(model.layers)")
    case 6:
      label = "add \(value) to \(key) \(failing)"
      let works = (try? tested.update(Self.keys[key]) { $0 += value }) != nil
      #expect(works == model.add(value, key), "\(label) \(model.layers)")
    default:
      let index = Int.random(in: 0..<stores.count, using: &random)
      label = "put into \(index)\(value == 3 ? " a text" : "")"
      for store in stores { store.fail() }
      for index in stores.indices { model.layers[index].failing = nil }
      let isText = value == 3
      model.forgetCopies(of: key, above: index, new: isText ? .unreadable : .value(value))
      if isText {
        try? stores[index].set(Self.texts[key], to: "many")
      } else {
        try? stores[index].set(Self.keys[key], to: value)
      }
      model.layers[index].cells[key] = isText ? .unreadable : .value(value)
    }
    return label
  }

  private func cell(_ store: FaultyStore, _ key: Int) -> Cell {
    do throws(StoreError) {
      return try store.read(Self.keys[key]).map(Cell.value) ?? .nothing
    } catch {
      return .unreadable
    }
  }
}
