import Foundation
import KeywrightTestSupport

/// Python's `plistlib`, asked for many files in one run.
enum PythonPropertyLists {
  struct Unavailable: Error { let output: String }

  private static let script = """
    import plistlib, struct, sys
    data = open(sys.argv[1], 'rb').read()
    out = open(sys.argv[2], 'wb')
    aware = sys.argv[3] == 'xml'
    at = 0
    while at < len(data):
        (size,) = struct.unpack_from('>I', data, at)
        tree = plistlib.loads(data[at + 4:at + 4 + size])
        at += 4 + size
        text = plistlib.dumps(
            tree, fmt=plistlib.FMT_XML if aware else plistlib.FMT_BINARY, sort_keys=False)
        out.write(struct.pack('>I', len(text)) + text)
    """

  /// Has Python read each file and write again what it read.
  static func rewritten(_ files: [[UInt8]], asXML: Bool = false) throws -> [[UInt8]] {
    let folder = TemporaryFolder()
    var input: [UInt8] = []
    for file in files {
      withUnsafeBytes(of: UInt32(file.count).bigEndian) { input.append(contentsOf: $0) }
      input.append(contentsOf: file)
    }
    try folder.write(input, to: "in")
    let process = ChildProcess()
    let pipe = Pipe()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = [
      "python3", "-c", script, folder.file("in"), folder.file("out"), asXML ? "xml" : "binary",
    ]
    process.standardError = pipe
    try process.run()
    let message = pipe.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    guard process.terminationStatus == 0, let output = folder.read("out") else {
      throw Unavailable(output: String(decoding: message, as: UTF8.self))
    }
    var result: [[UInt8]] = []
    var at = 0
    while at < output.count {
      let size = output[at..<at + 4].reduce(0) { $0 << 8 | Int($1) }
      result.append(Array(output[at + 4..<at + 4 + size]))
      at += 4 + size
    }
    return result
  }
}
