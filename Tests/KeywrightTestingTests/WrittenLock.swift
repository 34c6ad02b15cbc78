@testable import KeywrightSchema

/// A lock as `keywright lock` writes it.
enum WrittenLock {
  /// - Parameter releases: The releases, each with those that it was made after.
  static func text(_ releases: KeyValuePairs<String, [String]>) -> String {
    var lock = KeyLock()
    lock.releases = releases.map(\.key)
    lock.after = Dictionary(uniqueKeysWithValues: releases.map { ($0.key, $0.value) })
    lock.keys = [
      LockedKey(
        storageString: "app:volume", release: releases.first?.key,
        keywords: [
          .init(keyword: .type, text: "\"String?\""), .init(keyword: .length, text: "[null, 10]"),
        ])
    ]
    return lock.text
  }
}
