import Foundation

/// Files that hold keys. Only their owner may read them.
enum SecretFile {
    private static let longest = 1 << 20

    /// - Throws: ``ConnectionProblem`` if the file is missing, is no regular file, or is open to other users.
    static func read(_ path: String) throws(ConnectionProblem) -> [UInt8] {
        // Without O_NONBLOCK a pipe that has no writer would hold the program.
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else {
            throw ConnectionProblem("The key file \(path) cannot be read: \(String(cString: strerror(errno))).")
        }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG, status.st_size <= longest else {
            throw ConnectionProblem("The key file \(path) is not a file that holds a key.")
        }
        guard status.st_mode & forbiddenBits(of: path) == 0 else {
            throw ConnectionProblem(
                "The key in \(path) can be read by other users of this computer. Please close it: chmod go= \(path)")
        }
        var bytes = [UInt8](repeating: 0, count: Int(status.st_size))
        guard Glibc.read(descriptor, &bytes, bytes.count) == bytes.count else {
            throw ConnectionProblem("The key file \(path) cannot be read to its end.")
        }
        return bytes
    }

    /// The mode bits that a file must not have. Credentials of systemd may show the group's read bit: it is the mask of the
    /// access control list that admits the service's user (systemd.exec, "Credentials").
    private static func forbiddenBits(of path: String) -> mode_t {
        let credentials = ProcessInfo.processInfo.environment["CREDENTIALS_DIRECTORY"]
        return credentials.map { path.hasPrefix($0 + "/") } == true ? 0o037 : 0o077
    }
}
