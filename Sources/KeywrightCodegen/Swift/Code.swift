import KeywrightSchema

/// Swift code that stands on one line, or has lists that are broken where it is too long for one.
///
/// No text of a schema becomes code: what is interpolated is code, a number, or, with `string:`, a text
/// that becomes a literal. Only `init(verbatim:)` takes any text, for names that the checks have passed.
///
/// ```swift
/// let value: Code = "\(type).stored(\(string: text))"
/// let call: Code = "Keywright.Migration\(.arguments(["from: \(names)", "to: \(key)"]))"
/// ```
struct Code: ExpressibleByStringInterpolation, Sendable {
  enum Part: Sendable {
    case text(String)
    /// Codes between brackets, each but the last with a mark behind it.
    case list(open: String, [Code], mark: String, close: String)
  }

  private(set) var parts: [Part]

  init(verbatim text: String) { parts = [.text(text)] }

  init(stringLiteral text: String) { self.init(verbatim: text) }

  init(stringInterpolation: StringInterpolation) { parts = stringInterpolation.parts }

  private init(_ part: Part) { parts = [part] }

  /// `(first, second)`
  static func arguments(_ codes: [Code]) -> Code {
    Code(.list(open: "(", codes, mark: ",", close: ")"))
  }

  /// `[first, second]`
  static func array(_ codes: [Code]) -> Code {
    Code(.list(open: "[", codes, mark: ",", close: "]"))
  }

  /// `first, second`, or codes with another mark between them.
  static func row(_ codes: [Code], mark: String = ",") -> Code {
    codes.count == 1 ? codes[0] : Code(.list(open: "", codes, mark: mark, close: ""))
  }

  /// `[key: value]`
  static func dictionary(_ entries: [(key: Code, value: Code)]) -> Code {
    entries.isEmpty ? "[:]" : array(entries.map { "\($0.key): \($0.value)" })
  }

  /// The code on one line.
  var flat: String {
    var text = ""
    for part in parts { part.append(to: &text) }
    return text
  }

  struct StringInterpolation: StringInterpolationProtocol {
    fileprivate var parts: [Part] = []

    init(literalCapacity: Int, interpolationCount: Int) {}

    mutating func appendLiteral(_ text: String) {
      if text.isEmpty { return }
      if case .text(let start)? = parts.last {
        parts[parts.count - 1] = .text(start + text)
      } else {
        parts.append(.text(text))
      }
    }

    mutating func appendInterpolation(_ code: Code) {
      for part in code.parts {
        if case .text(let text) = part { appendLiteral(text) } else { parts.append(part) }
      }
    }

    /// Appends the literal of a text.
    mutating func appendInterpolation(string text: String) {
      appendLiteral(LiteralWriter.literal(text))
    }

    mutating func appendInterpolation(_ number: Int) { appendLiteral(String(number)) }
  }
}

extension Code.Part {
  fileprivate func append(to text: inout String) {
    switch self {
    case .text(let own): text += own
    case .list(let open, let codes, let mark, let close):
      text += open
      for (index, code) in codes.enumerated() {
        if index > 0 { text += mark + " " }
        for part in code.parts { part.append(to: &text) }
      }
      text += close
    }
  }

  fileprivate var length: Int {
    switch self {
    case .text(let text): text.utf8.count
    case .list(let open, let codes, let mark, let close):
      open.utf8.count + close.utf8.count
        + codes.reduce(0) { $0 + $1.length + mark.utf8.count + 1 }
    }
  }
}

extension Code {
  /// The length of the code on one line, in bytes; up to a mark more.
  var length: Int { parts.reduce(0) { $0 + $1.length } }

  /// The code with its longest list taken apart: the code before it, its items, and the code behind it.
  ///
  /// - Returns: nil if the code has no list that can be broken.
  func broken() -> (start: Code, items: [Code], end: Code)? {
    let places = parts.indices.filter {
      if case .list(let open, let codes, _, _) = parts[$0] {
        codes.count > (open.isEmpty ? 1 : 0)
      } else {
        false
      }
    }
    guard let place = places.max(by: { parts[$0].length < parts[$1].length }),
      case .list(let open, var items, let mark, let close) = parts[place]
    else { return nil }
    for index in items.indices.dropLast() {
      items[index] = "\(items[index])\(Code(verbatim: mark))"
    }
    var (start, end) = (Code(verbatim: ""), Code(verbatim: close))
    start.parts = Array(parts[..<place]) + [.text(open)]
    end.parts += parts[(place + 1)...]
    if open.isEmpty { start = "\(start)\(items.removeFirst())" }
    return (start, items, end)
  }
}
