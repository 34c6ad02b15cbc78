// Generated code puts a program's own type into the one of these that fits its coding, at the line
// of the schema that names the type: there the compiler reports a type that does not conform. A
// name that begins with an underscore keeps them out of the documentation and of completion.

/// A type that is stored by its own conformance.
public typealias _ConvertibleValue<Value: Convertible & Sendable> = Value

/// A type that is stored by its raw value.
public typealias _RawRepresentableValue<Value: RawRepresentable & Sendable> = Value
where Value.RawValue: Convertible

/// A type that is stored by `Codable`.
public typealias _CodableValue<Value: Codable & Sendable> = Value

/// An enum whose cases had other names in earlier versions, beside raw values that are integers: texts say them.
public protocol _FormerlyNamed {
  static var _formerNames: KeyValuePairs<String, Self> { get }
}

/// A type without a stored form, for stores in memory alone.
public typealias _MemoryValue<Value: Sendable> = Value
