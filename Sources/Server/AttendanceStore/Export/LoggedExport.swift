package import Attendance
import Postgres

/// A complete download of the daily rows of offices or a team.
package struct LoggedExport: Sendable, Equatable {
    package let at: Instant
    /// The person who downloaded it.
    package let person: PersonID
    package let displayName: String
    /// The state of the log in the file.
    package let state: RecordState

    /// The people of a logged export.
    package enum People: Sendable, Equatable {
        /// All people of these offices.
        case offices([OfficeID])
        case team(TeamID)

        fileprivate var offices: [OfficeID] { if case .offices(let offices) = self { offices } else { [] } }
        fileprivate var teams: [TeamID] { if case .team(let team) = self { [team] } else { [] } }
    }
}

extension ExportStore {
    /// Logs a complete download of daily rows, once for each office.
    package func log(
        _ people: LoggedExport.People, of period: ClosedRange<CivilDate>, in state: RecordState, by person: PersonID,
        now: Instant
    ) async throws {
        try await pool.query(
            "Export/insert_export",
            [
                "now": PostgresTimestamp(now), "person": person, "first_day": period.lowerBound.dayNumber,
                "last_day": period.upperBound.dayNumber, "head": state.seq, "as_of": PostgresTimestamp(state.asOf),
                "offices": people.offices, "teams": people.teams,
            ])
    }

    /// The latest logged download of exactly this period and these people. Of several offices, each is in its latest download: the
    /// result is the one of them with the earliest record. nil: the team or an office has none.
    package func latestExport(
        of people: LoggedExport.People, in period: ClosedRange<CivilDate>
    ) async throws -> LoggedExport? {
        try await pool.query(
            "Export/latest_export",
            [
                "offices": people.offices, "teams": people.teams, "first_day": period.lowerBound.dayNumber,
                "last_day": period.upperBound.dayNumber,
            ]
        ).first.map { row in
            LoggedExport(
                at: try row.instant("at"), person: try row.get("person_id"), displayName: try row.get("display_name"),
                state: RecordState(seq: try row.get("head"), asOf: try row.instant("as_of")))
        }
    }
}
