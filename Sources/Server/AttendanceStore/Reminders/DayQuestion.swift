package import Attendance
import Postgres

/// A person was asked to add a missing clock-out.
package struct DayQuestion: Sendable, Equatable {
    /// The working day and the office.
    package let key: DailyRow.Key
    package let asker: PersonNames
    package let at: Instant

    /// A person can be asked for a clock-out again after this time.
    package static let pause = Duration.seconds(86_400)
    /// A person can be asked about this many days before the current one.
    package static let daysBack: Int64 = 92

    /// The earliest working day about which a person can be asked, by UTC.
    package static func earliestDay(at now: Instant) -> CivilDate {
        CivilDate(daysSince1970: now.seconds / 86_400).adding(days: -daysBack)
    }

    /// Reads a row of `Reminders/questions`.
    init(_ row: PostgresRow) throws {
        key = DailyRow.Key(date: CivilDate(daysSince1970: try row.get("day")), office: try row.get("office_id"))
        asker = PersonNames(userName: try row.get("asker_user"), displayName: try row.get("asker_name"))
        at = try row.instant("asked_at")
    }
}
