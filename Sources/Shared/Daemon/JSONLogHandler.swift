import Foundation
package import Logging
import Synchronization

/// Writes each log event as one line with a JSON object to the standard error: `time` (RFC 3339, in UTC), `level`, `message`, and the metadata by
/// their keys. The id of the request that caused the event is `request_id`.
package struct JSONLogHandler: LogHandler {
    package var metadata: Logger.Metadata = [:]
    package var logLevel: Logger.Level = .info
    package var metadataProvider: Logger.MetadataProvider?

    private let write: @Sendable (String) -> Void

    package init(write: @escaping @Sendable (String) -> Void = Self.writeToStandardError) { self.write = write }

    package subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    package func log(event: LogEvent) {
        var members = (metadataProvider?.get() ?? [:]).merging(metadata) { $1 }.merging(event.metadata ?? [:]) { $1 }
            .mapValues { "\($0)" }
        if let id = members.removeValue(forKey: "hb.request.id") { members["request_id"] = id }
        if let error = event.error { members["error"] = "\(error)" }
        members["time"] = Date.now.formatted(Date.ISO8601FormatStyle(includingFractionalSeconds: true))
        members["level"] = event.level.rawValue
        members["message"] = "\(event.message)"
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        // Strings are always encodable.
        guard let line = try? encoder.encode(members) else { return }
        write(String(decoding: line, as: UTF8.self) + "\n")
    }

    private static let lock = Mutex(())

    /// Lines of several threads follow each other whole.
    @Sendable package static func writeToStandardError(_ line: String) {
        // A full disk or a closed pipe must not end the program.
        lock.withLock { _ in try? FileHandle.standardError.write(contentsOf: Data(line.utf8)) }
    }
}
