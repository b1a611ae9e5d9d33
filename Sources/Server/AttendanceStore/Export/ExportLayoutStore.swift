package import Attendance
import Postgres

/// The saved export layouts of offices.
package struct ExportLayoutStore: Sendable {
    let pool: PostgresPool

    /// An office's layouts, by name.
    package func layouts(of office: OfficeID) async throws -> [SavedLayout] {
        try await pool.query("Export/export_layouts", ["office": office]).map { row in
            SavedLayout(
                name: try row.get("name"), json: try row.get("layout"), author: try row.get("author"),
                at: try row.instant("at"))
        }
    }

    /// Saves a layout. Replaces one of the same name.
    /// - Parameters:
    ///   - name: lower case letters, digits and hyphens.
    ///   - json: a layout that was validated before.
    package func setLayout(
        _ name: String, of office: OfficeID, json: String, by author: PersonID, now: Instant
    ) async throws {
        try await pool.query(
            "Export/set_export_layout",
            ["office": office, "name": name, "layout": json, "author": author, "now": PostgresTimestamp(now)])
    }

    /// - Returns: false if there is no layout of this name.
    package func removeLayout(_ name: String, of office: OfficeID) async throws -> Bool {
        try await !pool.query("Export/remove_export_layout", ["office": office, "name": name]).isEmpty
    }
}
