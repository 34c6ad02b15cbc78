#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

extension DefaultsFile {
  private struct Weak: Sendable {
    weak var file: DefaultsFile?
  }

  private static let open = Locked<[String: Weak]>([:])

  /// The one object of this process for a file, made if there is none.
  ///
  /// Two objects on one file in one process would not see each other's values.
  static func shared(at location: Result<String, StoreError>) -> DefaultsFile {
    guard case .success(let path) = location else { return DefaultsFile(location: location) }
    let identity = resolved(path)
    return open.withLock { files in
      if let file = files[identity]?.file, !file.isClosed { return file }
      files = files.filter { $0.value.file != nil }
      let file = DefaultsFile(location: location)
      files[identity] = Weak(file: file)
      return file
    }
  }

  var isClosed: Bool {
    if case .closed = status { return true }
    return false
  }

  /// The path with its folder's links followed, as far as the folder exists.
  static func resolved(_ path: String) -> String {
    var (folder, rest) = split(path)
    while !folder.isEmpty {
      if let real = realpath(folder, nil) {
        defer { free(real) }
        return ([String(cString: real)] + plain(rest)).joined(separator: "/")
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
