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
  /// The members of the document that have former names of keys.
  private var former: [(name: String, key: AnyKey, member: JSONMember)] = []

  init(_ keys: JSONKeys) { self.keys = keys }

  /// Adds a document, whose values come before those of documents that were added earlier.
  ///
  /// - Parameter isNew: Whether it was read now; else it is the last readable text of its file.
  ///
  /// Complexity: O(*n*) in the size of the document.
  mutating func add(_ document: JSONDocument, isNew: Bool) {
    self.isNew = isNew
    var seen: [StorageString: Span] = [:]
    former = []
    add(document.root.members ?? [], of: document, below: nil, &seen)
    // A present name of the same file counts before a former one.
    for (name, key, member) in former {
      let place = document.place(of: member.name.span)
      if isNew {
        let error = StoreError.renamed(
          "\(place): '\(name)'", to: key.storageString.string, of: key.storageString,
          isConverted: key.convertsFormer)
        reports.append((StorageString("renamed \(name)"), error))
      }
      if seen[key.storageString] == nil {
        add(key, member, of: document, under: StorageString(name), &seen)
      }
    }
  }

  private mutating func add(
    _ members: [JSONMember], of document: JSONDocument, below path: String?,
    _ seen: inout [StorageString: Span]
  ) {
    for member in members {
      // Of tools: the schema of the file for editors, and what no program is meant to read.
      if path == nil, member.name.text == "$schema" { continue }
      if member.name.text.hasPrefix("x-") { continue }
      let name = (path.map { $0 + ":" } ?? "") + member.name.text
      switch keys.meaning(of: StorageString(name)) {
      case .key(let key):
        if key.storageString == StorageString(name) {
          add(key, member, of: document, under: key.storageString, &seen)
        } else {
          former.append((name, key, member))
        }
      case .inner:
        if let inner = member.value.members {
          add(inner, of: document, below: name, &seen)
        } else if !member.value.isNull {
          let problem = TextFailure("\(member.value.noun) is not an object of keys")
          fail(StorageString(name), document.place(of: member.value.span), problem)
        }
      case .nothing:
        let suggestion = keys.suggestion(for: StorageString(name))
        let place = document.place(of: member.name.span)
        add(UnknownName(name: "\(place): '\(name)'", suggestion: suggestion))
      }
    }
  }

  private mutating func add(
    _ key: AnyKey, _ member: JSONMember, of document: JSONDocument, under given: StorageString,
    _ seen: inout [StorageString: Span]
  ) {
    let name = key.storageString
    if let first = seen.updateValue(member.name.span, forKey: name) {
      let problem = TextFailure("the key is given twice, first at \(document.place(of: first))")
      return fail(name, document.place(of: member.name.span), problem)
    }
    values[name] = nil
    problems[name] = nil
    if member.value.isNull { return }
    do throws(TextFailure) {
      values[name] = try key.stored(fromJSON: member.value.tree(), under: given)
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
