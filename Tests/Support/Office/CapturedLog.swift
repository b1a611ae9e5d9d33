package import Logging
import Synchronization

/// Keeps the log lines from the level notice on, for a test to read.
package final class CapturedLog: Sendable {
    private let kept = Mutex<[String]>([])

    package init() {}

    package var lines: [String] { kept.withLock { $0 } }

    package var logger: Logger {
        Logger(label: "test") { _ in Handler(log: self) }
    }

    private func keep(_ line: String) { kept.withLock { $0.append(line) } }

    private struct Handler: LogHandler {
        let log: CapturedLog
        var logLevel = Logger.Level.notice
        var metadata: Logger.Metadata = [:]

        subscript(metadataKey key: String) -> Logger.Metadata.Value? {
            get { metadata[key] }
            set { metadata[key] = newValue }
        }

        func log(event: LogEvent) { log.keep("\(event.level) \(event.message)") }
    }
}
