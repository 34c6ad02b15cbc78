/// A store whose `peek` is that of a table, so that a reader who knows the table need not know the
/// store's type.
@usableFromInline
protocol TableBacked {
  var table: StoredTable { get }
}

extension MemoryStore: TableBacked {}
extension DefaultsStore: TableBacked {}
