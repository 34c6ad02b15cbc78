/// The choice about secret values in the snapshots of an ``EtcdStore``, which are plain text in a file.
public enum SnapshotSecrets: Sendable, Hashable {
  /// They are in the snapshots, and the store's `issues` say so.
  case reported
  /// They are in the snapshots.
  case kept
  /// They are left out: a program that starts without network has their defaults.
  case leftOut
}
