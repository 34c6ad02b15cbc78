import Foundation
import Keywright
import KeywrightSchema
import KeywrightVerbs

/// What stays the same while `keywright browse` runs.
struct BrowseSettings: Sendable {
  let catalog: SchemaCatalog
  /// The name of the store.
  let store: String
  /// The namespaces and keys that are shown; none for all.
  var names: [String] = []
  /// Whether private and secret values are shown.
  var reveals = false
  /// Whether values are changed that functions of the program would process.
  var skipsFunctions = false
}

/// The keys of a store with their values at one moment, in the order of the schemas.
struct BrowseRows: Sendable {
  private(set) var all: [BrowseRow] = []
  private var places: [ExactString: Int] = [:]
  /// The texts in which a search looks, one for each row; empty until the first search.
  private var searchTexts: [String] = []
  /// The cells of the longest name.
  private(set) var nameWidth = 0
  /// The number of keys, families left out.
  private(set) var keyCount = 0
  private(set) var changedCount = 0
  private(set) var problemCount = 0

  /// - Parameter added: Keys of families for which nothing need be stored.
  init(
    _ values: StoredValues, _ settings: BrowseSettings, adding added: [CatalogKey] = []
  ) throws(PlainRefusal) {
    let stored = try values.keys(in: settings.catalog, named: settings.names)
    let members = Dictionary(
      grouping: stored.filter { !$0.model.parameters.isEmpty } + added,
      by: \.model.storageString)
    // The keys of a family come before what stands for the others.
    for key in try settings.catalog.keys(named: settings.names) {
      if key.isFamily { for member in members[key.storageString] ?? [] { add(member, values) } }
      if !key.isFamily || key.model.coding != .memory { add(key, values) }
    }
  }

  private mutating func add(_ key: CatalogKey, _ values: StoredValues) {
    // A value may be stored by now for a key that was added.
    if place(of: key) != nil { return }
    let row = BrowseRow(values.state(of: key))
    places[ExactString(key.storageString)] = all.count
    all.append(row)
    nameWidth = max(nameWidth, CellWidth.of(row.name))
    keyCount += row.isFamily ? 0 : 1
    changedCount += row.isChanged ? 1 : 0
    problemCount += row.hasProblem ? 1 : 0
  }

  /// The number of the row of a key.
  func place(of key: CatalogKey) -> Int? { places[ExactString(key.storageString)] }

  subscript(key: CatalogKey) -> BrowseRow? { place(of: key).map { all[$0] } }

  /// The numbers of the rows that a filter shows.
  mutating func places(_ filter: BrowseFilter) -> [Int] {
    let words = filter.search.lowercased().split(separator: " ").map(String.init)
    if !words.isEmpty, searchTexts.isEmpty { searchTexts = all.map(\.searchText) }
    return all.indices.filter { place in
      // The search of the C library, since thousands of texts are searched at a key press.
      filter.shows(all[place]) && words.allSatisfy { strstr(searchTexts[place], $0) != nil }
    }
  }
}

/// The keys that a person wants to see.
struct BrowseFilter: Equatable, Sendable {
  var search = ""
  var isChanged = false
  var hasProblem = false
  /// The prefix of a namespace; empty for the keys that have none.
  var namespace: String?

  func shows(_ row: BrowseRow) -> Bool {
    if isChanged, !row.isChanged { return false }
    if hasProblem, !row.hasProblem { return false }
    if namespace == "" { return row.key.prefix.isEmpty }
    if let namespace { return row.key.namespaces.contains { $0.prefix == namespace } }
    return true
  }

  /// The filter in words; empty for none.
  var words: String {
    let words = [
      isChanged ? "changed" : nil, hasProblem ? "problems" : nil,
      namespace.map { $0.isEmpty ? "in no namespace" : "in \(printable($0))" },
      search.isEmpty ? nil : "\u{201C}\(printable(search))\u{201D}",
    ]
    return words.compactMap(\.self).joined(separator: ", ")
  }
}
