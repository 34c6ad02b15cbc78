import KeywrightTestSupport
import Testing

@testable import KeywrightStorage

@Suite("The checksum of a file")
struct ChecksumTests {
  private static let file: [UInt8] = {
    var dictionary = PropertyListDictionary()
    dictionary["volume"] = .real(0.5)
    dictionary["name"] = .string("Grüße")
    dictionary["recent"] = .array([.integer(1), .date(86_400), .data([1, 2, 3])])
    return (try? BinaryPropertyList.encode(.dictionary(dictionary))) ?? []
  }()

  @Test("is CRC-32C by the known answers of RFC 3720")
  func knownAnswers() {
    func crc(_ bytes: [UInt8]) -> UInt32 { bytes.withUnsafeBytes { CRC32C.checksum(of: $0) } }
    #expect(crc(Array("123456789".utf8)) == 0xE306_9283)
    #expect(crc([UInt8](repeating: 0, count: 32)) == 0x8A91_36AA)
    #expect(crc([UInt8](repeating: 0xFF, count: 32)) == 0x62A8_AB43)
    #expect(crc(Array(0..<32)) == 0x46DD_794E)
  }

  @Test("is the same for bytes given in any pieces")
  func pieces() {
    let bytes = (0..<100).map { UInt8($0) }
    bytes.withUnsafeBytes { bytes in
      for cut in 0...100 {
        var crc = CRC32C()
        crc.update(UnsafeRawBufferPointer(rebasing: bytes[..<cut]))
        crc.update(UnsafeRawBufferPointer(rebasing: bytes[cut...]))
        #expect(crc.value == CRC32C.checksum(of: bytes))
      }
    }
  }

  @Test("is the same for long runs, whole or in pieces of any length")
  func longPieces() {
    var generator = SeededGenerator(seed: SeededGenerator.seed)
    for length in [4_095, 4_096, 4_097, 8_191, 8_192, 20_000] {
      let bytes = (0..<length).map { _ in UInt8.random(in: 0...255, using: &generator) }
      bytes.withUnsafeBytes { bytes in
        // Single bytes take none of the steps that take many.
        var slow = CRC32C()
        for index in bytes.indices {
          slow.update(UnsafeRawBufferPointer(rebasing: bytes[index..<index + 1]))
        }
        #expect(CRC32C.checksum(of: bytes) == slow.value)
        let cut = Int.random(in: 0...length, using: &generator)
        var crc = CRC32C()
        crc.update(UnsafeRawBufferPointer(rebasing: bytes[..<cut]))
        crc.update(UnsafeRawBufferPointer(rebasing: bytes[cut...]))
        #expect(crc.value == slow.value, "cut at \(cut) of \(length)")
      }
    }
  }

  @Test("names a list in another format by all of its bytes")
  func otherFormats() {
    let list = "<plist><dict><key>a</key><integer>4</integer>\n</dict>\n</plist>\n"
    for text in [list, "{\"a\": 4}", ""] {
      let bytes = Array(text.utf8)
      func checksum(_ bytes: [UInt8]) -> UInt32 {
        bytes.withUnsafeBytes { BinaryPropertyList.Mark.checksum(ofChecked: $0) }
      }
      for index in bytes.indices {
        var changed = bytes
        changed[index] ^= 1
        #expect(checksum(changed) != checksum(bytes), "byte \(index) of \(text)")
      }
    }
  }

  @Test("finds every single flipped bit")
  func bitFlips() {
    #expect(Self.file.count > 100)
    for index in Self.file.indices {
      for bit in 0..<8 {
        var damaged = Self.file
        damaged[index] ^= 1 << bit
        #expect(throws: PropertyListError.self, "bit \(bit) of byte \(index)") {
          try PropertyList(reading: damaged)
        }
      }
    }
  }

  @Test("finds every truncation and every added byte")
  func lengths() {
    for length in 0..<Self.file.count {
      #expect(throws: PropertyListError.self) {
        try PropertyList(reading: Array(Self.file[..<length]))
      }
    }
    for byte in UInt8.min...UInt8.max {
      #expect(throws: PropertyListError.self) { try PropertyList(reading: Self.file + [byte]) }
    }
  }

  @Test("control: without it, flipped bits pass for other values")
  func withoutChecksum() {
    var foreign = Self.file
    for index in foreign.count - 32..<foreign.count - 27 { foreign[index] = 0 }
    var accepted = 0
    for index in 0..<foreign.count - 32 {
      var damaged = foreign
      damaged[index] ^= 1
      if (try? PropertyList(reading: damaged)) != nil { accepted += 1 }
    }
    #expect(accepted > 10)
    #expect((try? PropertyList(reading: foreign)) != nil)
  }
}
