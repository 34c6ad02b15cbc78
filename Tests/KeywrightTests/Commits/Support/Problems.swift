import Keywright

extension Store {
  /// The issues, but for those of commits that took long: a busy machine makes any of them long.
  var problems: [StoreError] { issues.filter { $0.operation != "commit" } }
}
