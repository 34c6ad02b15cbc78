/// The values that JSON documents have for the keys of a program, and everything that is wrong in them.
struct JSONContent {
  private(set) var values: [StorageString: StoredValue] = [:]
  /// The wrong values.
  private(set) var problems: [StorageString: StoreError] = [:]
  /// The paths that no key has, each with its place.
  private(set) var unknown: [UnknownName] = []
  /// The errors of new documents; those of others were reported when they were new.
  private(set) var reports: [(key: StorageString?, error: StoreError)] = []

  private let keys: JSONKeys
  private var isNew = true

  init(_ keys: JSONKeys) { self.keys = keys }

  /// Adds a document, whose values come before those of documents that were added earlier.
  ///
  /// - Parameter isNew: Whether it was read now; else it is the last readable text of its file.
  ///
  /// Complexity: O(*n*) in the size of the document.
  mutating func add(_ document: JSONValuesFile, isNew: Bool) {
    self.isNew = isNew
    for entry in document.entries(of: keys) {
      let place = document.place(of: entry.member.name.span)
      switch entry.meaning {
      case .value(let key): add(key, entry.member, of: document, under: entry.name)
      case .renamed(let key):
        guard isNew else { continue }
        let name = entry.name.string
        let error = StoreError.renamed(
          "\(place): '\(name)'", to: key.storageString.string, of: key.storageString,
          isConverted: key.convertsFormer)
        reports.append((StorageString("renamed \(name)"), error))
      case .second(let key, let first):
        let problem = TextFailure("the key is given twice, first at \(document.place(of: first))")
        fail(key.storageString, place, problem)
      case .notAnObject:
        let value = entry.member.value
        if value.isNull { continue }
        let problem = TextFailure("\(value.noun) is not an object of keys")
        fail(entry.name, document.place(of: value.span), problem)
      case .unknown:
        let suggestion = keys.suggestion(for: entry.name)
        add(UnknownName(name: "\(place): '\(entry.name.string)'", suggestion: suggestion))
      }
    }
  }

  private mutating func add(
    _ key: AnyKey, _ member: JSONMember, of document: JSONValuesFile, under given: StorageString
  ) {
    let name = key.storageString
    values[name] = nil
    problems[name] = nil
    if member.value.isNull { return }
    do throws(TextFailure) {
      values[name] = try key.base.stored(fromJSON: member.value.tree(), under: given)
    } catch {
      let place = document.place(of: member.value.node(at: error.path).span)
      fail(name, place, key.shown(error))
    }
  }

  private mutating func fail(_ name: StorageString, _ place: String, _ problem: TextFailure) {
    let error = StoreError.place(
      place, problem, key: name,
      advice: "Correct the value, or leave it out; until then the last good one counts.")
    values[name] = nil
    problems[name] = error
    if isNew { reports.append((name, error)) }
  }

  private mutating func add(_ name: UnknownName) {
    unknown.append(name)
    guard isNew else { return }
    reports.append((nil, .place(name.name, TextFailure(name.problem), key: nil)))
  }
}
