import Keywright

/// Namespaces three deep, as a person would write them by hand.
enum Animals: Namespace {
  typealias Parent = Root
  static let namespaceID = "animals"

  static let kingdom = Key<Animals, String?>("kingdom")

  enum Cats: Namespace {
    typealias Parent = Animals
    static let namespaceID = "cats"

    static let lion = Key<Cats, Int>("lion", default: 0)
    static let names = Key<Cats, [String]>("names", default: [])
    static let weight = Key<Cats, Double>(
      "weight", default: 1, descriptor: KeyDescriptor(processing: [.clamp(0...300)]))

    enum Small: Namespace {
      typealias Parent = Cats
      static let namespaceID = "small"

      static let tabby = Key<Small, Bool>("tabby", default: false)
    }
  }
}
