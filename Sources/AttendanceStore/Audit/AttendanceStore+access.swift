package import Attendance
import Postgres

/// That somebody read a record that is not their own, or took one away.
package struct Access: Sendable, Equatable {
    package enum Whose: Sendable, Equatable {
        case person(Int64)
        case people([Int64])
        /// Everybody's of an office, or nil of all.
        case office(Int64?)
    }

    /// Who.
    package var reader: Int64
    package var whose: Whose
    package var period: ClosedRange<CivilDate>
    /// What for, in words.
    package var purpose: String

    package init(by reader: Int64, to whose: Whose, of period: ClosedRange<CivilDate>, purpose: String) {
        self.reader = reader
        self.whose = whose
        self.period = period
        self.purpose = purpose
    }
}

/// The same, for the person whose record it is.
package struct LoggedAccess: Sendable, Equatable {
    package let at: Instant
    package let userName: String
    package let displayName: String
    package let period: ClosedRange<CivilDate>
    package let purpose: String
}

extension AttendanceStore {
    /// Notes an access. Where this fails, nothing should be shown.
    package func log(_ access: Access, now: Instant) async throws {
        let (people, office): ([Int64?], Int64?) =
            switch access.whose {
            case .person(let number): ([number], nil)
            case .people(let numbers): (numbers, nil)
            case .office(let number): ([nil], number)
            }
        try await pool.query(
            "Audit/insert_access", PostgresTimestamp(now), access.reader, people, office,
            Int32(clamping: access.period.lowerBound.daysSince1970), Int32(clamping: access.period.upperBound.daysSince1970),
            access.purpose)
    }

    /// Who read this person's record, the latest first.
    package func accesses(to person: Int64, limit: Int64 = 1_000) async throws -> [LoggedAccess] {
        try await pool.query("Audit/accesses_to_person", person, limit).map { row in
            let from = CivilDate(daysSince1970: try row.get(3))
            return LoggedAccess(
                at: try row.instant(0), userName: try row.get(1), displayName: try row.get(2),
                period: from...max(from, CivilDate(daysSince1970: try row.get(4))), purpose: try row.get(5))
        }
    }
}
