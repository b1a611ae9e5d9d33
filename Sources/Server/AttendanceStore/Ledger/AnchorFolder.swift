import Attendance
import Daemon
import Foundation

/// The anchors of the last weeks, one file a day: `2026-11-26.json`.
package struct AnchorFolder: Sendable {
    /// How many files are kept.
    package static let kept = 60

    package let path: String

    package init(_ path: String) { self.path = path }

    /// - Parameter stateFolder: of the server.
    package init(stateFolder: String) { self.init(stateFolder + "/anchors") }

    /// The file of the latest anchor; nil: there is none.
    /// - Throws: ``LedgerAnchor/FileError``, or the system's error.
    package func latest() throws -> (path: String, anchor: LedgerAnchor)? {
        guard let name = try names().last else { return nil }
        let file = path + "/" + name
        return (file, try LedgerAnchor(json: try Data(contentsOf: URL(filePath: file))))
    }

    /// Writes an anchor to the file of its day in UTC, and deletes the oldest files.
    /// - Returns: the path of the file.
    func save(_ content: Data, of day: CivilDate) throws -> String {
        try FileManager.default.createDirectory(
            atPath: path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        let file = path + "/\(day).json"
        try DurableFile.write(content, to: file)
        for name in try names().dropLast(Self.kept) { try FileManager.default.removeItem(atPath: path + "/" + name) }
        return file
    }

    /// Oldest first.
    private func names() throws -> [String] {
        do {
            return try FileManager.default.contentsOfDirectory(atPath: path).filter {
                $0.hasSuffix(".json") && CivilDate(text: $0.dropLast(5)) != nil
            }.sorted()
        } catch let error as CocoaError where [.fileNoSuchFile, .fileReadNoSuchFile].contains(error.code) {
            return []
        }
    }
}
