import KeywrightStorage

extension Store {
  /// This store before another: read first and filled from the other; commits write both.
  ///
  /// ```swift
  /// let store = MemoryStore().combined(with: files)
  /// ```
  ///
  /// - Parameter back: The store below; written first.
  public func combined(with back: some Store) -> Layers {
    Layers([.readingAndWriting(self, filledFromBelow: true), .readingAndWriting(back)])
  }

  /// This store before another that is only read: filled from it; commits write this one alone.
  ///
  /// - Parameter back: The store below.
  public func backed(by back: some ReadableStore) -> Layers {
    Layers([.readingAndWriting(self, filledFromBelow: true), .reading(back)])
  }

  /// This store, whose commits are written to another one too; that one is never read.
  ///
  /// - Parameter other: The store that is only written; written first.
  public func pushing(to other: some Store) -> Layers {
    Layers([.readingAndWriting(self), .writing(other)])
  }

  /// This store, whose commits are written to another one too.
  ///
  /// - Parameter other: The store that can only be written; written first.
  public func pushing(to other: WriteOnlyStore) -> Layers {
    Layers([.readingAndWriting(self), .writing(other)])
  }

  /// This store, and the values of another one where this one has nothing readable; they are never
  /// copied.
  ///
  /// - Parameter other: The store to fall back to.
  public func fallback(to other: some ReadableStore) -> Layers {
    Layers([.readingAndWriting(self), .reading(other)])
  }

  /// This store under keys that begin with a component of their own: a user, a document, a test.
  ///
  /// ```swift
  /// let settings = store.prefixed("user42")
  /// try settings.set(Player.volume, to: 1)   // kept as "user42:player:volume"
  /// ```
  ///
  /// `clear` and `removeEverything` of the view remove only what is below the component.
  ///
  /// - Parameter component: The component; its `:` and `%` are escaped.
  public func prefixed(_ component: String) -> Layers {
    core.view(prefixed: component, (self as? any FileHandle)?.settings) {
      Layer.readingAndWriting(self).prefixed(component)
    }
  }
}

extension StoreCore {
  /// One composition for each component and for the settings of the handle that it is made of, for
  /// as long as a caller holds it: handles that share values share their core.
  fileprivate func view(
    prefixed component: String, _ settings: String?, layer: () -> Layer
  ) -> Layers {
    views.withLock { views in
      let id = ViewID(component: component, settings: settings)
      if let core = views[id]?.core, let stack = core.stack {
        return Layers(core: core, stack: stack)
      }
      views = views.filter { $0.value.core != nil }
      let view = Layers([layer()], name: "\(name)/\(component)")
      views[id] = WeakCore(core: view.core)
      return view
    }
  }
}

/// A handle on a file, with settings that belong to the handle and not to the file.
protocol FileHandle {
  /// The same text for the same settings.
  var settings: String { get }
}

extension DefaultsStore: FileHandle {
  var settings: String { "\(durability) \(lockTimeout)" }
}

extension FileStore: FileHandle {
  var settings: String { "\(lockTimeout)" }
}
