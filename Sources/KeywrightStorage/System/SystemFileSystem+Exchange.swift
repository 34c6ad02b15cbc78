#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

extension SystemFileSystem {
  package func exchange(_ name: String, with other: String, in folder: Int32) throws(SystemError) {
    #if canImport(Darwin)
      _ = try retry(.rename) { renameatx_np(folder, name, folder, other, UInt32(RENAME_SWAP)) }
    #else
      guard let renameat2 = Self.renameat2 else { throw SystemError(.rename, code: ENOSYS) }
      _ = try retry(.rename) { renameat2(folder, name, folder, other, Self.exchangeFlag) }
    #endif
  }

  #if !canImport(Darwin)
    private static let renameat2 = function("renameat2", as: Renameat2.self)
    private typealias Renameat2 =
      @convention(c) (
        Int32, UnsafePointer<CChar>, Int32, UnsafePointer<CChar>, UInt32
      ) -> Int32
    /// `RENAME_EXCHANGE`.
    private static let exchangeFlag: UInt32 = 2
  #endif
}
