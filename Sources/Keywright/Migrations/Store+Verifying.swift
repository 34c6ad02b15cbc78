import KeywrightStorage

extension Store {
  /// Looks at the stored value of every declared key, and lists those that a reader would not get.
  ///
  /// ```swift
  /// for error in store.verify(TourKeys.self, reading: TourKeys.keySet) { print(error) }
  /// ```
  ///
  /// For the start of a program, or a test: it writes nothing, and makes no default. It finds values of
  /// another kind than the key's stored form, numbers that its type does not hold, values that are
  /// still under a former key because no migration has run, and those that a schema gives to another store. With the registry's `keySet` it reads each
  /// value by its key, with its whole type and its constraints: the cases of an enum, the fields of a
  /// struct, a type of the program's own. Without it, of those it checks the form alone.
  ///
  /// - Parameters:
  ///   - registry: The generated registry of a target.
  ///   - keys: The registry's `keySet`, which a program that never names it does not contain.
  /// - Returns: An error for each value, in the order of the declarations; one if the store cannot be
  ///   read.
  ///
  /// Complexity: O(*n*) in the number of declared and stored keys.
  public func verify(
    _ registry: any KeyRegistry.Type, reading keys: KeySet = KeySet([])
  ) -> [StoreError] {
    do throws(StoreError) {
      let names = try storedKeys()
      var errors: [StoreError] = []
      for key in registry.allKeys {
        let prefix = key.storageString + ":"
        // Values that stay under former names are no others.
        let formers = key.movesLater ? [] : key.formerKeys
        let stored = names.filter {
          key.isFamily ? $0.hasPrefix(prefix) : $0.utf8.elementsEqual(key.storageString.utf8)
        }
        for name in stored {
          if let error = try misplaced([StorageString(name)]) { errors.append(error) }
          if let error = try verify(name, as: key, keys) { errors.append(error) }
        }
        if key.isFamily {
          for former in formers {
            errors += names.filter { $0.hasPrefix(former + ":") }
              .map { .notMigrated($0, to: key.storageString) }
          }
        } else if stored.isEmpty, let former = formers.first(where: names.contains) {
          errors.append(.notMigrated(former, to: key.storageString))
        }
      }
      return errors
    } catch {
      return [error]
    }
  }

  private func verify(
    _ name: String, as key: KeyDescription, _ keys: KeySet
  ) throws(StoreError) -> StoreError? {
    if let typed = keys.key(named: StorageString(name)) {
      do throws(StoreError) {
        try typed.base.verify(in: self)
        return nil
      } catch {
        guard error.code == .unreadable || error.code == .constraint else { throw error }
        return error
      }
    }
    let value = try read(Key<Root, StoredValue?>(StorageString(name))) ?? nil
    guard let value, !value.tree.hasForm(of: key) else { return nil }
    return StoreError(
      .unreadable, storageString: name, operation: "verify", expected: key.type,
      found: "a value of the form \(value.tree.kind)",
      advice: "Declare the key as it was stored, or give the new type another id and a migration.")
  }
}

extension KeyType {
  /// Reads what is stored, whatever it is.
  fileprivate func verify(in store: some Store) throws(StoreError) {
    guard let value = try store.storedValue(of: key),
      let violation = StoreError.violation(
        by: store.uncorrected(value, of: key), of: key, operation: "verify")
    else { return }
    throw violation
  }
}

extension StoreError {
  fileprivate static func notMigrated(_ former: String, to name: String) -> StoreError {
    StoreError(
      .unreadable, storageString: name, operation: "verify", expected: "the value under this name",
      found: "a value under the former key '\(former)'",
      advice: "Open the store with the registry: DefaultsStore(suite:keys:), or store.migrate(_:).")
  }
}

extension PropertyList {
  /// Whether a value can be one of a key's.
  fileprivate func hasForm(of key: KeyDescription) -> Bool {
    let type = key.type.hasSuffix("?") ? String(key.type.dropLast()) : key.type
    switch (self, key.form) {
    case (.integer(let number), "integer"): return Self.holds(number, type)
    case (.unsigned, "integer"): return type == "UInt" || type == "UInt64"
    // Numbers convert where nothing is lost.
    case (.real(let number), "integer"): return Int64(exactly: number) != nil
    case (.integer(let number), "real"): return number.magnitude <= 1 << 53
    case (_, "boolean"), (_, "integer"), (_, "real"), (_, "string"), (_, "date"), (_, "data"),
      (_, "array"), (_, "dictionary"):
      return kind == key.form
    default: return true
    }
  }

  private static func holds(_ number: Int64, _ type: String) -> Bool {
    switch type {
    case "Int8": Int8(exactly: number) != nil
    case "Int16": Int16(exactly: number) != nil
    case "Int32": Int32(exactly: number) != nil
    case "UInt8": UInt8(exactly: number) != nil
    case "UInt16": UInt16(exactly: number) != nil
    case "UInt32": UInt32(exactly: number) != nil
    case "UInt", "UInt64": number >= 0
    default: true
    }
  }
}
