/// The contents of a journal, or of the part of it from some offset on.
struct JournalReplay {
  /// The changes of all whole records, in order.
  var changes: [MemberChange] = []
  /// The checkpoints that hold all of the journals before this one.
  var checkpoints: [CheckpointName] = []
  /// The time of the last commit; nil if it is unknown.
  var lastTime: Int64?
  /// The number of values that they have, a removal counting as one: at most ``PropertyListLimits/values``,
  /// for a journal is read into memory. Replay stops at a record beyond that; writers make a new
  /// checkpoint first.
  var values: Int
  /// The position of the next record.
  var end: Int
  /// The state of the bytes after the last whole record.
  var tail = JournalTail.clean

  /// Reads records; linear in the number of bytes.
  /// - Parameters:
  ///   - bytes: The journal from `start` to its end.
  ///   - start: The offset of the first record to read.
  ///   - values: How many values the records before that have.
  init(
    _ bytes: UnsafeRawBufferPointer, from start: Int, generation: UInt64,
    version: UInt32 = JournalFormat.version, after values: Int = 0
  ) {
    self.init(bytes, from: start, generation: generation, version: version, after: values) {
      _, _ in
    }
  }

  /// Reads records, and hands on the offset of each with its changes.
  init(
    _ bytes: UnsafeRawBufferPointer, from start: Int, generation: UInt64,
    version: UInt32 = JournalFormat.version, after values: Int = 0,
    record body: (_ offset: Int, ArraySlice<MemberChange>) -> Void
  ) {
    var position = 0
    self.values = values
    end = start
    while true {
      let rest = UnsafeRawBufferPointer(rebasing: bytes[position...])
      let known = changes.count
      guard let (payload, length) = JournalReplay.record(rest, generation, start + position),
        let contents = JournalRecord.append(
          payload, version: version, to: &changes, values: &self.values)
      else {
        tail = JournalTail(
          rest, at: end, generation: generation, version: version, after: self.values)
        return
      }
      if let checkpoint = contents.checkpoint {
        checkpoints.append(checkpoint)
      } else {
        if contents.time != 0 { lastTime = contents.time }
        body(end, changes[known...])
      }
      position += length
      end = start + position
    }
  }

  private static func record(_ bytes: UnsafeRawBufferPointer, _ generation: UInt64, _ offset: Int)
    -> (payload: UnsafeRawBufferPointer, length: Int)?
  {
    var input = JournalDecoder(bytes)
    guard let length = input.number(UInt32.self), length >= 4,
      let crc = input.number(UInt32.self), let payload = input.run(Int(length)),
      crc
        == JournalRecord.checksum(
          generation: generation, offset: offset, length: length, payload: payload)
    else { return nil }
    return (payload, JournalFormat.recordHeaderLength + Int(length))
  }
}
