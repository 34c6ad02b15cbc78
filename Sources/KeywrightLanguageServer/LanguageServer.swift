import KeywrightSchema
package import KeywrightVerbs

/// A language server: reads the messages of an editor in order, and answers them.
///
/// One thread does all of it. It reads all messages that have arrived before it answers the next one, so that
/// a request can be cancelled while it waits. It checks schemas only when no message waits: of texts that
/// change faster than they are checked, the last one counts.
package struct LanguageServer<Channel: MessageChannel> {
  private(set) var channel: Channel
  private var reader = MessageReader()
  private var session: ServerSession
  private var waiting: [ClientMessage] = []
  /// The identities of waiting requests that were cancelled, as JSON.
  private var cancelled: Set<String> = []

  package init(channel: Channel, session: ServerSession) {
    self.channel = channel
    self.session = session
  }

  /// Serves until the editor says `exit`, or is gone.
  ///
  /// - Returns: Success if the editor took its leave as the protocol asks.
  /// - Throws: If the editor does not read.
  package mutating func run() throws -> ExitCode {
    var isOpen = true
    while true {
      while isOpen {
        let isIdle = waiting.isEmpty && !session.hasUncheckedTexts
        guard let bytes = channel.read(waits: isIdle, from: session.editor) else {
          isOpen = false
          break
        }
        if bytes.isEmpty { break }
        take(bytes)
        try send()
      }
      if let message = waiting.first {
        waiting.removeFirst()
        handle(message)
      } else if session.hasUncheckedTexts {
        session.checkTexts()
      } else if !isOpen {
        return session.code
      }
      try send()
      if session.hasEnded { return session.code }
    }
  }

  /// Takes in bytes: the messages in them wait, and cancellations count at once.
  private mutating func take(_ bytes: [UInt8]) {
    reader.append(bytes)
    while let item = reader.next() {
      do throws(ServerFault) {
        let message = try ClientMessage(item.get())
        if case .notification("$/cancelRequest", let params) = message {
          if let id = params?["id"] { cancel(JSONDocument(id).line) }
        } else {
          waiting.append(message)
        }
      } catch {
        // The message does not tell which request it was.
        session.refuse(.null, error)
      }
    }
  }

  /// Notes the cancellation of a request that waits; one that was answered is not remembered.
  private mutating func cancel(_ id: String) {
    let isWaiting = waiting.contains {
      if case .request(let waitingID, _, _) = $0 { waitingID.line == id } else { false }
    }
    if isWaiting { cancelled.insert(id) }
  }

  private mutating func handle(_ message: ClientMessage) {
    switch message {
    case .request(let id, let method, let params):
      if cancelled.remove(id.line) != nil {
        session.refuse(id, ServerFault(.requestCancelled, "cancelled"))
      } else {
        session.answer(id, method, params)
      }
    case .notification(let method, let params): session.note(method, params)
    case .response: break
    }
  }

  private mutating func send() throws {
    for message in session.takeOutgoing() {
      let text = message.line
      try channel.write("Content-Length: \(text.utf8.count)\r\n\r\n\(text)")
    }
  }
}
