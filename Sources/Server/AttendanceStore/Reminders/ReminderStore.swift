package import Attendance
import FoundationEssentials
import Postgres

/// Reminders: the choices of offices and people, the browsers that show them, and the messages.
package struct ReminderStore: Sendable {
    /// How long messages are kept: 90 days.
    static let memory = Duration.seconds(90 * 86_400)
    /// The greatest number of a person's browsers.
    static let mostDevices: Int64 = 20

    let pool: PostgresPool
    var privileged = PrivilegedSessions.usual

    package func officeReminders(of office: OfficeID) async throws -> OfficeReminders {
        try await pool.query("Reminders/office_reminders", ["office": office]).first.map(OfficeReminders.init)
            ?? OfficeReminders()
    }

    package func preference(of person: PersonID) async throws -> ReminderPreference {
        var preference = ReminderPreference()
        guard let row = try await pool.query("Reminders/preference", ["person": person]).first else { return preference }
        preference.isOn = try row.get("is_on")
        preference.email = try row.getIfPresent("email")
        preference.isEmailConfirmed = try row.get("is_email_confirmed")
        preference.language = try row.getIfPresent("language")
        preference.accountEmail = try row.getIfPresent("account_email")
        return preference
    }

    /// Switches a person's reminders on or off. If they are off, waiting messages are not sent any more.
    /// - Parameter language: two small letters. It is stored only for a person who has made no choice yet.
    package func set(isOn: Bool, language: String, of person: PersonID) async throws {
        try await pool.query("Reminders/set_preference", ["person": person, "is_on": isOn, "language": language])
    }

    /// Sets the language of a person's messages.
    /// - Parameter ifNone: whether a stored language stays.
    package func set(language: String, of person: PersonID, ifNone: Bool = false) async throws {
        try await pool.query("Reminders/set_language", ["person": person, "language": language, "if_none": ifNone])
    }

    /// Sets a person's e-mail address.
    /// - Parameter email: at most 254 characters; nil: none.
    package func set(email: String?, isConfirmed: Bool, of person: PersonID, now: Instant) async throws {
        try await pool.query(
            "Reminders/set_email",
            [
                "person": person, "email": email, "is_confirmed": isConfirmed && email != nil, "now": PostgresTimestamp(now),
            ])
    }

    /// Confirms a person's e-mail address.
    /// - Returns: false if the address has changed since.
    package func confirm(email: String, of person: PersonID, now: Instant) async throws -> Bool {
        try await !pool.query(
            "Reminders/confirm_email", ["person": person, "email": email, "now": PostgresTimestamp(now)]
        ).isEmpty
    }

    /// A person's browsers, the latest first.
    package func devices(of person: PersonID) async throws -> [PushDevice] {
        try await pool.query("Reminders/devices", ["person": person]).map { try PushDevice($0) }
    }

    /// Adds a browser, or renews it. It stays until its session ends. One that another person used belongs to this person from now on. A person has at most 20:
    /// the oldest one goes.
    /// - Parameters:
    ///   - endpoint: at most 2,000 bytes.
    ///   - publicKey: 65 bytes.
    ///   - authentication: 16 bytes.
    ///   - name: families of browser and system, at most 64 characters.
    package func add(
        endpoint: String, publicKey: [UInt8], authentication: [UInt8], name: String, of person: PersonID,
        in session: SessionID?,
        now: Instant
    ) async throws {
        _ = try await pool.withConnection { connection in
            try await connection.pipeline([
                PostgresCommand(
                    "Reminders/add_device",
                    [
                        "person": person, "session": session, "endpoint": endpoint, "public_key": PostgresBytes(publicKey),
                        "authentication": PostgresBytes(authentication), "name": String(name.prefix(64)),
                        "now": PostgresTimestamp(now),
                    ]),
                PostgresCommand("Reminders/remove_oldest_devices", ["person": person, "kept": Self.mostDevices]),
            ])
        }
    }

    package func removeDevice(endpoint: String, of person: PersonID) async throws {
        try await pool.query("Reminders/remove_device", ["person": person, "endpoint": endpoint, "id": nil as Int64?])
    }

    package func removeDevice(id: Int64, of person: PersonID) async throws {
        try await pool.query("Reminders/remove_device", ["person": person, "endpoint": nil as String?, "id": id])
    }

    /// The latest messages to a person, the newest first.
    package func outbox(of person: PersonID) async throws -> [SentReminder] { try await messages(to: person, limit: 20) }

    func messages(to person: PersonID, limit: Int64) async throws -> [SentReminder] {
        try await pool.query("Reminders/outbox", ["person": person, "limit": limit]).map { row in
            SentReminder(
                kind: try row.choice("kind"), channel: try row.choice("channel"), state: try row.choice("state"),
                createdAt: try row.instant("created_at"), sentAt: try row.instantIfPresent("sent_at"))
        }
    }
}
