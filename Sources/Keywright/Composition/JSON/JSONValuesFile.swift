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
    let collector = Collector()
    let root = JSONParser.parse(bytes, allowing: allowed, into: collector)
    let lines = LineTable(bytes)
    guard let root, collector.faults.isEmpty else {
      return .failure(Faults(errors: collector.faults.map { $0.error(path, lines, bytes) }))
    }
    guard root.members != nil else {
      let place = JSONValuesFile.place(root.span.start, path, lines, bytes)
      let error = StoreError.place(
        place, TextFailure("\(root.noun) is not an object of keys"), key: nil)
      return .failure(Faults(errors: [error]))
    }
    return .success(JSONValuesFile(path: path, root: root, bytes: bytes, lines: lines))
  }

  /// Everything that is wrong with a text.
  package struct Faults: Error {
    let errors: [StoreError]
  }

  /// `settings.json:4:12`
  package func place(of span: Span) -> String {
    JSONValuesFile.place(span.start, path, lines, bytes)
  }

  fileprivate static func place(
    _ offset: Int, _ path: String, _ lines: LineTable, _ bytes: [UInt8]
  ) -> String {
    let (line, column) = lines.place(of: offset, in: bytes)
    return "\(path):\(line):\(column)"
  }

  /// Collects the mistakes of a text, the first ones: a damaged file may hold millions.
  fileprivate final class Collector: JSONFaultHandler {
    struct Fault {
      let fault: JSONFault
      let span: Span
      let notes: [(JSONFault.Note, Span)]
    }

    private(set) var faults: [Fault] = []

    func report(_ fault: JSONFault, at span: Span, notes: [(JSONFault.Note, Span)]) {
      if faults.count < 20 { faults.append(Fault(fault: fault, span: span, notes: notes)) }
    }

    func note(damaged string: Span) {}
  }
}

extension JSONValuesFile.Collector.Fault {
  fileprivate func error(_ path: String, _ lines: LineTable, _ bytes: [UInt8]) -> StoreError {
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
    return .place(
      JSONValuesFile.place(span.start, path, lines, bytes),
      TextFailure(fault.words + notes.joined()), key: nil)
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
