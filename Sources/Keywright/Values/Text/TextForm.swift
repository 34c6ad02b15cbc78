/// The texts and the JSON of the values of a type: one row of the table that the environment, arguments,
/// files that people edit, and keys by name share, see <doc:Command-line-environment-and-files>.
///
/// Thread safety: an immutable value.
@usableFromInline
package struct TextForm: Sendable {
  package let kind: Kind

  package init(_ kind: Kind) { self.kind = kind }

  /// The distinction of one form from others.
  package indirect enum Kind: Sendable {
    case boolean
    /// Integers between two bounds.
    case integer(least: Int64, greatest: UInt64)
    case real
    /// Reals of single precision.
    case single
    /// Any text, as it is.
    case string
    case decimal
    case duration
    case date
    case data
    case cases(Cases)
    case array(of: TextForm)
    case dictionary(of: TextForm, names: MemberNames)
    /// Values that another form reads, of which a type takes only some.
    case checked(TextForm, expected: String, @Sendable (StoredValue) -> Bool)
    /// JSON that a type's own `init(from:)` reads; gives the stored form.
    case codable(@Sendable (StoredValue) throws -> StoredValue)
    /// JSON that is stored as text in data.
    case embedded
    /// Any stored value.
    case any
  }

  /// The cases of an enum.
  package struct Cases: Sendable {
    /// The cases by their names.
    let named: [(name: String, stored: StoredValue)]
    /// The cases by names that they had in earlier versions, and that no raw value is.
    let former: [(name: String, stored: StoredValue)]
    /// The form of the raw values.
    let raw: TextForm
    /// The raw value that the type reads for a given one: that of another case for a former one, the same for one
    /// that it keeps without a case.
    let read: @Sendable (StoredValue) -> StoredValue?

    package init(
      named: [(name: String, stored: StoredValue)], former: [(name: String, stored: StoredValue)],
      raw: TextForm, read: @escaping @Sendable (StoredValue) -> StoredValue?
    ) {
      (self.named, self.former, self.raw, self.read) = (named, former, raw, read)
    }
  }

  /// The names that people write for the members of a stored dictionary.
  package struct MemberNames: Sendable {
    /// The form of the dictionary's keys.
    let form: TextForm
    /// The stored form of the key of a member; nil for a name that no key has.
    let key: @Sendable (String) -> StoredValue?
    /// The name of the member with a key.
    let name: @Sendable (StoredValue) -> String?
  }

  /// The kind of the values, whether or not they are checked.
  private var valueKind: Kind {
    if case .checked(let form, _, _) = kind { form.valueKind } else { kind }
  }

  /// Whether a value is written in one word, so that a list of them needs no JSON.
  var isScalar: Bool {
    switch valueKind {
    case .array, .dictionary, .codable, .embedded, .any: false
    default: true
    }
  }

  /// Whether the values are true and false: an argument with this form is a flag.
  package var isBoolean: Bool { if case .boolean = valueKind { true } else { false } }

  /// Whether the values are bytes, which a file holds as they are.
  package var isOfBytes: Bool { if case .data = valueKind { true } else { false } }

  /// Whether the values are the cases of an enum.
  var hasCases: Bool { if case .cases = kind { true } else { false } }

  /// Whether the values are lists.
  var isList: Bool { if case .array = valueKind { true } else { false } }
}
