package import Attendance
package import AttendanceStore
package import Foundation
import TestServers

extension TestOffice {
    /// Noon in Tokyo on the Friday of the tests, 2026-11-20.
    package static let noon = Instant(millisecondsSince1970: 1_795_143_600_000)

    /// Lends independent recorders of one database, as in several server processes.
    /// The first one shares its memory of the log with ``store``.
    package func withRecorders<Value: Sendable>(
        _ count: Int, _ body: ([TapRecorder]) async throws -> Value
    ) async throws -> Value {
        let recorders = (0..<count).map { number in
            TapRecorder(pool: pool, fold: number == 0 ? store.fold : PresenceFold(), logger: Self.logger)
        }
        return try await withThrowingTaskGroup(of: Void.self) { group in
            for recorder in recorders { group.addTask { try await recorder.run() } }
            let value = try await body(recorders)
            group.cancelAll()
            return value
        }
    }

    package func withRecorder<Value: Sendable>(_ body: (TapRecorder) async throws -> Value) async throws -> Value {
        try await withRecorders(1) { try await body($0[0]) }
    }

    /// A person's state, from the log.
    package func state(of user: String) async throws -> Presence.State? {
        let person = try await store.people.person(userName: user)
        return try await store.presence.presence(of: person.id)?.state
    }

    /// A tap. By default it arrives at the time of the tap.
    package static func submission(
        _ user: String, _ kind: TapKind, at: Instant = noon, desk: String? = nil, office: String? = nil, id: UUID = UUID(),
        receivedAt: Instant? = nil, isAtStamped: Bool = false, reader: ReaderID? = nil
    ) -> TapSubmission {
        let tap = Tap(id: id, user: user, kind: kind, at: at, desk: desk.flatMap { DeskID($0) }, office: office)
        var report = TapReport(tap)
        report.at = at.rfc3339(offset: 9 * 3600, precision: .milliseconds)
        report.desk = desk
        report.isAtStamped = isAtStamped
        return TapSubmission(tap, of: report, reader: reader, receivedAt: receivedAt ?? at)
    }

    /// Whether the database admits new connections. Open ones stay.
    package func allowConnections(_ areAllowed: Bool) async throws {
        let name = try await value("select current_database()") ?? ""
        try await TestDatabase.administer("alter database \"\(name)\" allow_connections \(areAllowed)")
    }

    /// Ends a service's own connections to the database, such as those of the "feed".
    package func endConnections(of service: String) async throws {
        try await execute(
            """
            select pg_terminate_backend(pid) from pg_stat_activity
             where application_name like '% \(service)' and datname = current_database()
            """)
    }

    /// The first value of a statement's result as text.
    package func value(_ statement: String) async throws -> String? {
        try await pool.withConnection { connection in
            try await connection.execute(statement).first?.getIfPresent(0, as: String.self)
        }
    }

    /// Removes all administrators, as before the first one. A trigger otherwise keeps at least one.
    package func demoteAdministrators() async throws {
        try await execute("alter table person disable trigger keep_an_administrator")
        try await execute("update person set role = 'employee' where role = 'administrator'")
        try await execute("alter table person enable trigger keep_an_administrator")
    }

    /// What a later release's migration would record that takes away what older programs use.
    package func excludePrograms(before migration: Int) async throws {
        try await execute(
            "insert into schema_version (number, name, required_migration) values (\(migration), '\(migration)_later', \(migration))"
        )
    }

    package func execute(_ statement: String) async throws {
        try await pool.withConnection { _ = try await $0.execute(statement) }
    }
}

extension TapRecorder {
    /// Like a reader, sends taps again until they are recorded. On a busy machine, other writers can hold the log for longer than
    /// a statement may wait, several times in a row.
    package nonisolated func recorded(_ submissions: [TapSubmission]) async throws -> [IngestOutcome] {
        while true {
            do { return try await record(submissions) } catch StoreError.recordingTimedOut { continue }
        }
    }
}
