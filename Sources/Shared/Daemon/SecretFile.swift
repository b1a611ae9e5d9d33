import Foundation

/// A file with a secret: a key or a password. Only its owner may have access.
package enum SecretFile {
    package enum Problem: Error, Sendable, Equatable {
        case missing
        /// - Parameter reason: of the system.
        case unreadable(reason: String)
        /// It is not a regular file, or it is larger than 1 MiB.
        case unsuitable
        case accessibleToOthers

        /// The end of a sentence that begins with the name of the file.
        /// - Parameter path: of the file.
        package func predicate(_ path: String) -> String {
            switch self {
            case .missing: "does not exist"
            case .unreadable(let reason): "cannot be read: \(reason)"
            case .unsuitable: "is not a regular file of at most 1 MiB"
            case .accessibleToOthers: "is accessible to other users. Run 'chmod 600 \(path)'"
            }
        }
    }

    private static let longest = 1 << 20

    package static func read(_ path: String) throws(Problem) -> [UInt8] {
        // Without O_NONBLOCK, opening a pipe without a writer would block.
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { throw errno == ENOENT ? .missing : .unreadable(reason: String(cString: strerror(errno))) }
        defer { close(descriptor) }
        // The status of the open file: the file at the path may have been replaced.
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG, status.st_size <= longest else {
            throw .unsuitable
        }
        guard status.st_mode & forbiddenBits(of: path) == 0 else { throw .accessibleToOthers }
        var bytes = [UInt8](repeating: 0, count: Int(status.st_size))
        guard Glibc.read(descriptor, &bytes, bytes.count) == bytes.count else {
            throw .unreadable(reason: "it was changed at the same time")
        }
        return bytes
    }

    /// The mode bits that the file must not have. A systemd credential may have the group's read bit: it is the mask of the
    /// access control list for the service's user.
    private static func forbiddenBits(of path: String) -> mode_t {
        Credential.original(path) == nil ? 0o077 : 0o037
    }
}
