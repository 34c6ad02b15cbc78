/// The page about the keys of the keyboard.
enum BrowseHelp {
  static let lines =
    ["Any other key leads back to the list.", ""]
    + rows.map { keys, words in "  " + CellWidth.pad(keys, to: 22) + words }
    + [
      "", "Before a name: * is changed, ! has a problem, ~ is deprecated, # is read-only here,",
      "+ is a family of keys.",
    ]

  private static let rows = [
    ("j k, arrows", "the next key, the previous one"),
    ("f b, PgDn PgUp", "a page; ctrl-d and ctrl-u half of one"),
    ("g G, Home End", "the first key, the last one"),
    ("Tab, } {", "the next namespace, the previous one"),
    ("/", "finds names, titles, summaries and notes as you type"),
    ("c p o", "only changed, problems, this namespace"),
    ("a, Esc", "all keys again"),
    ("Enter, e", "edits the value; Enter stores it, Esc leaves it"),
    ("E", "edits the value in your editor"),
    ("Enter on a family", "adds a key of it, by its parameters"),
    ("Space + -, right left", "the next value, the previous one"),
    ("d", "removes the value, so that the default counts"),
    ("u", "undoes your last change, if it still stands"),
    ("v", "everything about the key"),
    ("?", "this page"),
    ("ctrl-l, ctrl-z", "draws again, pauses"),
    ("q, ctrl-c", "ends; ctrl-c also while the store is waited for"),
  ]
}
