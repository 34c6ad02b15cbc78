import Foundation
import KeywrightTestSupport
import Testing

/// Bytes that are no UTF-8 at each place from which the command takes a text.
@Suite("Bytes that are not UTF-8") struct ForeignBytesTests {
  /// A command line of a shell, in which `$K` is the command and `$B` the bytes `M\xfc`.
  enum Place: String, CaseIterable {
    case store =
      #""$K" set --new --store "$B/d.plist" player:volume=0.3 --schemas Player.keys.json"#
    case value = #""$K" set --store d.plist player:title="$B" --schemas Player.keys.json"#
    case output = #""$K" document --output "$B.md" --schemas Player.keys.json"#
    case schema = #""$K" check "$B.keys.json""#
    case variable =
      #"KEYWRIGHT_STORE="$B/d.plist" "$K" set --new player:volume=0.3 --schemas Player.keys.json"#
    case home =
      #"HOME="$PWD/$B" XDG_CONFIG_HOME= "$K" set --store org.example.app player:volume=0.3"#
    case configuration =
      #"XDG_CONFIG_HOME="$PWD/$B" "$K" set --store org.example.app player:volume=0.3"#
    case folder =
      #"mkdir "$B"; cd "$B"; "$K" set --new --store d.plist --schemas ../Player.keys.json player:volume=0.3; e=$?; cd ..; rmdir "$B" 2>&-; exit $e"#
    case editor =
      #"printf '#!/bin/sh\n' >"$B"; chmod +x "$B"; EDITOR="./$B" "$K" edit player:volume --store d.plist --schemas Player.keys.json; e=$?; rm "$B"; exit $e"#
  }

  private func run(_ line: String, bytes: String, in command: BuiltCommand) throws
    -> BuiltCommand.End
  {
    let process = command.process([
      "-c", #"B=$(printf "$1"); K=$2; "# + line, "sh", bytes, BuiltCommand.path,
    ])
    process.executableURL = URL(filePath: "/bin/sh")
    let (output, complaints) = (Pipe(), Pipe())
    (process.standardOutput, process.standardError) = (output, complaints)
    try process.run()
    process.waitUntilExit()
    func text(_ pipe: Pipe) -> String {
      String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    }
    return .init(process.terminationStatus, text(output), text(complaints))
  }

  @Test("are refused, and nothing is written elsewhere", arguments: Place.allCases)
  func refused(place: Place) throws {
    let command = try BuiltCommand()
    let end = try run(place.rawValue, bytes: #"M\374"#, in: command)
    #expect(end.code == 2 || end.code == 3)
    #expect(end.complaints.contains(#"M\\xfc"#) || end.complaints.contains(#"M\xfc"#))
    let files = try FileManager.default.subpathsOfDirectory(atPath: command.folder.url.path)
    #expect(files == ["Player.keys.json"])
  }

  @Test("control: the same with UTF-8 is done", arguments: Place.allCases.filter { $0 != .schema })
  func control(place: Place) throws {
    let command = try BuiltCommand()
    let end = try run(place.rawValue, bytes: #"M\303\274"#, in: command)
    #expect(end.code == 0, "\(end)")
  }
}
