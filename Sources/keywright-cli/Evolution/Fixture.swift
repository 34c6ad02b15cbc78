import Foundation
import KeywrightSchema
import KeywrightStorage

/// A store as a release writes it, with an edge value for each key that a schema alone can make one
/// for: what later releases are tested with.
struct Fixture {
  let release: String
  let members: [(name: String, value: PropertyList)]
  /// The keys for which only the program can make a value.
  let missing: [String]

  init(of today: KeyInventory, release: String) {
    self.release = release
    var members: [(String, PropertyList)] = []
    var missing: [String] = []
    for entry in today.keys {
      let key = entry.key
      if key.isCached { continue }
      var maker = EdgeValues(key)
      if let value = maker.value(), let suffix = maker.parameters() {
        members.append((key.storageString + suffix, value))
      } else {
        missing.append(key.storageString)
      }
    }
    self.members = members
    self.missing = missing
  }

  /// Writes the store, and returns its path.
  func write(to folder: String) throws -> String {
    let path = path(in: folder)
    for place in [folder, path] {
      var status = stat()
      if lstat(place, &status) == 0, status.st_mode & S_IFMT == S_IFLNK {
        throw OutputFailure(path: place, reason: "it is a link, through which nothing is written")
      }
    }
    do {
      try FileManager.default.createDirectory(
        atPath: folder, withIntermediateDirectories: true)
    } catch {
      throw OutputFailure(path: folder, reason: InputFiles.reason(error))
    }
    try OutputFile.write(PropertyListText.text(of: members), to: path)
    return path
  }

  /// The path of the store, whose name is the release.
  private func path(in folder: String) -> String {
    SchemaFolder.joined(folder, "\(FixtureName.escaped(release)).plist")
  }
}

/// A property list as text, which a reviewer can read.
enum PropertyListText {
  static func text(of members: [(name: String, value: PropertyList)]) -> String {
    var text = """
      <?xml version="1.0" encoding="UTF-8"?>
      <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" \
      "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
      <plist version="1.0">
      <dict>

      """
    for (name, value) in members {
      text += "\t<key>\(escaped(name))</key>\n" + element(value, indent: "\t")
    }
    return text + "</dict>\n</plist>\n"
  }

  private static func element(_ value: PropertyList, indent: String) -> String {
    switch value {
    case .boolean(let value): indent + (value ? "<true/>" : "<false/>") + "\n"
    case .integer(let value): line("integer", String(value), indent)
    case .unsigned(let value), .uid(let value): line("integer", String(value), indent)
    case .real(let value): line("real", String(value), indent)
    case .foreign(let object): line("string", escaped(object.words), indent)
    case .string(let value): line("string", escaped(value), indent)
    case .date(let seconds): line("date", DateText.text(seconds) ?? "\(seconds)", indent)
    case .data(let bytes): line("data", Base64Text.text(bytes), indent)
    case .array(let values):
      indent + "<array>\n" + values.map { element($0, indent: indent + "\t") }.joined()
        + indent + "</array>\n"
    case .dictionary(let dictionary):
      indent + "<dict>\n"
        + dictionary.members.map {
          "\(indent)\t<key>\(escaped($0.key))</key>\n" + element($0.value, indent: indent + "\t")
        }.joined() + indent + "</dict>\n"
    }
  }

  private static func line(_ name: String, _ text: String, _ indent: String) -> String {
    "\(indent)<\(name)>\(text)</\(name)>\n"
  }

  /// Text of an element. Scalars that control a terminal, and a carriage return, which a reader would
  /// take for a line feed, are references.
  private static func escaped(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\r", "\u{7F}"..."\u{9F}": result += "&#\(scalar.value);"
      case _ where scalar.properties.isBidiControl: result += "&#\(scalar.value);"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }

  /// Whether XML has a scalar at all, as itself or as a reference.
  static func hasForm(of scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x09, 0x0A, 0x0D: true
    case 0..<0x20, 0xFFFE, 0xFFFF: false
    default: true
    }
  }
}
