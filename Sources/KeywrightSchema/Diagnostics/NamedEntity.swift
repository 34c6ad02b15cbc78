/// The kinds of declarations that have a name, as messages call them.
enum NamedEntity: String {
  case key = "key"
  case namespace = "namespace"
  case type = "type"
  case field = "field"
  case enumCase = "case"
  case parameter = "parameter"
}
