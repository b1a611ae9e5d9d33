package import Foundation

/// Files that survive a power failure.
package enum DurableFile {
    package struct Problem: Error, Sendable, CustomStringConvertible {
        package let path: String
        /// Of the system.
        package let reason: String

        package var description: String { "The file \(path) cannot be written: \(reason)." }
    }

    /// Replaces the file. After a power failure it has either its old or its new content.
    /// - Parameter mode: by default, only its owner can read it.
    package static func write(_ content: some ContiguousBytes, to path: String, mode: mode_t = 0o600) throws(Problem) {
        try withDraft(content, of: path, mode) { draft in rename(draft, path) == 0 }
    }

    /// Creates the file if it does not exist. Another process then sees no part of its content.
    package static func create(_ content: some ContiguousBytes, at path: String) throws(Problem) {
        try withDraft(content, of: path, 0o600) { draft in link(draft, path) == 0 || errno == EEXIST }
    }

    /// Writes the content to another file in the same folder, which `place` moves or links to the path.
    private static func withDraft(
        _ content: some ContiguousBytes, of path: String, _ mode: mode_t, _ place: (String) -> Bool
    ) throws(Problem) {
        let draft = path + ".\(UUID().uuidString.prefix(8))"
        let descriptor = open(draft, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw problem(path) }
        // After a move there is nothing to delete.
        defer { unlink(draft) }
        let isWritten =
            content.withUnsafeBytes { write($0, to: descriptor) } && fchmod(descriptor, mode) == 0 && fsync(descriptor) == 0
        let failure = problem(path)
        guard close(descriptor) == 0, isWritten else { throw failure }
        guard place(draft) else { throw problem(path) }
        let folder = open(URL(filePath: path).deletingLastPathComponent().path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard folder >= 0 else { throw problem(path) }
        defer { close(folder) }
        guard fsync(folder) == 0 else { throw problem(path) }
    }

    private static func write(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32) -> Bool {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = Glibc.write(descriptor, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count)
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return false }
            rest = rest.dropFirst(count)
        }
        return true
    }

    private static func problem(_ path: String) -> Problem { Problem(path: path, reason: String(cString: strerror(errno))) }
}
