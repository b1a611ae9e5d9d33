import GRDB

/// Why the queue on disk could not be used.
package enum TapQueueError: Error, Sendable, Equatable {
    case folderNotWritable(String, reason: String)
    case inUse(String)
    /// There is no queue in the folder.
    case missing(String)
    /// Others can read what is in it.
    case notPrivate(String, reason: String)
    case diskFull(String)
    case damaged(String, reason: String)
    /// Written by a newer version of the program.
    case newerVersion(String)
    /// Written by an older version, and not brought up to date.
    case olderVersion(String)
    case failed(String, reason: String)
    case cancelled

    /// Whether the same may succeed later without a restart.
    var mayPass: Bool {
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
            "The queue's folder \(folder) cannot be written (\(reason)). Name another one with --queue."
        case .inUse(let folder):
            "Another desktap-reader is using the queue in \(folder). Stop it, or name another folder with --queue."
        case .notPrivate(let folder, let reason):
            "Others can read the queue in \(folder), and that cannot be changed (\(reason)). Name another folder with --queue."
        case .diskFull(let folder): "The disk of the queue's folder \(folder) is full."
        case .damaged(let folder, let reason):
            "The queue in \(folder) is damaged (\(reason)). Keep the file taps.sqlite for repair and name another folder with --queue."
        case .newerVersion(let folder): "The queue in \(folder) was written by a newer desktap-reader. Please update this one."
        case .missing(let folder): "There is no queue in \(folder). Name its folder with --queue."
        case .olderVersion(let folder):
            "The queue in \(folder) was written by an older desktap-reader. Start 'desktap-reader run' of this version once."
        case .failed(let folder, let reason): "The queue in \(folder) failed (\(reason))."
        case .cancelled: "The program is ending."
        }
    }
}
