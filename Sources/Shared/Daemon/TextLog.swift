package import Logging

extension StreamLogHandler {
    /// Writes each log event as one line of text. Control characters, and characters that break or reverse lines, are escaped as
    /// in Swift (`\n`, `\u{1B}`), so that no input that is logged looks like a line of its own.
    /// - Parameter write: takes a line with its end.
    package static func oneLine(
        label: String, write: @escaping @Sendable (String) -> Void = JSONLogHandler.writeToStandardError
    ) -> StreamLogHandler {
        StreamLogHandler(label: label, stream: OneLineStream(line: write))
    }
}

/// The handler writes each event at once, with its end.
private struct OneLineStream: TextOutputStream, Sendable {
    let line: @Sendable (String) -> Void

    func write(_ text: String) {
        let text = text.unicodeScalars.last == "\n" ? text.unicodeScalars.dropLast() : text.unicodeScalars[...]
        guard text.contains(where: \.needsEscape) else { return line(String(text) + "\n") }
        line(text.reduce(into: "") { $0 += $1.needsEscape ? $1.escaped(asASCII: true) : String($1) } + "\n")
    }
}

extension Unicode.Scalar {
    fileprivate var needsEscape: Bool {
        switch properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator: true
        default: false
        }
    }
}
