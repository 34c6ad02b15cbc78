import Keywright

/// Watched namespaces, two side by side below one, and one deeper.
enum House: Watched {
  typealias Parent = Root
  static let namespaceID = "house"

  static let rooms = Key<House, Int>("rooms", default: 1)
  static let owner = Key<House, String?>("owner")

  enum Kitchen: Watched {
    typealias Parent = House
    static let namespaceID = "kitchen"

    static let chairs = Key<Kitchen, Int>(
      "chairs", default: 0,
      descriptor: KeyDescriptor(
        processing: [
          .call("double") { value in
            Journal.current?.note("double \(value)")
            return value * 2
          },
          .call("addOne") { value in
            Journal.current?.note("addOne \(value)")
            return value + 1
          },
        ],
        constraints: [.range(0...100)],
        willChange: { old, new in Journal.current?.note("declaredWill \(old) \(new)") },
        didChange: { old, new in Journal.current?.note("declaredDid \(old) \(new)") }))
    static let observedChairs = Observed(key: chairs)
    static let pots = Observed(key: Key<Kitchen, Int>("pots", default: 0))

    enum Drawer: Watched {
      typealias Parent = Kitchen
      static let namespaceID = "drawer"

      static let spoons = Key<Drawer, Int>(
        "spoons", default: 0, descriptor: KeyDescriptor(constraints: [.range(0...50)]))
    }
  }

  enum Cellar: Watched {
    typealias Parent = House
    static let namespaceID = "cellar"

    static let bottles = Key<Cellar, Int>("bottles", default: 0)
  }
}
