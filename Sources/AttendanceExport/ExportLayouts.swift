import Attendance
import AttendanceStore
package import FoundationEssentials

/// The export layouts by name: saved layouts of an office, and included layouts.
package struct ExportLayouts: Sendable {
    private let folder: String

    /// - Parameter folder: the folder `web/export-layouts`.
    package init(folder: String) { self.folder = folder }

    /// The names of the included layouts, sorted.
    package func ready() throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: folder).filter { $0.hasSuffix(".json") }
            .map { String($0.dropLast(5)) }.sorted()
    }

    /// The file of an included layout; nil if there is none.
    package func ready(_ name: String) throws -> Data? {
        guard try ready().contains(name) else { return nil }
        return try Data(contentsOf: URL(filePath: "\(folder)/\(name).json"))
    }

    /// The office's layout with this name, or else the included one.
    /// - Throws: ``ExportError/unknownLayout(_:known:)``.
    func layout(_ name: String, of office: OfficeID, _ store: AttendanceStore) async throws -> ExportLayout {
        let saved = try await store.exportLayouts.layouts(of: office)
        if let layout = saved.first(where: { $0.name == name }) { return try ExportLayout(json: Data(layout.json.utf8)) }
        if let file = try ready(name) { return try ExportLayout(json: file) }
        throw ExportError.unknownLayout(name, known: try await names(of: office, store))
    }

    /// The names of the office's layouts and of the included ones, sorted.
    func names(of office: OfficeID, _ store: AttendanceStore) async throws -> [String] {
        Set(try ready() + (try await store.exportLayouts.layouts(of: office)).map(\.name)).sorted()
    }

    /// Validates a layout file.
    /// - Throws: ``ExportError/badLayout(_:)``.
    package static func check(_ file: Data) throws(ExportError) { _ = try ExportLayout(json: file) }
}
