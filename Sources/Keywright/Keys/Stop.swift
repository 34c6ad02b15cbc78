/// Ends the program because of an error in it, with a message that says how to correct it.
///
/// Not `preconditionFailure`, which prints nothing in an optimised build. For errors of the programmer
/// alone: data that a user may have throws a ``StoreError``.
func stop(_ message: String, file: StaticString = #fileID, line: UInt = #line) -> Never {
  fatalError("Keywright: " + message, file: file, line: line)
}
