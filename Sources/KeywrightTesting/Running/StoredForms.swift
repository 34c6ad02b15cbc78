import Keywright

/// Stored forms at the bounds of their kinds.
enum StoredForms {
  static let samples: [(label: String, form: StoredValue)] = [
    ("true", true), ("false", false),
    ("zero", 0), ("one", 1), ("minus one", -1),
    ("the smallest integer", .integer(.min)), ("the largest integer", .integer(.max)),
    ("the largest unsigned integer", .unsigned(.max)),
    ("one as a real", 1.0), ("a tenth", 0.1), ("minus zero", .real(-0.0)),
    ("infinity", .real(.infinity)), ("minus infinity", .real(-.infinity)), ("NaN", .real(.nan)),
    ("the largest real", .real(.greatestFiniteMagnitude)),
    ("the smallest real", .real(.leastNonzeroMagnitude)),
    ("an empty string", ""), ("a string", "Noah"), ("a string with markup", "<&>\"'"),
    ("a string with NUL", "a\u{0}b"), ("a string of controls", "\r\n\t\u{1}\u{7F}"),
    ("a string with spaces at its ends", "  a  "),
    ("a composed character", "\u{E9}"), ("a decomposed character", "e\u{301}"),
    ("a character outside the basic plane", "\u{1F981}"),
    ("a string of 10,000 bytes", .string(String(repeating: "0123456789", count: 1_000))),
    ("a whole second", .date(secondsSince2001: 86_400)),
    ("a fraction of a second", .date(secondsSince2001: 0.123456789)),
    ("a date before 2001", .date(secondsSince2001: -978_307_200.5)),
    ("empty data", .data([])), ("data of every byte", .data(Array(0...255))),
    ("an empty array", []), ("an array", [1, "two", 3.0, true, [], .data([4])]),
    ("an empty dictionary", [:]), ("a dictionary", ["b": 1, "a": ["c": [2, 0.5]], "": false]),
    ("a dictionary with twin keys", .dictionary([("\u{E9}", 1), ("e\u{301}", 2)])),
    ("eight arrays in each other", [[[[[[[[1]]]]]]]]),
  ]

  /// Ids that a careless store confuses, or lets escape from where it keeps its values.
  static let hostileNames = [
    "", " ", ".", "..", "...", "/", "../escape", "a/b", "a\\b", "/etc/passwd", "a\u{0}b", "\u{0}",
    "\n", "%", "%2f", "%2F", "~", "-", "key", "KEY", "Key", "key ", "key.", "con", "a:b", ":", "::",
    "\u{E9}", "e\u{301}", "\u{1F981}", "\u{FEFF}key", "\u{202E}key", ".lock", "keywrights:x",
    String(repeating: "n", count: 200), String(repeating: "n", count: 300),
    String(repeating: "n", count: 299) + "m", String(repeating: "\u{E9}", count: 2_000),
  ]
}
