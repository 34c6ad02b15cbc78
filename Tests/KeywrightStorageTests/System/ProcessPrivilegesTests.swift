import Foundation
import Testing

@testable import KeywrightStorage

@Suite("Privileges of the process")
struct ProcessPrivilegesTests {
  /// The words of an auxiliary vector, pairs of a kind and a value.
  private func vector(_ words: [UInt]) -> [UInt8] {
    words.withUnsafeBytes { Array($0) }
  }

  @Test("Tests run with the privileges of their user")
  func own() { #expect(!ProcessPrivileges.areRaised) }

  @Test("The kernel's vector tells of secure mode")
  func secureMode() {
    #expect(ProcessPrivileges.isSecure(vector([6, 4096, 23, 1, 0, 0])))
    #expect(!ProcessPrivileges.isSecure(vector([6, 4096, 23, 0, 0, 0])))
    #expect(!ProcessPrivileges.isSecure(vector([6, 23, 25, 1, 0, 0])), "a value is no kind")
    #expect(!ProcessPrivileges.isSecure([]))
    #expect(!ProcessPrivileges.isSecure(vector([23])), "cut off")
  }

  #if os(Linux)
    @Test("The vector of this process has the flag")
    func flag() throws {
      let vector = try #require(try OutsideFile.read("/proc/self/auxv", limit: 65_536))
      let words = vector.withUnsafeBytes { Array($0.bindMemory(to: UInt.self)) }
      #expect(stride(from: 0, to: words.count, by: 2).contains { words[$0] == 23 })
    }
  #endif
}
