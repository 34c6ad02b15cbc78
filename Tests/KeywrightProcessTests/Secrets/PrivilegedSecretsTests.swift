#if os(Linux)
  import Glibc
  import Keywright
  import KeywrightStorage
  import KeywrightTestSupport
  import Testing

  @testable import KeywrightSecrets

  /// A program that has the privileges of another user than the one who started it and set its environment.
  @Suite(
    "A program with raised privileges", .enabled(if: geteuid() == 0, "NOT RUN: needs root"))
  struct PrivilegedSecretsTests {
    @Test("believes no variable: its user's bus gets no secret, its user's folder gives none")
    func variables() async {
      await #expect(processExitsWith: .success) {
        let folder = TemporaryFolder()
        try folder.write([UInt8]("theirs".utf8), to: "account_token")
        setenv("DBUS_SESSION_BUS_ADDRESS", "unix:path=" + folder.file("bus"), 1)
        setenv("XDG_RUNTIME_DIR", folder.path, 1)
        setenv("ACCOUNT_TOKEN", "theirs", 1)
        try folder.write([], to: "bus")
        let token = Key<Root, String>("account:token", default: "none")
        func read() -> [String] {
          let credentials = CredentialsLayer.systemd(
            environment: ["CREDENTIALS_DIRECTORY": folder.path])
          return [
            ProcessEnvironment["XDG_RUNTIME_DIR"] ?? "none",
            (try? BusConnection.sessionAddress()) ?? "none", credentials.get(token),
            EnvironmentLayer(prefix: "").get(token),
          ]
        }
        // The control: before, each of them is believed.
        try #require(!read().contains("none"))
        // As a set-user-ID program of that user.
        try #require(seteuid(1) == 0)
        #expect(read() == ["none", "none", "none", "none"])
      }
    }
  }
#endif
