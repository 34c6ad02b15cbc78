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
    case .unknownDropped:
      "`\(subject)` keeps no unknown values any more: what a newer program stored in `\(name)` cannot be read"
    case .fieldRequired:
      from.isEmpty
        ? "`\(subject)` is new and has no default: what \(versions) stored in `\(name)` cannot be read"
        : "`\(subject)` may be absent in what \(versions) stored in `\(name)`, and has no default: it cannot be read"
    case .fieldAbsent:
      "`\(subject)` may be absent in `\(name)`: a program of \(versions) cannot read that"
    case .fieldRemoved:
      "`\(subject)` is gone: a program of \(versions) finds its default in new values of this program; values that were read keep it when they are written back"
    case .fieldRenamed where subject.hasSuffix(".\(to)"):
      "`\(subject)` has no former name `\(from)` any more: what \(versions) read under that name in `\(name)` is read no longer"
    case .fieldRenamed:
      "`\(subject)` seems to be `\(to)` now: what \(versions) stored of it in `\(name)` is read no longer"
    case .fieldReplaced:
      "`\(subject)` is gone, and other fields are new: what \(versions) stored of it in `\(name)` is read no longer"
    case .fieldMoved:
      "`\(subject)` is now called `\(to)`: a program of \(versions) that runs beside this one finds it no longer"
    case .defaultChanged:
      "the default of `\(subject)` was \(from) and is \(to): values of `\(name)` without it mean something else"
    default: "`\(name)` was \(from) and is \(to)"
    }
  }

  /// The effect of the word that mends it.
  var effect: String {
    if let ownEffect { return ownEffect }
    return switch kind {
    case .misread where !holder.isEmpty, .idReused:
      mend?.hasPrefix("\"rawValue\"") == true
        ? "in `\(holder)` gives that case a raw value of its own"
        : "in place of `\(holder)` gives the new field a name of its own"
    case .caseInside: "in place of the reservation reads it as another case"
    case .caseRemoved: "in the enum reads it as another case"
    case .rawValueChanged: "in the case keeps what is stored"
    case .misread: "in the case reads what is stored as it was meant"
    case .declarationMoved: "reads it as before"
    case .fieldRequired: "in the field, or an optional type, reads older values"
    case .fieldRenamed where subject.hasSuffix(".\(to)"): "in the field reads it again"
    case .fieldRenamed: "in the new field reads what the old one stored"
    case .fieldReplaced: "in the struct says that it is gone, if no new field is it"
    case .reservationRemoved: "says again that it is gone"
    case .fieldMoved:
      "in the field stores it under its former name, until no program runs that knows that one alone"
    default: ""
    }
  }
}
