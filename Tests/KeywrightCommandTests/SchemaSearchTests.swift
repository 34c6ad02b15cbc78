import Foundation
import KeywrightSchema
import KeywrightTestSupport
import Testing

@testable import keywright_cli

@Suite("The schemas around the current folder")
struct SchemaSearchTests {
  private let folder = TemporaryFolder()

  private func makeSchema(_ namespace: String, at path: String) throws {
    let place = folder.url.appending(path: path)
    try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
    _ = try folder.write(
      #"{ "version": 1, "namespace": "\#(namespace)", "keys": { "a": { "type": "Int?" } } }"#,
      to: "\(path)/\(namespace).keys.json")
  }

  private func namespaces(around path: String) throws -> [String] {
    try SchemaSearch.around(folder.file(path)).flatMap { $0.model.root.all.map(\.member) }
      .filter { !$0.isEmpty }.sorted()
  }

  @Test("A folder around it that has a schema has those alone, and with a lock all below it")
  func nearest() throws {
    try makeSchema("near", at: "some")
    try makeSchema("far", at: "some/other/project")
    try FileManager.default.createDirectory(
      atPath: folder.file("some/work/here"), withIntermediateDirectories: true)
    #expect(try namespaces(around: "some/work/here") == ["near"])
    #expect(try namespaces(around: "some") == ["near"])
    _ = try folder.write(KeyLock().text, to: "some/keys.lock.json")
    #expect(try namespaces(around: "some/work/here") == ["far", "near"])
  }
}
