/// The certificates of connections by TLS, as files in PEM form; the defaults are the system's authorities
/// and no certificate of this program.
struct SecurityFiles: Sendable, Hashable {
  var authorities: String?
  var certificate: String?
  var privateKey: String?
}
