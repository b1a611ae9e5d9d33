import AttendanceExport
import Foundation

/// Where an export goes: standard output, or a file that has its name only when it is whole.
struct ExportTarget {
    private let path: String?
    private let handle: FileHandle

    private var part: String? { path.map { $0 + ".part" } }

    /// - Parameters:
    ///   - path: nil is standard output.
    ///   - replaces: whether a file that is there may go.
    init(_ path: String?, replaces: Bool) throws {
        self.path = path
        guard let path else {
            handle = .standardOutput
            return
        }
        guard replaces || !FileManager.default.fileExists(atPath: path) else {
            throw CommandProblem("There is a file \(path) already. Please choose another name, or say --force.")
        }
        let part = path + ".part"
        // Who may read it is for whoever takes it away to widen.
        guard FileManager.default.createFile(atPath: part, contents: nil, attributes: [.posixPermissions: 0o600]),
            let handle = FileHandle(forWritingAtPath: part)
        else { throw CommandProblem("The file \(part) cannot be written.") }
        self.handle = handle
    }

    func write(_ bytes: [UInt8]) throws { try handle.write(contentsOf: bytes) }

    /// Gives the whole file its name.
    func finish() throws {
        guard let path, let part else { return }
        try handle.synchronize()
        try handle.close()
        guard rename(part, path) == 0 else { throw CommandProblem("The file \(path) cannot be written.") }
    }

    /// Leaves no trace of what is not whole.
    func discard() {
        guard let part else { return }
        try? handle.close()
        try? FileManager.default.removeItem(atPath: part)
    }
}

/// How far an export is, on standard error where that is a terminal.
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

    /// Leaves the line as it was.
    mutating func clear() {
        if !last.isEmpty { FileHandle.standardError.write(Data("\r\u{1B}[K".utf8)) }
        last = ""
    }
}
