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

    /// Saves a layout.
    /// - Parameters:
    ///   - name: lower case letters, digits and hyphens.
    ///   - json: a layout that was validated before.
    ///   - replaces: whether it replaces one of the same name.
    /// - Throws: ``StoreError/alreadyExists(_:)``.
    package func setLayout(
        _ name: String, of office: OfficeID, json: String, replaces: Bool, by author: PersonID, now: Instant
    ) async throws {
        try await pool.withTransaction { connection in
            let rows = try await connection.query(
                "Export/set_export_layout",
                [
                    "office": office, "name": name, "layout": json, "author": author, "now": PostgresTimestamp(now),
                    "replaces": replaces,
                ])
            guard let row = rows.first else { throw StoreError.alreadyExists(.layout(name)) }
            let hasReplaced = try row.get("has_replaced", as: Bool.self)
            try await ConfigurationChange(.layout, hasReplaced ? .changed : .added, name).note(
                by: .person(author), now: now, connection)
        }
    }

    /// Changes the name and the content of a layout, unless it was changed since it was shown.
    /// - Parameter shown: when the shown layout was saved.
    /// - Returns: false if the layout is no longer as it was shown.
    /// - Throws: ``StoreError/alreadyExists(_:)``.
    package func changeLayout(
        _ old: String, savedAt shown: Instant, to name: String, of office: OfficeID, json: String, by author: PersonID,
        now: Instant
    ) async throws -> Bool {
        try await naming(.layout(name)) {
            try await pool.withTransaction { connection in
                let rows = try await connection.query(
                    "Export/change_export_layout",
                    [
                        "office": office, "old": old, "shown": PostgresTimestamp(shown), "name": name, "layout": json,
                        "author": author, "now": PostgresTimestamp(now),
                    ])
                guard let row = rows.first else { return false }
                var changes: [ConfigurationChange] = []
                if name != old { changes.append(ConfigurationChange(.layout, .renamed, old, name)) }
                if try row.get("is_changed", as: Bool.self) { changes.append(ConfigurationChange(.layout, .changed, name)) }
                try await changes.note(by: .person(author), now: now, connection)
                return true
            }
        }
    }

    /// - Returns: false if there is no layout of this name.
    package func removeLayout(
        _ name: String, of office: OfficeID, by author: ChangeAuthor, now: Instant
    ) async throws -> Bool {
        try await pool.withTransaction { connection in
            let removed = try await connection.query("Export/remove_export_layout", ["office": office, "name": name])
            guard !removed.isEmpty else { return false }
            try await ConfigurationChange(.layout, .removed, name).note(by: author, now: now, connection)
            return true
        }
    }
}
