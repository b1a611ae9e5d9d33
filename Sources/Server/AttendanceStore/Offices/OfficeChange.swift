package import Attendance
import Postgres

/// A change to settings of an office that hold at once and for all its days. Nil leaves a setting unchanged.
package struct OfficeChange: Sendable {
    package var name: String?
    /// The people who see names on the map.
    package var names: NamesShown?
    /// Whether people may hide their own name on the map.
    package var allowsPrivate: Bool?
    /// Whether displays show names.
    package var namesOnWall: Bool?
    /// Whether the result of a clock-out shows how much of the day was owed.
    package var showsDayTarget: Bool?
    /// `.some(nil)`: unknown.
    package var place: Coordinates??
    package var reminders: OfficeReminders?

    package init(
        name: String? = nil, names: NamesShown? = nil, allowsPrivate: Bool? = nil, namesOnWall: Bool? = nil,
        showsDayTarget: Bool? = nil, place: Coordinates?? = nil, reminders: OfficeReminders? = nil
    ) {
        self.name = name
        self.names = names
        self.allowsPrivate = allowsPrivate
        self.namesOnWall = namesOnWall
        self.showsDayTarget = showsDayTarget
        self.place = place
        self.reminders = reminders
    }
}

extension OfficeStore {
    /// Changes settings of an office, all or none. Open maps follow within a second. Addresses on tags, links and settings with a
    /// former name still mean this office. The record stores no office names, so its past days show the new name. If reminders are
    /// off, the office's waiting messages are not sent any more.
    /// - Parameter now: nil: by the database's clock.
    /// - Throws: ``StoreError/alreadyExists(_:)``, ``StoreError/formerOfficeName(_:of:)`` for a former name of another office.
    package func change(
        _ office: OfficeID, _ change: OfficeChange, by author: ChangeAuthor = .command, now: Instant? = nil
    ) async throws {
        try await naming(.office(change.name ?? "")) {
            try await pool.changingSettings(of: office, by: author, now: now) { connection in
                if let name = change.name { try await Self.requireNoFormerName(name, except: office, connection) }
                let place = change.place ?? nil
                try await connection.query(
                    "Offices/change_office",
                    [
                        "office": office, "name": change.name, "names_shown_to": change.names?.rawValue,
                        "allows_private": change.allowsPrivate, "names_on_wall": change.namesOnWall,
                        "shows_day_target": change.showsDayTarget, "sets_place": change.place != nil,
                        "latitude": place?.latitude, "longitude": place?.longitude,
                    ])
                guard let reminders = change.reminders else { return }
                try await connection.query(
                    "Offices/set_office_reminders",
                    [
                        "office": office, "is_on": reminders.isOn, "missing_end_s": reminders.missingEndAt,
                        "quiet_from_s": reminders.quietFrom, "quiet_to_s": reminders.quietTo,
                        "now": now.map { PostgresTimestamp($0) },
                    ])
            }
        }
    }
}
