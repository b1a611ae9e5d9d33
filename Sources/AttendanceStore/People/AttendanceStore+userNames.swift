import Attendance
import Postgres

/// A user name that another person had so lately that readers may still hold taps that name them.
struct FreedUserName {
    let name: String
    /// Nil: as long as taps of any age are taken.
    let until: Instant?
}

extension AttendanceStore {
    /// Which of `names` are not free yet, in the order of the names.
    /// - Parameter person: who is to have them; nil: a new person. People may have their own earlier names again.
    static func freedUserNames(
        _ names: [String], for person: Int64?, now: Instant, _ connection: PostgresConnection
    ) async throws -> [FreedUserName] {
        try await connection.query("People/freed_user_names", names, person, PostgresTimestamp(now)).map { row in
            FreedUserName(name: try row.get("name"), until: try row.instantIfPresent("until"))
        }
    }

    /// - Throws: ``StoreError/userNameNotFree(_:until:)`` for the first that is not.
    static func checkIsFree(
        _ names: [String], for person: Int64?, now: Instant, _ connection: PostgresConnection
    ) async throws {
        if let freed = try await freedUserNames(names, for: person, now: now, connection).first {
            throw StoreError.userNameNotFree(freed.name, until: freed.until)
        }
    }
}
