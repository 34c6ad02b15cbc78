#if !canImport(Darwin)
  import KeywrightStorage

  #if canImport(Glibc)
    import Glibc
  #elseif canImport(Musl)
    import Musl
  #endif

  /// The system's OpenSSL, which is loaded when the first secured connection needs it.
  ///
  /// So a program without such connections depends on no library, and one with them gets the system's
  /// security updates. The functions are those that 1.1 and 3 have in common.
  struct SecurityLibrary: Sendable {
    typealias Pointer = UnsafeMutableRawPointer

    /// The names of the library: version 3, else 1.1.
    static let names = ["libssl.so.3", "libssl.so.1.1"]

    let clientMethod: @convention(c) () -> Pointer?
    let newContext: @convention(c) (Pointer?) -> Pointer?
    let freeContext: @convention(c) (Pointer) -> Void
    let controlContext: @convention(c) (Pointer, Int32, Int, Pointer?) -> Int
    let trustSystem: @convention(c) (Pointer) -> Int32
    let trustFile: @convention(c) (Pointer, UnsafePointer<CChar>?, UnsafePointer<CChar>?) -> Int32
    let useCertificates: @convention(c) (Pointer, UnsafePointer<CChar>) -> Int32
    let usePrivateKey: @convention(c) (Pointer, UnsafePointer<CChar>, Int32) -> Int32
    let checkPrivateKey: @convention(c) (Pointer) -> Int32
    let setVerification: @convention(c) (Pointer, Int32, Pointer?) -> Void
    let setProtocols: @convention(c) (Pointer, UnsafePointer<UInt8>, UInt32) -> Int32
    let newConnection: @convention(c) (Pointer) -> Pointer?
    let freeConnection: @convention(c) (Pointer) -> Void
    let control: @convention(c) (Pointer, Int32, Int, Pointer?) -> Int
    let parameters: @convention(c) (Pointer) -> Pointer?
    let setHost: @convention(c) (Pointer, UnsafePointer<CChar>, Int) -> Int32
    let setAddress: @convention(c) (Pointer, UnsafePointer<CChar>) -> Int32
    let setMemory: @convention(c) (Pointer, Pointer?, Pointer?) -> Void
    let setClient: @convention(c) (Pointer) -> Void
    let shakeHands: @convention(c) (Pointer) -> Int32
    let read: @convention(c) (Pointer, Pointer?, Int32) -> Int32
    let write: @convention(c) (Pointer, UnsafeRawPointer?, Int32) -> Int32
    let problem: @convention(c) (Pointer, Int32) -> Int32
    let verification: @convention(c) (Pointer) -> Int
    let verificationText: @convention(c) (Int) -> UnsafePointer<CChar>?
    let memory: @convention(c) () -> Pointer?
    let newMemory: @convention(c) (Pointer?) -> Pointer?
    let readMemory: @convention(c) (Pointer, Pointer?, Int32) -> Int32
    let writeMemory: @convention(c) (Pointer, UnsafeRawPointer?, Int32) -> Int32
    let lastError: @convention(c) () -> UInt
    let errorText: @convention(c) (UInt) -> UnsafePointer<CChar>?
    let clearErrors: @convention(c) () -> Void

    private static let outcome = Result { () throws(EtcdFailure.Mistake) in
      try SecurityLibrary()
    }

    /// The library, loaded once.
    ///
    /// - Throws: Why this program cannot have one.
    static func loaded() throws(EtcdFailure.Mistake) -> SecurityLibrary { try outcome.get() }

    private init() throws(EtcdFailure.Mistake) {
      guard !StaticProgram.isRunning else {
        throw EtcdFailure.Mistake(
          expected: "a program that can load libssl", found: "a static one",
          advice:
            "Link the program dynamically, or reach etcd by http through a proxy of this machine.")
      }
      guard
        let library = SecurityLibrary.names.lazy.compactMap({ dlopen($0, RTLD_NOW | RTLD_LOCAL) })
          .first
      else {
        throw EtcdFailure.Mistake(
          expected: SecurityLibrary.names.joined(separator: " or "), found: "neither",
          advice: "Install OpenSSL (Debian: libssl3), or reach etcd by http through a proxy.")
      }
      func load<Function>(_ name: String, as type: Function.Type = Function.self) throws(EtcdFailure
        .Mistake)
        -> Function
      {
        guard let symbol = dlsym(library, name) else {
          throw EtcdFailure.Mistake(
            expected: "OpenSSL 1.1 or 3", found: "a library without \(name)",
            advice: "Install OpenSSL (Debian: libssl3).")
        }
        return unsafeBitCast(symbol, to: type)
      }
      clientMethod = try load("TLS_client_method")
      newContext = try load("SSL_CTX_new")
      freeContext = try load("SSL_CTX_free")
      controlContext = try load("SSL_CTX_ctrl")
      trustSystem = try load("SSL_CTX_set_default_verify_paths")
      trustFile = try load("SSL_CTX_load_verify_locations")
      useCertificates = try load("SSL_CTX_use_certificate_chain_file")
      usePrivateKey = try load("SSL_CTX_use_PrivateKey_file")
      checkPrivateKey = try load("SSL_CTX_check_private_key")
      setVerification = try load("SSL_CTX_set_verify")
      setProtocols = try load("SSL_CTX_set_alpn_protos")
      newConnection = try load("SSL_new")
      freeConnection = try load("SSL_free")
      control = try load("SSL_ctrl")
      parameters = try load("SSL_get0_param")
      setHost = try load("X509_VERIFY_PARAM_set1_host")
      setAddress = try load("X509_VERIFY_PARAM_set1_ip_asc")
      setMemory = try load("SSL_set_bio")
      setClient = try load("SSL_set_connect_state")
      shakeHands = try load("SSL_do_handshake")
      read = try load("SSL_read")
      write = try load("SSL_write")
      problem = try load("SSL_get_error")
      verification = try load("SSL_get_verify_result")
      verificationText = try load("X509_verify_cert_error_string")
      memory = try load("BIO_s_mem")
      newMemory = try load("BIO_new")
      readMemory = try load("BIO_read")
      writeMemory = try load("BIO_write")
      lastError = try load("ERR_peek_last_error")
      errorText = try load("ERR_reason_error_string")
      clearErrors = try load("ERR_clear_error")
    }
  }
#endif
