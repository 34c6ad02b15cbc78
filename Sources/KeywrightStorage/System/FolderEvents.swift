/// An event of a watched folder.
struct FolderEvent {
  /// The watch; nil when events were lost, so that anything may have happened.
  var watch: Int32?
  /// The name in the folder; nil for the folder itself.
  var name: String?
  /// Whether the file was written and is still open.
  var isPartial = false
  /// Whether the watch is over, because the folder is gone or elsewhere.
  var isOver: Bool
}

/// A system's way of telling what happens in folders; one for the whole process.
///
/// Used by one thread.
protocol FolderEventSource: AnyObject {
  /// The descriptor for `poll`; nil once code of the program has closed it.
  var descriptor: Int32? { get }
  /// Watches a folder; watching it again gives the same number.
  ///
  /// - Parameter quietly: Whether to give no event but the end of the watch.
  func watch(_ path: String, quietly: Bool) throws(SystemError) -> Int32
  func unwatch(_ watch: Int32)
  /// The events so far; does not wait.
  func events() -> [FolderEvent]
}

#if canImport(Glibc) || canImport(Musl)
  #if canImport(Glibc)
    import Glibc
  #else
    import Musl
  #endif

  /// Linux's inotify.
  final class Inotify: FolderEventSource {
    private let instance: OpenFile

    var descriptor: Int32? { instance.isOurs ? instance.descriptor : nil }

    /// Nil when no instance is available: the system bounds their number for each user.
    init?() {
      let descriptor = StandardStreams.opening {
        inotify_init1(Int32(IN_CLOEXEC) | Int32(IN_NONBLOCK))
      }
      if descriptor < 0 { return nil }
      instance = OpenFile(descriptor, SystemFileSystem())
    }

    private static let quietMask =
      UInt32(IN_DELETE_SELF) | UInt32(IN_MOVE_SELF) | UInt32(IN_ONLYDIR) | UInt32(IN_EXCL_UNLINK)

    // A property list is replaced, or written by programs that close it then: half of it is no
    // news. A journal is written in place and stays open.
    private static let mask =
      quietMask | UInt32(IN_MODIFY) | UInt32(IN_CLOSE_WRITE) | UInt32(IN_CREATE)
      | UInt32(IN_DELETE) | UInt32(IN_MOVED_FROM) | UInt32(IN_MOVED_TO)

    func watch(_ path: String, quietly: Bool) throws(SystemError) -> Int32 {
      let mask = quietly ? Inotify.quietMask : Inotify.mask
      let watch = inotify_add_watch(instance.descriptor, path, mask)
      if watch < 0 { throw SystemError(.open, code: errno) }
      return watch
    }

    func unwatch(_ watch: Int32) { inotify_rm_watch(instance.descriptor, watch) }

    func events() -> [FolderEvent] {
      var events: [FolderEvent] = []
      var buffer = [UInt8](repeating: 0, count: 16_384)
      while true {
        let count = read(instance.descriptor, &buffer, buffer.count)
        if count < 0, errno == EINTR { continue }
        guard count > 0 else { return events }
        buffer.withUnsafeBytes { bytes in
          Inotify.parse(UnsafeRawBufferPointer(rebasing: bytes[..<count]), into: &events)
        }
      }
    }

    private static func parse(_ bytes: UnsafeRawBufferPointer, into events: inout [FolderEvent]) {
      var offset = 0
      let size = MemoryLayout<inotify_event>.size
      while offset + size <= bytes.count {
        let event = bytes.loadUnaligned(fromByteOffset: offset, as: inotify_event.self)
        let end = min(offset + size + Int(event.len), bytes.count)
        let name = bytes[(offset + size)..<end].prefix { $0 != 0 }
        offset = end
        let mask = event.mask
        let isOver =
          mask & (UInt32(IN_IGNORED) | UInt32(IN_DELETE_SELF) | UInt32(IN_MOVE_SELF)) != 0
        let text = String(decoding: name, as: UTF8.self)
        events.append(
          FolderEvent(
            watch: mask & UInt32(IN_Q_OVERFLOW) != 0 ? nil : event.wd,
            name: name.isEmpty ? nil : text, isPartial: mask & UInt32(IN_MODIFY) != 0,
            isOver: isOver))
      }
    }
  }
#endif
