/// The names of types that a program's own code sees: a declaration of the same name hides the type.
enum PublicTypes {
  /// The words of a list.
  static func names(_ list: String) -> Set<String> {
    Set(list.split { $0 == " " || $0 == "\n" }.map(String.init))
  }
}
