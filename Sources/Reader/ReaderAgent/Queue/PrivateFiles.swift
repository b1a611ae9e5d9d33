import Foundation

/// File permissions of the queue: folder 0700, files 0600, so that only the owner has access.
enum PrivateFiles {
    private static let database = "taps.sqlite"
    /// SQLite creates its additional files with the mode of the database, but files of a killed program keep their old mode.
    private static let names = ["", "-wal", "-shm", "-journal"].map { database + $0 }

    static func database(in folder: String) -> String { folder + "/" + database }

    /// Creates the folder and an empty database, or removes the permissions of other users from existing ones.
    /// - Returns: the path of the database.
    static func prepare(_ folder: String) throws(TapQueueError) -> String {
        do {
            try FileManager.default.createDirectory(
                atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        } catch {
            throw .folderNotWritable(folder, reason: error.localizedDescription)
        }
        // A folder with other files may be shared on purpose, such as /tmp.
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

    /// Does nothing for a missing file, or for a private one: its mode may not be changeable.
    private static func restrict(_ path: String, to mode: mode_t, in folder: String) throws(TapQueueError) {
        var status = stat()
        guard lstat(path, &status) == 0, status.st_mode & 0o077 != 0 else { return }
        guard chmod(path, mode) == 0 else { throw .notPrivate(folder, reason: String(cString: strerror(errno))) }
    }
}
