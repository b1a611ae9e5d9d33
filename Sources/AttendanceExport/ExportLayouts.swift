import AttendanceStore
package import FoundationEssentials

/// The layouts that can be named: those that an office saved, and those that come with the program.
package struct ExportLayouts: Sendable {
    private let folder: String

    /// - Parameter folder: the folder `web/export-layouts`.
    package init(folder: String) { self.folder = folder }

    /// The names of those that come with the program.
    package func ready() throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: folder).filter { $0.hasSuffix(".json") }
            .map { String($0.dropLast(5)) }.sorted()
    }

    /// The file of one that comes with the program.
    package func ready(_ name: String) throws -> Data? {
        guard try ready().contains(name) else { return nil }
        return try Data(contentsOf: URL(filePath: "\(folder)/\(name).json"))
    }

    /// An office's own layout of this name, or else the one that comes with the program.
    /// - Throws: ``ExportError/unknownLayout(_:known:)``.
    func layout(_ name: String, of office: Int64, _ store: AttendanceStore) async throws -> ExportLayout {
        let saved = try await store.exportLayouts.layouts(of: office)
        if let layout = saved.first(where: { $0.name == name }) { return try ExportLayout(json: Data(layout.json.utf8)) }
        if let file = try ready(name) { return try ExportLayout(json: file) }
        let names = Set(try ready() + saved.map(\.name)).sorted()
        throw ExportError.unknownLayout(name, known: names)
    }

    /// Holds a layout file to what an export can do, so that a wrong one is not saved.
    /// - Throws: ``ExportError/badLayout(_:)``.
    package static func check(_ file: Data) throws(ExportError) { _ = try ExportLayout(json: file) }
}
