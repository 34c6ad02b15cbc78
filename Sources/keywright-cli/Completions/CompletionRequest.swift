import Keywright
import KeywrightSchema
import KeywrightVerbs

/// The words of a command line that a shell asks to complete, made from the descriptions of verbs.
struct CompletionRequest {
  /// The words after the command's name; the last is the one to complete.
  let words: [String]
  let verbs: [VerbDescription]
  /// The catalogue for the options that were given; nil if the schemas cannot be read.
  let catalog: (Arguments) -> SchemaCatalog?

  /// A word that a shell offers.
  struct Candidate: Equatable {
    var text: String
    var summary = ""
  }

  /// The answer to a shell.
  struct Answer: Equatable {
    /// Whether the shell completes paths too.
    enum Paths: String {
      case words, files, folders
    }

    var paths = Paths.words
    var candidates: [Candidate] = []

    /// A line for the paths, and one for each candidate, with its summary after a tab.
    ///
    /// A value or the name of a folder may have control characters: those would forge lines, and reach the
    /// terminal.
    var text: String {
      let lines = candidates.filter { $0.text == printable($0.text) }
        .map { $0.summary.isEmpty ? $0.text : $0.text + "\t" + $0.summary }
      return ([paths.rawValue] + lines).map { $0 + "\n" }.joined()
    }
  }

  private var partial: String { words.last ?? "" }

  var answer: Answer {
    let complete = words.dropLast()
    guard let first = complete.first else {
      let known = verbs.filter { !$0.isHidden }
      return matching(known.map { Candidate(text: $0.word, summary: $0.summary) })
    }
    guard let verb = verbs.first(where: { $0.word == first }) else { return Answer() }
    return answer(for: verb, Array(complete.dropFirst()))
  }

  private func answer(for verb: VerbDescription, _ before: [String]) -> Answer {
    func option(_ word: String) -> VerbDescription.Option? {
      verb.options.first { "--" + $0.name == word }
    }
    if let last = before.last, let operand = option(last)?.value {
      return answer(to: operand.completion, partial, verb, Array(before.dropLast()))
    }
    if partial.hasPrefix("--"), let (name, value) = partial.splitAtEqualsSign,
      let operand = option(name)?.value
    {
      return answer(to: operand.completion, value, verb, before, prefix: name + "=")
    }
    if partial.hasPrefix("-") {
      let options = verb.options.map {
        Candidate(
          text: "--" + $0.name,
          summary: $0.summary.split(separator: "\n").joined(separator: " "))
      }
      return matching(options + [Candidate(text: "--help", summary: "explains the verb")])
    }
    guard !verb.operands.isEmpty else { return Answer() }
    let count = (try? Arguments(before, options: verb.options))?.operands.count ?? 0
    let repeats = verb.operands.last?.name.contains("…") ?? false
    if count >= verb.operands.count, !repeats, verb.otherUsages.isEmpty { return Answer() }
    let operand = verb.operands[min(count, verb.operands.count - 1)]
    return answer(to: operand.completion, partial, verb, before)
  }

  private func matching(_ candidates: [Candidate], paths: Answer.Paths = .words) -> Answer {
    Answer(paths: paths, candidates: candidates.filter { $0.text.hasPrefix(partial) })
  }

  private func answer(
    to completion: VerbDescription.Completion, _ text: String, _ verb: VerbDescription,
    _ before: [String], prefix: String = ""
  ) -> Answer {
    var paths = Answer.Paths.words
    var candidates: [Candidate] = []
    let arguments = try? Arguments(before, options: verb.options)
    let catalog = { arguments.flatMap(self.catalog) }
    switch completion {
    case .nothing: break
    case .file: paths = .files
    case .folder: paths = .folders
    case .words(let words): candidates = words.map { Candidate(text: $0) }
    case .store:
      paths = .files
      candidates = StoreLocation.suites.map { Candidate(text: $0) }
    case .namespace: candidates = catalog()?.namespaces.map { Candidate(text: $0) } ?? []
    case .key: candidates = catalog().map(keys) ?? []
    case .either(let completions):
      let answers = completions.map { self.answer(to: $0, text, verb, before) }
      paths = answers.contains { $0.paths == .files } ? .files : .words
      candidates = answers.flatMap(\.candidates)
    case .value:
      if let name = arguments?.operands.first, let key = catalog()?.find(name) {
        candidates = values(of: key)
      }
    case .assignment:
      if let (name, _) = text.splitAtEqualsSign {
        candidates =
          (catalog()?.find(name)).map(values)?.map {
            Candidate(text: "\(name)=\($0.text)", summary: $0.summary)
          } ?? []
      } else {
        candidates = catalog().map(keys) ?? []
      }
    }
    return matching(
      candidates.map { Candidate(text: prefix + $0.text, summary: $0.summary) }, paths: paths)
  }

  private func keys(_ catalog: SchemaCatalog) -> [Candidate] {
    catalog.keys.map {
      Candidate(
        text: $0.storageString + ($0.isFamily ? ":" : ""),
        summary: printable($0.model.documentation.summary))
    }
  }

  private func values(of key: CatalogKey) -> [Candidate] {
    let choices = key.choices
    if !choices.isEmpty {
      return choices.map { Candidate(text: $0.text, summary: printable($0.summary)) }
    }
    let anyKey = key.anyKey
    guard !key.isSensitive, let value = anyKey.storedDefault else { return [] }
    return [Candidate(text: anyKey.text(of: value), summary: "the default")]
  }
}
