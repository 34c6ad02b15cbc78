/// Keys, and the store that has them; see ``Layers/routing(_:otherwise:name:)``.
///
/// ```swift
/// let routed = Layers.routing([.namespace(Album.self, to: files)], otherwise: store)
/// ```
///
/// Thread safety: an immutable value.
public struct Route: Sendable {
  let target: any Store
  let takes: @Sendable (StorageString) -> Bool

  /// The keys of a namespace and of those below it, also those with a storage string of their own.
  ///
  /// - Parameters:
  ///   - space: The namespace.
  ///   - store: The store that keeps them.
  public static func namespace<Space: Namespace>(
    _ space: Space.Type, to store: some Store
  ) -> Route {
    let tree = NamespaceTree(space)
    return Route(target: store, takes: tree.contains)
  }

  /// The keys that a target declares with one sensitivity.
  ///
  /// ```swift
  /// let secrets = Route.sensitivity(.secret, of: AppKeys.self, to: vault)
  /// ```
  ///
  /// - Parameters:
  ///   - sensitivity: The sensitivity of their values.
  ///   - registry: The generated registry of the target.
  ///   - store: The store that keeps them.
  public static func sensitivity<Registry: KeyRegistry>(
    _ sensitivity: KeyDescription.Sensitivity, of registry: Registry.Type, to store: some Store
  ) -> Route {
    let keys = registry.allKeys.filter { $0.sensitivity == sensitivity }
    return Route(target: store, takes: DeclaredFacts(keys, \.sensitivity).contains)
  }

  /// The keys that a target declares for one store, by the keyword `store` of its schemas.
  ///
  /// ```swift
  /// let secrets = Route.store("vault", of: AppKeys.self, to: vault)
  /// ```
  ///
  /// - Precondition: Some key of the registry is declared for a store of that name.
  ///
  /// - Parameters:
  ///   - name: The program's own name for the store, as the schemas have it.
  ///   - registry: The generated registry of the target.
  ///   - store: The store that keeps them.
  public static func store<Registry: KeyRegistry>(
    _ name: String, of registry: Registry.Type, to store: some Store
  ) -> Route {
    let keys = registry.allKeys.filter { $0.store == name }
    if keys.isEmpty {
      let known = Set(registry.allKeys.compactMap(\.store)).sorted().map { "'\($0)'" }
      let list = known.isEmpty ? "none has one" : "there are \(known.joined(separator: ", "))"
      programmingError("no key of \(registry) has the store '\(name)'; \(list)")
    }
    return Route(target: store, takes: DeclaredFacts(keys, \.store).contains)
  }
}

extension Layers {
  /// One store that keeps each key in the store of the first route that takes it.
  ///
  /// ```swift
  /// let store = Layers.routing(
  ///   [.namespace(Documents.self, to: files), .sensitivity(.secret, of: AppKeys.self, to: vault)],
  ///   otherwise: defaults)
  /// ```
  ///
  /// A commit locks only the store that its keys go to, so that a store that fails does not hinder
  /// the others. One whose keys go to several throws ``StoreError/Code/unsupported``, because two
  /// stores cannot be written together all or nothing.
  ///
  /// - Parameters:
  ///   - routes: The routes, the first to be asked first.
  ///   - store: The store for keys that no route takes.
  ///   - name: A name for messages.
  public static func routing(
    _ routes: [Route], otherwise store: some Store, name: String = "router"
  ) -> Layers {
    var layers: [Layer] = []
    for (index, route) in routes.enumerated() {
      let earlier = routes[..<index].map(\.takes)
      layers.append(
        Layer.readingAndWriting(route.target).only { name in
          route.takes(name) && !earlier.contains { $0(name) }
        })
    }
    let takes = routes.map(\.takes)
    layers.append(Layer.readingAndWriting(store).remaining { name in !takes.contains { $0(name) } })
    return Layers(layers, name: name)
  }
}
