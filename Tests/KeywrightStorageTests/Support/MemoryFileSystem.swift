import Foundation

@testable import KeywrightStorage

/// One folder in memory that knows what a power cut could leave of it.
///
/// Content and names are kept twice: as programs see them, and as lists of operations since the
/// last synchronization, of which a power cut may keep any.
final class MemoryFileSystem: FileSystem, @unchecked Sendable {
  // `@unchecked`: all variables are read and written under `mutex` only.

  static let folderPath = "/folder"

  /// A change of a file's content that is not yet known to be on the disk.
  enum ContentChange: Sendable {
    case write(offset: Int, bytes: [UInt8])
    case truncate(Int)

    func apply(to content: inout [UInt8]) {
      switch self {
      case .truncate(let length):
        content =
          Array(content.prefix(length)) + .init(repeating: 0, count: max(0, length - content.count))
      case .write(let offset, let bytes):
        let end = offset + bytes.count
        if content.count < end { content += .init(repeating: 0, count: end - content.count) }
        content.replaceSubrange(offset..<end, with: bytes)
      }
    }
  }

  /// A change of the folder that is not yet known to be on the disk.
  enum NameChange: Sendable {
    case link(String, Node)
    case unlink(String)
    /// The new name leads to the file from then on, whichever file had the old name on the disk.
    case rename(String, String, Node)

    /// Two names, and the files to which they lead from then on.
    case exchange(String, Node, String, Node)

    func apply(to names: inout [String: Node]) {
      switch self {
      case .exchange(let first, let one, let second, let other):
        names[first] = one
        names[second] = other
      case .link(let name, let node): names[name] = node
      case .unlink(let name): names[name] = nil
      case .rename(let old, let new, let node):
        if names[old] === node { names[old] = nil }
        names[new] = node
      }
    }
  }

  /// The chance of a change to be on the disk.
  enum Certainty: Sendable {
    /// It, or not, until a synchronization.
    case open
    /// It, or not, for ever: a synchronization failed. The system shows it all the same, and a
    /// later synchronization has nothing to do with it.
    case doubtful
    /// It.
    case settled
  }

  /// Changes in their order, of which a power cut may take some.
  struct Pending<Change: Sendable>: Sendable {
    private(set) var all: [(change: Change, certainty: Certainty)] = []
    var changes: [Change] { all.map(\.change) }
    var isDoubtful: Bool { all.contains { $0.certainty == .doubtful } }

    mutating func append(_ change: Change) { all.append((change, .open)) }
    mutating func settle(_ certainty: Certainty) {
      for index in all.indices where all[index].certainty == .open {
        all[index].certainty = certainty
      }
    }
    mutating func removeAll() { all = [] }
  }

  /// A file.
  final class Node: @unchecked Sendable {
    // `@unchecked`: used under the `mutex` of its file system only; a node of a copied disk is not
    // changed.
    let number: UInt64
    var content: [UInt8]
    var durable: [UInt8]
    var pending = Pending<ContentChange>()
    var holder: Int32?
    var links = 1
    var time: Int64 = 0
    /// When it last got another name.
    var renamed: Int64 = 0

    init(number: UInt64, durable: [UInt8] = []) {
      self.number = number
      self.durable = durable
      content = durable
    }
  }

  /// Which promises of the disk are broken, for controls.
  struct Faults: OptionSet, Sendable {
    let rawValue: Int
    /// `fsync` of a file does nothing.
    static let fileSync = Faults(rawValue: 1)
    /// `fsync` of the folder does nothing.
    static let folderSync = Faults(rawValue: 2)
    /// `fdatasync` does nothing.
    static let dataSync = Faults(rawValue: 4)
    /// A synchronization that failed is repeated, and so appears to have succeeded.
    static let repeatedSync = Faults(rawValue: 8)
  }

  private let mutex = NSLock()
  private let faults: Faults
  private var names: [String: Node] = [:]
  private var durableNames: [String: Node] = [:]
  private var pendingNames = Pending<NameChange>()
  private var open: [Int32: Node] = [:]
  /// Which of them may write.
  private var writers: Set<Int32> = []
  private var nextDescriptor: Int32 = 10
  private var nextNode: UInt64 = 1
  /// Files that were there at first were written a moment ago, at 0: nobody writes more into them, and they
  /// are not old.
  private var clock: Int64 = 1_500_000_000
  /// The time that each change of a file or a name takes: no commit relies on names looked up before.
  private var step = WriterLock.trust
  private var folderDescriptors: Set<Int32> = []
  /// Called after every operation that changes something.
  private let observer: (@Sendable (MemoryFileSystem) -> Void)?
  /// Tells, by their number, which synchronizations fail.
  private let isFailing: @Sendable (Int) -> Bool
  private var synchronizations = 0

  init(
    files: [String: [UInt8]] = [:], faults: Faults = [],
    observer: (@Sendable (MemoryFileSystem) -> Void)? = nil,
    failing isFailing: @escaping @Sendable (Int) -> Bool = { _ in false }
  ) {
    self.faults = faults
    self.isFailing = isFailing
    self.observer = observer
    for (name, content) in files {
      names[name] = Node(number: nextNode, durable: content)
      nextNode += 1
    }
    durableNames = names
  }

  /// The files as programs see them.
  var files: [String: [UInt8]] { mutex.withLock { names.mapValues(\.content) } }

  /// A file as programs see it.
  struct DescribedFile {
    let name: String
    let content: [UInt8]
    let inode: UInt64
    let modified: Int64
    let changed: Int64
    let isLocked: Bool
  }

  var describedFiles: [DescribedFile] {
    mutex.withLock {
      names.map { name, node in
        DescribedFile(
          name: name, content: node.content, inode: node.number, modified: node.time,
          changed: max(node.time, node.renamed), isLocked: node.holder != nil)
      }
    }
  }

  /// Whether nobody has the lock of an open file.
  func isFree(_ file: Int32) -> Bool { mutex.withLock { open[file]?.holder == nil } }

  /// How many synchronizations there were.
  var synchronizationCount: Int { mutex.withLock { synchronizations } }

  /// The certain content of the disk, and the possible content.
  struct Disk: Sendable {
    struct File: Sendable {
      let durable: [UInt8]
      let pending: Pending<ContentChange>
    }
    var files: [ObjectIdentifier: File] = [:]
    var nodes: [Node] = []
    let durableNames: [String: Node]
    let pendingNames: Pending<NameChange>
  }

  var disk: Disk {
    mutex.withLock {
      var disk = Disk(durableNames: durableNames, pendingNames: pendingNames)
      // In an order that is the same in each process.
      var nodes = durableNames.values.sorted { $0.number < $1.number }
      for case .link(_, let node) in pendingNames.changes { nodes.append(node) }
      for node in nodes where disk.files[ObjectIdentifier(node)] == nil {
        disk.files[ObjectIdentifier(node)] = .init(durable: node.durable, pending: node.pending)
        disk.nodes.append(node)
      }
      return disk
    }
  }

  private func changing<Result>(_ body: () throws(SystemError) -> Result) throws(SystemError)
    -> Result
  {
    mutex.lock()
    let result = Swift.Result { () throws(SystemError) in try body() }
    mutex.unlock()
    if case .success = result { observer?(self) }
    return try result.get()
  }

  private func node(_ file: Int32, _ operation: FileOperation) throws(SystemError) -> Node {
    guard let node = open[file] else { throw SystemError(operation, code: EBADF) }
    return node
  }

  func open(_ name: String, in folder: Int32, _ mode: OpenMode) throws(SystemError) -> Int32 {
    if mode == .folder {
      guard name == Self.folderPath || name == "." else { throw SystemError(.open, code: ENOENT) }
      return mutex.withLock {
        nextDescriptor += 1
        folderDescriptors.insert(nextDescriptor)
        return nextDescriptor
      }
    }
    return try changing { () throws(SystemError) in
      nextDescriptor += 1
      if mode != .read { writers.insert(nextDescriptor) }
      switch (names[name], mode) {
      case (nil, .read), (nil, .readAndWrite): throw SystemError(.open, code: ENOENT)
      case (.some, .create): throw SystemError(.create, code: EEXIST)
      case (let node?, _): open[nextDescriptor] = node
      case (nil, _):
        let node = Node(number: nextNode)
        nextNode += 1
        names[name] = node
        pendingNames.append(.link(name, node))
        open[nextDescriptor] = node
      }
      return nextDescriptor
    }
  }
  func close(_ file: Int32) {
    mutex.withLock {
      writers.remove(file)
      if let node = open.removeValue(forKey: file), node.holder == file { node.holder = nil }
      folderDescriptors.remove(file)
    }
  }
  func read(_ file: Int32, at offset: Int, into buffer: UnsafeMutableRawBufferPointer)
    throws(SystemError) -> Int
  {
    mutex.lock()
    defer { mutex.unlock() }
    let content = try node(file, .pread).content
    guard offset < content.count else { return 0 }
    let count = min(buffer.count, content.count - offset)
    buffer.copyBytes(from: content[offset..<offset + count])
    return count
  }
  func write(_ file: Int32, at offset: Int, _ bytes: UnsafeRawBufferPointer)
    throws(SystemError) -> Int
  {
    let change = ContentChange.write(offset: offset, bytes: Array(bytes))
    try self.change(file, change, .pwrite)
    return bytes.count
  }
  func truncate(_ file: Int32, to length: Int) throws(SystemError) {
    try change(file, .truncate(length), .ftruncate)
  }
  private func change(_ file: Int32, _ change: ContentChange, _ operation: FileOperation)
    throws(SystemError)
  {
    try changing { () throws(SystemError) in
      let node = try node(file, operation)
      change.apply(to: &node.content)
      node.pending.append(change)
      clock += step
      node.time = clock
    }
  }
  func synchronize(_ file: Int32) throws(SystemError) {
    try changing { () throws(SystemError) in
      if folderDescriptors.contains(file) {
        guard !faults.contains(.folderSync), try succeeds(&pendingNames, .fsync) else { return }
        durableNames = names
        pendingNames.removeAll()
      } else if !faults.contains(.fileSync) {
        try synchronize(node(file, .fsync), .fsync)
      }
    }
  }
  private func synchronize(_ node: Node, _ operation: FileOperation) throws(SystemError) {
    guard try succeeds(&node.pending, operation) else { return }
    node.durable = node.content
    node.pending.removeAll()
  }
  /// - Returns: Whether everything is on the disk, what earlier failures left in doubt among it.
  private func succeeds<Change>(_ pending: inout Pending<Change>, _ operation: FileOperation)
    throws(SystemError) -> Bool
  {
    synchronizations += 1
    let isFailing = isFailing(synchronizations)
    pending.settle(isFailing ? .doubtful : .settled)
    if isFailing, !faults.contains(.repeatedSync) { throw SystemError(operation, code: EIO) }
    return !pending.isDoubtful
  }
  func synchronizeData(_ file: Int32) throws(SystemError) {
    try changing { () throws(SystemError) in
      guard !faults.contains(.dataSync) else { return }
      try synchronize(node(file, .fdatasync), .fdatasync)
    }
  }
  func rename(_ name: String, to newName: String, in folder: Int32) throws(SystemError) {
    try changing { () throws(SystemError) in
      guard let node = names.removeValue(forKey: name) else {
        throw SystemError(.rename, code: ENOENT)
      }
      names[newName]?.links -= 1
      names[newName] = node
      clock += step
      node.renamed = clock
      pendingNames.append(.rename(name, newName, node))
    }
  }
  func exchange(_ name: String, with other: String, in folder: Int32) throws(SystemError) {
    try changing { () throws(SystemError) in
      guard let first = names[name], let second = names[other] else {
        throw SystemError(.rename, code: ENOENT)
      }
      (names[name], names[other]) = (second, first)
      clock += step
      (first.renamed, second.renamed) = (clock, clock)
      pendingNames.append(.exchange(name, second, other, first))
    }
  }
  func link(_ name: String, to newName: String, in folder: Int32) throws(SystemError) {
    try changing { () throws(SystemError) in
      guard let node = names[name] else { throw SystemError(.link, code: ENOENT) }
      guard names[newName] == nil else { throw SystemError(.link, code: EEXIST) }
      names[newName] = node
      node.links += 1
      clock += step
      node.renamed = clock
      pendingNames.append(.link(newName, node))
    }
  }
  func remove(_ name: String, in folder: Int32) throws(SystemError) {
    try changing { () throws(SystemError) in
      guard let node = names.removeValue(forKey: name) else {
        throw SystemError(.unlink, code: ENOENT)
      }
      node.links -= 1
      pendingNames.append(.unlink(name))
    }
  }
  private func status(_ node: Node) -> FileStatus {
    FileStatus(
      kind: .regular, device: 1, inode: node.number, size: node.content.count, permissions: 0o600,
      owner: 0, group: 0, links: UInt64(node.links), modified: node.time,
      changed: max(node.time, node.renamed))
  }
  func status(of file: Int32) throws(SystemError) -> FileStatus {
    mutex.lock()
    defer { mutex.unlock() }
    if folderDescriptors.contains(file) { return folderStatus }
    return status(try node(file, .fstat))
  }
  private var folderStatus: FileStatus {
    FileStatus(
      kind: .folder, device: 1, inode: 0, size: 0, permissions: 0o700, owner: 0, group: 0,
      links: 1, modified: 0, changed: 0)
  }
  func status(of name: String, in folder: Int32) throws(SystemError) -> FileStatus {
    mutex.lock()
    defer { mutex.unlock() }
    let name =
      name.hasPrefix(Self.folderPath + "/")
      ? String(name.dropFirst(Self.folderPath.count + 1)) : name
    if name == "." { return folderStatus }
    guard let node = names[name] else { throw SystemError(.fstat, code: ENOENT) }
    return status(node)
  }
  func user() -> UInt32 { 0 }
  func checkWritable(_ name: String, in folder: Int32) throws(SystemError) {}
  func lock(_ file: Int32) throws(SystemError) -> Bool {
    mutex.lock()
    defer { mutex.unlock() }
    let node = try node(file, .flock)
    guard node.holder == nil || node.holder == file else { return false }
    node.holder = file
    return true
  }
  func unlock(_ file: Int32) {
    mutex.withLock { if open[file]?.holder == file { open[file]?.holder = nil } }
  }
  func mayHaveWriter(_ file: Int32) -> Bool {
    mutex.withLock { writers.contains { open[$0] === open[file] } }
  }
  func makeFolder(_ name: String, in folder: Int32, permissions: UInt32) throws(SystemError) {
    throw SystemError(.mkdir, code: EACCES)
  }
  func setPermissions(_ file: Int32, _ permissions: UInt32) throws(SystemError) {}
  func setOwner(_ file: Int32, owner: UInt32?, group: UInt32) throws(SystemError) {}
  func names(in folder: Int32) throws(SystemError) -> [String] {
    mutex.withLock { names.keys.sorted() }
  }
  /// Whatever changes from now on gets no earlier time.
  func date() -> Int64 { mutex.withLock { clock + 1 } }
  /// Lets all that follows happen in the same moment.
  func standClock() { mutex.withLock { step = 1 } }
  func moveClock() {
    mutex.withLock { step = WriterLock.trust }
    pause(.nanoseconds(WriterLock.trust))
  }
  func now() -> Duration { .nanoseconds(mutex.withLock { clock }) }
  func pause(_ duration: Duration) {
    let (seconds, attoseconds) = duration.components
    mutex.withLock { clock += seconds * 1_000_000_000 + attoseconds / 1_000_000_000 }
  }
}
