package import Attendance
package import Hours
import Postgres

/// A comment on a warning of a person's day. The warning is checked as long as its value and limit are those of the comment.
package struct WarningNote: Sendable, Equatable {
    /// The longest comment, in Unicode scalars.
    package static let longest = DayNote.longest

    package let warning: HoursWarning
    package let comment: String
    package let author: PersonNames
    package let at: Instant

    /// Reads a row of `Balances/warning_notes`.
    init(_ row: PostgresRow) throws {
        warning = HoursWarning(
            date: CivilDate(daysSince1970: try row.get("day")), rule: try row.choice("rule"), code: try row.choice("code"),
            value: try row.get("value_s"), limit: try row.get("limit_s"))
        comment = try row.get("comment")
        author = PersonNames(userName: try row.get("author_user"), displayName: try row.get("author_name"))
        at = try row.instant("written_at")
    }
}

extension [WarningNote] {
    /// The comment on each warning of one person.
    package var byWarning: [HoursWarning: WarningNote] {
        Dictionary(map { ($0.warning, $0) }) { first, _ in first }
    }
}
