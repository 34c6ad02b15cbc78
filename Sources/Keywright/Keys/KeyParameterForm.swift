#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The type of one parameter of a key family: decides whether a component of a storage string is
/// one that the family's own keys have.
///
/// ```swift
/// AnyKey(_family: Key<Equaliser, Double>("band", default: 0), [.integer(Int.self)])
/// ```
///
/// Thread safety: an immutable value.
public struct KeyParameterForm: Sendable {
  /// The name of the type, for messages.
  let name: String
  /// Whether an unescaped component is the ``KeyParameter`` of a value.
  let isValid: @Sendable (String) -> Bool

  package init(_ type: Any.Type, isValid: @escaping @Sendable (String) -> Bool) {
    name = "\(type)"
    self.isValid = isValid
  }

  /// Any string.
  public static var string: KeyParameterForm { KeyParameterForm(String.self) { _ in true } }

  /// `true` or `false`.
  public static var boolean: KeyParameterForm {
    KeyParameterForm(Bool.self) { $0 == "true" || $0 == "false" }
  }

  /// A UUID in capitals.
  public static var uuid: KeyParameterForm {
    KeyParameterForm(UUID.self) { UUID(uuidString: $0)?.uuidString == $0 }
  }

  /// The decimal digits of an integer.
  public static func integer<Value: FixedWidthInteger & Sendable>(
    _ type: Value.Type
  ) -> KeyParameterForm {
    KeyParameterForm(type) { component in Value(component).map { String($0) } == component }
  }

  /// A raw value of an enum.
  public static func rawValue<Value: RawRepresentable & Sendable>(
    _ type: Value.Type
  ) -> KeyParameterForm where Value.RawValue == String {
    KeyParameterForm(type) { Value(rawValue: $0) != nil }
  }

  /// A raw value of an enum.
  public static func rawValue<Value: RawRepresentable & Sendable>(
    _ type: Value.Type
  ) -> KeyParameterForm where Value.RawValue: FixedWidthInteger & Sendable {
    KeyParameterForm(type) { component in
      guard let raw = Value.RawValue(component), String(raw) == component else { return false }
      return Value(rawValue: raw) != nil
    }
  }
}

extension StorageString {
  /// The string without its last components, the longest first: the family of a key's string is among them.
  var ancestors: some Sequence<StorageString> { sequence(first: self, next: \.parent).dropFirst() }

  /// Without the last component; nil for the only one.
  private var parent: StorageString? {
    withBytes { bytes in
      bytes.lastIndex(of: UInt8(ascii: ":")).map {
        StorageString(copying: UnsafeBufferPointer(rebasing: bytes[..<$0]))
      }
    }
  }

  /// The components after those of a family, unescaped; none if these do not begin with them.
  func components(after family: StorageString) -> [String] {
    let start = family.string + ":"
    guard hasPrefix(start) else { return [] }
    return string.utf8.dropFirst(start.utf8.count)
      .split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
      .map { StorageString.unescaped(String(decoding: $0, as: UTF8.self)) }
  }

  /// One component as it was before ``escaped(_:)``.
  static func unescaped(_ component: String) -> String {
    guard component.utf8.contains(UInt8(ascii: "%")) else { return component }
    var bytes = Array(component.utf8)[...]
    var result: [UInt8] = []
    while let byte = bytes.popFirst() {
      if byte == UInt8(ascii: "%"), bytes.starts(with: "3A".utf8) || bytes.starts(with: "25".utf8) {
        result.append(bytes.first == UInt8(ascii: "3") ? UInt8(ascii: ":") : UInt8(ascii: "%"))
        bytes = bytes.dropFirst(2)
      } else {
        result.append(byte)
      }
    }
    return String(decoding: result, as: UTF8.self)
  }
}
