import Keywright
import KeywrightTesting

extension FaultyStore {
  /// A part of a commit or of a read that fails.
  enum Step: Hashable, CaseIterable {
    /// Reading fails.
    case look
    /// It cannot begin a commit.
    case begin
    /// It cannot write.
    case write
    /// It cannot undo the write of a commit.
    case undo
    /// It cannot confirm that a commit, which it wrote, is on the disk.
    case confirm
  }

  init(_ name: String) { self.init(MemoryStore(name: name)) }

  /// Fails at these steps alone, until it is called again.
  func fail(at steps: Step...) {
    mend()
    for step in steps {
      let error = StoreError(step == .confirm ? .uncertain : .full, operation: "\(step)")
      switch step {
      case .look:
        fail(.stored, times: .max, with: error)
        fail(.storageStrings, times: .max, with: error)
      case .begin: fail(.beginCommit, times: .max, with: error)
      case .write: fail(.write, times: .max, with: error)
      case .undo: fail(.write, after: 1, times: .max, with: error)
      case .confirm: fail(.confirm, times: .max, with: error)
      }
    }
  }
}
