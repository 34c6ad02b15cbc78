import Keywright

extension DefaultsStore {
  /// Brings the list up to date, however long a compaction takes that is under way.
  func compact() throws(StoreError) {
    while true {
      do throws(StoreError) {
        return try flush(compacting: true)
      } catch {
        guard error.code == .busy else { throw error }
      }
    }
  }
}
