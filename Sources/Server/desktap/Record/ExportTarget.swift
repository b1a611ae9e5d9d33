import AttendanceExport
import Foundation

/// The target of an export: standard output, or a file that gets its name when it is complete.
struct ExportTarget {
    private let path: String?
    private let handle: FileHandle

    private var part: String? { path.map { $0 + ".part" } }

    /// - Parameters:
    ///   - path: nil for standard output.
    ///   - replaces: true to overwrite an existing file.
    init(_ path: String?, replaces: Bool) throws {
        self.path = path
        guard let path else {
            handle = .standardOutput
            return
        }
        guard replaces || !FileManager.default.fileExists(atPath: path) else {
            throw CommandError("The file \(path) already exists. Choose another name, or overwrite it with --force.")
        }
        let part = path + ".part"
        // The export is personal data: only its owner can read the file.
        guard FileManager.default.createFile(atPath: part, contents: nil, attributes: [.posixPermissions: 0o600]),
            let handle = FileHandle(forWritingAtPath: part)
        else { throw CommandError("The file \(part) cannot be written.") }
        self.handle = handle
    }

    func write(_ bytes: [UInt8]) throws { try handle.write(contentsOf: bytes) }

    /// Completes the file and gives it its name.
    func finish() throws {
        guard let path, let part else { return }
        try handle.synchronize()
        try handle.close()
        guard rename(part, path) == 0 else { throw CommandError("The file \(path) cannot be written.") }
    }

    /// Deletes the incomplete file.
    func discard() {
        guard let part else { return }
        try? handle.close()
        try? FileManager.default.removeItem(atPath: part)
    }
}

/// The progress of an export, on standard error if it is a terminal.
struct ProgressBar {
    private static let width = 30
    private let isShown = isatty(STDERR_FILENO) == 1
    private var last = ""

    mutating func show(_ progress: Export.Progress) {
        guard isShown else { return }
        let done = Int(progress.share * Double(Self.width))
        let bar = String(repeating: "█", count: done) + String(repeating: "░", count: Self.width - done)
        let text = "\(bar) \(Int(progress.share * 100)) %"
        if text == last { return }
        last = text
        FileHandle.standardError.write(Data("\r\(text), \(progress.rows) rows ".utf8))
    }

    /// Erases the progress line.
    mutating func clear() {
        if !last.isEmpty { FileHandle.standardError.write(Data("\r\u{1B}[K".utf8)) }
        last = ""
    }
}
