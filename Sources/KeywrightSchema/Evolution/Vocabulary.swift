/// The names that one version gives to its things of one kind, by the bytes that stand for them: to keys by
/// storage strings, to cases by raw values, to fields by members, to parameters by their places.
struct Vocabulary {
  /// A name, and bytes that a version writes for it, or still reads as it.
  struct Term {
    let bytes: String
    let name: String
    /// Whether the version reads the bytes of earlier versions alone.
    let isFormer: Bool
  }

  /// The texts that a version writes, then the others that it reads.
  let terms: [Term]
  private let readers: [ExactString: Int]
  private let namesakes: [ExactString: Int]
  /// The terms of earlier versions, by the names of the things that they belong to.
  private let formers: [ExactString: [Int]]
  private let reserved: Set<ExactString>

  init(
    own: [(bytes: String, name: String)], former: [(bytes: String, name: String)] = [],
    reserved: [String] = []
  ) {
    let terms =
      own.map { Term(bytes: $0.bytes, name: $0.name, isFormer: false) }
      + former.map { Term(bytes: $0.bytes, name: $0.name, isFormer: true) }
    self.terms = terms
    // Bytes that a thing has now are read as that thing alone.
    readers = Dictionary(
      terms.indices.map { (ExactString(terms[$0].bytes), $0) },
      uniquingKeysWith: { first, _ in first })
    // Of several strings that a key had, the latest counts.
    namesakes = Dictionary(
      own.indices.map { (ExactString(terms[$0].name), $0) },
      uniquingKeysWith: { _, last in last })
    formers = Dictionary(
      grouping: terms.indices.dropFirst(own.count), by: { ExactString(terms[$0].name) })
    self.reserved = Set(reserved.map(ExactString.init))
  }

  /// The term as which bytes are read.
  func reader(of bytes: String) -> Term? { readers[ExactString(bytes)].map { terms[$0] } }

  /// The term of a name with its own bytes, not with those of earlier versions.
  func namesake(of name: String) -> Term? { namesakes[ExactString(name)].map { terms[$0] } }

  func reserves(_ bytes: String) -> Bool { reserved.contains(ExactString(bytes)) }

  /// The name under which another version has the thing of a term: the one that it declares for other bytes of
  /// the thing, the same one, or the one over the bytes.
  func successor(of term: Term, in other: Vocabulary) -> String? {
    let own = term.isFormer ? namesake(of: term.name) : nil
    let reader = own.flatMap { other.reader(of: $0.bytes) }
    if let reader, reader.isFormer { return reader.name }
    if let same = other.namesake(of: term.name)?.name ?? reader?.name { return same }
    if term.isFormer { return nil }
    // A field that moves later is stored under an older name than the one that it has.
    let formers = formers[ExactString(term.name), default: []].lazy.map { terms[$0].bytes }
    return formers.compactMap(other.reader).first { $0.isFormer }?.name
  }

  /// The name under which another version reads the bytes of a term of this one.
  ///
  /// - Parameters:
  ///   - term: The term.
  ///   - other: The other version.
  ///   - isRetired: Whether a version between the two no longer reads the bytes: a thing of another name that
  ///     reads them then is never meant.
  func reading(of term: Term, by other: Vocabulary, isRetired: Bool = false) -> Reading {
    let successor = successor(of: term, in: other)
    guard let reader = other.reader(of: term.bytes) else {
      return other.reserves(term.bytes) ? .reserved : .lost(successor: successor)
    }
    let isOwn = ExactString(reader.name) == ExactString(term.name)
    if term.isFormer {
      // Earlier bytes of a thing are read as whatever its present ones are read as.
      if let successor { return successor == reader.name ? .same : .misread(as: reader.name) }
      return isOwn || reader.isFormer ? .same : .misread(as: reader.name)
    }
    if isOwn { return .same }
    if isRetired { return .misread(as: reader.name) }
    if reader.isFormer { return .declared(as: reader.name) }
    let isElsewhere = other.namesake(of: term.name) != nil
    let isTaken = namesake(of: reader.name).map { $0.bytes != term.bytes } ?? false
    return isElsewhere || isTaken ? .misread(as: reader.name) : .renamed(to: reader.name)
  }
}

/// The outcome for bytes that one version stored, or could read, in another one.
enum Reading: Equatable {
  /// They mean what they meant.
  case same
  /// A new name stands over the same bytes, which the schema spells out.
  case renamed(to: String)
  /// A declaration says that it is the same thing.
  case declared(as: String)
  /// They are taken for something else.
  case misread(as: String)
  /// The schema says that the thing is gone.
  case reserved
  /// Nothing reads them; `successor` is the name that the thing has in spite of that.
  case lost(successor: String?)
}

extension LockedEnum {
  /// - Parameter isComponent: Whether raw values are parts of storage strings, where the raw values of
  ///   earlier versions are not read.
  func vocabulary(isComponent: Bool = false) -> Vocabulary {
    Vocabulary(
      own: cases.map { ($0.rawValue, $0.name) },
      former: isComponent ? [] : formerCases.map { ($0.rawValue, $0.name) }, reserved: reserved)
  }
}

extension LockedStruct {
  var vocabulary: Vocabulary {
    Vocabulary(
      own: fields.map { ($0.storedName, $0.name) },
      former: fields.flatMap { field in
        ([field.name] + field.formerNames).filter { $0 != field.storedName }.map {
          ($0, field.name)
        }
      },
      reserved: reserved)
  }
}
