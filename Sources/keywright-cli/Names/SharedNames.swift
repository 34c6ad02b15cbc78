import KeywrightSchema

// The runtime and the generator have these from one source, and files that import both could mean either:
// the command's own names come first.

/// A text that is compared by its scalars; see `KeywrightSchema.ExactString`.
typealias ExactString = KeywrightSchema.ExactString

/// Base64; see `KeywrightSchema.Base64Text`.
typealias Base64Text = KeywrightSchema.Base64Text

/// Dates as texts; see `KeywrightSchema.DateText`.
typealias DateText = KeywrightSchema.DateText

/// Writes JSON; see `KeywrightSchema.JSONText`.
typealias JSONText = KeywrightSchema.JSONText

/// A text for messages; see `KeywrightSchema.printable(_:)`.
func printable(_ text: String) -> String { KeywrightSchema.printable(text) }

/// A path for messages; see `KeywrightSchema.printable(path:)`.
func printable(path: String) -> String { KeywrightSchema.printable(path: path) }

/// A noun after its article; see `KeywrightSchema.withArticle(_:)`.
func withArticle(_ noun: String) -> String { KeywrightSchema.withArticle(noun) }
