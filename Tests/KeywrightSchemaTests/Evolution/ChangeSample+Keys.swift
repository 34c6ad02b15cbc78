extension ChangeSample {
  static let keys: [ChangeSample] = [
    .key(
      "nothing", #""type": "Int?""#,
      #""type": "Int?""#),
    .keys(
      "key added", #""a": { "type": "Int?" }"#,
      #""a": { "type": "Int?" }, "b": { "type": "Int?" }"#
    ),
    .keys(
      "key removed", #""a": { "type": "Int?" }, "b": { "type": "Bool?" }"#,
      #""a": { "type": "Int?" }"#,
      #"1:31: error: `player:b` of release 1.0 is declared no longer: users keep a value that nothing reads [lost]"#,
      #"1:31: note: `"reserved": ["b"]` says that it is gone, and keeps its name from other keys"#),
    .keys(
      "key removed beside a new one that is not like it",
      #""a": { "type": "Int?" }, "interval": { "type": "Int", "default": 30 }"#,
      #""a": { "type": "Int?" }, "refresh": { "type": "Duration", "default": 1800 }"#,
      #"1:31: error: `player:interval` of release 1.0 is declared no longer: users keep a value that nothing reads [lost]"#,
      #"1:31: note: `"reserved": ["interval"]` says that it is gone, and keeps its name from other keys"#,
      #"1:31: note: `"former": ["player:interval"]` in a new key says that it is the same one, and `migrate` converts another type"#
    ),
    Self(
      name: "family removed of which one string is swept",
      old: Evolution.keys(
        #""a": { "type": "Int?" }, "b": { "type": "Bool?", "parameters": { "of": "Int" } }"#),
      new: """
        { "version": 1, "namespace": "player", "erased": ["b"],
        "keys": { "a": { "type": "Int?" } } }
        """,
      expected: [
        #"1:51: warning: `player:b` had parameters, and `erased` takes the value of that one string: those of its keys stay stored [exposed]"#,
        #"1:31: note: `"erased": ["b:*"]` in place of "b" removes them all"#,
      ]),
    Self(
      name: "family removed and swept",
      old: Evolution.keys(
        #""a": { "type": "Int?" }, "b": { "type": "Bool?", "parameters": { "of": "Int" } }"#),
      new: """
        { "version": 1, "namespace": "player",
        "erased": ["b:*"],
        "keys": { "a": { "type": "Int?" } } }
        """, expected: []),
    .keys(
      "key removed whose id is escaped",
      #""a": { "type": "Int?" }, "b": { "type": "Bool?", "id": "x:y%z" }"#,
      #""a": { "type": "Int?" }"#,
      #"1:31: error: `player:x%3Ay%25z` of release 1.0 is declared no longer: users keep a value that nothing reads [lost]"#,
      #"1:31: note: `"reserved": ["x:y%z"]` says that it is gone, and keeps its name from other keys"#
    ),
    .keys(
      "key removed that was stored outside of all namespaces",
      #""a": { "type": "Int?" }, "b": { "type": "Bool?", "storageString": "old" }"#,
      #""a": { "type": "Int?" }"#,
      #"1:1: error: `old` of release 1.0 is declared no longer: users keep a value that nothing reads [lost]"#,
      #"1:1: note: `{ "version": 1, "reserved": ["old"] }` as a file of its own says that it is gone, and keeps its name from other keys"#
    ),
    .keys(
      "key removed that was stored in a namespace of no valid name",
      #""a": { "type": "Int?" }, "b": { "type": "Bool?", "storageString": "my-app:ui:old" }"#,
      #""a": { "type": "Int?" }"#,
      #"1:1: error: `my-app:ui:old` of release 1.0 is declared no longer: users keep a value that nothing reads [lost]"#,
      #"1:1: note: `{ "version": 1, "namespaces": { "myApp": { "id": "my-app", "namespaces": { "ui": { "reserved": ["old"] } } } } }` as a file of its own says that it is gone, and keeps its name from other keys"#
    ),
    .keys(
      "key renamed", #""loudness": { "type": "Double", "default": 0.5 }"#,
      #""loudnes": { "type": "Double", "default": 0.5 }"#,
      #"2:1: error: `player:loudness` of release 1.0 seems to be `player:loudnes` now: users lose the values stored under the old name [lost]"#,
      #"2:1: note: `"former": ["player:loudness"]` in `loudnes` brings the value along"#,
      #"1:31: note: `"reserved": ["loudness"]` otherwise says that it is gone, and keeps its name from other keys"#
    ),
    .keys(
      "key renamed with its former key", #""loudness": { "type": "Double", "default": 0.5 }"#,
      #""volume": { "type": "Double", "default": 0.5, "former": ["player:loudness"] }"#,
      #"2:1: note: `player:loudness` is now called `player:volume`: a program of release 1.0 that runs beside this one finds its values no longer [older-lost]"#
    ),
    .keys(
      "key renamed where a constraint refuses older values", #""size": { "type": "Int?" }"#,
      #""width": { "type": "Int?", "range": [0, 9], "former": ["player:size"] }"#,
      #"2:1: note: `player:size` is now called `player:width`: a program of release 1.0 that runs beside this one finds its values no longer [older-lost]"#,
      #"2:1: error: `player:width` takes over `player:size`, and its `range` [0, 9] refuses values that release 1.0 may have stored: those stay under the old name, unread [refused]"#,
      #"2:1: note: `"outside": "clamp"` brings every value within it"#),
    .keys(
      "key renamed where a step brings older values within a constraint",
      #""size": { "type": "Int?" }"#,
      #""width": { "type": "Int?", "range": [0, 9], "outside": "clamp", "former": ["player:size"] }"#,
      #"2:1: note: `player:size` is now called `player:width`: a program of release 1.0 that runs beside this one finds its values no longer [older-lost]"#,
      #"2:1: warning: `player:width` takes over `player:size`, and its processing "outside": "clamp" changes what release 1.0 stored, and removes what it was [altered]"#
    ),
    .keys(
      "family renamed", #""band": { "type": "Int?", "parameters": { "index": "Int" } }"#,
      #""bands": { "type": "Int?", "parameters": { "index": "Int" } }"#,
      #"2:1: error: `player:band` of release 1.0 seems to be `player:bands` now: users lose the values stored under the old name [lost]"#,
      #"2:1: note: `"former": ["player:band"]` in `bands` brings the value along"#,
      #"1:31: note: `"reserved": ["band"]` otherwise says that it is gone, and keeps its name from other keys"#
    ),
    .keys(
      "family renamed with its former key",
      #""band": { "type": "Int?", "parameters": { "index": "Int" } }"#,
      #""bands": { "type": "Int?", "parameters": { "i": "Int" }, "former": ["player:band"] }"#,
      #"2:1: note: `player:band` is now called `player:bands`: a program of release 1.0 that runs beside this one finds its values no longer [older-lost]"#,
      #"2:1: note: `player:band` has another parameter name: call sites change [source]"#
    ),
    .keys(
      "family renamed with its former key and other parameters",
      #""band": { "type": "Int?", "parameters": { "index": "String" } }"#,
      #""bands": { "type": "Int?", "parameters": { "i": "Int" }, "former": ["player:band"] }"#,
      #"2:1: note: `player:band` is now called `player:bands`: a program of release 1.0 that runs beside this one finds its values no longer [older-lost]"#,
      #"2:1: error: the parameters of `player:band` were (String) and are (Int): the values of release 1.0 have other names [unreadable]"#,
      #"1:31: note: `"reserved": ["band"]` in place of the former key, and `store.migrate` with a `Migration(from:to:)` for each stored value brings them along (see the article Migrations, Families)"#
    ),
    .keys(
      "key renamed and retyped with its former key", #""length": { "type": "Int", "default": 5 }"#,
      #""time": { "type": "Duration", "default": 5, "former": ["player:length"] }"#,
      #"2:1: note: `player:length` is now called `player:time`: a program of release 1.0 that runs beside this one finds its values no longer [older-lost]"#,
      #"2:1: error: `player:length` was Int in release 1.0 and is Duration: those values cannot be read [unreadable]"#,
      #"2:1: note: `"migrate": "…"` makes the new value of the old one by a function `(Old) throws -> New`"#
    ),
    .keys(
      "key renamed and retyped with a function", #""length": { "type": "Int", "default": 5 }"#,
      #""time": { "type": "Duration", "default": 5, "former": ["player:length"], "migrate": "Times.seconds" }"#,
      #"2:1: note: `player:length` is now called `player:time`: a program of release 1.0 that runs beside this one finds its values no longer [older-lost]"#
    ),
    .keys(
      "Swift name", #""a": { "type": "Int?" }"#,
      #""b": { "type": "Int?", "id": "a" }"#,
      #"2:1: note: `player:a` is called `Player.b` in Swift, and was `Player.a` [source]"#),
    .key(
      "id", #""type": "Int?", "summary": "How many.""#,
      #""type": "Int?", "id": "zz", "summary": "How many.""#,
      #"2:1: error: `player:a` of release 1.0 seems to be `player:zz` now: users lose the values stored under the old name [lost]"#,
      #"2:1: note: `"former": ["player:a"]` in `a` brings the value along"#,
      #"1:31: note: `"reserved": ["a"]` otherwise says that it is gone, and keeps its name from other keys"#
    ),
    ChangeSample(
      name: "namespace moved with its former name",
      old:
        #"{ "version": 1, "namespace": "player", "keys": { "a": { "type": "Int?" }, "b": { "type": "Int?" } } }"#,
      new:
        #"{ "version": 1, "namespace": "audio.player", "former": ["player"], "keys": { "a": { "type": "Int?" }, "b": { "type": "Int?" } } }"#,
      expected: [
        #"1:78: note: `player:a` is now called `audio:player:a`: a program of release 1.0 that runs beside this one finds its values no longer [older-lost]"#,
        #"1:103: note: `player:b` is now called `audio:player:b`: a program of release 1.0 that runs beside this one finds its values no longer [older-lost]"#,
      ]),
    ChangeSample(
      name: "key removed and reserved",
      old:
        #"{ "version": 1, "namespace": "player", "keys": { "a": { "type": "Int?" }, "b": { "type": "Int?" } } }"#,
      new:
        #"{ "version": 1, "namespace": "player", "reserved": ["b"], "keys": { "a": { "type": "Int?" } } }"#,
      expected: []),
    ChangeSample(
      name: "namespace moved",
      old:
        #"{ "version": 1, "namespace": "player", "keys": { "a": { "type": "Int?" }, "b": { "type": "Int?" } } }"#,
      new:
        #"{ "version": 1, "namespace": "audio.player", "keys": { "a": { "type": "Int?" }, "b": { "type": "Int?" } } }"#,
      expected: [
        #"1:56: error: `player:a` of release 1.0 seems to be `audio:player:a` now: users lose the values stored under the old name [lost]"#,
        #"1:37: note: `"former": ["player"]` in the namespace brings all its values along"#,
        #"1:1: note: `{ "version": 1, "namespace": "player", "reserved": ["a"] }` otherwise as a file of its own says that it is gone, and keeps its name from other keys"#,
        #"1:81: error: `player:b` of release 1.0 seems to be `audio:player:b` now: users lose the values stored under the old name [lost]"#,
        #"1:37: note: `"former": ["player"]` in the namespace brings all its values along"#,
        #"1:1: note: `{ "version": 1, "namespace": "player", "reserved": ["b"] }` otherwise as a file of its own says that it is gone, and keeps its name from other keys"#,
      ]),
  ]

  static let types: [ChangeSample] = [
    .type(
      "case added", #""enum": ["a"]"#,
      #""enum": ["a", "b"]"#,
      #"2:1: note: `player:a` may be `Player.T.b`: a program of release 1.0 reads that as its default [older-unreadable]"#
    ),
    .type(
      "case removed", #""enum": ["a", "b"]"#,
      #""enum": ["a", "c"]"#,
      #"2:1: error: `player:a` may hold "b" of release 1.0, and `Player.T.b` is gone: that value cannot be read [lost]"#,
      #"2:1: note: `"former": ["b"]` in `c` reads it as that case"#),
    .type(
      "raw value", #""enum": ["a"]"#,
      #""enum": { "a": "A" }"#,
      #"2:1: error: `Player.T.a` was stored as "a" in release 1.0 and is "A": what `player:a` holds cannot be read [lost]"#,
      #"2:1: note: `"rawValue": "a"` in the case keeps what is stored"#),
    .type(
      "raw type", #""enum": ["a"]"#,
      #""enum": { "a": 1 }"#,
      #"2:1: error: `player:a` was String in `Player.T` in release 1.0 and is Int: those values cannot be read [unreadable]"#,
      #"3:11: note: `"id": "…", "former": ["player:a"], "migrate": "…"` makes the new value of the old one by a function `(Old) throws -> New`"#
    ),
    .type(
      "field added with a default", #""struct": { "a": "Int" }"#,
      #""struct": { "a": "Int", "b": { "type": "Int", "default": 1 }, "c": "Int?" }"#),
    .type(
      "field added without one", #""struct": { "a": "Int" }"#,
      #""struct": { "a": "Int", "b": "Int" }"#,
      #"2:1: error: `Player.T.b` is new and has no default: what release 1.0 stored in `player:a` cannot be read [unreadable]"#,
      #"2:1: note: `"default": …` in the field, or an optional type, reads older values"#),
    .type(
      "field removed", #""struct": { "a": "Int", "b": "Bool" }"#,
      #""struct": { "a": "Int" }"#,
      #"2:1: warning: `Player.T.b` is gone: a program of release 1.0 does not find it in new values of this program; values that were read keep it when they are written back [older-lost]"#
    ),
    .type(
      "field renamed", #""struct": { "a": "Int?" }"#,
      #""struct": { "b": "Int?" }"#,
      #"2:1: error: `Player.T.a` seems to be `b` now: what release 1.0 stored of it in `player:a` is read no longer [lost]"#,
      #"2:1: note: `"former": ["a"]` in the new field reads what the old one stored"#),
    .type(
      "field retyped", #""struct": { "a": "Int" }"#,
      #""struct": { "a": "Bool" }"#,
      #"2:1: error: `player:a` was Int in `Player.T.a` in release 1.0 and is Bool: those values cannot be read [unreadable]"#,
      #"3:11: note: `"id": "…", "former": ["player:a"], "migrate": "…"` makes the new value of the old one by a function `(Old) throws -> New`"#
    ),
    .type(
      "field required", #""struct": { "a": "Int?" }"#,
      #""struct": { "a": "Int" }"#,
      #"2:1: error: `Player.T.a` may be absent in what release 1.0 stored in `player:a`, and has no default: it cannot be read [unreadable]"#,
      #"2:1: note: `"default": …` in the field, or an optional type, reads older values"#),
    .type(
      "case removed with its former case", #""enum": ["a", "b"]"#,
      #""enum": { "a": { "former": ["b"] } }"#),
    .type(
      "case removed where unknown ones are kept", #""enum": ["a", "b"]"#,
      #""enum": ["a"], "unknown": "keep""#,
      #"2:1: warning: `player:a` may hold "b" of release 1.0, which is read as an unknown case, and kept [unreadable]"#
    ),
    .type(
      "case added where unknown ones were kept", #""enum": ["a"], "unknown": "keep""#,
      #""enum": ["a", "b"], "unknown": "keep""#),
    .type(
      "unknown cases kept no more", #""enum": ["a"], "unknown": "keep""#,
      #""enum": ["a"]"#,
      #"2:1: warning: `Player.T` keeps no unknown values any more: what a newer program stored in `player:a` cannot be read [older-unreadable]"#
    ),
    .type(
      "field renamed with its former name", #""struct": { "a": "Int" }"#,
      #""struct": { "b": { "type": "Int", "former": ["a"] } }"#,
      #"2:1: note: `Player.T.a` is now called `b`: a program of release 1.0 that runs beside this one finds it no longer [older-lost]"#
    ),
  ]

  static let forms: [ChangeSample] = [
    .key(
      "elements and keys, whose types are named with what they are in",
      #""type": "[String: [Int8]]?""#,
      #""type": "[Int: [Int8]]?""#,
      #"2:1: error: `player:a` was [String: [Int8]] in release 1.0 and is [Int: [Int8]]: those values cannot be read [unreadable]"#,
      #"2:1: note: `"id": "…", "former": ["player:a"], "migrate": "…"` makes the new value of the old one by a function `(Old) throws -> New`"#
    ),
    .key(
      "widened", #""type": "Int8?""#,
      #""type": "Int?""#,
      #"2:1: note: `player:a` was Int8 and is Int: every stored value is read; an older program cannot read all that this one stores [older-unreadable]"#
    ),
    .key(
      "Int32 to Double", #""type": "Int32?""#,
      #""type": "Double?""#,
      #"2:1: note: `player:a` was Int32 and is Double: every stored value is read; an older program cannot read all that this one stores [older-unreadable]"#
    ),
    .key(
      "Int to Double", #""type": "Int?""#,
      #""type": "Double?""#,
      #"2:1: error: `player:a` was Int in release 1.0 and is Double: those values cannot be read [unreadable]"#,
      #"2:1: note: `"id": "…", "former": ["player:a"], "migrate": "…"` makes the new value of the old one by a function `(Old) throws -> New`"#
    ),
    .key(
      "Int to Double within a range", #""type": "Int?", "range": [0, 9007199254740992]"#,
      #""type": "Double?""#,
      #"2:1: note: `range` of `player:a` was [0, 9007199254740992] and is none: an older program reads what it would not have stored [older-unreadable]"#,
      #"2:1: note: `player:a` was Int and is Double: every stored value is read; an older program cannot read all that this one stores [older-unreadable]"#
    ),
    .key(
      "widened, with a narrower range", #""type": "Int8?", "range": [0, 9]"#,
      #""type": "Int?", "range": [0, 5]"#,
      #"2:1: warning: `range` of `player:a` was [0, 9] and is [0, 5]: a stored value outside is still read as it is; the next `set` of such a value is refused [refused]"#,
      #"2:1: note: `player:a` was Int8 and is Int: every stored value is read; an older program cannot read all that this one stores [older-unreadable]"#
    ),
    .key(
      "a narrower range, beside which stored values are clamped",
      #""type": "Int?", "range": [0, 9], "outside": "clamp""#,
      #""type": "Int?", "range": [0, 5], "outside": "clamp""#,
      #"2:1: warning: `range` of `player:a` was [0, 9] and is [0, 5]: a value outside, stored or set, counts as the nearest from now on [refused]"#
    ),
    .key(
      "stored values that are refused count as the default",
      #""type": "Int?", "range": [0, 9]"#,
      #""type": "Int?", "range": [0, 9], "outside": "default""#,
      #"2:1: warning: `outside` of `player:a` was none and is "default": a value that a constraint refuses counts otherwise than before [rule]"#
    ),
    .key(
      "Int to Double within too wide a range", #""type": "Int?", "range": [0, 9007199254740993]"#,
      #""type": "Double?""#,
      #"2:1: error: `player:a` was Int in release 1.0 and is Double: those values cannot be read [unreadable]"#,
      #"2:1: note: `"id": "…", "former": ["player:a"], "migrate": "…"` makes the new value of the old one by a function `(Old) throws -> New`"#
    ),
    .key(
      "changed", #""type": "Int?""#,
      #""type": "String?""#,
      #"2:1: error: `player:a` was Int in release 1.0 and is String: those values cannot be read [unreadable]"#,
      #"2:1: note: `"id": "…", "former": ["player:a"], "migrate": "…"` makes the new value of the old one by a function `(Old) throws -> New`"#
    ),
    .key(
      "changed with its default", #""type": "Int", "default": 1"#,
      #""type": "String", "default": "1""#,
      #"2:1: error: `player:a` was Int in release 1.0 and is String: those values cannot be read [unreadable]"#,
      #"2:1: note: `"id": "…", "former": ["player:a"], "migrate": "…"` makes the new value of the old one by a function `(Old) throws -> New`"#
    ),
    .key(
      "narrowed", #""type": "Double?""#,
      #""type": "Float?""#,
      #"2:1: error: `player:a` was Double in release 1.0 and is Float: those values cannot be read [unreadable]"#,
      #"2:1: note: `"id": "…", "former": ["player:a"], "migrate": "…"` makes the new value of the old one by a function `(Old) throws -> New`"#
    ),
    .key(
      "element", #""type": "[String: [Int]]?""#,
      #""type": "[String: [Bool]]?""#,
      #"2:1: error: `player:a` was [String: [Int]] in release 1.0 and is [String: [Bool]]: those values cannot be read [unreadable]"#,
      #"2:1: note: `"id": "…", "former": ["player:a"], "migrate": "…"` makes the new value of the old one by a function `(Old) throws -> New`"#
    ),
    .key(
      "required to optional", #""type": "Int", "default": 1"#,
      #""type": "Int?""#,
      #"2:1: note: `player:a` may be absent now: call sites meet an optional [source]"#),
    .key(
      "optional to required", #""type": "Int?""#,
      #""type": "Int", "default": 1"#,
      #"2:1: note: `player:a` is never absent now: those who have stored nothing get 1 [default]"#
    ),
    .key(
      "coding", #""type": "Own?", "coding": "codable""#,
      #""type": "Own?", "coding": "codableJSON""#,
      #"2:1: error: `coding` of `player:a` was "codable" and is "codableJSON": the values of release 1.0 cannot be read [unreadable]"#,
      #"2:1: note: `"id": "…", "former": ["player:a"], "migrate": "…"` makes the new value of the old one by a function `(Old) throws -> New`"#
    ),
    .key(
      "parameters", #""type": "Int?", "parameters": { "a": "Int" }"#,
      #""type": "Int?", "parameters": { "a": "Int", "b": "String" }"#,
      #"2:1: error: the parameters of `player:a` were (Int) and are (Int, String): the values of release 1.0 have other names [unreadable]"#,
      #"2:1: note: `"id": "…"` and `store.migrate` with a `Migration(from:to:)` for each stored value brings them along (see the article Migrations, Families)"#
    ),
    .key(
      "a parameter's name", #""type": "Int?", "parameters": { "a": "Int" }"#,
      #""type": "Int?", "parameters": { "b": "Int" }"#,
      #"2:1: note: `player:a` has another parameter name: call sites change [source]"#),
  ]

  static let stores: [ChangeSample] = [
    .key(
      "another store", #""type": "Int?""#, #""type": "Int?", "store": "cache""#,
      #"2:1: error: `player:a` was kept in the store `default` and is kept in `cache`: nothing carries its value over [lost]"#,
      #"2:1: note: `"store": ["cache", "default"]` and `store.migrate` with the registry's `migrations(fromDefault:)` brings it along"#
    ),
    .key(
      "another store that names the first", #""type": "Int?", "store": "cache""#,
      #""type": "Int?", "store": ["default", "cache"]"#,
      #"2:1: note: `player:a` moved from the store `cache` to `default`: a program of release 1.0 that runs beside this one finds its values no longer [older-lost]"#
    ),
  ]

  /// Defaults whose spelling changes with their types.
  static let spellings: [ChangeSample] = [
    spelling(
      "case renamed that is a default", #""enum": ["dark"]"#, #""dark""#,
      #""enum": { "night": "dark" }"#, #""night""#,
      #"2:1: note: `Player.T.dark` is `night` now, of the same raw value: call sites change [source]"#
    ),
    spelling(
      "case renamed that is a default and reads its former raw value", #""enum": ["dark"]"#,
      #""dark""#, #""enum": { "night": { "former": ["dark"] } }"#, #""night""#,
      #"2:1: note: `player:a` may be `Player.T.night`: a program of release 1.0 reads that as its default [older-unreadable]"#
    ),
    spelling(
      "field renamed with its former name in a default", #""struct": { "w": "Int" }"#,
      #"{ "w": 1 }"#,
      #""struct": { "width": { "type": "Int", "former": ["w"] } }"#, #"{ "width": 1 }"#,
      #"2:1: note: `Player.T.w` is now called `width`: a program of release 1.0 that runs beside this one finds it no longer [older-lost]"#
    ),
    spelling(
      "field renamed with its former name and another default", #""struct": { "w": "Int" }"#,
      #"{ "w": 1 }"#, #""struct": { "width": { "type": "Int", "former": ["w"] } }"#,
      #"{ "width": 2 }"#,
      #"2:1: note: `Player.T.w` is now called `width`: a program of release 1.0 that runs beside this one finds it no longer [older-lost]"#,
      #"3:11: warning: the default of `player:a` was {"w": 1} and is {"width": 2}: everybody who never chose sees the new one [default]"#,
      #"3:11: note: `"defaultFor": "new"` keeps it from those who installed an earlier release"#
    ),
    spelling(
      "field added to a default", #""struct": { "w": "Int" }"#, #"{ "w": 1 }"#,
      #""struct": { "w": "Int", "h": { "type": "Int", "default": 1 } }"#, #"{ "w": 1, "h": 2 }"#),
    spelling(
      "case that is a default changed", #""enum": ["dark", "light"]"#, #""dark""#,
      #""enum": ["dark", "light"]"#, #""light""#,
      #"3:11: warning: the default of `player:a` was "dark" and is "light": everybody who never chose sees the new one [default]"#,
      #"3:11: note: `"defaultFor": "new"` keeps it from those who installed an earlier release"#
    ),
  ]

  /// A change of a type `T` and of the default of a key that has it.
  private static func spelling(
    _ name: String, _ old: String, _ oldDefault: String, _ new: String, _ newDefault: String,
    _ expected: String...
  ) -> Self {
    func schema(_ type: String, _ value: String) -> String {
      """
      { "version": 1, "namespace": "player", "types": {
      "T": {\(type)} },
      "keys": { "a": { "type": "T", "default": \(value) } } }
      """
    }
    return Self(
      name: name, old: schema(old, oldDefault), new: schema(new, newDefault), expected: expected)
  }

  static let readers: [ChangeSample] = [
    .key(
      "range narrowed", #""type": "Int?", "range": [0, 9]"#,
      #""type": "Int?", "range": [1, 9]"#,
      #"2:1: warning: `range` of `player:a` was [0, 9] and is [1, 9]: a stored value outside is still read as it is; the next `set` of such a value is refused [refused]"#
    ),
    .key(
      "range widened", #""type": "Int?", "range": [0, 9]"#,
      #""type": "Int?", "range": [0, null]"#,
      #"2:1: note: `range` of `player:a` was [0, 9] and is [0, null]: an older program reads what it would not have stored [older-unreadable]"#
    ),
    .key(
      "length", #""type": "String?", "length": [null, 9]"#,
      #""type": "String?", "length": [null, 8]"#,
      #"2:1: warning: `length` of `player:a` was [null, 9] and is [null, 8]: a stored value outside is still read as it is; the next `set` of such a value is refused [refused]"#
    ),
    .key(
      "allowed", #""type": "String?", "allowed": ["a", "b"]"#,
      #""type": "String?", "allowed": ["b"]"#,
      #"2:1: warning: `allowed` of `player:a` was ["a", "b"] and is ["b"]: a stored value outside is still read as it is; the next `set` of such a value is refused [refused]"#
    ),
    .key(
      "processing", #""type": "String?", "processing": ["trim"]"#,
      #""type": "String?", "processing": ["trim", "lowercase"]"#,
      #"2:1: warning: `processing` of `player:a` was ["trim"] and is ["trim", "lowercase"]: what is stored is not processed again [rule]"#
    ),
    .key(
      "default", #""type": "Int", "default": 1"#,
      #""type": "Int", "default": 2"#,
      #"2:1: warning: the default of `player:a` was 1 and is 2: everybody who never chose sees the new one [default]"#,
      #"2:1: note: `"defaultFor": "new"` keeps it from those who installed an earlier release"#
    ),
    .key(
      "whenMissing", #""type": "UUID", "default": { "call": "UUID.init" }"#,
      #""type": "UUID", "default": { "call": "UUID.init", "persist": "whenMissing" }"#,
      #"2:1: warning: the default of `player:a` has another life: the first reader stores it, and it stays [default]"#
    ),
    .key(
      "sensitivity lowered", #""type": "Int?", "sensitivity": "secret""#,
      #""type": "Int?", "sensitivity": "private""#,
      #"2:1: error: `player:a` was secret and is private: values that users trusted to it appear in logs, lists and exports [exposed]"#,
      #"2:1: note: `keywright lock --accept player:a --because "…"` is the only way to let this pass"#
    ),
    .key(
      "sensitivity raised", #""type": "Int?""#,
      #""type": "Int?", "sensitivity": "secret""#,
      #"2:1: note: `player:a` was public and is secret: older logs and exports may hold its values [exposed]"#
    ),
    .key(
      "ttl", #""type": "Int?", "ttl": 5"#,
      #""type": "String?", "ttl": 6"#,
      #"2:1: note: `player:a` was Int in release 1.0 and is String: those values cannot be read [unreadable]"#,
      #"2:1: note: `"id": "…", "former": ["player:a"], "migrate": "…"` makes the new value of the old one by a function `(Old) throws -> New`"#,
      #"2:1: note: `ttl` of `player:a` was 5 and is 6: caches are not protected [rule]"#),
    .key(
      "greatest age", #""type": "Int?", "maxAge": 30"#,
      #""type": "Int?", "maxAge": 5"#,
      #"2:1: note: `maxAge` of `player:a` was 30 and is 5: what readers see without the service differs between releases [rule]"#
    ),
    .key(
      "rules of the keychain", #""type": "String?", "keychain": "whenUnlocked""#,
      #""type": "String?", "keychain": "whenUnlockedThisDeviceOnly""#,
      #"2:1: note: `keychain` of `player:a` was "whenUnlocked" and is "whenUnlockedThisDeviceOnly": a stored item gets it when it is next written [rule]"#,
    ),
    named(
      "another beginning of variables", #""environmentPrefix": "APP""#,
      #""environmentPrefix": "PLAYER", "flat": true"#,
      "2:1: warning: a program of release 1.0 reads `player:a` from the variable `APP_PLAYER_A`, and today's from `PLAYER_A`: what a deployment sets there has no effect any more (and 1 more key) [rule]"
    ),
    named(
      "a namespace that becomes flat", #""environmentPrefix": "APP""#,
      #""environmentPrefix": "APP", "flat": true"#),
    named(
      "a namespace that is flat no more", #""environmentPrefix": "APP", "flat": true"#,
      #""environmentPrefix": "APP""#,
      "2:1: warning: a program of release 1.0 reads `player:a` from the variable `APP_A`, and today's from `APP_PLAYER_A`: what a deployment sets there has no effect any more (and 1 more key) [rule]"
    ),
    named("no names, and then some", #""title": "Player""#, #""environmentPrefix": "APP""#),
    .key(
      "summary", #""type": "Int?", "summary": "a""#,
      #""type": "Int?", "summary": "b", "deprecated": "c""#),
    .key(
      "default with the earlier one", #""type": "Int", "default": 1"#,
      #""type": "Int", "default": 2, "defaultFor": "new""#),
    .key(
      "revision", #""type": "Own?", "coding": "codable""#,
      #""type": "Own?", "coding": "codable", "revision": 2"#,
      #"2:1: error: `revision` of `player:a` was none and is 2: the values of release 1.0 cannot be read [unreadable]"#,
      #"2:1: note: `"id": "…", "former": ["player:a"], "migrate": "…"` makes the new value of the old one by a function `(Old) throws -> New`"#
    ),
  ]

  /// A change of how a program names the variables of two keys.
  private static func named(
    _ name: String, _ old: String, _ new: String, _ expected: String...
  ) -> Self {
    func schema(_ words: String) -> String {
      """
      { "version": 1, "namespace": "player", \(words), "keys": {
      "a": { "type": "Int?" },
      "b": { "type": "Int?" } } }
      """
    }
    return Self(name: name, old: schema(old), new: schema(new), expected: expected)
  }
}
