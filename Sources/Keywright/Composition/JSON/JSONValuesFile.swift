/// The text of one JSON file of values, with the place of everything in it.
package struct JSONValuesFile: Sendable {
  /// The path that messages print.
  let path: String
  package let root: JSONNode
  private let bytes: [UInt8]
  private let lines: LineTable

  /// Reads a text.
  ///
  /// - Returns: The document, or everything that is wrong with the text.
  ///
  /// Complexity: O(*n*) in the number of bytes.
  package static func read(
    _ bytes: [UInt8], path: String, allowing allowed: JSONParser.Extensions = []
  ) -> Result<JSONValuesFile, Faults> {
    let lines = LineTable(bytes)
    let collector = Collector(lines, bytes)
    let root = JSONParser.parse(bytes, allowing: allowed, into: collector)
    guard let root, collector.mistakes.isEmpty else {
      return .failure(Faults(path: path, mistakes: collector.mistakes))
    }
    guard root.members != nil else {
      let words = "\(root.noun) is not an object of keys"
      return .failure(
        Faults(path: path, mistakes: [Mistake(words, at: root.span, lines, bytes)]))
    }
    return .success(JSONValuesFile(path: path, root: root, bytes: bytes, lines: lines))
  }

  /// Everything that is wrong with a text.
  package struct Faults: Error {
    let path: String
    package let mistakes: [Mistake]

    var errors: [StoreError] {
      mistakes.map { mistake in
        .place(
          "\(path):\(mistake.line):\(mistake.column)", TextFailure(mistake.words), key: nil)
      }
    }
  }

  /// Something that is wrong with a text, and its place.
  package struct Mistake: Sendable {
    package let line: Int
    let column: Int
    package let words: String

    fileprivate init(_ words: String, at span: Span, _ lines: LineTable, _ bytes: [UInt8]) {
      (line, column) = lines.place(of: span.start, in: bytes)
      self.words = words
    }
  }

  /// The line, from 1, on which something begins.
  package func line(of span: Span) -> Int { lines.line(at: span.start) }

  /// `settings.json:4:12`
  package func place(of span: Span) -> String {
    let (line, column) = lines.place(of: span.start, in: bytes)
    return "\(path):\(line):\(column)"
  }

  /// Collects the mistakes of a text, the first ones: a damaged file may hold millions.
  private final class Collector: JSONFaultHandler {
    private(set) var mistakes: [Mistake] = []
    private let lines: LineTable
    private let bytes: [UInt8]

    init(_ lines: LineTable, _ bytes: [UInt8]) {
      self.lines = lines
      self.bytes = bytes
    }

    func report(_ fault: JSONFault, at span: Span, notes: [(JSONFault.Note, Span)]) {
      if mistakes.count == 20 { return }
      let notes = notes.map { note, span in
        let (line, column) = lines.place(of: span.start, in: bytes)
        let place = "line \(line), column \(column)"
        return switch note {
        case .firstHere: "; the first is at \(place)"
        case .notClosed(let bracket, let isSure):
          isSure
            ? "; the `\(bracket)` at \(place) is not closed"
            : "; by the indentation, the `\(bracket)` at \(place) is not closed"
        }
      }
      mistakes.append(Mistake(fault.words() + notes.joined(), at: span, lines, bytes))
    }

    func note(damaged string: Span) {}
  }
}

extension StoreError {
  /// A mistake at a place of a file that people write.
  static func place(
    _ place: String, _ problem: any Error, key: StorageString?, advice: String? = nil
  ) -> StoreError {
    StoreError(
      .unreadable, storageString: key?.string, operation: "read", source: place, advice: advice,
      underlying: problem)
  }
}
