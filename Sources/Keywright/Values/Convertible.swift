import KeywrightStorage

/// A type whose values a store can keep.
///
/// The types that a property list holds conform already, and so do arrays, sets and dictionaries
/// of them. A type of one's own needs only the name of the protocol when it has a raw value or is
/// `Codable`; with both, the raw value is what is stored:
///
/// ```swift
/// enum Theme: String, Convertible { case system, light, dark }
/// struct Frame: Codable, Convertible { var width = 800.0, height = 600.0 }
/// ```
///
/// Any other type says what it becomes, and how it is made of that again:
///
/// ```swift
/// struct Celsius: Convertible {
///   var degrees: Double
///   func encode() -> Double { degrees }
///   static func decode(_ stored: Double) -> Celsius? {
///     stored >= -273.15 ? Celsius(degrees: stored) : nil
///   }
/// }
/// ```
///
/// Numbers are converted only when nothing is lost: 1 reads as 1.0 and 1.0 as the integer 1, 1.75
/// is never an integer, and a boolean is never a number. `Optional` does not conform, since a
/// property list has no null: a key of an optional type stores nothing at all for nil.
public protocol Convertible: Sendable {
  /// The type of the stored form; itself a type that a store can keep.
  associatedtype Stored: Convertible

  /// Turns this value into its stored form.
  ///
  /// Called while a store's lock is held against all processes, so it must be short.
  ///
  /// ```swift
  /// let text = UUID().encode()
  /// ```
  ///
  /// - Returns: A value of which ``decode(_:)`` makes this one again.
  /// - Throws: A ``ConversionFailure``, or an error of its own, when the value cannot be stored.
  func encode() throws -> Stored

  /// Makes a value of its stored form.
  ///
  /// ```swift
  /// let id = UUID.decode("E621E1F8-C36C-495A-93FC-0C247A3E6E5F")
  /// ```
  ///
  /// - Returns: The value, or nil when the stored form belongs to no value of this type.
  static func decode(_ stored: Stored) -> Self?

  /// Turns this value into what a store keeps; provided, and rarely written by hand.
  ///
  /// ```swift
  /// let stored = try [1, 2, 3].storedValue()
  /// ```
  ///
  /// - Throws: Any error of ``encode()``.
  func storedValue() throws -> StoredValue

  /// Makes a value of what a store kept; provided, and rarely written by hand.
  ///
  /// ```swift
  /// let volume = Double.value(from: 1)        // 1.0
  /// let count = Int.value(from: 1.75)         // nil
  /// ```
  ///
  /// - Returns: The value, or nil when `stored` is not a form of this type.
  static func value(from stored: StoredValue) -> Self?

  /// Whether a value that is stored and read back is always identical to the original.
  ///
  /// A store may then keep the value that it was given. False unless a type says otherwise, and
  /// then it reads back what it wrote.
  ///
  /// ```swift
  /// print(Int.isExact, URL.isExact)           // true false: a URL loses its base
  /// ```
  static var isExact: Bool { get }

  /// A description of the expected form, for errors about a stored value of another form.
  ///
  /// ```swift
  /// print([UInt8].storedForm)                 // array of integer from 0 to 255
  /// ```
  static var storedForm: String { get }
}

extension Convertible {
  /// Turns this value into what a store keeps, by way of its stored form.
  public func storedValue() throws -> StoredValue {
    try encode().storedValue()
  }

  /// Makes a value of what a store kept, by way of its stored form.
  public static func value(from stored: StoredValue) -> Self? {
    Stored.value(from: stored).flatMap(decode)
  }

  /// False: a store reads back the value that it wrote.
  public static var isExact: Bool { false }

  /// The words of the stored form, or the name of a type that is stored as a whole tree.
  public static var storedForm: String {
    Stored.self == StoredValue.self ? "a stored \(Self.self)" : Stored.storedForm
  }
}

/// Types that a property list holds as they are.
extension Convertible where Stored == Self {
  /// Returns the value itself, which is its own stored form.
  public func encode() -> Self { self }

  /// Returns the stored form itself.
  public static func decode(_ stored: Self) -> Self? { stored }

  /// The value is stored as it is.
  public static var isExact: Bool { true }

  /// Stops a type that would be encoded into itself without end from compiling.
  @available(
    *, unavailable,
    message: "give the type a raw value, or make it Codable, or write encode() and decode(_:)"
  )
  public func storedValue() throws -> StoredValue { [] }
}

extension StoredValue: Convertible {
  /// A stored value is kept as it is.
  public typealias Stored = StoredValue

  /// Returns the value itself.
  public func storedValue() -> StoredValue { self }

  /// Returns the stored value itself.
  public static func value(from stored: StoredValue) -> StoredValue? { stored }

  /// Any value will do.
  public static var storedForm: String { "any value" }
}

extension Convertible {
  /// Explains why ``value(from:)`` returned nil, for errors and reports.
  ///
  /// A `Codable` type is decoded once more to learn the place; no other type knows it.
  package static func failure(reading stored: StoredValue) -> ConversionFailure {
    if let type = Self.self as? any Decodable.Type,
      let failure = TreeCoding.failure(decoding: type, from: stored.tree)
    {
      return failure
    }
    return ConversionFailure(
      found: stored.withItsKind, expected: Self.storedForm,
      advice: "correct the stored value, or remove it")
  }

  /// The place and the reason of a failure, where the type's own decoder knows more than the kinds of
  /// the found and the expected form.
  static func cause(reading stored: StoredValue) -> ConversionFailure? {
    guard let type = Self.self as? any Decodable.Type,
      let failure = TreeCoding.failure(decoding: type, from: stored.tree),
      Stored.self == StoredValue.self || !failure.path.isEmpty
    else { return nil }
    return failure
  }
}
