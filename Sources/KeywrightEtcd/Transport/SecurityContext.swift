#if !canImport(Darwin)
  import KeywrightStorage

  /// The common part of secured connections: trusted authorities, and the certificate of this program.
  final class SecurityContext: @unchecked Sendable {
    // `@unchecked`: OpenSSL's contexts count their users, and lock themselves.
    let library: SecurityLibrary
    let pointer: SecurityLibrary.Pointer
    let hasCertificate: Bool

    private static let minimumVersion: Int32 = 123
    private static let version12 = 0x0303
    private static let pemFile: Int32 = 1
    private static let verifyPeer: Int32 = 1

    init(_ files: SecurityFiles) throws(EtcdFailure.Mistake) {
      library = try SecurityLibrary.loaded()
      guard let pointer = library.newContext(library.clientMethod()) else {
        throw EtcdFailure.Mistake(
          expected: "a context of OpenSSL", found: "none", advice: "Check the machine's memory.")
      }
      self.pointer = pointer
      hasCertificate = files.certificate != nil
      _ = library.controlContext(
        pointer, SecurityContext.minimumVersion, SecurityContext.version12, nil)
      library.setVerification(pointer, SecurityContext.verifyPeer, nil)
      // A member that offers HTTP/2 is asked for what this client speaks.
      let protocols = [8] + Array("http/1.1".utf8)
      _ = library.setProtocols(pointer, protocols, UInt32(protocols.count))
      try trust(files.authorities)
      try identify(files)
    }

    deinit { library.freeContext(pointer) }

    private func trust(_ file: String?) throws(EtcdFailure.Mistake) {
      guard let file else {
        _ = library.trustSystem(pointer)
        return
      }
      guard library.trustFile(pointer, file, nil) == 1 else {
        throw unreadable(file, "certificates of authorities", "`authorityFile`")
      }
    }

    private func identify(_ files: SecurityFiles) throws(EtcdFailure.Mistake) {
      guard let certificate = files.certificate, let key = files.privateKey else {
        guard files.certificate == nil, files.privateKey == nil else {
          throw EtcdFailure.Mistake(
            expected: "a certificate and its private key", found: "one of them",
            advice: "Set both `certificateFile` and `privateKeyFile`.")
        }
        return
      }
      guard library.useCertificates(pointer, certificate) == 1 else {
        throw unreadable(certificate, "a certificate", "`certificateFile`")
      }
      guard library.usePrivateKey(pointer, key, SecurityContext.pemFile) == 1 else {
        throw unreadable(key, "a private key, that of the certificate", "`privateKeyFile`")
      }
      guard library.checkPrivateKey(pointer) == 1 else {
        throw EtcdFailure.Mistake(
          expected: "the private key of the certificate", found: "another one in '\(key)'",
          advice: "Check `certificateFile` and `privateKeyFile`.")
      }
    }

    private func unreadable(
      _ file: String, _ expected: String, _ option: String
    ) -> EtcdFailure.Mistake {
      EtcdFailure.Mistake(
        expected: "\(expected) in PEM form", found: "'\(file)' cannot be read as such",
        advice: "Check \(option), and who may read the file.")
    }
  }

  /// The context of the present files, which are read again from time to time: certificates that live for
  /// hours are replaced while a program runs.
  final class SecurityContexts: Sendable {
    private static let lifetime: Duration = .seconds(60)

    private let files: SecurityFiles
    private let present = Protected<(context: SecurityContext, since: Moment)?>(
      nil)

    init(_ files: SecurityFiles) { self.files = files }

    func context() throws(EtcdFailure.Mistake) -> SecurityContext {
      try present.withLock { present throws(EtcdFailure.Mistake) in
        if let present, SystemTime().moment - present.since < SecurityContexts.lifetime {
          return present.context
        }
        let context = try SecurityContext(files)
        present = (context, SystemTime().moment)
        return context
      }
    }
  }
#endif
