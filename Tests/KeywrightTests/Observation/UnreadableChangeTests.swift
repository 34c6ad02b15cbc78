import Foundation
import KeywrightTestSupport
import Testing

@testable import Keywright

@Suite("A value that becomes unreadable") struct UnreadableChangeTests {
  @Test("reaches observers as such, not as a change to the default")
  func observers() throws {
    let folder = TemporaryFolder()
    let url = folder.url.appending(path: "settings.plist")
    let store = DefaultsStore(url: url, watching: .never)
    store.onIssue { _ in }
    try store.set(Zoo.lions, to: 3)
    let received = Gathered<Change<Int>>()
    let token = store.observe(Zoo.lions) { received.add($0) }
    let other = DefaultsStore(
      file: DefaultsFile(location: .success(url.path)), lockTimeout: .seconds(3_600))
    try other.set(Zoo.lionsAsText, to: "many")
    try store.refresh()
    try other.set(Zoo.lions, to: 4)
    try store.refresh()
    try other.remove(Zoo.lions)
    try store.refresh()
    token.cancel()
    let changes = received.all
    #expect(changes.map(\.unreadable?.code) == [.unreadable, nil, nil])
    #expect(changes.first?.unreadable?.found == "\"many\"")
    #expect(changes.map(\.isRemoval) == [false, false, true])
    #expect(changes.map(\.new) == [0, 4, 0])
    #expect(changes.first?.description.hasPrefix("3 → a value that cannot be read") == true)
  }
}
