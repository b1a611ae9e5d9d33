import FoundationEssentials
import Glibc

/// A complete temporary file without a name. The system deletes it when it is closed, also after a crash.
package final class SpooledFile: Sendable {
    private let handle: Int32
    package let size: Int64

    /// - Parameter write: writes the file at `path`, inside a private `folder` that is deleted afterwards with its content.
    /// - Throws: ``ExportError/notWritten(_:)``, and the errors of `write`.
    init(_ write: (_ path: String, _ folder: String) async throws -> Void) async throws {
        let folder = try Self.privateFolder()
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let path = folder + "/table"
        try await write(path, folder)
        handle = open(path, O_RDONLY | O_CLOEXEC)
        guard handle >= 0 else { throw ExportError.notWritten("The written file cannot be opened.") }
        size = Int64(lseek(handle, 0, SEEK_END))
    }

    private static func privateFolder() throws -> String {
        var template = Array((FileManager.default.temporaryDirectory.path + "/desktap-XXXXXX").utf8CString)
        guard let made = mkdtemp(&template) else { throw ExportError.notWritten("No temporary folder can be created.") }
        return String(cString: made)
    }

    package func pieces(_ body: ([UInt8]) async throws -> Void) async throws {
        var place: off_t = 0
        while place < size {
            let from = place
            let piece = [UInt8](unsafeUninitializedCapacity: Export.pieceSize) { buffer, count in
                count = max(0, pread(handle, buffer.baseAddress, buffer.count, from))
            }
            guard !piece.isEmpty else { throw ExportError.notWritten("The written file cannot be read.") }
            place += off_t(piece.count)
            try await body(piece)
        }
    }

    deinit { close(handle) }
}

/// A new file that is written piece by piece.
final class OutputFile {
    private let handle: Int32

    init(path: String) throws(ExportError) {
        handle = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard handle >= 0 else { throw .notWritten("No file can be created at \(path).") }
    }

    func write(_ bytes: [UInt8]) throws(ExportError) {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Glibc.write(handle, $0.baseAddress, $0.count) }
            guard count > 0 else { throw .notWritten("The disk is full or cannot be written to.") }
            rest = rest.dropFirst(count)
        }
    }

    deinit { close(handle) }
}
