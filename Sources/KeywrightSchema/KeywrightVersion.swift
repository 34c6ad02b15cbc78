/// The version of this package, the only place that states it.
///
/// The command prints it and every generated file has it in its first line. The tag of a release is
/// this text, and so is the first heading of `.github/CHANGELOG.md`.
package enum KeywrightVersion {
  package static let current = "0.1.0"
}
