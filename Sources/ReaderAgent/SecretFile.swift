import Foundation

/// Files with keys. Only their owner may have read access.
enum SecretFile {
    private static let longest = 1 << 20

    /// - Throws: ``ConnectionSetupError`` if the file is missing, is not a regular file, is larger than 1 MiB, or is accessible
    ///   to other users.
    static func read(_ path: String) throws(ConnectionSetupError) -> [UInt8] {
        // Without O_NONBLOCK, opening a pipe without a writer would block.
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else {
            throw ConnectionSetupError("The key file \(path) cannot be read: \(String(cString: strerror(errno))).")
        }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG, status.st_size <= longest else {
            throw ConnectionSetupError("The key file \(path) is not a regular file of at most 1 MiB.")
        }
        guard status.st_mode & forbiddenBits(of: path) == 0 else {
            throw ConnectionSetupError(
                "The key file \(path) is accessible to other users of this computer. Remove their access: chmod go= \(path)")
        }
        var bytes = [UInt8](repeating: 0, count: Int(status.st_size))
        guard Glibc.read(descriptor, &bytes, bytes.count) == bytes.count else {
            throw ConnectionSetupError("The key file \(path) cannot be read completely.")
        }
        return bytes
    }

    /// The mode bits that a key file must not have. A systemd credential may have the group's read bit: it is the mask of
    /// the access control list for the service's user (systemd.exec, "Credentials").
    private static func forbiddenBits(of path: String) -> mode_t {
        let credentials = ProcessInfo.processInfo.environment["CREDENTIALS_DIRECTORY"]
        return credentials.map { path.hasPrefix($0 + "/") } == true ? 0o037 : 0o077
    }
}
