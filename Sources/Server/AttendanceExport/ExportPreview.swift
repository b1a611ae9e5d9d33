/// The beginning of an export as a table, in the texts of its file. Separators, quotes and encoding are not part of it.
package struct ExportPreview: Sendable, Equatable {
    /// The maximum number of rows.
    package static let rowCount = 5

    /// The cells of the lines before the head.
    package let before: [[String]]
    /// Empty if the layout has no header.
    package let head: [String]
    package let rows: [[String]]
}

extension Export {
    private struct EnoughRows: Error {}

    /// The head and the first rows of the file.
    /// - Throws: ``ExportError`` as ``write(progress:to:)`` does. Characters that code page 932 lacks are those of all rows.
    package func preview() async throws -> ExportPreview {
        if request.format == .csv, encoding == .cp932 { try await write(to: { _ in }) }
        let export = try await placed()
        var format = try PreviewFormat(export)
        do {
            try await export.fill(&format, { _ in }) { format in
                if format.isFull { throw EnoughRows() }
            }
        } catch is EnoughRows {}
        return format.preview
    }
}
