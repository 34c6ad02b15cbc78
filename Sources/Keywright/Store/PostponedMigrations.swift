/// The reason why a commit begins again: the store can be read by now, and values of earlier versions of
/// the program come first, with no lock held.
struct PostponedMigrations: Error {
  /// Runs the migrations; those that cannot be done wait on, and stop no commit.
  let run: @Sendable () -> Void

  init(run: @escaping @Sendable () -> Void) { self.run = run }

  /// The migrations behind an error, of a store or of a layer.
  init?(_ error: any Error) {
    guard let postponed = (error as? StoreError)?.underlying as? PostponedMigrations else {
      return nil
    }
    self = postponed
  }
}
