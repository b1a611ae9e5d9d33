import Foundation

/// Keeps what is in the queue's folder from everybody but its owner: the folder 0700, the files 0600.
enum PrivateFiles {
    private static let database = "taps.sqlite"
    /// SQLite gives the files it puts beside a database that database's own mode; those that a killed program left have theirs.
    private static let names = ["", "-wal", "-shm", "-journal"].map { database + $0 }

    static func database(in folder: String) -> String { folder + "/" + database }

    /// Makes the folder and an empty database, or takes away what others may do with those that are there.
    /// - Returns: the database's path.
    static func prepare(_ folder: String) throws(TapQueueError) -> String {
        do {
            try FileManager.default.createDirectory(
                atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        } catch {
            throw .folderNotWritable(folder, reason: error.localizedDescription)
        }
        // A folder with other things in it may be meant for others, such as /tmp.
        if try contents(of: folder).isSubset(of: names + [FolderLock.name]) { try restrict(folder, to: 0o700, in: folder) }
        let path = database(in: folder)
        let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else { throw .folderNotWritable(folder, reason: String(cString: strerror(errno))) }
        close(descriptor)
        for name in names { try restrict(folder + "/" + name, to: 0o600, in: folder) }
        return path
    }

    private static func contents(of folder: String) throws(TapQueueError) -> Set<String> {
        do {
            return Set(try FileManager.default.contentsOfDirectory(atPath: folder))
        } catch {
            throw .folderNotWritable(folder, reason: error.localizedDescription)
        }
    }

    /// What is not there needs nothing; what is private already may lie where modes cannot be changed.
    private static func restrict(_ path: String, to mode: mode_t, in folder: String) throws(TapQueueError) {
        var status = stat()
        guard lstat(path, &status) == 0, status.st_mode & 0o077 != 0 else { return }
        guard chmod(path, mode) == 0 else { throw .notPrivate(folder, reason: String(cString: strerror(errno))) }
    }
}
