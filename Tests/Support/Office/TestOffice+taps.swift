package import Attendance
package import AttendanceStore
package import Foundation

extension TestOffice {
    /// Noon in Tokyo on the Friday of the tests, 2026-11-20.
    package static let noon = Instant(millisecondsSince1970: 1_795_143_600_000)

    /// Lends independent recorders of one database, as in several server processes.
    package func withRecorders<Value: Sendable>(
        _ count: Int, _ body: ([TapRecorder]) async throws -> Value
    ) async throws -> Value {
        let recorders = (0..<count).map { _ in
            TapRecorder(pool: pool, logger: Self.logger)
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

    /// A tap. By default it arrives at the time of the tap.
    package static func submission(
        _ user: String, _ kind: TapKind, at: Instant = noon, desk: String? = nil, office: String? = nil, id: UUID = UUID(),
        receivedAt: Instant? = nil, isAtStamped: Bool = false, reader: Int64? = nil
    ) -> TapSubmission {
        TapSubmission(
            tap: Tap(id: id, user: user, kind: kind, at: at, desk: desk.flatMap { DeskID($0) }, office: office),
            atSent: at.rfc3339(offset: 9 * 3600, precision: .milliseconds), isAtStamped: isAtStamped, deskSent: desk,
            reader: reader, client: nil, receivedAt: receivedAt ?? at)
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

    package func execute(_ statement: String) async throws {
        try await pool.withConnection { _ = try await $0.execute(statement) }
    }
}
