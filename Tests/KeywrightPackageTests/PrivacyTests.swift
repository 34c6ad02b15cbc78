import Foundation
import Testing

/// The privacy manifests that Apple's upload checks expect of a library.
@Suite("Privacy manifests")
struct PrivacyTests {
  /// The entry of a manifest for one kind of call.
  private struct Use: Equatable {
    var category: String
    var reasons: [String]
  }

  private func manifest(of target: String) throws -> [String: Any] {
    let url = Consumer.repository.appending(path: "Sources/\(target)/PrivacyInfo.xcprivacy")
    let list = try PropertyListSerialization.propertyList(from: Data(contentsOf: url), format: nil)
    return try #require(list as? [String: Any])
  }

  private func uses(of target: String) throws -> [Use] {
    let types = try manifest(of: target)["NSPrivacyAccessedAPITypes"] as? [[String: Any]]
    return try #require(types).map { type in
      Use(
        category: type["NSPrivacyAccessedAPIType"] as? String ?? "",
        reasons: type["NSPrivacyAccessedAPITypeReasons"] as? [String] ?? [])
    }
  }

  static let libraries = [
    "Keywright", "KeywrightStorage", "KeywrightEtcd", "KeywrightSecrets", "KeywrightTesting",
    "KeywrightUserDefaults",
  ]

  @Test("give the reason for each call that needs one")
  func reasons() throws {
    #expect(
      try uses(of: "KeywrightStorage") == [
        Use(category: "NSPrivacyAccessedAPICategoryFileTimestamp", reasons: ["C617.1"])
      ])
    #expect(
      try uses(of: "KeywrightUserDefaults") == [
        Use(category: "NSPrivacyAccessedAPICategoryUserDefaults", reasons: ["CA92.1", "1C8F.1"])
      ])
    for target in ["Keywright", "KeywrightEtcd", "KeywrightSecrets", "KeywrightTesting"] {
      #expect(try uses(of: target) == [])
    }
  }

  @Test("say that nobody is tracked", arguments: libraries)
  func tracking(target: String) throws {
    let manifest = try manifest(of: target)
    #expect(manifest["NSPrivacyTracking"] as? Bool == false)
    #expect((manifest["NSPrivacyTrackingDomains"] as? [Any])?.isEmpty == true)
    #expect((manifest["NSPrivacyCollectedDataTypes"] as? [Any])?.isEmpty == true)
  }

  @Test("stand in every library that makes such a call")
  func everyLibrary() throws {
    let calls = [
      "KeywrightStorage": #/\bf?stat(?:at)?\(/#, "KeywrightUserDefaults": #/\bUserDefaults[.(]/#,
    ]
    for target in Self.libraries {
      let folder = Consumer.repository.appending(path: "Sources/\(target)")
      let names = try FileManager.default.subpathsOfDirectory(atPath: folder.path)
      let text = try names.filter { $0.hasSuffix(".swift") }.map { name in
        try String(contentsOf: folder.appending(path: name), encoding: .utf8)
          .split(separator: "\n").filter { !$0.contains("//") }.joined(separator: "\n")
      }.joined()
      for (owner, call) in calls where target != owner {
        #expect(!text.contains(call), "\(target) calls what \(owner) gives the reason for")
      }
      for (owner, call) in calls where target == owner { #expect(text.contains(call)) }
    }
  }

  @Test("are resources on a Mac only")
  func resources() throws {
    let manifest = try String(
      contentsOf: Consumer.repository.appending(path: "Package.swift"), encoding: .utf8)
    let condition = try #require(manifest.firstRange(of: "#if canImport(Darwin)\n"))
    let end = try #require(manifest[condition.upperBound...].firstRange(of: "#else"))
    let mac = manifest[condition.upperBound..<end.lowerBound]
    #expect(mac.contains("[.copy(\"PrivacyInfo.xcprivacy\")]"))
    #expect(manifest.matches(of: /resources: privacy/).count == Self.libraries.count)
    #expect(!manifest[end.upperBound...].contains(".copy("))
  }
}
