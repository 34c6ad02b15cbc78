extension Store {
  /// This store with another form of each value.
  ///
  /// It is a composition of this store alone: processing, hooks and observers see values, and this store and
  /// its own observers see what the mapping makes of them. The library's own records stay as they are, so
  /// migrations run on the mapped store. A store that keeps values as they are, as a ``CacheStore`` does, has
  /// no forms: over it, reads and writes throw ``StoreError/Code/unsupported``.
  ///
  /// - Parameter mapping: The change of each value.
  public func mappingStored(_ mapping: some StoredMapping) -> Layers {
    Layers([Layer.readingAndWriting(self).mapped(mapping)], name: core.name)
  }
}
