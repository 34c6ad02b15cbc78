extension TypeReading.Difference {
  /// The words about values of a key.
  ///
  /// - Parameter versions: The releases that stored them.
  func message(of name: String, _ versions: String) -> String {
    let inside = subject.isEmpty ? "" : " in `\(subject)`"
    return switch kind {
    case .typeWidened:
      "`\(name)` was \(from)\(inside) and is \(to): every stored value is read; an older program cannot read all that this one stores"
    case .typeChanged:
      "`\(name)` was \(from)\(inside) in \(versions) and is \(to): those values cannot be read"
    case .caseAdded:
      "`\(name)` may be `\(subject)`: a program of \(versions) reads that as its default"
    case .caseRemoved where !to.isEmpty:
      "`\(name)` may hold \(from), which \(versions) read as `\(subject)`, and that case has it no longer as a former one: that value cannot be read"
    case .caseRemoved:
      "`\(name)` may hold \(from) of \(versions), and `\(subject)` is gone: that value cannot be read"
    case .caseInside:
      "values of `\(name)` of \(versions) may have \(from) inside, and `\(subject)` is reserved: they cannot be read at all"
    case .caseUnknown:
      "`\(name)` may hold \(from) of \(versions), which is read as an unknown case, and kept"
    case .caseUntranslated:
      "`\(name)` may hold \(from), which \(versions) read as `\(subject)`, and is read as it stands: \(to) has no former cases"
    case .rawValueChanged:
      "`\(subject)` was stored as \(from) in \(versions) and is \(to): what `\(name)` holds cannot be read"
    case .nameChanged:
      "`\(subject)` is `\(to)` now, of the same raw value: call sites change"
    case .misread:
      "`\(name)` may hold \(from) of \(versions), which meant `\(subject)` and is read as `\(to)`"
    case .declarationMoved:
      "`\(name)` may hold \(from), which \(versions) read as `\(subject)`, and is read as `\(to)`"
    case .idReused:
      "`\(subject)` has \(from), which a release gave up: what `\(name)` still holds of \(versions) is read again"
    case .reservationRemoved:
      "`\(subject)` is not reserved any more: a new one of that name would meet what `\(name)` still holds"
    case .textUnread where mend == nil:
      "`\(name)` is \(to), which has no names of cases: a variable, an argument or a file that says `\(from)` for `\(subject)`, as in \(versions), does not mean that value any more"
    case .textUnread:
      "`\(subject)` is `\(to)` now, of the same raw value: call sites change, and a variable, an argument or a file that says `\(from)` for `\(name)`, as in \(versions), is refused"
    case .textMisread:
      "a variable, an argument or a file that says `\(from)` for `\(name)` meant `\(subject)` in \(versions), and is read as `\(to)`"
    case .unknownDropped:
      "`\(subject)` keeps no unknown values any more: what a newer program stored in `\(name)` cannot be read"
    case .fieldRequired:
      from.isEmpty
        ? "`\(subject)` is new and has no default: what \(versions) stored in `\(name)` cannot be read"
        : "`\(subject)` may be absent in what \(versions) stored in `\(name)`, and has no default: it cannot be read"
    case .fieldAbsent:
      "`\(subject)` may be absent in `\(name)`: a program of \(versions) cannot read that"
    case .fieldRemoved:
      "`\(subject)` is gone: a program of \(versions) does not find it in new values of this program; values that were read keep it when they are written back"
    case .fieldRenamed where subject.hasSuffix(".\(to)"):
      "`\(subject)` has no former name `\(from)` any more: what \(versions) read under that name in `\(name)` is read no longer"
    case .fieldRenamed:
      "`\(subject)` seems to be `\(to)` now: what \(versions) stored of it in `\(name)` is read no longer"
    case .fieldReplaced where !to.isEmpty:
      "`\(subject)` is read as `\(to)`, and so is another field: of the two values that \(versions) stored in `\(name)` one is lost"
    case .fieldReplaced:
      "`\(subject)` is gone, and other fields are new: what \(versions) stored of it in `\(name)` is read no longer"
    case .fieldMoved:
      "`\(subject)` is now called `\(to)`: a program of \(versions) that runs beside this one finds it no longer"
    case .defaultChanged:
      "the default of `\(subject)` was \(from) and is \(to): values of `\(name)` without it mean something else"
    default: "`\(name)` was \(from) and is \(to)"
    }
  }

  /// The way from the declared type to the case or field that the word belongs in.
  var path: [String] {
    let part = subject.split(separator: ".").last.map(String.init) ?? subject
    switch mend.flatMap({ JSONNode(text: "{\($0.replacing(": …", with: ": null"))}") })?
      .members?.first?.name.text
    {
    case "rawValue": return ["enum", holder.isEmpty ? part : holder]
    case "default": return ["struct", part]
    case "former" where kind == .fieldRenamed: return ["struct", to.isEmpty ? part : to]
    case "former": return ["enum", holder.isEmpty ? "…" : holder]
    case "moves": return ["struct", to]
    case "reserved", nil: return []
    case "…": return [mend == "\"…\": …" ? "struct" : "enum", holder]
    // A case that comes back.
    default: return ["enum"]
    }
  }

  /// The case that has the raw value which the word gives back to another one.
  var rival: String? { ownEffect?.hasSuffix("needs another raw value") == true ? to : nil }

  /// The words of the schema, or elements of their lists, that the word replaces.
  var replaces: [Change.Mend.Replaced] {
    if kind == .idReused, mend?.hasPrefix("\"reserved\"") == true {
      return [
        Change.Mend.Replaced(
          path: ["struct", holder], word: "former", element: JSONText.quoted(from))
      ]
    }
    if let giver {
      let element = [.textUnread, .textMisread].contains(kind) ? JSONText.quoted(from) : from
      return [Change.Mend.Replaced(path: ["enum", giver], word: "former", element: element)]
    }
    guard let ownEffect else {
      switch kind {
      case .caseInside: return [Change.Mend.Replaced(word: "reserved", element: from)]
      case .fieldReplaced where !to.isEmpty:
        return [
          Change.Mend.Replaced(
            path: ["struct", to], word: "former", element: JSONText.quoted(from))
        ]
      default: return []
      }
    }
    if ownEffect.contains("in place of the reservation") {
      let element = kind == .fieldRenamed ? JSONText.quoted(from) : from
      return [Change.Mend.Replaced(word: "reserved", element: element)]
    }
    return []
  }

  /// The effect of the word that mends it.
  var effect: String {
    if let ownEffect { return ownEffect }
    return switch kind {
    case .misread where !holder.isEmpty, .idReused:
      mend?.hasPrefix("\"rawValue\"") == true
        ? "in `\(holder)` gives that case a raw value of its own"
        : "in place of `\(holder)` gives the new field a name of its own"
    case .caseInside: "in another case, in place of the reservation, reads it as that one"
    case .caseRemoved:
      holder.isEmpty
        ? "in another case reads it as that one" : "in `\(holder)` reads it as that case"
    case .textUnread: "in `\(holder)` reads that text, too"
    case .rawValueChanged: "in the case keeps what is stored"
    case .misread: "in the case reads what is stored as it was meant"
    case .declarationMoved: "reads it as before"
    case .fieldRequired: "in the field, or an optional type, reads older values"
    case .fieldRenamed where subject.hasSuffix(".\(to)"): "in the field reads it again"
    case .fieldRenamed: "in the new field reads what the old one stored"
    case .fieldReplaced where !to.isEmpty:
      "in the struct, in place of the former name, says that its value is given up"
    case .fieldReplaced: "in the struct says that it is gone, if no new field is it"
    case .reservationRemoved: "says again that it is gone"
    case .fieldMoved:
      "in the field stores it under its former name, until no program runs that knows that one alone"
    default: ""
    }
  }
}
