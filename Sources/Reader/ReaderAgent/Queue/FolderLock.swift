import Foundation

/// An exclusive lock on a folder for this process. The system releases it when the process ends.
final class FolderLock: Sendable {
    /// The name of the lock file.
    static let name = "lock"

    let folder: String
    private let descriptor: Int32

    init(_ folder: String) throws(TapQueueError) {
        self.folder = folder
        descriptor = open(folder + "/" + Self.name, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw .folderNotWritable(folder, reason: String(cString: strerror(errno))) }
        // Retries for 2 s: the previous owner may be ending.
        for _ in 0..<40 {
            if flock(descriptor, LOCK_EX | LOCK_NB) == 0 { return }
            usleep(50_000)
        }
        throw .inUse(folder)
    }

    /// Also runs when the initializer throws after it has set all properties. Unlocks explicitly, because a program that is being
    /// started may still have the descriptor.
    deinit {
        flock(descriptor, LOCK_UN)
        close(descriptor)
    }
}
