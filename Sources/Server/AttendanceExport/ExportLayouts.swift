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
        throw ExportError.unknownLayout(name, known: try await choices(of: office, store).map(\.name))
    }

    /// A layout to choose from.
    package struct Choice: Sendable, Equatable {
        package let name: String
        package let unit: ExportLayout.Unit
        /// Whether only CSV has all of the layout, such as its lines before the header.
        package let isCSVOnly: Bool
        /// Whether the layout says the encoding of its CSV.
        package let hasEncoding: Bool
        /// The user name of the person who saved it for the office; nil: the layout is included.
        package let author: String?
    }

    /// The office's layouts and the included ones, sorted by name. An office's layout hides an included one of the same name.
    func choices(of office: OfficeID, _ store: AttendanceStore) async throws -> [Choice] {
        let saved = try await store.exportLayouts.layouts(of: office)
        func choice(_ name: String, _ file: Data?, by author: String?) -> Choice {
            let layout = file.flatMap { try? ExportLayout(json: $0) }
            return Choice(
                name: name, unit: layout?.unit ?? .day, isCSVOnly: layout?.isCSVOnly == true,
                hasEncoding: layout?.csv != nil, author: author)
        }
        let included = try ready().filter { name in !saved.contains { $0.name == name } }
            .map { choice($0, try ready($0), by: nil) }
        return (included + saved.map { choice($0.name, Data($0.json.utf8), by: $0.author) }).sorted { $0.name < $1.name }
    }

    /// Validates a layout file.
    /// - Throws: ``ExportError/badLayout(_:)``.
    package static func check(_ file: Data) throws(ExportError) { _ = try ExportLayout(json: file) }
}
