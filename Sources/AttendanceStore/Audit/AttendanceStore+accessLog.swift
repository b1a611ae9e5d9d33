package import Attendance
import Postgres

/// Which accesses are looked at. What is nil is not looked at.
package struct AccessFilter: Sendable, Equatable {
    /// Who read.
    package var viewer: Int64?
    /// Whose record, also where it was one of many.
    package var subject: Int64?
    package var from: Instant?
    /// The first instant that is too late.
    package var before: Instant?

    package init(viewer: Int64? = nil, subject: Int64? = nil, from: Instant? = nil, before: Instant? = nil) {
        self.viewer = viewer
        self.subject = subject
        self.from = from
        self.before = before
    }
}

/// That somebody read a record, for those who look after that.
package struct ListedAccess: Sendable, Equatable {
    package enum Whose: Sendable, Equatable {
        case person(userName: String, displayName: String)
        /// Everybody's of an office.
        case office(String)
        case everybody
    }

    package let at: Instant
    package let viewerUser: String
    package let viewerName: String
    package let whose: Whose
    package let period: ClosedRange<CivilDate>
    package let purpose: String
}

extension AttendanceStore {
    /// The latest first.
    package func accesses(_ filter: AccessFilter, limit: Int64, after: Int64 = 0) async throws -> [ListedAccess] {
        try await pool.query(
            "Audit/accesses", filter.viewer, filter.subject, filter.from.map(PostgresTimestamp.init),
            filter.before.map(PostgresTimestamp.init), limit, after
        ).map { row in
            let whose: ListedAccess.Whose =
                if let user = try row.getIfPresent(3, as: String.self) {
                    .person(userName: user, displayName: try row.get(4))
                } else if let office = try row.getIfPresent(5, as: String.self) {
                    .office(office)
                } else {
                    .everybody
                }
            let first = CivilDate(daysSince1970: try row.get(6))
            return ListedAccess(
                at: try row.instant(0), viewerUser: try row.get(1), viewerName: try row.get(2), whose: whose,
                period: first...max(first, CivilDate(daysSince1970: try row.get(7))), purpose: try row.get(8))
        }
    }
}
