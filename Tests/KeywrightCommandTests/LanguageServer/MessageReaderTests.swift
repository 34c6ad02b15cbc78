import Testing

@testable import KeywrightLanguageServer

@Suite("The messages in a stream of bytes")
struct MessageReaderTests {
  private func items(_ text: String, inPiecesOf size: Int = .max) -> [String] {
    var reader = MessageReader()
    var items: [String] = []
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
      reader.append(Array(rest.prefix(size)))
      rest = rest.dropFirst(size)
      while let item = reader.next() {
        switch item {
        case .success(let bytes): items.append(String(decoding: bytes, as: UTF8.self))
        case .failure: items.append("!")
        }
      }
    }
    return items
  }

  @Test("are the same in pieces of any size", arguments: 1...50)
  func pieces(size: Int) {
    let text =
      "Content-Length: 2\r\n\r\n{}content-length:3\nContent-Type: a; charset=utf-8\r\n\r\n[1]"
      + "CONTENT-LENGTH:  0 \r\n\r\nContent-Length: 4\n\nnull"
    #expect(items(text, inPiecesOf: size) == ["{}", "[1]", "", "null"])
  }

  @Test(
    "begin again after a header that makes no sense",
    arguments: [
      "Content-Length: -1\r\n\r\n", "Content-Length: x\r\n\r\n", "Content-Length:\r\n\r\n",
      "Content-Length: 99999999999999999999\r\n\r\n", "Content-Length: 1 2 x\r\n\r\n",
      "Content-Length: 1\r\nContent-Length: 2\r\n\r\n", "no header at all\r\n\r\n", "\r\n\r\n",
    ])
  func wrongHeaders(_ header: String) {
    let text = "Content-Length: 2\r\n\r\n{}" + header + "Content-Length: 2\r\n\r\n[]"
    for size in [1, 7, Int.max] {
      #expect(items(text, inPiecesOf: size) == ["{}", "!", "[]"], "\(size)")
    }
  }

  @Test("begin again after a length that is too short")
  func shortLength() {
    let text = "Content-Length: 1\r\n\r\n{\"a\": 1}\r\n\r\nContent-Length: 2\r\n\r\n[]"
    #expect(items(text) == ["{", "!", "[]"])
  }

  @Test("are not waited for beyond the longest header")
  func longHeader() {
    let text = String(repeating: "x", count: 10_000) + "Content-Length: 2\r\n\r\n[]"
    #expect(items(text).last == "[]")
    #expect(items(text).dropLast().allSatisfy { $0 == "!" })
  }
}
