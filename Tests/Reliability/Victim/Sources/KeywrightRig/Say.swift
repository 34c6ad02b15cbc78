import Glibc

/// Writes one line, at once and whole.
package func say(_ line: String) {
  var line = line + "\n"
  line.withUTF8 { bytes in
    var rest = bytes[...]
    while !rest.isEmpty {
      let part = UnsafeBufferPointer(rebasing: rest)
      let count = Glibc.write(STDOUT_FILENO, part.baseAddress, part.count)
      if count > 0 { rest = rest.dropFirst(count) } else if errno != EINTR { exit(74) }
    }
  }
}
