import Attendance
import Dispatch
import Foundation

/// What people choose at the desk: the keys s, p and e on a terminal, or a line a choice from a pipe, where buttons or a
/// touch screen write them.
final class EventKeys {
    /// The choices, in their order, until standard input ends.
    let choices: AsyncStream<TapKind>
    private let source: any DispatchSourceRead
    /// The terminal as it was; nil where standard input is none.
    private let terminal: termios?

    init() {
        let (choices, tell) = AsyncStream<TapKind>.makeStream(bufferingPolicy: .bufferingNewest(8))
        self.choices = choices
        var settings = termios()
        if tcgetattr(STDIN_FILENO, &settings) == 0 {
            terminal = settings
            // Each key at once, and none of them shown; Ctrl-C still ends the program.
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
                    if let event = TapKind(choice: String(UnicodeScalar(byte))) { tell.yield(event) }
                } else if let text = line.take(byte), let event = TapKind(choice: text) {
                    tell.yield(event)
                }
            }
        }
        source.setCancelHandler { tell.finish() }
        source.activate()
    }

    /// Gives the terminal back as it was.
    func end() {
        source.cancel()
        if var terminal { tcsetattr(STDIN_FILENO, TCSANOW, &terminal) }
    }

    /// The line that has begun. Used by the source's handler alone, which never runs twice at once.
    private final class Line: @unchecked Sendable {
        private var bytes: [UInt8] = []

        /// - Returns: the line that this byte ends. Longer than any choice, it is none.
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
    /// An event by its name or first letter, in capitals or not.
    init?(choice: String) {
        let choice = choice.trimmingCharacters(in: .whitespaces).lowercased()
        guard let kind = Self.allCases.first(where: { $0.rawValue == choice || String($0.rawValue.prefix(1)) == choice })
        else { return nil }
        self = kind
    }
}
