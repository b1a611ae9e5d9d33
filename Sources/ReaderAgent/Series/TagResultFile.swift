import Attendance
import Foundation
package import NFCTag

/// What became of one line of a list of tags.
package struct TagResult: Sendable, Equatable {
    package enum Outcome: String, Sendable {
        case written
        /// The tag held this address already.
        case unchanged
        /// Written with a certificate, and known to the server.
        case provisioned
        /// Written without a certificate; the server knows its UID.
        case registered
    }

    package var entry: TagListEntry
    package var uid: TagUID
    package var outcome: Outcome
    /// When, as RFC 3339.
    package var time: String

    package init(entry: TagListEntry, uid: TagUID, outcome: Outcome, time: String) {
        self.entry = entry
        self.uid = uid
        self.outcome = outcome
        self.time = time
    }
}

/// What became of the tags of a list, on disk as comma-separated values: each line is durable before the next tag is asked for,
/// and after a break the work goes on behind the last.
package final class TagResultFile {
    /// What stood in the file when it was opened.
    package let results: [TagResult]
    private let path: String
    private let descriptor: Int32

    private static let header = ["line", "office", "desk", "event", "uid", "outcome", "time", "address"]

    /// - Parameter path: made where it is missing; for one process at a time.
    package init(path: String) throws(TagResultFileError) {
        self.path = path
        descriptor = open(path, O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC, 0o644)
        guard descriptor >= 0 else { throw .notWritable(path, reason: Self.reason) }
        do throws(TagResultFileError) {
            guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else { throw .inUse(path) }
            results = try Self.read(descriptor, path)
            if lseek(descriptor, 0, SEEK_END) == 0 { try Self.append(Self.header, to: descriptor, path) }
        } catch {
            close(descriptor)
            throw error
        }
    }

    deinit { close(descriptor) }

    /// Adds a line, durable when this returns.
    package func append(_ result: TagResult) throws(TagResultFileError) {
        let entry = result.entry
        try Self.append(
            [
                String(entry.line), entry.office, entry.desk?.description ?? "", entry.event.rawValue, "\(result.uid)",
                result.outcome.rawValue, result.time, entry.address,
            ], to: descriptor, path)
    }

    private static var reason: String { String(cString: strerror(errno)) }

    private static func append(_ fields: [String], to descriptor: Int32, _ path: String) throws(TagResultFileError) {
        let bytes = Array((CSVText.line(fields) + "\r\n").utf8)
        let size = lseek(descriptor, 0, SEEK_END)
        guard write(descriptor, bytes, bytes.count) == bytes.count, fsync(descriptor) == 0 else {
            let reason = reason
            // Half a line is none.
            ftruncate(descriptor, size)
            throw .notWritable(path, reason: reason)
        }
    }

    private static func read(_ descriptor: Int32, _ path: String) throws(TagResultFileError) -> [TagResult] {
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = Foundation.read(descriptor, &buffer, buffer.count)
            guard count >= 0 else { throw .notWritable(path, reason: reason) }
            if count == 0 { break }
            bytes += buffer.prefix(count)
        }
        if bytes.last != UInt8(ascii: "\n") {
            // Cut off in the middle of a line: that tag is asked for again.
            bytes = Array(bytes.prefix((bytes.lastIndex(of: UInt8(ascii: "\n")) ?? -1) + 1))
            guard ftruncate(descriptor, off_t(bytes.count)) == 0 else { throw .notWritable(path, reason: reason) }
        }
        let text = CSVText(bytes)
        guard let first = text.records.first else { return [] }
        guard first.fields == header, text.malformations.isEmpty else { throw .notOurs(path, line: 1) }
        return try text.records.dropFirst().map { record throws(TagResultFileError) in
            guard let result = TagResult(fields: record.fields) else { throw .notOurs(path, line: record.line) }
            return result
        }
    }
}

extension TagResult {
    fileprivate init?(fields: [String]) {
        guard fields.count == 8, let line = Int(fields[0]), let event = TapKind(rawValue: fields[3]),
            let uid = UID(hex: fields[4]), let outcome = Outcome(rawValue: fields[5])
        else { return nil }
        let entry = TagListEntry(
            line: line, office: fields[1], desk: DeskID(fields[2]), event: event, address: fields[7])
        self.init(entry: entry, uid: TagUID(uid.bytes), outcome: outcome, time: fields[6])
    }
}

/// Why results cannot be kept. No tag is written whose result cannot be.
package enum TagResultFileError: Error, Sendable, Equatable {
    case notWritable(String, reason: String)
    case inUse(String)
    case notOurs(String, line: Int)
}

extension TagResultFileError: CustomStringConvertible {
    package var description: String {
        switch self {
        case .notWritable(let path, let reason):
            "The result file \(path) cannot be written: \(reason). Name another one with --results."
        case .inUse(let path):
            "Another desktap-reader is writing the result file \(path). Wait for it, or name another one with --results."
        case .notOurs(let path, let line):
            "The result file \(path) holds something else on line \(line). Name another one with --results."
        }
    }
}
