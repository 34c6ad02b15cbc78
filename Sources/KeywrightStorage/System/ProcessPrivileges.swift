#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// The privileges of this process, compared with those of the user who started it.
package enum ProcessPrivileges {
  /// Whether the process has privileges that its user lacks: by a set-user-ID or set-group-ID bit, or by
  /// capabilities of its file. Its environment is then another user's.
  package static var areRaised: Bool {
    #if canImport(Darwin)
      return issetugid() != 0
    #else
      if getuid() != geteuid() || getgid() != getegid() { return true }
      do throws(StorageError) {
        // Capabilities change no IDs. The kernel tells the program in its auxiliary vector; the function
        // that reads it (`getauxval`) is not among those that Swift imports.
        let vector = try OutsideFile.read("/proc/self/auxv", limit: 65_536)
        return vector.map(isSecure) ?? false
      } catch {
        // The kernel hides the vector of a process with raised privileges from its user.
        return true
      }
    #endif
  }

  /// Whether an auxiliary vector, pairs of words, says that the process runs in secure mode (`AT_SECURE`).
  package static func isSecure(_ vector: [UInt8]) -> Bool {
    let secureMode: UInt = 23
    return vector.withUnsafeBytes { bytes in
      let size = MemoryLayout<UInt>.size
      return stride(from: 0, to: bytes.count - 2 * size + 1, by: 2 * size).contains { offset in
        bytes.loadUnaligned(fromByteOffset: offset, as: UInt.self) == secureMode
          && bytes.loadUnaligned(fromByteOffset: offset + size, as: UInt.self) != 0
      }
    }
  }
}
