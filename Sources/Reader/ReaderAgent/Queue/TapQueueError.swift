import GRDB

/// Why the queue on disk cannot be used.
package enum TapQueueError: Error, Sendable, Equatable {
    case folderNotWritable(String, reason: String)
    case inUse(String)
    /// The folder contains no queue.
    case missing(String)
    /// Other users have access to the queue.
    case notPrivate(String, reason: String)
    case diskFull(String)
    case damaged(String, reason: String)
    /// Written by a newer version of the program.
    case newerVersion(String)
    /// Written by an older version and not migrated.
    case olderVersion(String)
    case failed(String, reason: String)
    case cancelled

    /// True if a later retry may succeed without a restart.
    var isTransient: Bool {
        switch self {
        case .diskFull, .folderNotWritable, .failed: true
        case .inUse, .missing, .notPrivate, .damaged, .newerVersion, .olderVersion, .cancelled: false
        }
    }

    init(_ error: any Error, folder: String) {
        switch error {
        case let error as TapQueueError: self = error
        case is CancellationError: self = .cancelled
        case let error as DatabaseError:
            let reason = error.message ?? "SQLite error \(error.resultCode.rawValue)"
            self =
                switch error.resultCode {
                case .SQLITE_FULL: .diskFull(folder)
                case .SQLITE_CORRUPT, .SQLITE_NOTADB: .damaged(folder, reason: reason)
                case .SQLITE_CANTOPEN, .SQLITE_READONLY, .SQLITE_PERM: .folderNotWritable(folder, reason: reason)
                case .SQLITE_INTERRUPT, .SQLITE_ABORT: .cancelled
                default: .failed(folder, reason: reason)
                }
        default: self = .failed(folder, reason: "\(error)")
        }
    }
}

extension TapQueueError: CustomStringConvertible {
    package var description: String {
        switch self {
        case .folderNotWritable(let folder, let reason):
            "The queue's folder \(folder) cannot be written (\(reason)). Select another one with --queue."
        case .inUse(let folder):
            "Another desktap-reader is using the queue in \(folder). Stop it, or select another folder with --queue."
        case .notPrivate(let folder, let reason):
            "Other users can read the queue in \(folder), and its mode cannot be changed (\(reason)). Select another one with --queue."
        case .diskFull(let folder): "The disk of the queue's folder \(folder) is full."
        case .damaged(let folder, let reason):
            "The queue in \(folder) is damaged (\(reason)). Keep taps.sqlite for repair and select another folder with --queue."
        case .newerVersion(let folder): "The queue in \(folder) was written by a newer desktap-reader. Update this one."
        case .missing(let folder): "There is no queue in \(folder). Select its folder with --queue."
        case .olderVersion(let folder):
            "The queue in \(folder) was written by an older desktap-reader. Start 'desktap-reader run' of this version once."
        case .failed(let folder, let reason): "The queue in \(folder) failed (\(reason))."
        case .cancelled: "The program is ending."
        }
    }
}
