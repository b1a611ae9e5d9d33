import Attendance
import Postgres

extension PostgresPool {
    /// Changes settings of an office in a transaction, and logs in it each setting that then differs.
    /// - Parameter now: nil: by the database's clock.
    func changingSettings(
        of office: OfficeID, by author: ChangeAuthor, now: Instant?, _ body: (PostgresConnection) async throws -> Void
    ) async throws {
        try await withTransaction { connection in
            let before = try await connection.settings(of: office)
            try await body(connection)
            let after = try await connection.settings(of: office)
            let changes = Set(before.keys).union(after.keys).sorted().compactMap { name in
                SettingChange(name, from: before[name] ?? nil, to: after[name] ?? nil)
            }
            try await connection.note(changes, of: before["name"].flatMap(\.self) ?? "\(office)", by: author, now: now)
        }
    }
}

extension PostgresConnection {
    /// Logs changes of an office's settings; none: nothing.
    func note(_ changes: [SettingChange], of office: String, by author: ChangeAuthor, now: Instant?) async throws {
        guard !changes.isEmpty else { return }
        try await ConfigurationChange(.office, .changed, office, changes.map(\.description).joined(separator: "; "))
            .note(by: author, now: now, self)
    }

    fileprivate func settings(of office: OfficeID) async throws -> [String: String?] {
        var settings: [String: String?] = [:]
        for row in try await query("Changes/settings_of_office", ["office": office]) {
            settings.updateValue(try row.getIfPresent("value"), forKey: try row.get("name"))
        }
        return settings
    }
}

/// What a setting was and is, such as `names_shown_to: office → managers`.
struct SettingChange: Sendable, CustomStringConvertible {
    let description: String

    /// - Returns: nil if both values are equal.
    init?(_ name: String, from old: String?, to new: String?) {
        guard old != new else { return nil }
        description = "\(name): \(old ?? "none") → \(new ?? "none")"
    }
}
