import Foundation
import Keywright
import KeywrightSecrets
import KeywrightTestSupport
import Testing

@Suite("Credentials that a server is given") struct CredentialsTests {
  let folder = TemporaryFolder()

  private var layer: CredentialsLayer { CredentialsLayer(folder: folder.url) }

  private func write(_ text: String, to name: String, mode: Int = 0o400) throws {
    let url = folder.url.appending(path: name)
    try? FileManager.default.removeItem(at: url)
    try Data(text.utf8).write(to: url)
    try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: url.path)
  }

  private func mode(_ mode: Int, of path: String) throws {
    try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path)
  }

  @Test("A text loses one line end, and the bytes of data stay")
  func contents() throws {
    try write("open\n", to: "account_token", mode: 0o444)
    try write("one\n", to: "account_blob")
    try write("7\r\n", to: "account_count")
    #expect(layer.get(Account.token) == "open")
    #expect(layer.get(Account.blob) == Data("one\n".utf8))
    #expect(layer.get(Account.count) == 7)
  }

  @Test("A table names files, and lists them")
  func table() throws {
    try write("open", to: "TOKEN")
    let named = CredentialsLayer(
      folder: folder.url, files: ["account:token": "TOKEN", "account:count": "NONE"])
    #expect(named.get(Account.token) == "open")
    #expect(try named.storedKeys() == ["account:token"])
    let outside = CredentialsLayer(folder: folder.url, files: ["account:token": "../secret"])
    #expect(try outside.read(Account.token) == nil)
  }

  @Test("Nothing is an empty layer: no folder, no variable")
  func nothing() throws {
    #expect(try layer.read(Account.token) == nil)
    #expect(try CredentialsLayer.systemd(environment: [:]).read(Account.token) == nil)
    let gone = folder.url.appending(path: "gone")
    #expect(try CredentialsLayer(folder: gone).read(Account.token) == nil)
  }

  @Test func systemdNamesTheFolder() throws {
    try write("open", to: "account_token")
    let layer = CredentialsLayer.systemd(environment: ["CREDENTIALS_DIRECTORY": folder.url.path])
    #expect(layer.get(Account.token) == "open")
  }

  @Test("A file or folder that others may write is refused")
  func exposed() throws {
    try write("open", to: "account_token", mode: 0o602)
    let layer = layer
    layer.onIssue { _ in }
    #expect(throws: StoreError.self) { try layer.read(Account.token) }
    #expect(layer.get(Account.token) == nil)
    #expect(layer.issues.map(\.code) == [.exposed])
    try write("open", to: "account_token", mode: 0o644)
    #expect(layer.get(Account.token) == "open")
    try mode(0o777, of: folder.url.path)
    #expect(throws: StoreError.self) { try layer.read(Account.token) }
    // As Kubernetes mounts.
    try mode(0o1777, of: folder.url.path)
    #expect(layer.get(Account.token) == "open")
    try mode(0o700, of: folder.url.path)
  }

  @Test("A mount that is swapped gives its new values; a link that leads out of it is refused")
  func swapped() throws {
    let manager = FileManager.default
    func link(_ name: String, to target: String) throws {
      let place = folder.url.appending(path: name + ".new").path
      try manager.createSymbolicLink(atPath: place, withDestinationPath: target)
      #expect(rename(place, folder.url.appending(path: name).path) == 0)
    }
    for (version, text) in [("..1", "one"), ("..2", "two")] {
      try manager.createDirectory(
        at: folder.url.appending(path: version), withIntermediateDirectories: false)
      try write(text, to: "\(version)/account_token", mode: 0o644)
    }
    try link("..data", to: "..1")
    try link("account_token", to: "..data/account_token")
    let layer = layer
    #expect(layer.get(Account.token) == "one")
    try link("..data", to: "..2")
    try manager.removeItem(at: folder.url.appending(path: "..1"))
    #expect(layer.get(Account.token) == "two")
    try link("account_token", to: "/etc/hostname")
    let error = #expect(throws: StoreError.self) { try layer.read(Account.token) }
    #expect(error?.code == .exposed)
  }

  @Test("Large files, folders and wrong types are refused, and no report shows a value")
  func refused() throws {
    let layer = layer
    layer.onIssue { _ in }
    try write(String(repeating: "x", count: (1 << 20) + 1), to: "account_token")
    #expect(throws: StoreError.self) { try layer.read(Account.token) }
    try write("canary", to: "account_count")
    let error = #expect(throws: StoreError.self) { try layer.read(Account.count) }
    #expect(error?.code == .unreadable)
    #expect(error?.path?.hasSuffix("account_count") == true)
    #expect(layer.get(Account.count) == 0)
    let shown = [
      "\(layer.issues)", error.map { "\($0)" } ?? "", layer.explain(Account.count),
      Layers([.reading(layer)]).explain(Account.count),
    ]
    #expect(shown.allSatisfy { !$0.contains("canary") })
    try FileManager.default.createDirectory(
      at: folder.url.appending(path: "account_blob"), withIntermediateDirectories: false)
    #expect(throws: StoreError.self) { try layer.read(Account.blob) }
  }

  @Test func aLayerCoversTheStoreBelow() throws {
    try write("given", to: "account_token")
    let store = MemoryStore()
    try store.set(Account.token, to: "own")
    let layers = Layers([.reading(layer), .readingAndWriting(store)])
    #expect(layers.get(Account.token) == "given")
    try FileManager.default.removeItem(at: folder.url.appending(path: "account_token"))
    #expect(layers.get(Account.token) == "own")
  }
}
