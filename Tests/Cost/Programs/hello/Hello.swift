/// Keeps nothing: what every program costs.
final class Nothing: Rival {
  init(_ path: String) {}
  func fill(_ count: Int) {}
  func number() -> Int { 1 }
  func text() -> Int { 1 }
  func set(_ number: Int) {}
}

@main
enum Hello {
  static func main() throws { try run(Nothing.self) }
}
