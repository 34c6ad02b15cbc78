import Foundation
import KeywrightStorage
import KeywrightTestSupport
import KeywrightVerbs
import Testing

@testable import keywright_cli

/// The verbs that guard stored data.
@Suite("lock, check, diff and orphans")
struct EvolutionTests {
  let folder = TemporaryFolder()

  private func schema(_ keys: String) throws {
    _ = try folder.write(
      "{ \"version\": 1, \"namespace\": \"app\", \"keys\": { \(keys) } }", to: "A.keys.json")
  }

  private func run(_ arguments: String...) -> Outcome { Command.run(arguments) }

  private var lock: String {
    folder.read("keys.lock.json").map { String(decoding: $0, as: UTF8.self) } ?? ""
  }

  @Test("A lock is drafted, released, and then guards")
  func release() throws {
    try schema(#""volume": { "type": "Int", "default": 1 }"#)
    let drafted = run("lock", folder.path)
    #expect(drafted.code == .success && drafted.complaints.isEmpty)
    #expect(drafted.output.contains("1 key, 1 draft; nothing is released yet"))

    try schema(#""loudness": { "type": "String?" }"#)
    #expect(run("check", folder.path).code == .success)

    try schema(#""volume": { "type": "Int", "default": 1 }"#)
    #expect(run("lock", "--release", "1.0", folder.path).code == .success)
    #expect(lock.contains(#"{"key": "app:volume", "in": "1.0", "name": "App.volume""#))
    #expect(run("lock", "--release", "1.0", folder.path).code == .problems)

    try schema(#""loudness": { "type": "Int", "default": 1 }"#)
    let checked = run("check", folder.path)
    #expect(checked.code == .problems)
    #expect(
      checked.complaints == """
        \(folder.path)/A.keys.json:1:47: error: `app:volume` of release 1.0 seems to be \
        `app:loudness` now: users lose the values stored under the old name [lost]
        \(folder.path)/A.keys.json:1:47: note: `"former": ["app:volume"]` in `loudness` brings \
        the value along
        \(folder.path)/A.keys.json:1:31: note: `"reserved": ["volume"]` otherwise says that it is \
        gone, and keeps its name from other keys

        """)
    let refused = run("lock", "--release", "2.0", folder.path)
    #expect(refused.code == .problems && refused.complaints.contains("2.0 is refused"))
    #expect(!lock.contains("2.0"))

    try schema(#""loudness": { "type": "Int", "default": 1, "former": ["app:volume"] }"#)
    #expect(run("lock", "--release", "2.0", folder.path).code == .success)
    #expect(lock.contains(#"{"key": "app:volume", "in": "2.0", "to": "app:loudness"}"#))

    try schema(#""loudness": { "type": "Int", "default": 1 }"#)
    // The lock has the former name, whatever the schema says.
    #expect(run("check", folder.path).complaints == "")
    try schema(
      #""loudness": { "type": "Int", "default": 1, "former": ["app:x"] }, "volume": { "type": "Int?" }"#
    )
    #expect(run("check", folder.path).complaints.contains("[reused]"))
  }

  @Test("A release is checked before it is built: its name is the last one of the lock")
  func checkedRelease() throws {
    try schema(#""a": { "type": "Int?" }"#)
    _ = run("lock", "--release", "1.0", folder.path)
    #expect(run("check", "--release", "1.0", folder.path).code == .success)
    let early = run("check", "--release", "2.0", folder.path)
    #expect(early.code == .problems)
    #expect(early.complaints.contains("has 1.0 as its last release, and not 2.0"), "\(early)")
    try schema(#""a": { "type": "Int?" }, "b": { "type": "Int?" }"#)
    let stale = run("check", "--release", "1.0", folder.path).complaints
    #expect(stale.contains("not up to date"), "\(stale)")
  }

  @Test("The end of a release says where values lie from then on")
  func endedRelease() throws {
    try schema(#""a": { "type": "Int?" }"#)
    _ = run("lock", "--readers", "both", "--release", "1.0", folder.path)
    for (name, former) in [("b", "a"), ("c", "b")] {
      try schema(
        "\"\(name)\": { \"type\": \"Int?\", \"former\": [\"app:\(former)\"], \"moves\": \"later\" }"
      )
      #expect(run("lock", "--release", name, folder.path).code == .success)
    }
    // Of three programs, each looks at `app:a`.
    #expect(lock.contains(#""former": ["app:a", "app:b"]"#))
    let ended = run("lock", "--ended", "1.0", folder.path).output
    #expect(ended.hasPrefix("`app:c` is stored as `app:b` from the next build on\n"), "\(ended)")
  }

  @Test("A lock names its module, and that of another one has to be adopted")
  func adopted() throws {
    try schema(#""a": { "type": "Int?" }"#)
    #expect(run("lock", "--release", "1.0", "--module", "Widget", folder.path).code == .success)
    #expect(lock.contains("\n  \"module\": \"Widget\",\n"))
    #expect(run("check", "--locked", folder.path).complaints == "")
    let other = ["--module", "Other", folder.path]
    #expect(Command.run(["lock"] + other).code == .problems)
    let complaint = Command.run(["check"] + other).complaints
    #expect(
      complaint.contains("the lock of the module `Widget`, and not of `Other`"), "\(complaint)")
    #expect(Command.run(["lock", "--adopt"] + other).code == .success)
    #expect(Command.run(["check"] + other).complaints == "")
    // Without a name nothing is known of it.
    #expect(run("lock", folder.path).code == .success)
    #expect(lock.contains("\"module\": \"Other\""))
    // A target of another name may have its files in the folder.
    try makePackage()
    try write("Int?", to: "App")
    _ = try folder.write(#"let name = (name: "App", path: "Sources/App")"#, to: "Package.swift")
    #expect(run("lock", folder.file("Sources/App")).code == .success)
    _ = try folder.write(#"let name = (name: "Other", path: "Sources/App")"#, to: "Package.swift")
    #expect(run("lock", folder.file("Sources/App")).code == .success)
    #expect(run("check", folder.file("Sources/App")).code == .success)
    let text = folder.read("Sources/App/keys.lock.json").map { String(decoding: $0, as: UTF8.self) }
    #expect(text?.contains(#""module": "App""#) == true, "\(text ?? "")")
  }

  @Test("An exception passes, and leaves its reason")
  func accept() throws {
    try schema(#""token": { "type": "String?" }"#)
    _ = run("lock", "--release", "1.0", folder.path)
    try schema(#""token": { "type": "Int?" }"#)
    #expect(run("check", folder.path).code == .problems)
    #expect(run("lock", "--accept", "app:token", folder.path).code == .usage)
    let nothing = run("lock", "--accept", "app:x", "--because", "y", folder.path)
    #expect(nothing.code == .problems)
    let because = "never shipped to users"
    #expect(
      run("lock", "--accept", "app:token", "--because", because, folder.path).code == .success)
    #expect(
      lock.contains(
        #"{"key": "app:token", "change": "unreadable", "from": "String", "into": "Int", "because": "never shipped to users"}"#
      ))
    #expect(run("check", folder.path).code == .success)
    try schema(#""token": { "type": "Bool?" }"#)
    #expect(run("check", folder.path).code == .problems)
  }

  @Test("A removed key that was accepted stays retired")
  func acceptRemoval() throws {
    try schema(#""a": { "type": "Int?" }, "b": { "type": "Bool?" }"#)
    _ = run("lock", "--release", "1", folder.path)
    try schema(#""a": { "type": "Int?" }"#)
    _ = run("lock", "--accept", "app:b", "--because", "a debug switch", folder.path)
    #expect(run("check", folder.path).code == .success)
    #expect(run("lock", "--release", "2", folder.path).code == .success)
    #expect(run("check", folder.path).code == .success)
    try schema(#""a": { "type": "Int?" }, "b": { "type": "Bool?" }"#)
    #expect(run("check", folder.path).complaints.contains("[reused]"))
  }

  @Test("CI fails if the lock was forgotten")
  func locked() throws {
    try schema(#""a": { "type": "Int?" }"#)
    #expect(run("check", "--locked", folder.path).code == .problems)
    _ = run("lock", folder.path)
    #expect(run("check", "--locked", folder.path).code == .success)
    try schema(#""a": { "type": "Int?" }, "b": { "type": "Int?" }"#)
    #expect(run("check", folder.path).code == .success)
    let outdated = run("check", "--locked", folder.path)
    #expect(outdated.code == .problems)
    #expect(
      outdated.complaints
        == "\(folder.path)/keys.lock.json:1:1: error: the lock is not up to date with the schemas, "
        + "as `app:b` shows; run `keywright lock`, and commit it [lock]\n")
  }

  /// Makes a package with two targets.
  private func makePackage() throws {
    for name in ["App", "Widget"] { try makeTarget(name) }
    _ = try folder.write("", to: "Package.swift")
  }

  private func makeTarget(_ name: String) throws {
    try FileManager.default.createDirectory(
      at: folder.url.appending(path: "Sources/\(name)"), withIntermediateDirectories: true)
  }

  private func write(_ type: String, to target: String, namespace: String = "n") throws {
    _ = try folder.write(
      #"{ "version": 1, "namespace": "\#(namespace)", "keys": { "a": { "type": "\#(type)" } } }"#,
      to: "Sources/\(target)/K.keys.json")
  }

  @Test(
    "A package without schemas where SwiftPM looks for them is no success",
    arguments: [["check", "--locked"], ["lock"], ["list", "--undeclared", "--schemas"]])
  func nothingToCheck(_ arguments: [String]) throws {
    try makePackage()
    let list = try folder.write("<plist><dict><key>a</key><true/></dict></plist>", to: "s.plist")
    let store = arguments[0] == "list" ? ["--store", list] : []
    let outcome = Command.run(arguments + [folder.path] + store)
    #expect(
      outcome
        == Outcome(
          complaints:
            "keywright: \(folder.path): there is no *.keys.json in its Sources and Tests; "
            + "name the folder of the target\n", code: .failed))
  }

  @Test("The only target of a package may have its schemas in Sources itself")
  func oneTarget() throws {
    try makePackage()
    _ = try folder.write(
      #"{ "version": 1, "keys": { "a": { "type": "Int?" } } }"#, to: "Sources/K.keys.json")
    #expect(run("lock", folder.path).code == .success)
    #expect(folder.read("Sources/keys.lock.json") != nil)
    #expect(run("check", "--locked", folder.path).code == .success)
  }

  @Test("Links to a folder around them are not followed, and deep folders are")
  func loops() throws {
    try makePackage()
    let deep = Array(repeating: "deep", count: 20).joined(separator: "/")
    try FileManager.default.createDirectory(
      atPath: folder.file("Sources/App/\(deep)"), withIntermediateDirectories: true)
    try write("Int?", to: "App/\(deep)")
    for name in ["here", "there"] {
      try FileManager.default.createSymbolicLink(
        atPath: folder.file("Sources/App/\(name)"), withDestinationPath: ".")
    }
    let end = run("lock", folder.path)
    #expect(end.code == .success)
    #expect(end.output.contains("/Sources/App/keys.lock.json: 1 key, 1 draft"))
  }

  @Test("A target's namespace of the module's name is refused, as a build does it")
  func moduleName() throws {
    try makePackage()
    try write("Int?", to: "App", namespace: "app")
    #expect(run("check", folder.path).complaints.contains("it is the name of the module"))
    #expect(run("check", folder.path, "--module", "Other").code == .success)
  }

  @Test("A release is one of all targets or of none")
  func releaseOfAll() throws {
    try makePackage()
    try write("Int?", to: "App")
    try write("Int?", to: "Widget", namespace: "w")
    #expect(run("lock", "--release", "1", folder.path).code == .success)
    try write("String?", to: "Widget", namespace: "w")
    let refused = run("lock", "--release", "2", folder.path)
    #expect(refused.code == .problems && refused.output.isEmpty)
    #expect(refused.complaints.hasSuffix("data is at risk\nkeywright: no target was released\n"))
    try write("Int?", to: "Widget", namespace: "w")
    #expect(run("lock", "--release", "2", folder.path).code == .success)
  }

  @Test("A release whose fixture cannot be written is not made")
  func fixtureFirst() throws {
    try schema(#""a": { "type": "Int?" }"#)
    _ = try folder.write("", to: "keys.fixtures")
    #expect(run("lock", "--release", "1", folder.path).code == .failed)
    #expect(lock.isEmpty)
  }

  @Test("Two targets with one storage string and two types are found")
  func twoTargets() throws {
    try makePackage()
    try write("Int?", to: "App")
    try write("Int?", to: "Widget")
    #expect(run("check", folder.path).code == .success)
    try write("String?", to: "Widget")
    let checked = run("check", folder.path)
    #expect(checked.code == .problems)
    #expect(
      checked.complaints.contains(
        "Widget/K.keys.json:1:45: error: storage string `n:a` holds a String? here and an Int? in the target `App`"
      ))
    _ = try folder.write(
      #"{ "version": 1, "namespace": "n", "suppress": ["storage-clash"], "keys": { "a": { "type": "String?" } } }"#,
      to: "Sources/Widget/K.keys.json")
    #expect(run("check", folder.path).code == .success)
  }

  @Test(
    "A key that moved to another target is found there, and a lock that was left behind is an error"
  )
  func otherTarget() throws {
    try makePackage()
    try write("Int?", to: "App")
    try write("Int?", to: "Widget", namespace: "w")
    #expect(run("lock", "--release", "1", folder.path).code == .success)
    try write("Int?", to: "Widget", namespace: "n")
    try write("Int?", to: "App", namespace: "w")
    let checked = run("check", folder.path)
    #expect(checked.code == .problems)
    #expect(
      checked.complaints.contains(
        "`n:a` of release 1 is declared by the target `Widget` now, whose lock does not know"))
    let locked = run("lock", folder.path).complaints
    #expect(locked.contains("`n:a` of release 1 is declared by the target `Widget` now"))
    #expect(!locked.contains("reserved"))
    try FileManager.default.removeItem(atPath: folder.file("Sources/App/K.keys.json"))
    #expect(run("check", folder.path).complaints.contains("there are no schemas beside it"))
    // A target that gets schemas then has no lock of its own to begin with.
    try makeTarget("Moved")
    try write("Int?", to: "Moved")
    for path in [folder.path, folder.file("Sources/Moved")] {
      let begun = run("lock", path)
      #expect(begun.code == .problems)
      #expect(begun.complaints.contains("there are no schemas beside it"))
    }
    #expect(folder.read("Sources/Moved/keys.lock.json") == nil)
    try FileManager.default.removeItem(atPath: folder.file("Sources/Moved"))
    try write("Int?", to: "App")
    try FileManager.default.removeItem(atPath: folder.file("Sources/App/keys.lock.json"))
    #expect(run("check", folder.path).complaints.contains("the lock is gone"))
  }

  @Test(
    "A release that has ended need not live with today's values, and its store has a name of its own"
  )
  func ended() throws {
    try schema(#""a": { "type": "Int?" }"#)
    _ = run("lock", "--readers", "both", "--release", "a/b", folder.path)
    #expect(folder.read("keys.fixtures/a%2Fb.plist") != nil)
    try schema(#""b": { "type": "Int?", "former": ["app:a"] }"#)
    let refused = run("lock", "--release", "2", folder.path)
    #expect(refused.code == .problems && refused.complaints.contains("[older-lost]"))
    #expect(refused.complaints.contains("`keywright lock --ended a/b`"))
    #expect(run("lock", "--ended", "a/c", folder.path).complaints.contains("did you mean a/b?"))
    #expect(run("lock", "--ended", "a/b", "--release", "2", folder.path).code == .success)
    #expect(lock.contains(#"{"release": "a/b", "ended": true}"#))
    try schema(#""c": { "type": "Int?", "former": ["app:b", "app:a"] }"#)
    _ = run("lock", "--release", "3", "--ended", "a/b", "--ended", "2", folder.path)
    #expect(lock.contains(#"{"release": "2", "after": "a/b", "ended": true}"#))
    #expect(lock.contains(#"{"release": "3", "after": "2"}"#))
  }

  @Test("A value that is given under the name of an earlier version is that of the present key")
  func formerNames() throws {
    try schema(
      #"""
      "b": { "type": "Int?", "former": ["app:a", "app:old"] },
      "g": { "type": "Int?", "parameters": { "i": "Int" }, "former": ["app:f"] },
      "t": { "type": "Duration?", "former": ["app:length"], "migrate": "Times.seconds" }
      """#)
    let store = folder.file("s.plist")
    func value(_ verb: String, _ words: String...) -> Outcome {
      Command.run([verb, "--store", store, "--schemas", folder.path] + words)
    }
    let set = value("set", "app:a=3", "app:f:7=4")
    #expect(set.code == .success)
    #expect(set.complaints.contains("`app:a` is called `app:b` now"))
    #expect(set.complaints.contains("`app:f:7` is called `app:g:7` now"))
    #expect(value("get", "app:old").output == "3\n")
    #expect(value("get", "app:g:7").output == "4\n")
    // The values of this one had another type.
    let converted = value("set", "app:length", "1")
    #expect(converted.code == .problems)
    #expect(
      converted.complaints.contains(
        "`app:length` is `app:t` now, a Duration?; only the program can make one of an earlier value"
      ))

    let file = try folder.write(#"{ "app": { "old": 8, "a": 9, "f": { "7": 5 } } }"#, to: "v.json")
    let imported = value("import", file)
    #expect(imported.code == .success && imported.complaints.contains("`app:a` is called"))
    #expect(value("get", "app:b").output == "9\n" && value("get", "app:g:7").output == "5\n")
    let present = try folder.write(#"{ "app": { "a": 1, "b": 2 } }"#, to: "w.json")
    #expect(value("import", present).code == .success)
    #expect(value("get", "app:b").output == "2\n")
    #expect(value("unset", "app:a").code == .success)
    #expect(value("get", "app:b").code == .problems)
  }

  @Test("What no key of a former family takes along is undeclared")
  func formerMembers() throws {
    try schema(#""pan": { "type": "Int?", "parameters": { "i": "Int" }, "former": ["app:gain"] }"#)
    let store = try folder.write(
      """
      <plist version="1.0"><dict><key>app:gain:3</key><integer>1</integer>
      <key>app:gain:x</key><integer>1</integer></dict></plist>
      """, to: "s.plist")
    let end = Command.run(["list", "--undeclared", "--store", store, "--schemas", folder.path])
    #expect(end.output.hasPrefix("app:gain:x: integer"), "\(end)")
    #expect(!end.output.contains("app:gain:3"))
  }

  @Test("A key that moves later is read, written and removed where older programs find it")
  func laterMoves() throws {
    try schema(#""b": { "type": "Int?", "former": ["app:a"], "moves": "later" }"#)
    let store = folder.file("s.plist")
    func value(_ verb: String, _ words: String...) -> Outcome {
      Command.run([verb, "--store", store, "--schemas", folder.path] + words)
    }
    #expect(value("set", "app:b", "3").code == .success)
    #expect(value("get", "app:b").output == "3\n")
    #expect(value("list").output.contains("app:b"))
    #expect(try StoredValues(StoreLocation(store), nil).names == ["app:a"])
    #expect(value("list", "--undeclared") == Outcome())
    #expect(value("unset", "app:b").code == .success)
    #expect(value("get", "app:b").code == .problems)
    #expect(try StoredValues(StoreLocation(store), nil).names.isEmpty)
  }

  @Test("Release notes say what is called otherwise now, and what is gone")
  func changelog() throws {
    try schema(
      #""a": { "type": "Int?" }, "b": { "type": "Int?" }, "c": { "type": "Int", "default": 1 }"#)
    _ = run("lock", "--release", "1", folder.path)
    _ = try folder.write(
      """
      { "version": 1, "namespace": "app", "reserved": ["b"], "keys": {
      "size": { "type": "Int?", "former": ["app:a"] },
      "c": { "type": "Int", "default": 2, "defaultFor": "new" } } }
      """, to: "A.keys.json")
    let text = run(
      "diff", "--format", "markdown", folder.file("keys.lock.json"), folder.path
    ).output
    #expect(text.contains("`app:a` is now called `app:size`"), "\(text)")
    #expect(text.contains("`APP_SIZE`, argument `--app.size`"), "\(text)")
    #expect(text.contains("`app:b` is gone"), "\(text)")
    #expect(text.contains("was 1 and is 2 for new users"), "\(text)")
    #expect(!text.contains("is new"), "\(text)")
  }

  @Test("Two folders, and a lock, are compared, for programs too")
  func diff() throws {
    try schema(#""a": { "type": "Int?" }, "b": { "type": "Bool?" }"#)
    _ = run("lock", "--release", "1.0", folder.path)
    let old = folder.file("keys.lock.json")
    try schema(#""a": { "type": "String?" }, "b": { "type": "Bool?" }, "c": { "type": "Int?" }"#)
    let text = run("diff", old, folder.path)
    #expect(text.code == .problems)
    #expect(text.output.contains("[unreadable]"))
    #expect(text.output.hasSuffix("1 change (1 error): stored data is at risk\n"))
    let ignoring = run("diff", "--ignore", "lost,unreadable", old, folder.path)
    #expect(ignoring.code == .success)
    #expect(ignoring.output == "no change but 1 that --ignore leaves out\n")
    #expect(run("diff", "--ignore", "lst", old, folder.path).code == .usage)
    #expect(run("diff", "--all", old, folder.path).output.contains("[new]"))
    let json = run("diff", "--json", old, folder.path)
    #expect(json.code == .problems && json.output.contains(#""change": "unreadable""#))
    #expect(run("diff", "--format", "github", old, folder.path).output.hasPrefix("::error file="))
  }

  @Test("A downgrade is told, and offered no words: what is older is released")
  func reverse() throws {
    try schema(#""a": { "type": "Int?" }"#)
    let old = try folder.write(try #require(folder.read("A.keys.json")), to: "old.keys.json")
    try schema(#""b": { "type": "Int?" }"#)
    let new = folder.file("A.keys.json")
    // The folder has both, so that files are compared.
    let update = run("diff", old, new).output
    #expect(update.contains("`app:a`") && update.contains("reserved"), "\(update)")
    let downgrade = run("diff", "--reverse", old, new).output
    #expect(downgrade.contains("`app:b`") && !downgrade.contains("reserved"), "\(downgrade)")
    #expect(downgrade.split(separator: "\n").count == 2, "\(downgrade)")
  }

  private func undeclared(_ verb: String, _ words: String...) -> Outcome {
    Command.run([verb, "--undeclared", "--schemas", folder.path] + words)
  }

  @Test("Undeclared values are listed, and removed only when that is said, after an export")
  func undeclaredValues() throws {
    try schema(#""a": { "type": "Int?" }, "b": { "type": "Bool?" }"#)
    _ = run("lock", "--release", "1.0", folder.path)
    try schema(#""a": { "type": "Int?" }"#)
    let store = folder.file("keys.fixtures/1.0.plist")
    let listed = undeclared("list", "--store", store)
    #expect(listed.code == .problems)
    #expect(listed.output.hasPrefix("app:b: boolean, "))
    #expect(undeclared("unset", "app:a", "--yes", "--store", store).code == .problems)
    #expect(undeclared("unset", "--store", store).code == .problems)
    #expect(undeclared("list", "--store", store).output == listed.output)
    // Other targets may share the store.
    #expect(run("unset", "--undeclared", "--yes", "--store", store).code == .usage)

    let export = folder.file("removed.plist")
    let removed = undeclared("unset", "--yes", "--export", export, "--store", store)
    #expect(removed.code == .success, "\(removed)")
    #expect(undeclared("list", "--store", store).code == .success)
    let bytes = try #require(folder.read("removed.plist"))
    let tree = try PropertyListSerialization.propertyList(from: Data(bytes), format: nil)
    #expect(tree as? [String: Bool] == ["app:b": true])
  }

  @Test("What a program reads, or brings along, is declared: nothing else")
  func declaredValues() throws {
    try schema(
      #"""
      "a": { "type": "Int?", "former": ["app:old"] },
      "b": { "type": "Int?", "former": ["app:text"], "migrate": "make" },
      "band": { "type": "Int?", "parameters": { "index": "Int" }, "former": ["app:tape"] }
      """#)
    let declared = ["app:a", "app:b", "app:old", "app:text", "app:band:3", "app:tape:4"]
    let others = ["app:band", "app:band:x", "app:c", "app:old:1", "other"]
    let values = (declared + others).map { "<key>\($0)</key><integer>1</integer>" }
    let store = try folder.write("<plist><dict>\(values.joined())</dict></plist>", to: "s.plist")
    let listed = undeclared("list", "--store", store).output.split(separator: "\n")
    #expect(listed.map { $0.split(separator: ": ")[0] } == others.map { $0[...] })
  }

  @Test("The export of undeclared values holds exactly what was removed, for the user alone")
  func exportOfUndeclared() throws {
    try schema(#""a": { "type": "Int?" }"#)
    let store = folder.file("store.plist")
    let values: [String: Any] = [
      "app:date": Date(timeIntervalSinceReferenceDate: 0.125), "app:text": "\u{1}\r<&", "app:a": 1,
    ]
    let data = try PropertyListSerialization.data(
      fromPropertyList: values, format: .binary, options: 0)
    try data.write(to: URL(filePath: store))
    let removed = undeclared("unset", "--yes", "--json", "--store", store)
    #expect(removed.code == .success && removed.output == "[\"app:date\", \"app:text\"]\n")
    let name = try #require(folder.names.first { $0.hasPrefix("store.plist.removed-") })
    #expect(removed.complaints.contains("2 values removed, and exported to \(store).removed-"))
    let bytes = try #require(folder.read(name))
    let tree = try PropertyListSerialization.propertyList(from: Data(bytes), format: nil)
    let exported = try #require(tree as? [String: Any])
    #expect(exported.count == 2)
    #expect(exported["app:text"] as? String == "\u{1}\r<&")
    #expect((exported["app:date"] as? Date)?.timeIntervalSinceReferenceDate == 0.125)
    let attributes = try FileManager.default.attributesOfItem(atPath: folder.file(name))
    #expect(attributes[.posixPermissions] as? Int == 0o600)
    let again = folder.file(name)
    try data.write(to: URL(filePath: store))
    #expect(undeclared("unset", "--yes", "--export", again, "--store", store).code == .failed)
    #expect(undeclared("list", "--store", store).code == .problems)
  }

  @Test("Only a yes is a yes, and where nobody can be asked the answer is no")
  func confirmation() {
    #expect(["y", "Y", " yes "].allSatisfy(Confirmation.isYes))
    #expect(!["", "n", "no", "yes please", "да"].contains(where: Confirmation.isYes))
    #expect(!Confirmation.ask("Remove these?"))
  }

  @Test("A conflict that a merge left is resolved by writing the lock")
  func conflict() throws {
    try schema(#""a": { "type": "Int?" }, "b": { "type": "Int?" }"#)
    _ = run("lock", folder.path)
    let whole = lock
    let lines = whole.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    let place = try #require(lines.firstIndex { $0.contains("app:a") })
    var text = lines
    text.insert("<<<<<<< HEAD", at: place)
    text.insert("=======", at: place + 2)
    text.insert(">>>>>>> other", at: place + 4)
    _ = try folder.write(text.joined(separator: "\n"), to: "keys.lock.json")
    #expect(run("check", folder.path).complaints.contains("a merge left a conflict"))
    #expect(run("lock", folder.path).code == .success)
    #expect(lock == whole)
  }
}
