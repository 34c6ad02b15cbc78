import Glibc

/// A thread that can be waited for.
package final class Worker {
  private var thread = pthread_t()

  private final class Body {
    let run: () -> Void
    init(_ run: @escaping () -> Void) { self.run = run }
  }

  package init(_ body: @escaping () -> Void) {
    let argument = Unmanaged.passRetained(Body(body)).toOpaque()
    pthread_create(
      &thread, nil,
      { argument in
        guard let argument else { return nil }
        Unmanaged<Body>.fromOpaque(argument).takeRetainedValue().run()
        return nil
      }, argument)
  }

  package func join() { pthread_join(thread, nil) }
}
