import KeywrightStorage

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// The entry of one path among those that are open in this process; retained by its file, and by
/// the thread that opens it.
final class OpenPlace: Sendable {
  private struct Weak: Sendable {
    weak var file: DefaultsFile?
  }

  private static let all = ProcessLocal { SharedObjects<OpenPlace>() }

  private let current = Protected(Weak())

  /// The entry of a path.
  static func of(_ identity: String) -> OpenPlace {
    all.object.object(for: identity) { OpenPlace() }
  }

  /// The entries of all open files.
  static var opened: [OpenPlace] { all.object.objects }

  /// The file, if it is open and no other thread takes longer than a limit to open it.
  func openFile(within limit: Duration) -> DefaultsFile? {
    current.withLock(within: limit) { $0.file } ?? nil
  }

  /// The file, if it is open, else one that is opened now, while other threads that want it wait.
  func file(open: (OpenPlace) -> DefaultsFile) -> DefaultsFile {
    current.withLock { current in
      if let file = current.file, !file.isClosed { return file }
      let file = open(self)
      current.file = file
      return file
    }
  }
}

extension DefaultsFile {
  /// The one object of this process for a file, made if there is none.
  ///
  /// Two objects on one file in one process would not see each other's values. A file that takes
  /// long to open, on a slow disk or because another process keeps its lock, holds up no thread
  /// that wants another one.
  static func shared(
    at location: Result<String, StoreError>, fileSystem: any FileSystem = SystemFileSystem(),
    compactsByItself: Bool = true, protection: DefaultsStore.Protection = .inherited
  ) -> DefaultsFile {
    guard case .success(let path) = location else { return DefaultsFile(location: location) }
    ExitCompaction.register()
    // By the name that the folder has for the file, so that all spellings lead to one object.
    let spelled = Folder.spelled(path, fileSystem)
    return OpenPlace.of(resolved(spelled)).file {
      DefaultsFile(
        location: .success(spelled), fileSystem: fileSystem, compactsByItself: compactsByItself,
        protection: protection, place: $0)
    }
  }

  /// The path with its folder's links followed, as far as the folder exists.
  static func resolved(_ path: String) -> String {
    var (folder, rest) = split(path)
    while !folder.isEmpty {
      if let real = realpath(folder, nil) {
        defer { free(real) }
        guard let real = SystemText.exact(real) else { return path }
        return ([real] + plain(rest)).joined(separator: "/")
      }
      guard folder != "/", folder.contains("/") else { break }
      let (parent, name) = split(folder)
      (folder, rest) = (parent, name + "/" + rest)
    }
    return path
  }

  /// The components of a path that does not exist yet, and so has no links: without "." and "..".
  private static func plain(_ path: String) -> [String] {
    path.split(separator: "/").reduce(into: []) { components, component in
      switch component {
      case ".": break
      case ".." where components.last.map { $0 != ".." } ?? false: components.removeLast()
      default: components.append(String(component))
      }
    }
  }

  private static func split(_ path: String) -> (folder: String, name: String) {
    guard let slash = path.lastIndex(of: "/") else { return (".", path) }
    let folder = path[..<slash]
    return (folder.isEmpty ? "/" : String(folder), String(path[path.index(after: slash)...]))
  }
}
