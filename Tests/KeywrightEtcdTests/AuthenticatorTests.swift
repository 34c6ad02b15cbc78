import Keywright
import KeywrightStorage
import Testing

@testable import KeywrightEtcd

@Suite("A token", .simulated) struct AuthenticatorTests {
  private let simulation = Simulation.current
  private let credentials = EtcdCredentials(user: "u", password: "p")

  @Test("is asked for once by all who want it, and renewed once by all who are refused")
  func once() throws {
    let questions = Protected(0)
    let authenticator = Authenticator(credentials, simulation) { _, _ throws(EtcdFailure) in
      simulation.pause(.milliseconds(20))
      return questions.withLock { questions in
        questions += 1
        return "token \(questions)"
      }
    }
    for round in 1...3 {
      let found = Protected<[Authenticator.Pass]>([])
      try simulation.together(
        Array(
          repeating: {
            let pass = try authenticator.pass(until: simulation.moment + .seconds(60))
            found.withLock { $0.append(pass) }
          }, count: 20))
      let passes = found.withLock(\.self)
      #expect(Set(passes.map(\.token)) == ["token \(round)"])
      for pass in passes { authenticator.refuse(pass) }
    }
    #expect(questions.withLock(\.self) == 3)
  }

  @Test("is asked for while another cluster keeps silent about a password")
  func otherCluster() throws {
    let (isAsked, isOver) = (Monitor(false, simulation), Monitor(false, simulation))
    let silent = Authenticator(credentials, simulation) { _, _ throws(EtcdFailure) in
      isAsked.change { $0 = true }
      isOver.wait(until: simulation.moment + .seconds(86_400)) { $0 }
      throw .unanswered(.late("a silent member"))
    }
    defer {
      silent.close()
      isOver.change { $0 = true }
    }
    #expect(throws: EtcdFailure.self) { try silent.pass(until: simulation.moment) }
    #expect(isAsked.wait(until: simulation.moment + .seconds(86_400)) { $0 })
    let other = Authenticator(credentials, simulation) { _, _ throws(EtcdFailure) in "token" }
    #expect(try other.pass(until: simulation.moment + .seconds(86_400)).token == "token")
  }

  @Test("is asked of a member only once that has shown that it answers")
  func silence() throws {
    // At each question, how often the members were looked for.
    let (looks, questions) = (Protected(0), Protected<[Int]>([]))
    let authenticator = Authenticator(credentials, simulation) { () throws(EtcdFailure) in
      let look = looks.withLock { looks in
        looks += 1
        return looks
      }
      if look < 4 { throw .unanswered(.late("a stopped member")) }
    } ask: { _, _ throws(EtcdFailure) in
      questions.withLock { $0.append(looks.withLock(\.self)) }
      return "token"
    }
    while true {
      do throws(EtcdFailure) {
        #expect(try authenticator.pass(until: simulation.moment + .seconds(60)).token == "token")
        break
      } catch {
        guard case .unanswered(.late) = error else { throw error }
        simulation.pause(.milliseconds(5))
      }
    }
    #expect(questions.withLock(\.self) == [4])
  }

  @Test("is asked for again after two requests about which members keep silent")
  func silentMembers() throws {
    let questions = Protected(0)
    let authenticator = Authenticator(credentials, simulation) { _, _ throws(EtcdFailure) in
      questions.withLock { questions in
        questions += 1
        return "token \(questions)"
      }
    }
    func pass() throws -> Authenticator.Pass {
      try authenticator.pass(until: simulation.moment + .seconds(60))
    }
    for isAnswered in [false, true, false] {
      authenticator.note(isAnswered: isAnswered, try pass())
    }
    let first = try pass()
    #expect(first.token == "token 1")
    authenticator.note(isAnswered: false, first)
    #expect(try pass().token == "token 2")
    // A request that began before says nothing of the new one.
    for _ in 0..<3 { authenticator.note(isAnswered: false, first) }
    #expect(try pass().token == "token 2")
  }

  @Test("is waited for no longer than the caller's time, and asked for meanwhile")
  func deadline() throws {
    let isAnswered = Protected(false)
    let authenticator = Authenticator(credentials, simulation) { _, _ throws(EtcdFailure) in
      while !isAnswered.withLock(\.self) { simulation.pause(.milliseconds(1)) }
      return "token"
    }
    #expect { try authenticator.pass(until: simulation.moment + .milliseconds(20)) } throws: {
      error in
      guard case .unreachable(.unauthenticated)? = error as? EtcdFailure else { return false }
      return true
    }
    isAnswered.withLock { $0 = true }
    #expect(try authenticator.pass(until: simulation.moment + .seconds(60)).token == "token")
  }

  @Test("is not needed where the cluster has no users, until it says otherwise")
  func open() throws {
    let hasUsers = Protected(false)
    let authenticator = Authenticator(credentials, simulation) { _, _ throws(EtcdFailure) in
      if hasUsers.withLock(\.self) { return "token" }
      throw .refused(code: 9, message: "etcdserver: authentication is not enabled")
    }
    let pass = try authenticator.pass(until: simulation.moment + .seconds(60))
    #expect(pass.token == nil)
    hasUsers.withLock { $0 = true }
    authenticator.refuse(pass)
    #expect(try authenticator.pass(until: simulation.moment + .seconds(60)).token == "token")
  }

  @Test(
    "that a refusal asks for is not the one that a wrong password does",
    arguments: [
      (16, "etcdserver: invalid auth token", true), (3, "etcdserver: user name is empty", true),
      (3, "etcdserver: revision of auth store is old; revision in header is old", true),
      (3, "etcdserver: authentication failed, invalid user ID or password", false),
      (7, "etcdserver: permission denied", false), (9, "etcdserver: lease exists", false),
    ])
  func stale(code: Int, message: String, isStale: Bool) {
    #expect(EtcdFailure.refused(code: code, message: message).isStaleToken == isStale)
  }
}
