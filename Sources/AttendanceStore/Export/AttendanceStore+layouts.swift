package import Attendance
import Postgres

/// Which columns an office wants of an export, as its file says it.
package struct SavedLayout: Sendable, Equatable {
    package let name: String
    package let json: String
    /// The user name of whoever saved it.
    package let author: String
    package let at: Instant
}

extension AttendanceStore {
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
