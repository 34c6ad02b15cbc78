/// The last bytes of a journal before the next record, by which it is known without a question to the system.
///
/// A program may close the journal's descriptor, and get its number for another file. There the same bytes do not
/// stand in the same place.
struct JournalMark: Equatable, Sendable {
  private var first: UInt64 = 0
  private var last: UInt64 = 0

  static let length = 16

  init() {}

  /// The last bytes of a journal, which has its header at least.
  init(_ journal: UnsafeRawBufferPointer) { extend(by: journal) }

  /// Goes on to the end of bytes that follow.
  mutating func extend(by bytes: UnsafeRawBufferPointer) {
    let bytes = bytes.suffix(JournalMark.length)
    withUnsafeMutableBytes(of: &self) { mark in
      let kept = mark.count - bytes.count
      for place in 0..<kept { mark[place] = mark[place + bytes.count] }
      UnsafeMutableRawBufferPointer(rebasing: mark[kept...]).copyMemory(
        from: UnsafeRawBufferPointer(rebasing: bytes))
    }
  }
}
