#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

#if canImport(Glibc) || canImport(Musl)
  extension SystemFileSystem {
    package func accessList(of name: String, in folder: Int32) throws(SystemError) -> AccessList? {
      guard let fgetxattr = Self.fgetxattr else { return nil }
      let file = try open(name, in: folder, .read)
      defer { close(file) }
      var size = 0
      let bytes = [UInt8](unsafeUninitializedCapacity: Self.longestAccessList) { buffer, count in
        size = fgetxattr(file, Self.attribute, buffer.baseAddress, buffer.count)
        count = max(size, 0)
      }
      if size >= 0 { return AccessList(bytes) }
      if errno == ENODATA || errno == ENOTSUP || errno == ENOSYS { return nil }
      throw SystemError(.fgetxattr, code: errno)
    }

    package func setAccessList(_ list: AccessList?, of file: Int32) throws(SystemError) {
      try requireWritable(.fsetxattr)
      if let list {
        let result = list.bytes.withUnsafeBytes {
          Self.fsetxattr?(file, Self.attribute, $0.baseAddress, $0.count, 0)
        }
        if result != 0 { throw SystemError(.fsetxattr, code: result == nil ? ENOSYS : errno) }
      } else if let fremovexattr = Self.fremovexattr, fremovexattr(file, Self.attribute) != 0 {
        if errno == ENODATA || errno == ENOTSUP || errno == ENOSYS { return }
        throw SystemError(.fsetxattr, code: errno)
      }
    }

    private static let attribute = "system.posix_acl_access"
    /// The longest attribute that Linux has.
    private static let longestAccessList = 65_536

    private static let fgetxattr = function("fgetxattr", as: Fgetxattr.self)
    private static let fsetxattr = function("fsetxattr", as: Fsetxattr.self)
    private static let fremovexattr = function("fremovexattr", as: Fremovexattr.self)
    private typealias Fgetxattr =
      @convention(c) (Int32, UnsafePointer<CChar>, UnsafeMutableRawPointer?, Int) -> Int
    private typealias Fsetxattr =
      @convention(c) (Int32, UnsafePointer<CChar>, UnsafeRawPointer?, Int, Int32) -> Int32
    private typealias Fremovexattr = @convention(c) (Int32, UnsafePointer<CChar>) -> Int32
  }
#endif
