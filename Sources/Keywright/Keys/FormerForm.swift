/// The form that a key's values had in earlier versions, and the function that makes today's of them: for
/// generated code, so that values which people write under a former name are converted as stored ones are.
///
/// Thread safety: an immutable value.
public struct _FormerForm<Value: Sendable>: Sendable {
  /// The text form of the earlier values.
  let textForm: TextForm
  /// Today's value of an earlier stored form.
  let value: @Sendable (StoredValue) throws(TextFailure) -> Value

  /// Creates a form of the values that a function converts.
  init<Former: Convertible & Sendable>(
    _ convert: @escaping @Sendable (Former) throws -> Value
  ) {
    textForm = Former.textForm
    value = { stored throws(TextFailure) in
      guard let former = Former.value(from: stored) else {
        throw TextFailure("not \(withArticle(Former.self))")
      }
      do {
        return try convert(former)
      } catch {
        throw TextFailure("\(error)")
      }
    }
  }

  private init(
    _ textForm: TextForm, _ value: @escaping @Sendable (StoredValue) throws(TextFailure) -> Value
  ) {
    self.textForm = textForm
    self.value = value
  }

  /// The form for a key whose values a function makes of this one's.
  func transformed<Other>(
    _ transform: @escaping @Sendable (Value) throws -> Other
  ) -> _FormerForm<Other> {
    _FormerForm<Other>(textForm) { stored throws(TextFailure) in
      let value = try value(stored)
      do {
        return try transform(value)
      } catch {
        throw TextFailure("\(error)")
      }
    }
  }
}
