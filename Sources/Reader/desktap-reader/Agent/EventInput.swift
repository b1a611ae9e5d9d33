import Attendance
import Dispatch
import Foundation

/// The event choices from standard input: the keys s, p and e on a terminal, or one choice per line from a pipe, for example
/// from buttons or a touch screen.
final class EventInput {
    /// The choices in order, until standard input ends. Beyond 8 unread choices the oldest is dropped.
    let choices: AsyncStream<TapKind>
    private let source: any DispatchSourceRead
    /// The original terminal settings; nil if standard input is not a terminal.
    private let terminal: termios?

    init() {
        let (choices, continuation) = AsyncStream<TapKind>.makeStream(bufferingPolicy: .bufferingNewest(8))
        self.choices = choices
        var settings = termios()
        if tcgetattr(STDIN_FILENO, &settings) == 0 {
            terminal = settings
            // Keys are read immediately and not echoed. Ctrl-C still ends the program.
            settings.c_lflag &= ~tcflag_t(ICANON | ECHO)
            tcsetattr(STDIN_FILENO, TCSANOW, &settings)
        } else {
            terminal = nil
        }
        let source = DispatchSource.makeReadSource(fileDescriptor: STDIN_FILENO)
        self.source = source
        let takesKeys = terminal != nil
        let line = Line()
        source.setEventHandler {
            var bytes = [UInt8](repeating: 0, count: 256)
            let count = read(STDIN_FILENO, &bytes, bytes.count)
            guard count > 0 else {
                source.cancel()
                return
            }
            for byte in bytes.prefix(count) {
                if takesKeys {
                    if let event = TapKind(choice: String(UnicodeScalar(byte))) { continuation.yield(event) }
                } else if let text = line.take(byte), let event = TapKind(choice: text) {
                    continuation.yield(event)
                }
            }
        }
        source.setCancelHandler { continuation.finish() }
        source.activate()
    }

    /// Restores the terminal.
    func end() {
        source.cancel()
        if var terminal { tcsetattr(STDIN_FILENO, TCSANOW, &terminal) }
    }

    /// The current line. Unchecked: only the source's handler uses it, which never runs concurrently.
    private final class Line: @unchecked Sendable {
        private var bytes: [UInt8] = []

        /// - Returns: the line that this byte ends, cut to 64 bytes: longer lines are not a choice.
        func take(_ byte: UInt8) -> String? {
            guard byte == UInt8(ascii: "\n") else {
                if bytes.count < 64 { bytes.append(byte) }
                return nil
            }
            defer { bytes = [] }
            return String(decoding: bytes, as: UTF8.self)
        }
    }
}

extension TapKind {
    /// Parses an event by its name or first letter, case-insensitive.
    init?(choice: String) {
        let choice = choice.trimmingCharacters(in: .whitespaces).lowercased()
        guard let kind = Self.allCases.first(where: { $0.rawValue == choice || String($0.rawValue.prefix(1)) == choice })
        else { return nil }
        self = kind
    }
}
