#if !canImport(Darwin)
  /// Values as libdbus appends them to a message, and reads them from one.
  struct BusMessage {
    typealias Pointer = UnsafeMutableRawPointer

    let library: BusLibrary
    let message: Pointer

    /// Appends the arguments of a call.
    func append(_ values: [BusValue]) throws(BusFailure) {
      try withIterator { iterator throws(BusFailure) in
        library.beginAppending(message, iterator)
        for value in values { try append(value, to: iterator) }
      }
    }

    /// The values of an answer.
    func values() throws(BusFailure) -> [BusValue] {
      try withIterator { iterator throws(BusFailure) in
        guard library.beginReading(message, iterator) != 0 else { return [] }
        return try values(from: iterator)
      }
    }

    /// Lends the memory of an iterator, which libdbus itself lays out.
    private func withIterator<Result>(
      _ body: (Pointer) throws(BusFailure) -> Result
    ) throws(BusFailure) -> Result {
      // More than its 72 bytes.
      let iterator = Pointer.allocate(byteCount: 256, alignment: 16)
      iterator.initializeMemory(as: UInt8.self, repeating: 0, count: 256)
      defer { iterator.deallocate() }
      return try body(iterator)
    }
  }

  // MARK: - Appending

  extension BusMessage {
    private enum TypeCode {
      static let array = Int32(UInt8(ascii: "a"))
      static let boolean = Int32(UInt8(ascii: "b"))
      static let byte = Int32(UInt8(ascii: "y"))
      static let entry = Int32(UInt8(ascii: "e"))
      static let path = Int32(UInt8(ascii: "o"))
      static let string = Int32(UInt8(ascii: "s"))
      static let structure = Int32(UInt8(ascii: "r"))
      static let unsigned = Int32(UInt8(ascii: "t"))
      static let variant = Int32(UInt8(ascii: "v"))
    }

    private func append(_ value: BusValue, to iterator: Pointer) throws(BusFailure) {
      switch value {
      case .boolean(let flag):
        var word: UInt32 = flag ? 1 : 0
        try check(library.appendBasic(iterator, TypeCode.boolean, &word))
      case .unsigned(var number):
        try check(library.appendBasic(iterator, TypeCode.unsigned, &number))
      case .string(let text): try append(text, as: TypeCode.string, to: iterator)
      case .path(let text): try append(text, as: TypeCode.path, to: iterator)
      case .bytes(let bytes):
        try open(TypeCode.array, "y", in: iterator) { array throws(BusFailure) in
          let count = Int32(clamping: bytes.count)
          let isAppended = bytes.withUnsafeBytes { bytes in
            // libdbus refuses a null pointer, which an empty buffer may have.
            var start = bytes.baseAddress ?? UnsafeRawPointer(array)
            return library.appendFixedArray(array, TypeCode.byte, &start, count)
          }
          try check(isAppended)
        }
      case .array(let element, let values):
        try open(TypeCode.array, element, in: iterator) { array throws(BusFailure) in
          for value in values { try append(value, to: array) }
        }
      case .dictionary(let key, let type, let entries):
        try open(TypeCode.array, "{\(key)\(type)}", in: iterator) { array throws(BusFailure) in
          for (name, value) in entries {
            try open(TypeCode.entry, nil, in: array) { entry throws(BusFailure) in
              let code = key == "o" ? TypeCode.path : TypeCode.string
              try append(name, as: code, to: entry)
              try append(value, to: entry)
            }
          }
        }
      case .structure(let members):
        try open(TypeCode.structure, nil, in: iterator) { structure throws(BusFailure) in
          for member in members { try append(member, to: structure) }
        }
      case .variant(let content):
        try open(TypeCode.variant, content.signature, in: iterator) { variant throws(BusFailure) in
          try append(content, to: variant)
        }
      }
    }

    private func append(
      _ text: String, as code: Int32, to iterator: Pointer
    ) throws(BusFailure) {
      guard !text.utf8.contains(0) else {
        // libdbus would take what stands before it.
        throw BusFailure(.malformed, found: "a NUL in a text", expected: "a text without one")
      }
      let isAppended = text.withCString { text in
        var text = text
        return library.appendBasic(iterator, code, &text)
      }
      try check(isAppended)
    }

    private func open(
      _ code: Int32, _ signature: String?, in iterator: Pointer,
      _ body: (Pointer) throws(BusFailure) -> Void
    ) throws(BusFailure) {
      try withIterator { inner throws(BusFailure) in
        let isOpen =
          signature.map { signature in
            signature.withCString { library.openContainer(iterator, code, $0, inner) }
          } ?? library.openContainer(iterator, code, nil, inner)
        try check(isOpen)
        try body(inner)
        try check(library.closeContainer(iterator, inner))
      }
    }

    private func check(_ isDone: UInt32) throws(BusFailure) {
      guard isDone == 0 else { return }
      throw BusFailure(.unreachable, found: "no memory for a message", expected: "some")
    }
  }

  // MARK: - Reading

  extension BusMessage {
    private func values(from iterator: Pointer) throws(BusFailure) -> [BusValue] {
      var values: [BusValue] = []
      while library.type(iterator) != 0 {
        values.append(try value(at: iterator))
        guard library.next(iterator) != 0 else { break }
      }
      return values
    }

    private func value(at iterator: Pointer) throws(BusFailure) -> BusValue {
      switch library.type(iterator) {
      case TypeCode.boolean:
        var word: UInt32 = 0
        library.basic(iterator, &word)
        return .boolean(word != 0)
      case TypeCode.unsigned:
        var number: UInt64 = 0
        library.basic(iterator, &number)
        return .unsigned(number)
      case TypeCode.string: return .string(text(at: iterator))
      case TypeCode.path: return .path(text(at: iterator))
      case TypeCode.array: return try array(at: iterator)
      case TypeCode.structure:
        return .structure(try members(of: iterator))
      case TypeCode.variant:
        guard let value = try members(of: iterator).first else { throw malformed }
        return .variant(value)
      default: throw malformed
      }
    }

    private func array(at iterator: Pointer) throws(BusFailure) -> BusValue {
      let element = library.elementType(iterator)
      return try inner(of: iterator) { (inner: Pointer) throws(BusFailure) -> BusValue in
        switch element {
        case TypeCode.byte:
          var start: UnsafePointer<UInt8>?
          var count: Int32 = 0
          library.fixedArray(inner, &start, &count)
          return .bytes(Array(UnsafeBufferPointer(start: start, count: Int(count))))
        case TypeCode.entry: return try dictionary(at: inner)
        default:
          let name = UInt8(exactly: element).map { String(UnicodeScalar($0)) } ?? ""
          return .array(of: name, try values(from: inner))
        }
      }
    }

    private func dictionary(at iterator: Pointer) throws(BusFailure) -> BusValue {
      var entries: [(name: String, value: BusValue)] = []
      while library.type(iterator) == TypeCode.entry {
        let pair = try members(of: iterator)
        guard pair.count == 2 else { throw malformed }
        switch pair[0] {
        case .string(let name), .path(let name): entries.append((name, pair[1]))
        default: throw malformed
        }
        guard library.next(iterator) != 0 else { break }
      }
      return .dictionary(key: "s", value: "", entries)
    }

    /// The values of a structure, a variant or an entry.
    private func members(of iterator: Pointer) throws(BusFailure) -> [BusValue] {
      try inner(of: iterator) { (inner: Pointer) throws(BusFailure) -> [BusValue] in
        try values(from: inner)
      }
    }

    private func inner<Result>(
      of iterator: Pointer, _ body: (Pointer) throws(BusFailure) -> Result
    ) throws(BusFailure) -> Result {
      try withIterator { inner throws(BusFailure) in
        library.recurse(iterator, inner)
        return try body(inner)
      }
    }

    private func text(at iterator: Pointer) -> String {
      var text: UnsafePointer<CChar>?
      library.basic(iterator, &text)
      return text.map { String(cString: $0) } ?? ""
    }

    private var malformed: BusFailure {
      BusFailure(.malformed, found: "an answer of another shape", expected: "the Secret Service's")
    }
  }
#endif
