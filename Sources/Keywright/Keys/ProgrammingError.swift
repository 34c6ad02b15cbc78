/// Traps because of an error in the program, with a message that says how to correct it.
///
/// Not `preconditionFailure`, which prints nothing in an optimised build. For errors of the programmer
/// alone: data that a user may have throws a ``StoreError``.
func programmingError(_ message: String, file: StaticString = #fileID, line: UInt = #line) -> Never
{
  fatalError("Keywright: " + message, file: file, line: line)
}
