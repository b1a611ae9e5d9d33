package import Attendance
import Postgres

/// Settings of offices, each version with the day from which it applies.
package struct OfficeSettingsStore: Sendable {
    let pool: PostgresPool

    /// What an office has set, the earliest first. The first holds for all earlier days too.
    package func settings(of office: Int64) async throws -> [OfficeSettingsVersion] {
        try Self.versions(try await pool.query("Offices/office_settings"), of: office)
    }

    /// Every office's working days, by what is set now.
    package func calendars(_ zones: TimeZoneDatabase) async throws -> OfficeCalendars {
        try OfficeClocks(try await pool.query("Offices/office_settings"), zones).calendars
    }

    /// Sets what holds from a working day on, until the day of the next settings, and derives anew what hangs on it.
    /// - Parameters:
    ///   - derivesAnew: lets the rows of past days change. Without it, no day that has a row may be touched.
    ///   - author: nil is the administrator's command.
    /// - Throws: ``StoreError/settingsWouldChangeRows(from:people:)``, ``StoreError/badTimeZone(_:)``.
    package func change(
        _ change: OfficeSettingsChange, of office: Int64, from day: CivilDate, derivesAnew: Bool = false, by author: Int64?,
        now: Instant, zones: TimeZoneDatabase
    ) async throws {
        try await pool.withTransaction { connection in
            try await connection.execute("set local statement_timeout = 0", named: "take as long as needed")
            let seq = try await connection.query("Taps/lock_log")[0].get(0, as: Int64.self)
            let versions = try Self.versions(try await connection.query("Offices/office_settings"), of: office)
            guard let before = versions.last(where: { $0.validFrom.map { $0 <= day } ?? true }) ?? versions.first else {
                throw StoreError.unknownOffice("\(office)")
            }
            let after = change.applied(to: before, from: day)
            let starts = [try before.settings(zones), try after.settings(zones)].map { $0.start(of: day) }
            let start = Instant(millisecondsSince1970: starts.reduce(.max, min) * 1000)
            let people = try await connection.query("Offices/events_of_office_since", office, PostgresTimestamp(start))[0]
                .get(0, as: Int64.self)
            guard people == 0 || derivesAnew else { throw StoreError.settingsWouldChangeRows(from: day, people: people) }
            _ = try await connection.pipeline([after.insertion(by: author, at: now)])
            try await deriveAnew(since: start, seq: seq, connection, zones)
        }
    }

    private static func versions(_ rows: PostgresResult, of office: Int64) throws -> [OfficeSettingsVersion] {
        try rows.map(OfficeSettingsVersion.init).filter { $0.office == office }
    }

    /// Rows are derived whenever they are read; what is kept is everybody's presence. Another boundary moves the end of the
    /// day before, too.
    private func deriveAnew(
        since start: Instant, seq: Int64, _ connection: PostgresConnection, _ zones: TimeZoneDatabase
    ) async throws {
        let concerned = try await connection.query(
            "Offices/people_since", PostgresTimestamp(start.adding(seconds: -2 * 86_400))
        )
        .map { try $0.get(0, as: Int64.self) }
        let clocks = try OfficeClocks(try await connection.query("Offices/office_settings"), zones)
        var derivation = PresenceDerivation(connection, clocks.calendars)
        for people in concerned.chunks(of: 64) { try await derivation.derive(Set(people)) }
        try await connection.query("Presence/notify", TapTransaction.presenceChannel, PresencePayload.everybody(seq: seq).text)
    }
}

extension OfficeSettingsVersion {
    /// - Parameter instant: nil is now, by the database's clock.
    func insertion(by author: Int64?, at instant: Instant?) -> PostgresCommand {
        PostgresCommand(
            "Offices/insert_office_settings", office, validFrom.map { Int32(clamping: $0.daysSince1970) }, timeZone,
            dayBoundary,
            policy.attribution.rawValue, policy.maximumSessionSeconds, policy.closesAtBoundary, policy.repeatWindowSeconds,
            policy.lateFlagSeconds, policy.futureToleranceSeconds, policy.maximumAgeSeconds, author,
            instant.map(PostgresTimestamp.init))
    }
}
