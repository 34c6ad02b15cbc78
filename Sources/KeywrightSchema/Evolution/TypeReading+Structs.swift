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
        if direction == .newer {
          require(field, subject, from: source.type.text) {
            "`\(subject)` may be absent in what \($1) stored in `\($0)`, and has no default: it cannot be read"
          }
        } else {
          add(
            .olderUnreadable, of: .field, subject, from: source.type.text, to: field.type.text
          ) { "`\(subject)` may be absent in `\($0)`: a program of \($1) cannot read that" }
        }
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
    let (from, to) = (old.defaultValue?.compact ?? "nil", new.defaultValue?.compact ?? "nil")
    add(.default, of: .field, subject, from: from, to: to) { name, _ in
      "the default of `\(subject)` was \(from) and is \(to): values of `\(name)` without it mean something else"
    }
  }

  /// Reports a field that has no value of its own where none is stored.
  private mutating func require(
    _ field: LockedField, _ subject: String, from: String, _ words: @escaping Words
  ) {
    add(
      .unreadable, of: .field, subject, from: from, to: field.type.text,
      mends: [
        Change.Mend(
          part: ["struct", field.name], "\"default\": …",
          effect: "in the field, or an optional type, reads older values")
      ], words)
  }

  /// A field that the writer does not know.
  private mutating func missing(
    _ field: LockedField, _ old: LockedStruct, _ was: Vocabulary, _ subject: String
  ) {
    if direction == .older {
      if let successor = was.reader(of: field.name) {
        let isLast = old.field(named: successor.name)?.formerNames.first == field.name
        let mend = Change.Mend(
          part: ["struct", successor.name], "\"moves\": \"later\"",
          effect:
            "in the field stores it under its former name, until no program runs that knows that one alone"
        )
        add(
          .olderLost, of: .field, subject, from: field.name, to: successor.name,
          mends: isLast ? [mend] : []
        ) {
          "`\(subject)` is now called `\(successor.name)`: a program of \($1) that runs beside this one finds it no longer"
        }
      } else if !field.type.unwrapped.isOptional, field.defaultValue == nil,
        was.reserves(field.name)
      {
        add(.olderUnreadable, of: .field, subject, from: field.type.text) {
          "`\(subject)` is gone, and a program of \($1) cannot read a value of `\($0)` without it"
        }
      }
      return
    }
    if field.type.unwrapped.isOptional || field.defaultValue != nil { return }
    require(field, subject, from: "") {
      "`\(subject)` is new and has no default: what \($1) stored in `\($0)` cannot be read"
    }
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
          reuse(
            item.bytes, of: .field, by: "\(names.new).\(reader)",
            mend: isFormer
              ? .reserved(
                item.bytes,
                effect:
                  "in the struct, in place of the former name of `\(reader)`, keeps it given up",
                formerOf: reader) : .anotherName(than: reader))
        }
      case .misread(let name):
        terms.kept.insert(term)
        if later.kept.contains(term) { continue }
        let isOwn = now.reader(of: item.bytes)?.isFormer == false && name == item.bytes
        add(
          .misread, of: .field, subject, from: item.bytes, to: name, .oncePerType,
          mends: isOwn ? [.anotherName(than: name)] : []
        ) {
          "`\($0)` may hold \(item.bytes), which \($1) read as `\(subject)`, and is read as `\(name)`"
        }
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
      if let successor {
        loseName(item, subject, to: successor, new, now)
      } else if isLatest, added.isEmpty {
        add(
          .olderLost, as: .warning, of: .field, subject, from: field?.type.text ?? ""
        ) { _, versions in
          "`\(subject)` is gone: a program of \(versions) does not find it in new values of this program; values that were read keep it when they are written back"
        }
      } else {
        var former = Change.Mend(
          part: [], "\"former\": [\(JSONText.quoted(item.bytes))]",
          effect: "in a new field says that it is the same one")
        former.isForAuthor = true
        add(
          .lost, of: .field, subject, from: item.bytes,
          mends: [
            .reserved(
              item.bytes, effect: "in the struct says that it is gone, if no new field is it"),
            former,
          ]
        ) {
          "`\(subject)` is gone, and other fields are new: what \($1) stored of it in `\($0)` is read no longer"
        }
      }
    }
    checkMerges(was, now, names)
    checkReservations(
      of: old.reserved, in: names.new, .field, now, again: Change.Mend.anotherName,
      element: JSONText.quoted)
    return known
  }

  /// Reports a name that a field does not read, though it has become that one, or seems to.
  private mutating func loseName(
    _ item: Vocabulary.Term, _ subject: String, to successor: String, _ new: LockedStruct,
    _ now: Vocabulary
  ) {
    // The lock knows those before it.
    let declared = new.field(named: successor)?.formerNames ?? []
    let formers = declared + [item.bytes].filter { !declared.contains($0) }
    let isThere = successor == item.name
    let isReserved = now.reserves(item.bytes)
    let mend = Change.Mend(
      part: ["struct", successor], "\"former\": \(JSONText.array(formers.map(JSONText.quoted)))",
      effect: isReserved
        ? "in the field, in place of the reservation, reads it again"
        : isThere
          ? "in the field reads it again" : "in the new field reads what the old one stored",
      replacing: isReserved
        ? Change.Mend.Replaced(word: "reserved", element: JSONText.quoted(item.bytes)) : nil)
    add(.lost, of: .field, subject, from: item.bytes, to: successor, mends: [mend]) {
      isThere
        ? "`\(subject)` has no former name `\(item.bytes)` any more: what \($1) read under that name in `\($0)` is read no longer"
        : "`\(subject)` seems to be `\(successor)` now: what \($1) stored of it in `\($0)` is read no longer"
    }
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
      let subject = "\(names.new).\(item.name)"
      add(
        .lost, of: .field, subject, from: item.bytes, to: reader.name,
        mends: [
          .reserved(
            item.bytes,
            effect:
              "in the struct, in place of the former name, says that its value is given up",
            formerOf: reader.name)
        ]
      ) {
        "`\(subject)` is read as `\(reader.name)`, and so is another field: of the two values that \($1) stored in `\($0)` one is lost"
      }
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

extension Change.Mend {
  /// Another name for a field that has the one of another.
  fileprivate static func anotherName(than name: String) -> Change.Mend {
    Change.Mend(
      part: ["struct", name], "\"…\": …",
      effect: "in place of `\(name)` gives that field a name of its own")
  }

  /// The word that keeps a member given up.
  ///
  /// - Parameter field: The field that must not have it as a former name.
  fileprivate static func reserved(
    _ member: String, effect: String, formerOf field: String? = nil
  ) -> Change.Mend {
    let element = JSONText.quoted(member)
    return Change.Mend(
      part: [], "\"reserved\": [\(element)]", effect: effect,
      replacing: field.map {
        Replaced(path: ["struct", $0], word: "former", element: element)
      })
  }
}
