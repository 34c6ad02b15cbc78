import Foundation
import Testing

@testable import Keywright

/// Variables and arguments by the names of Keywright and of swift-configuration, and those of nobody.
@Suite("Names of variables and arguments") struct TextNamesTests {
  enum HTTP: Namespace {
    typealias Parent = Root
    static let namespaceID = "http"
    static let timeout = Key<HTTP, Int>("serverTimeout", default: 30)
    static let isOpen = Key<HTTP, Bool>("isOpen", default: false)
    static let hosts = Key<HTTP, [String]>("hosts", default: [])
    static let ports = Key<HTTP, [Int]>("ports", default: [])
    static let version = Key<HTTP, String>("http2Enabled", default: "")
    static func weight(_ host: String) -> Key<HTTP, Double> {
      Key(.family("weight", KeyParameter(host)), default: 1)
    }
    static let keys = KeySet([
      AnyKey(timeout), AnyKey(isOpen), AnyKey(hosts), AnyKey(ports), AnyKey(version),
      AnyKey(_family: Key<HTTP, Double>("weight", default: 1), [.string]),
    ])
  }

  @Test(arguments: [
    ("http:serverTimeout", "HTTP_SERVER_TIMEOUT", "HTTP_SERVER_TIMEOUT"),
    ("http:http2Enabled", "HTTP_HTTP2_ENABLED", "HTTP_HTTP2ENABLED"),
    ("http:useHTTPProxy", "HTTP_USE_HTTPPROXY", "HTTP_USE_HTTPPROXY"),
    ("http:x-y.z", "HTTP_X_Y_Z", "HTTP_X_Y_Z"),
    ("http:a%3Ab", "HTTP_A_B", "HTTP_A_B"),
    ("http:größe", "HTTP_GR____E", "HTTP_GRÖSSE"),
    ("http:user-agent", "HTTP_USER_AGENT", "HTTP_USER_AGENT"),
    ("http:5gBand", "HTTP_5G_BAND", "HTTP_5G_BAND"),
    ("http:éA", "HTTP___A", "HTTP_É_A"),
    ("http:x²y", "HTTP_X__Y", "HTTP_X²Y"),
    ("http::a", "HTTP__A", "HTTP__A"),
  ]) func variables(storageString: String, own: String, theirs: String) {
    let name = StorageString(storageString)
    #expect(EnvironmentLayer.Naming.keywright.variable(of: name) == own)
    #expect(EnvironmentLayer.Naming.swiftConfiguration.variable(of: name) == theirs)
  }

  @Test(arguments: [
    ("http:serverTimeout", "http.serverTimeout", "http-server-timeout"),
    ("http:http2Enabled", "http.http2Enabled", "http-http2enabled"),
    ("http:user_agent", "http.user_agent", "http-user_agent"),
    ("http:größeÄ", "http.größeÄ", "http-größe-ä"),
    ("http:X", "http.X", "http-x"),
    ("org.example.old", "org.example.old", "org.example.old"),
  ]) func arguments(storageString: String, dotted: String, dashed: String) {
    let name = StorageString(storageString)
    #expect(ArgumentsLayer.Naming.dotted.argument(of: name) == dotted)
    #expect(ArgumentsLayer.Naming.dashed.argument(of: name) == dashed)
  }

  @Test func oneDeploymentFileServesBoth() throws {
    let layer = EnvironmentLayer(
      prefix: "APP", naming: .swiftConfiguration,
      environment: [
        "APP_HTTP_SERVER_TIMEOUT": "60", "APP_HTTP_IS_OPEN": "YES", "APP_HTTP_HOSTS": "a, b ,c",
        "APP_HTTP_PORTS": "80,443", "APP_HTTP_HTTP2ENABLED": "x",
      ])
    #expect(layer.get(HTTP.timeout) == 60 && layer.get(HTTP.isOpen))
    #expect(layer.get(HTTP.hosts) == ["a", "b", "c"])
    #expect(layer.get(HTTP.ports) == [80, 443])
    #expect(layer.get(HTTP.version) == "x")
    #expect(layer.unknownNames(among: HTTP.keys).isEmpty)
  }

  @Test func dashedArgumentsTakeAllTheirWords() throws {
    let layer = ArgumentsLayer(
      [
        "serve", "--http-server-timeout", "60", "--http-hosts", "a", "b", "--http-is-open",
        "--http-hosts=c,d", "--http-ports", "80",
      ], naming: .dashed)
    #expect(layer.get(HTTP.timeout) == 60 && layer.get(HTTP.isOpen))
    #expect(layer.get(HTTP.hosts) == ["a", "b", "c", "d"])
    #expect(layer.get(HTTP.ports) == [80])
    #expect(layer.remaining(besides: HTTP.keys) == ["serve"])
  }

  @Test func theLastOfSeveralDashedArgumentsCounts() throws {
    let layer = ArgumentsLayer(
      [
        "--http-server-timeout=60", "--http-server-timeout", "90", "song", "--http-is-open",
        "--http-is-open=false", "--http-http2enabled", "a", "--http-http2enabled=",
      ], naming: .dashed)
    #expect(layer.get(HTTP.timeout) == 90)
    #expect(!layer.get(HTTP.isOpen))
    #expect(try layer.read(HTTP.version) == "")
  }

  @Test func aListThatBeginsWithABracketIsJSON() throws {
    #expect(try HTTP.hosts.value(fromText: #"["a,b", "c"]"#) == ["a,b", "c"])
    #expect(try HTTP.hosts.value(fromText: "a,b") == ["a", "b"])
    #expect(HTTP.hosts.text(of: ["a", "b"]) == #"["a", "b"]"#)
  }

  @Test func unknownVariablesOfThePrefixAreListed() throws {
    let layer = EnvironmentLayer(
      prefix: "APP",
      environment: [
        "APP_HTTP_SERVER_TIMEOUT": "1", "APP_HTTP_SERVER_TIMOUT": "1", "APP_COLOUR": "1",
        "APP_HTTP_WEIGHT_A": "2", "PATH": "/bin", "APPLE": "1",
      ])
    #expect(
      layer.unknownNames(among: HTTP.keys).map(\.description) == [
        "APP_COLOUR: no key has this name",
        "APP_HTTP_SERVER_TIMOUT: no key has this name; did you mean 'APP_HTTP_SERVER_TIMEOUT'?",
      ])
    let error = #expect(throws: InvalidInput.self) {
      try layer.check(against: HTTP.keys, but: ["APP_COLOUR"])
    }
    #expect(error?.names.map(\.name) == ["APP_HTTP_SERVER_TIMOUT"])
    try layer.check(against: HTTP.keys, but: ["APP_COLOUR", "APP_HTTP_SERVER_TIMOUT"])
  }

  @Test func argumentsOfOthersAreHandedOn() throws {
    let layer = ArgumentsLayer([
      "build", "--http.serverTimeout", "60", "--verbose", "all", "--http.isOpen", "fast",
      "--http.weight.a=2", "-j", "--", "--http.serverTimeout=1",
    ])
    #expect(layer.get(HTTP.timeout) == 60 && layer.get(HTTP.isOpen))
    #expect(layer.get(HTTP.weight("a")) == 2)
    #expect(
      layer.remaining(besides: HTTP.keys) == [
        "build", "--verbose", "all", "fast", "-j", "--", "--http.serverTimeout=1",
      ])
    try layer.check(against: HTTP.keys, but: ["--verbose"])
    let error = #expect(throws: InvalidInput.self) {
      try ArgumentsLayer(["--http.serverTimout=1"]).check(against: HTTP.keys)
    }
    #expect(
      error?.description
        == "--http.serverTimout: no key has this name; did you mean '--http.serverTimeout'?")
  }
}
