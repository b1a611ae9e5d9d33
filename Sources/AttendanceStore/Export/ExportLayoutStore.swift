package import Attendance
import Postgres

/// Export layouts that an office has saved.
package struct ExportLayoutStore: Sendable {
    let pool: PostgresPool

    /// By name.
    package func layouts(of office: Int64) async throws -> [SavedLayout] {
        try await pool.query("Export/export_layouts", office).map { row in
            SavedLayout(name: try row.get(0), json: try row.get(1), author: try row.get(2), at: try row.instant(3))
        }
    }

    /// Saves a layout in the place of one of the same name.
    /// - Parameters:
    ///   - name: small letters, digits and hyphens.
    ///   - json: has been found to be a layout.
    package func setLayout(
        _ name: String, of office: Int64, json: String, by author: Int64, now: Instant
    ) async throws {
        try await pool.query("Export/set_export_layout", office, name, json, author, PostgresTimestamp(now))
    }

    /// - Returns: false where there is none of this name.
    package func removeLayout(_ name: String, of office: Int64) async throws -> Bool {
        try await !pool.query("Export/remove_export_layout", office, name).isEmpty
    }
}
