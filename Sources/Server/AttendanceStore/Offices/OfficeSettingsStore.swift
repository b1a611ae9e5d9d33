package import Attendance
import Postgres

/// Settings of offices in versions, each valid from a working day.
package struct OfficeSettingsStore: Sendable {
    let pool: PostgresPool

    /// The versions of an office's settings, the earliest first. The first one is also valid for all earlier days.
    package func settings(of office: OfficeID) async throws -> [OfficeSettingsVersion] {
        try Self.versions(try await pool.query("Offices/office_settings", ["seq": nil]), of: office)
    }

    /// The calendars of all offices by their current settings.
    package func calendars(_ zones: TimeZoneDatabase) async throws -> OfficeCalendars {
        try OfficeClocks(try await pool.query("Offices/office_settings", ["seq": nil]), zones).calendars
    }

    /// Adds a version of an office's settings, valid from a working day until the next change. Later versions that only repeat
    /// the settings of that day, such as a cancelled change, follow. Daily rows and presences are not stored, so they follow at
    /// once. An alias of a time zone is stored by its present name.
    /// - Parameters:
    ///   - allowsChangedRows: true: rows of past days may change; false: it is an error if a day with a row is affected.
    ///   - author: nil: a command on the server.
    /// - Throws: ``StoreError/settingsWouldChangeRows(from:people:)``, ``StoreError/badTimeZone(_:)``.
    package func change(
        _ change: OfficeSettingsChange, of office: OfficeID, from day: CivilDate, allowsChangedRows: Bool = false,
        by author: PersonID?,
        now: Instant, zones: TimeZoneDatabase
    ) async throws {
        try await pool.withTransaction { connection in
            try await connection.execute("set local statement_timeout = 0", named: "disable statement timeout")
            _ = try await connection.query("Taps/lock_log")
            let versions = try Self.versions(try await connection.query("Offices/office_settings", ["seq": nil]), of: office)
            guard let before = versions.valid(on: day) else {
                throw StoreError.unknownOffice("\(office)")
            }
            var change = change
            if let zone = change.timeZone, zone != before.timeZone { change.timeZone = try zones.storedName(of: zone) }
            let after = change.applied(to: before, from: day)
            let starts = [try before.settings(zones), try after.settings(zones)].map { $0.start(of: day) }
            let start = Instant(millisecondsSince1970: starts.reduce(.max, min) * 1000)
            let people = try await connection.query(
                "Offices/events_of_office_since", ["office": office, "since": PostgresTimestamp(start)])[0]
                .get("people", as: Int64.self)
            guard people == 0 || allowsChangedRows else { throw StoreError.settingsWouldChangeRows(from: day, people: people) }
            let repeated = versions.filter { $0.validFrom.map { $0 > day } ?? false }.prefix { $0.hasSameSettings(as: before) }
            let added = [after] + repeated.compactMap { $0.validFrom.map { after.valid(from: $0) } }
            _ = try await connection.pipeline(added.map { $0.insertion(by: author, at: now) })
            let name = try await connection.query("Offices/offices", ["office": office]).first.map(Office.init)?.name
            let changes = zip(before.texts, after.texts).compactMap { old, new in
                SettingChange("\(old.name) from \(day)", from: old.value, to: new.value)
            }
            try await connection.note(
                changes, of: name ?? "\(office)", by: ChangeAuthor(author), now: now)
        }
    }

    private static func versions(_ rows: PostgresResult, of office: OfficeID) throws -> [OfficeSettingsVersion] {
        try rows.map(OfficeSettingsVersion.init).filter { $0.office == office }
    }
}

extension [OfficeSettingsVersion] {
    /// The version in force on a working day. The versions are those of one office, the earliest first.
    package func valid(on day: CivilDate) -> OfficeSettingsVersion? {
        last(where: { $0.validFrom.map { $0 <= day } ?? true }) ?? first
    }

    /// The first version, and those that change a setting of the version before them.
    package var changes: [OfficeSettingsVersion] {
        var changes: [OfficeSettingsVersion] = []
        for version in self where changes.last?.hasSameSettings(as: version) != true { changes.append(version) }
        return changes
    }

    /// The versions that begin after a day and change a setting, each with the version before it.
    package func planned(after day: CivilDate) -> [(before: OfficeSettingsVersion, after: OfficeSettingsVersion)] {
        zip(changes, changes.dropFirst()).filter { _, after in after.validFrom.map { $0 > day } ?? false }
            .map { (before: $0, after: $1) }
    }
}

extension OfficeSettingsVersion {
    /// The settings by the names of their columns, as the log of changes has them; `night_s` has both ends of the night band.
    /// Nil: none.
    package var texts: [(name: String, value: String?)] {
        func seconds(_ length: Duration?) -> String? { length.map { "\($0.components.seconds)" } }
        return [
            ("time_zone", timeZone), ("day_boundary_s", "\(dayBoundary)"),
            ("night_s", nightBand.map { "\($0.from)-\($0.to)" }), ("attribution", policy.attribution.rawValue),
            ("max_session_s", seconds(policy.maximumSession)), ("repeat_window_s", seconds(policy.repeatWindow)),
            ("close_at_boundary", "\(policy.closesAtBoundary)"), ("late_flag_s", seconds(policy.lateAfter)),
            ("future_tolerance_s", seconds(policy.futureTolerance)), ("max_age_s", seconds(policy.maximumAge)),
        ]
    }

    /// The command that adds this version.
    /// - Parameter instant: nil: now, by the database's clock.
    func insertion(by author: PersonID?, at instant: Instant?) -> PostgresCommand {
        let validFromDay = validFrom.map { $0.dayNumber }
        let setAt: PostgresTimestamp? = instant.map { PostgresTimestamp($0) }
        return PostgresCommand(
            "Offices/insert_office_settings",
            [
                "office": office, "valid_from_day": validFromDay, "time_zone": timeZone, "day_boundary_s": dayBoundary,
                "attribution": policy.attribution.rawValue, "max_session_s": policy.maximumSession?.components.seconds,
                "close_at_boundary": policy.closesAtBoundary, "repeat_window_s": policy.repeatWindow.components.seconds,
                "late_flag_s": policy.lateAfter.components.seconds,
                "future_tolerance_s": policy.futureTolerance.components.seconds,
                "max_age_s": policy.maximumAge?.components.seconds,
                "night_from_s": nightBand?.from, "night_to_s": nightBand?.to, "author": author, "now": setAt,
            ])
    }
}
