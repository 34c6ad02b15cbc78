/// Structs, whose members stand for fields.
extension TypeReading {
  mutating func compare(
    _ old: LockedStruct, _ new: LockedStruct, _ names: (old: String, new: String)
  ) {
    let (was, now) = (old.vocabulary, new.vocabulary)
    let known = direction == .newer ? follow(old, new, was, now, names) : []
    for field in new.fields where !known.contains(field.name) {
      let subject = "\(shown(names)).\(field.name)"
      let formers = [field.name] + field.formerNames
      let source = formers.lazy.compactMap(was.reader).first { !$0.isFormer }
        .flatMap { old.field(named: $0.name) }
      guard let source else {
        missing(field, old, was, subject)
        continue
      }
      let (from, wasOptional) = source.type.unwrapped
      let (to, isOptional) = field.type.unwrapped
      let mayBeAbsent = wasOptional || direction == .newer && source.defaultValue != nil
      if mayBeAbsent, !isOptional, field.defaultValue == nil {
        add(
          direction == .newer ? .fieldRequired : .fieldAbsent, subject, from: source.type.text,
          to: field.type.text, mend: direction == .newer ? "\"default\": …" : nil)
      } else if direction == .newer, isLatest, !wasOptional || !isOptional {
        compareDefaults(source, field, subject)
      }
      compare(from, to, Place(from: from, to: to, subject: subject, isPart: true))
    }
  }

  /// Compares what the absence of a field means.
  private mutating func compareDefaults(
    _ old: LockedField, _ new: LockedField, _ subject: String
  ) {
    let comparison = DefaultComparison(
      old: self.old, new: self.new, old.type.unwrapped.type, new.type.unwrapped.type)
    let isSame: Bool =
      switch (old.defaultValue, new.defaultValue) {
      case (let from?, let to?): comparison.areAlike(from, to)
      case (nil, nil): true
      // A required field of before was never absent.
      case (nil, _?): !old.type.unwrapped.isOptional
      case (_?, nil): false
      }
    if isSame { return }
    add(
      .defaultChanged, subject, from: old.defaultValue?.compact ?? "nil",
      to: new.defaultValue?.compact ?? "nil")
  }

  /// The words of a field that has the name of one that is gone.
  private static let anotherName = "\"…\": …"

  /// A field that the writer does not know.
  private mutating func missing(
    _ field: LockedField, _ old: LockedStruct, _ was: Vocabulary, _ subject: String
  ) {
    if direction == .older {
      if let successor = was.reader(of: field.name) {
        let isLast = old.field(named: successor.name)?.formerNames.first == field.name
        add(
          .fieldMoved, subject, from: field.name, to: successor.name,
          mend: isLast ? "\"moves\": \"later\"" : nil)
      }
      return
    }
    if field.type.unwrapped.isOptional || field.defaultValue != nil { return }
    add(.fieldRequired, subject, from: "", to: field.type.text, mend: "\"default\": …")
  }

  /// Follows the members of a struct to the fields of another.
  ///
  /// - Returns: The fields about which all is said: those that members without a reader have become, and those
  ///   that have the names of members that were given up.
  private mutating func follow(
    _ old: LockedStruct, _ new: LockedStruct, _ was: Vocabulary, _ now: Vocabulary,
    _ names: (old: String, new: String)
  ) -> Set<String> {
    var known: Set<String> = []
    var gone: [(item: Vocabulary.Term, successor: String?)] = []
    var added = new.fields.filter { field in
      ([field.name] + field.formerNames).allSatisfy { was.reader(of: $0) == nil }
    }
    for item in was.terms {
      let term = Term(type: names.old, bytes: ExactString(item.bytes))
      let isRetired = later.hasRetired(term)
      let subject = "\(names.new).\(item.name)"
      switch was.reading(of: item, by: now) {
      case .same, .renamed, .declared:
        terms.kept.insert(term)
        let reader = now.reader(of: item.bytes)?.name ?? item.name
        if isRetired {
          known.insert(reader)
          let isFormer = now.reader(of: item.bytes)?.isFormer == true
          add(
            .idReused, "\(names.new).\(reader)", from: item.bytes,
            mend: isFormer
              ? "\"reserved\": [\(JSONText.quoted(item.bytes))]" : Self.anotherName,
            in: reader,
            effect: isFormer
              ? "in the struct, in place of the former name of `\(reader)`, keeps it given up" : nil
          )
        }
      case .misread(let name):
        terms.kept.insert(term)
        if later.kept.contains(term) { continue }
        let isOwn = now.reader(of: item.bytes)?.isFormer == false && name == item.bytes
        add(
          .declarationMoved, subject, from: item.bytes, to: name,
          mend: isOwn ? Self.anotherName : nil, in: isOwn ? name : "",
          effect: isOwn ? "in place of `\(name)` gives that field a name of its own" : nil)
      case .reserved:
        terms.lost.insert(term)
        // A user of an earlier release has the value of a field that is there still.
        if item.isFormer, !isRetired, let successor = was.successor(of: item, in: now) {
          gone.append((item, successor))
        }
      case .lost(let successor):
        terms.lost.insert(term)
        if later.kept.contains(term) { known.formUnion(added.map(\.name)) }
        // Former members of a field that is gone are gone with it.
        if isRetired || later.kept.contains(term) || item.isFormer && successor == nil { continue }
        gone.append((item, successor ?? self.successor(of: item, in: old, among: &added)))
      }
    }
    known.formUnion(gone.compactMap(\.successor))
    for (item, successor) in gone {
      let subject = "\(names.new).\(item.name)"
      let field = old.field(named: item.name)
      if successor == nil, isLatest, added.isEmpty {
        add(.fieldRemoved, subject, from: field?.type.text ?? "")
      } else {
        // The lock knows those before it.
        let declared = successor.flatMap(new.field)?.formerNames ?? []
        let formers = declared + [item.bytes].filter { !declared.contains($0) }
        add(
          successor == nil ? .fieldReplaced : .fieldRenamed, subject, from: item.bytes,
          to: successor ?? "",
          mend: successor == nil
            ? "\"reserved\": [\(JSONText.quoted(item.bytes))]"
            : "\"former\": \(JSONText.array(formers.map(JSONText.quoted)))",
          effect: now.reserves(item.bytes)
            ? "in the field, in place of the reservation, reads it again" : nil)
      }
    }
    checkMerges(was, now, names)
    checkReservations(of: old.reserved, of: names, in: now, again: Self.anotherName) {
      "\"reserved\": [\(JSONText.quoted($0))]"
    }
    return known
  }

  /// Reports fields that are read as one: a value holds both members, of which one would be read, and written
  /// back.
  private mutating func checkMerges(
    _ was: Vocabulary, _ now: Vocabulary, _ names: (old: String, new: String)
  ) {
    // The member that a field has now counts before those that it had.
    let own = was.terms.filter { !$0.isFormer }
    var taken = Set(own.compactMap { now.reader(of: $0.bytes) }.filter { !$0.isFormer }.map(\.name))
    for item in own {
      guard let reader = now.reader(of: item.bytes), reader.isFormer,
        !taken.insert(reader.name).inserted
      else { continue }
      add(
        .fieldReplaced, "\(names.new).\(item.name)", from: item.bytes, to: reader.name,
        mend: "\"reserved\": [\(JSONText.quoted(item.bytes))]")
    }
  }

  /// The new field that a removed one has probably become: the only one that reads its values, or the only one
  /// among these of a like name. Of several alike the author chooses: a wrong guess would exchange values.
  private func successor(
    of item: Vocabulary.Term, in old: LockedStruct, among added: inout [LockedField]
  ) -> String? {
    // A struct that replaces hundreds of fields is another one.
    guard added.count <= 100, let own = old.field(named: item.name) else { return nil }
    let (type, isOptional) = own.type.unwrapped
    let twins = added.indices.filter { index in
      var reading = TypeReading(self.old, new)
      reading.compare(type, added[index].type.unwrapped.type)
      return !reading.differences.contains(where: \.isOfBytes)
    }
    let name = item.name.lowercased()
    func beginsAlike(_ index: Int) -> Bool {
      added[index].name.lowercased().hasPrefix(name.prefix(1))
    }
    func isContained(_ index: Int) -> Bool {
      let other = added[index].name.lowercased()
      return other.contains(name) || name.contains(other)
    }
    func only(_ indices: [Int]) -> Int? { indices.count == 1 ? indices.first : nil }
    let contained = twins.filter(isContained)
    let index =
      only(contained.filter(beginsAlike)) ?? only(contained) ?? only(twins.filter(beginsAlike))
      ?? only(twins)
      ?? only(
        twins.filter {
          added[$0].type.unwrapped.isOptional == isOptional
            && added[$0].hasDefault == own.hasDefault
        })
    guard let index else { return nil }
    return added.remove(at: index).name
  }
}
