import Foundation

/// Keeps a folder to one process, until that ends however it ends.
final class FolderLock: Sendable {
    /// Of the file in the folder.
    static let name = "lock"

    let folder: String
    private let descriptor: Int32

    init(_ folder: String) throws(TapQueueError) {
        self.folder = folder
        descriptor = open(folder + "/" + Self.name, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw .folderNotWritable(folder, reason: String(cString: strerror(errno))) }
        // Whoever had it may be ending just now, or be starting a program, which holds it for a blink.
        for _ in 0..<40 {
            if flock(descriptor, LOCK_EX | LOCK_NB) == 0 { return }
            usleep(50_000)
        }
        close(descriptor)
        throw .inUse(folder)
    }

    deinit { close(descriptor) }
}
