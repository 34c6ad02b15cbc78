extension ChangeSample {
  /// A namespace `player` with a type `T`, and what it becomes.
  private static func move(
    _ name: String, _ old: String, _ keys: String, to head: String, _ new: String,
    _ newKeys: String? = nil, _ expected: String...
  ) -> Self {
    Self(
      name: name,
      old: """
        { "version": 1, "namespace": "player", "types": { "T": {\(old)} },
        "keys": { \(keys) } }
        """,
      new: """
        { "version": 1, \(head), "types": { \(new) },
        "keys": { \(newKeys ?? keys) } }
        """,
      expected: expected)
  }

  private static let twoKeys = #""a": { "type": "T?" }, "b": { "type": "[T]?" }"#
  private static let moved = #""namespace": "audio.player""#
  private static let named = #""namespace": "audio.player", "former": ["player"]"#
  private static let inPlace = #""namespace": "player""#

  /// Changes of several things in one step: names of types begin with those of their namespaces.
  static let moves: [ChangeSample] = [
    move(
      "namespace moved with a type", #""enum": ["x"]"#, twoKeys, to: moved,
      #""T": {"enum": ["x"]}"#, nil,
      #"2:11: error: `player:a` of release 1.0 seems to be `audio:player:a` now: users lose the values stored under the old name [lost]"#,
      #"1:37: note: `"former": ["player"]` in the namespace brings all its values along"#,
      #"1:1: note: `{ "version": 1, "namespace": "player", "reserved": ["a"] }` otherwise as a file of its own says that it is gone, and keeps its name from other keys"#,
      #"2:34: error: `player:b` of release 1.0 seems to be `audio:player:b` now: users lose the values stored under the old name [lost]"#,
      #"1:37: note: `"former": ["player"]` in the namespace brings all its values along"#,
      #"1:1: note: `{ "version": 1, "namespace": "player", "reserved": ["b"] }` otherwise as a file of its own says that it is gone, and keeps its name from other keys"#
    ),
    move(
      "namespace moved with a type, with its former name", #""enum": ["x"]"#, twoKeys, to: named,
      #""T": {"enum": ["x"]}"#,
      nil,
      #"2:11: note: `player:a` is now called `audio:player:a`: a program of release 1.0 that runs beside this one finds its values no longer [older-lost]"#,
      #"2:34: note: `player:b` is now called `audio:player:b`: a program of release 1.0 that runs beside this one finds its values no longer [older-lost]"#
    ),
    move(
      "namespace moved and its type renamed", #""struct": {"x": "Int"}"#, twoKeys, to: moved,
      #""U": {"struct": {"x": "Int"}}"#, #""a": { "type": "U?" }, "b": { "type": "[U]?" }"#,
      #"2:11: error: `player:a` of release 1.0 seems to be `audio:player:a` now: users lose the values stored under the old name [lost]"#,
      #"1:37: note: `"former": ["player"]` in the namespace brings all its values along"#,
      #"1:1: note: `{ "version": 1, "namespace": "player", "reserved": ["a"] }` otherwise as a file of its own says that it is gone, and keeps its name from other keys"#,
      #"2:34: error: `player:b` of release 1.0 seems to be `audio:player:b` now: users lose the values stored under the old name [lost]"#,
      #"1:37: note: `"former": ["player"]` in the namespace brings all its values along"#,
      #"1:1: note: `{ "version": 1, "namespace": "player", "reserved": ["b"] }` otherwise as a file of its own says that it is gone, and keeps its name from other keys"#
    ),
    move(
      "namespace moved with a type that has a new field", #""struct": {"x": "Int"}"#,
      #""a": { "type": "T?" }, "b": { "type": "Int?" }"#, to: moved,
      #""T": {"struct": {"x": "Int", "y": "Int"}}"#, nil,
      #"2:11: error: `player:a` of release 1.0 seems to be `audio:player:a` now: users lose the values stored under the old name [lost]"#,
      #"1:37: note: `"former": ["player"]` in the namespace brings all its values along"#,
      #"1:1: note: `{ "version": 1, "namespace": "player", "reserved": ["a"] }` otherwise as a file of its own says that it is gone, and keeps its name from other keys"#,
      #"2:34: error: `player:b` of release 1.0 seems to be `audio:player:b` now: users lose the values stored under the old name [lost]"#,
      #"1:37: note: `"former": ["player"]` in the namespace brings all its values along"#,
      #"1:1: note: `{ "version": 1, "namespace": "player", "reserved": ["b"] }` otherwise as a file of its own says that it is gone, and keeps its name from other keys"#
    ),
    move(
      "namespace moved with a type that has a new field, with its former name",
      #""struct": {"x": "Int"}"#, twoKeys, to: named, #""T": {"struct": {"x": "Int", "y": "Int"}}"#,
      nil,
      #"1:79: error: `Audio.Player.T.y` is new and has no default: what release 1.0 stored in `player:a` cannot be read (and 1 more key) [unreadable]"#,
      #"1:79: note: `"default": …` in the field, or an optional type, reads older values"#,
      #"2:11: note: `player:a` is now called `audio:player:a`: a program of release 1.0 that runs beside this one finds its values no longer [older-lost]"#,
      #"2:34: note: `player:b` is now called `audio:player:b`: a program of release 1.0 that runs beside this one finds its values no longer [older-lost]"#
    ),
    move(
      "namespace moved with a type whose case is gone, with its former name",
      #""enum": ["x", "y"]"#, twoKeys, to: named, #""T": {"enum": ["x"]}"#, nil,
      #"1:79: error: `player:a` may hold "y" of release 1.0, and `Audio.Player.T.y` is gone: that value cannot be read (and 1 more key) [lost]"#,
      #"1:79: note: `"former": ["y"]` in another case reads it as that one"#,
      #"2:11: note: `player:a` is now called `audio:player:a`: a program of release 1.0 that runs beside this one finds its values no longer [older-lost]"#,
      #"2:34: note: `player:b` is now called `audio:player:b`: a program of release 1.0 that runs beside this one finds its values no longer [older-lost]"#
    ),
    move(
      "namespace moved with the type of a family's parameter, with its former name",
      #""enum": ["x"]"#, #""a": { "type": "Int?", "parameters": { "of": "T" } }"#, to: named,
      #""T": {"enum": ["x"]}"#,
      nil,
      #"2:11: note: `player:a` is now called `audio:player:a`: a program of release 1.0 that runs beside this one finds its values no longer [older-lost]"#
    ),
    move(
      "type of a family's parameter renamed", #""enum": ["x"]"#,
      #""a": { "type": "Int?", "parameters": { "of": "T" } }"#, to: inPlace,
      #""U": {"enum": ["x"]}"#, #""a": { "type": "Int?", "parameters": { "of": "U" } }"#),
    move(
      "type of a family's parameter replaced", #""enum": ["x"]"#,
      #""a": { "type": "Int?", "parameters": { "of": "T" } }"#, to: inPlace,
      #""U": {"enum": {"x": 1}}"#, #""a": { "type": "Int?", "parameters": { "of": "U" } }"#,
      #"2:11: error: the parameters of `player:a` were (Player.T) and are (Player.U): the values of release 1.0 have other names [unreadable]"#,
      #"2:11: note: `"id": "…"` and `store.migrate` with a `Migration(from:to:)` for each stored value brings them along (see the article Migrations, Families)"#
    ),
    move(
      "type renamed", #""enum": ["x"]"#, twoKeys, to: inPlace, #""U": {"enum": ["x"]}"#,
      #""a": { "type": "U?" }, "b": { "type": "[U]?" }"#),
    move(
      "type renamed and a constraint narrowed", #""enum": ["x"]"#,
      #""b": { "type": "[T]?", "length": [null, 9] }"#, to: inPlace, #""U": {"enum": ["x"]}"#,
      #""b": { "type": "[U]?", "length": [null, 8] }"#,
      #"2:11: warning: `length` of `player:b` was [null, 9] and is [null, 8]: a stored value outside is still read as it is; the next `set` of such a value is refused [refused]"#
    ),
    move(
      "key and type renamed", #""enum": ["x"]"#, #""theme": { "type": "T", "default": "x" }"#,
      to: inPlace, #""U": {"enum": ["x"]}"#, #""look": { "type": "U", "default": "x" }"#,
      #"2:11: error: `player:theme` of release 1.0 seems to be `player:look` now: users lose the values stored under the old name [lost]"#,
      #"2:11: note: `"former": ["player:theme"]` in `look` brings the value along"#,
      #"1:31: note: `"reserved": ["theme"]` otherwise says that it is gone, and keeps its name from other keys"#
    ),
    ChangeSample(
      name: "nested namespace moved with the one around it, which names both",
      old: """
        { "version": 1, "namespaces": { "player": { "keys": { "a": { "type": "Int?" } },
        "namespaces": { "eq": { "keys": { "b": { "type": "Int?" } } } } } } }
        """,
      new: """
        { "version": 1, "namespaces": { "audio": { "former": ["player"],
        "keys": { "a": { "type": "Int?" } },
        "namespaces": { "eq": { "former": ["player:eq"],
        "keys": { "b": { "type": "Int?" } } } } } } }
        """,
      expected: [
        #"2:11: note: `player:a` is now called `audio:a`: a program of release 1.0 that runs beside this one finds its values no longer [older-lost]"#,
        #"4:11: note: `player:eq:b` is now called `audio:eq:b`: a program of release 1.0 that runs beside this one finds its values no longer [older-lost]"#,
      ]),
    ChangeSample(
      name: "nested namespace moved with the one around it",
      old: """
        { "version": 1, "namespaces": { "player": {
        "keys": { "a": { "type": "Int?" }, "c": { "type": "Int?" } },
        "namespaces": { "eq": { "keys": { "b": { "type": "Int?" }, "d": { "type": "T?" } },
        "types": { "T": { "enum": ["x"] } } } } } } }
        """,
      new: """
        { "version": 1, "namespaces": { "audio": {
        "keys": { "a": { "type": "Int?" }, "c": { "type": "Int?" } },
        "namespaces": { "eq": { "keys": { "b": { "type": "Int?" }, "d": { "type": "T?" } },
        "types": { "T": { "enum": ["x"] } } } } } } }
        """,
      expected: [
        #"2:11: error: `player:a` of release 1.0 seems to be `audio:a` now: users lose the values stored under the old name [lost]"#,
        #"1:33: note: `"former": ["player"]` in the namespace brings all its values along"#,
        #"1:1: note: `{ "version": 1, "namespace": "player", "reserved": ["a"] }` otherwise as a file of its own says that it is gone, and keeps its name from other keys"#,
        #"2:36: error: `player:c` of release 1.0 seems to be `audio:c` now: users lose the values stored under the old name [lost]"#,
        #"1:33: note: `"former": ["player"]` in the namespace brings all its values along"#,
        #"1:1: note: `{ "version": 1, "namespace": "player", "reserved": ["c"] }` otherwise as a file of its own says that it is gone, and keeps its name from other keys"#,
        #"3:35: error: `player:eq:b` of release 1.0 seems to be `audio:eq:b` now: users lose the values stored under the old name [lost]"#,
        #"3:17: note: `"former": ["player:eq"]` in the namespace brings all its values along"#,
        #"1:1: note: `{ "version": 1, "namespace": "player.eq", "reserved": ["b"] }` otherwise as a file of its own says that it is gone, and keeps its name from other keys"#,
        #"3:60: error: `player:eq:d` of release 1.0 seems to be `audio:eq:d` now: users lose the values stored under the old name [lost]"#,
        #"3:17: note: `"former": ["player:eq"]` in the namespace brings all its values along"#,
        #"1:1: note: `{ "version": 1, "namespace": "player.eq", "reserved": ["d"] }` otherwise as a file of its own says that it is gone, and keeps its name from other keys"#,
      ]),
    ChangeSample(
      name: "namespace moved with an id that was reserved",
      old: """
        { "version": 1, "namespace": "player", "keys": { "a": { "type": "Int?" }, "b": { "type": "Int?" } } }
        """,
      new: """
        { "version": 1, "namespace": "audio.player", "former": ["player"], "reserved": ["b"],
        "keys": { "a": { "type": "Int?" } } }
        """,
      expected: [
        #"2:11: note: `player:a` is now called `audio:player:a`: a program of release 1.0 that runs beside this one finds its values no longer [older-lost]"#
      ]),
    ChangeSample(
      name: "namespace removed",
      old: """
        { "version": 1, "namespaces": { "player": { "keys": { "a": { "type": "Int?" } } },
        "other": { "keys": { "b": { "type": "Bool?" } } } } }
        """,
      new: """
        { "version": 1, "namespaces": {
        "other": { "keys": { "b": { "type": "Bool?" } } } } }
        """,
      expected: [
        #"1:1: error: `player:a` of release 1.0 is declared no longer: users keep a value that nothing reads [lost]"#,
        #"1:1: note: `{ "version": 1, "namespace": "player", "reserved": ["a"] }` as a file of its own says that it is gone, and keeps its name from other keys"#,
      ]),
    ChangeSample(
      name: "field renamed whose type moved",
      old: """
        { "version": 1, "namespace": "player",
        "types": { "T": {"struct": {"x": "E?"}}, "E": {"enum": ["e"]} },
        "keys": { "a": { "type": "T?" } } }
        """,
      new: """
        { "version": 1, "namespace": "audio.player", "former": ["player"],
        "types": { "T": {"struct": {"y": "E?"}}, "E": {"enum": ["e"]} },
        "keys": { "a": { "type": "T?" } } }
        """,
      expected: [
        #"2:12: error: `Audio.Player.T.x` seems to be `y` now: what release 1.0 stored of it in `player:a` is read no longer [lost]"#,
        #"2:12: note: `"former": ["x"]` in the new field reads what the old one stored"#,
        #"3:11: note: `player:a` is now called `audio:player:a`: a program of release 1.0 that runs beside this one finds its values no longer [older-lost]"#,
      ]),
    .keys(
      "key renamed with its former key, shown to more people",
      #""token": { "type": "String?", "sensitivity": "secret" }"#,
      #""password": { "type": "String?", "former": ["player:token"] }"#,
      #"2:1: note: `player:token` is now called `player:password`: a program of release 1.0 that runs beside this one finds its values no longer [older-lost]"#,
      #"2:1: error: `player:token` was secret and is public: values that users trusted to it appear in logs, lists and exports [exposed]"#,
      #"2:1: note: `keywright lock --accept player:token --because "…"` is the only way to let this pass"#
    ),
    .keys(
      "key converted, shown to more people",
      #""token": { "type": "String?", "sensitivity": "secret" }"#,
      #""bytes": { "type": "Data?", "former": ["player:token"], "migrate": "Token.bytes" }"#,
      #"2:1: note: `player:token` is now called `player:bytes`: a program of release 1.0 that runs beside this one finds its values no longer [older-lost]"#,
      #"2:1: error: `player:token` was secret and is public: values that users trusted to it appear in logs, lists and exports [exposed]"#,
      #"2:1: note: `keywright lock --accept player:token --because "…"` is the only way to let this pass"#
    ),
    .keys(
      "key renamed with its former key, to another store",
      #""token": { "type": "String?" }"#,
      #""password": { "type": "String?", "former": ["player:token"], "store": "vault" }"#,
      #"2:1: note: `player:token` is now called `player:password`: a program of release 1.0 that runs beside this one finds its values no longer [older-lost]"#,
      #"2:1: error: `player:token` was kept in the store `default` and is kept in `vault`: nothing carries its value over [lost]"#,
      #"2:1: note: `"store": ["vault", "default"]` and `store.migrate` with the registry's `migrations(fromDefault:)` brings it along"#
    ),
    .keys(
      "key renamed with its former key and another default",
      #""length": { "type": "Int", "default": 1 }"#,
      #""size": { "type": "Int", "default": 2, "former": ["player:length"] }"#,
      #"2:1: note: `player:length` is now called `player:size`: a program of release 1.0 that runs beside this one finds its values no longer [older-lost]"#,
      #"2:1: warning: the default of `player:length` was 1 and is 2: everybody who never chose sees the new one [default]"#,
      #"2:1: note: `"defaultFor": "new"` keeps it from those who installed an earlier release"#
    ),
    .keys(
      "two keys merged, with the default of the one that counts",
      #""x": { "type": "Int", "default": 1 }, "y": { "type": "Int", "default": 2 }"#,
      #""size": { "type": "Int", "default": 2, "former": ["player:y", "player:x"] }"#,
      #"2:1: note: `player:x` is now called `player:size`: a program of release 1.0 that runs beside this one finds its values no longer [older-lost]"#,
      #"2:1: note: `player:y` is now called `player:size`: a program of release 1.0 that runs beside this one finds its values no longer [older-lost]"#
    ),
  ]
}
