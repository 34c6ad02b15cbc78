#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Another way to keep values, with a number and a text in it among 1,000 values.
struct Rival {
  let name: String

  /// The failures that a value survives once its `set` has returned.
  let survives: String

  /// The sets of one turn, so that a turn of any rival takes about as long.
  var sets = 100

  /// Reads the number, or the text, a number of times, and returns the sum of the numbers, or of the texts' bytes;
  /// nil where nothing is read.
  var getInt: ((Int) -> Int)?
  var getString: ((Int) -> Int)?
  let set: (Int) throws -> Void
}

/// A library that the system may have: no rival is a dependency.
struct RivalLibrary {
  private let handle: UnsafeMutableRawPointer

  /// Loads the first of some libraries that is there.
  init?(_ names: String...) {
    guard let handle = names.lazy.compactMap({ dlopen($0, RTLD_NOW | RTLD_LOCAL) }).first else {
      return nil
    }
    self.handle = handle
  }

  /// A function by its name, with the type that its header says.
  func function<Function>(_ name: String) throws -> Function {
    guard let symbol = dlsym(handle, name) else { throw RivalFailure(words: "no \(name)") }
    return unsafeBitCast(symbol, to: Function.self)
  }
}

struct RivalFailure: Error {
  let words: String
}
