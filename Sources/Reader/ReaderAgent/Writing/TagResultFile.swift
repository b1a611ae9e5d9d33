import Attendance
import Foundation

/// The results of a list of tags as a CSV file. Each line is durable before the next tag is requested, so an interrupted
/// command continues after the last one.
package final class TagResultFile {
    /// The results in the file when it was opened, in their order.
    package private(set) var results: [TagResult] = []
    private let path: String
    private let descriptor: Int32

    private static let header = ["line", "office", "desk", "event", "uid", "outcome", "time", "address"]

    /// Opens the file.
    /// - Parameter path: created if it is missing. Only one process can use it.
    /// - Throws: ``TagResultFileError``.
    package init(path: String) throws(TagResultFileError) {
        self.path = path
        descriptor = open(path, O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC, 0o644)
        guard descriptor >= 0 else { throw .notWritable(path, reason: Self.reason) }
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else { throw .inUse(path) }
        results = try Self.read(descriptor, path)
        if lseek(descriptor, 0, SEEK_END) == 0 { try Self.append(Self.header, to: descriptor, path) }
    }

    /// Also runs when the initializer throws after it has set all properties. Unlocks explicitly, because a program that is being
    /// started may still have the descriptor.
    deinit {
        flock(descriptor, LOCK_UN)
        close(descriptor)
    }

    /// Appends a result. It is durable on return.
    /// - Throws: ``TagResultFileError/notWritable(_:reason:)``. The file has no partial line then.
    package func append(_ result: TagResult) throws(TagResultFileError) {
        let entry = result.entry
        try Self.append(
            [
                String(entry.line), FormulaGuard.guardedInCSV(entry.office), entry.desk?.description ?? "",
                entry.event.rawValue, "\(result.uid)", result.outcome.rawValue, result.time, entry.address,
            ], to: descriptor, path)
    }

    private static var reason: String { String(cString: strerror(errno)) }

    private static func append(_ fields: [String], to descriptor: Int32, _ path: String) throws(TagResultFileError) {
        let bytes = Array((CSVText.line(fields) + "\r\n").utf8)
        let size = lseek(descriptor, 0, SEEK_END)
        guard write(descriptor, bytes, bytes.count) == bytes.count, fsync(descriptor) == 0 else {
            let reason = reason
            // Removes a partial line.
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
            // A partial last line is removed. Its tag is requested again.
            bytes = Array(bytes.prefix((bytes.lastIndex(of: UInt8(ascii: "\n")) ?? -1) + 1))
            guard ftruncate(descriptor, off_t(bytes.count)) == 0 else { throw .notWritable(path, reason: reason) }
        }
        let text = CSVText(bytes)
        guard let first = text.records.first else { return [] }
        // Lines with commas are appended.
        guard first.fields == header, text.separator == ",", text.encoding == .utf8, text.malformations.isEmpty else {
            throw .notOurs(path, line: 1)
        }
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
            line: line, office: FormulaGuard.unguarded(fields[1]), desk: DeskID(fields[2]), event: event, address: fields[7])
        self.init(entry: entry, uid: uid, outcome: outcome, time: fields[6])
    }
}

/// Why results cannot be saved. A tag is only written if its result can be saved.
package enum TagResultFileError: Error, Sendable, Equatable {
    case notWritable(String, reason: String)
    case inUse(String)
    case notOurs(String, line: Int)
}

extension TagResultFileError: CustomStringConvertible {
    package var description: String {
        switch self {
        case .notWritable(let path, let reason):
            "The result file \(path) cannot be written: \(reason). Select another one with --results."
        case .inUse(let path):
            "Another desktap-reader is writing the result file \(path). Wait for it, or select another one with --results."
        case .notOurs(let path, let line):
            "The result file \(path) is not a result file: line \(line) is invalid. Select another one with --results."
        }
    }
}
