package import Attendance
package import Hours
import Postgres

/// The work of many people, kept in memory for settled days.
package struct SettledWork: Sendable {
    /// Ten years of 10,000 people.
    fileprivate let totals = SettledRecords<PersonWork>(limit: 24_000_000)
    fileprivate let stretches = SettledRecords<PersonWork>()

    package init() {}
}

extension RecordStore {
    /// No record is of an earlier day.
    package static let firstDay = CivilDate(daysSince1970: 0)
    /// Later than each day of which there is a record: 1 January 2200.
    private static let lastDay = CivilDate(daysSince1970: 84_006)

    /// What a person worked on each day, by date. Days without work are left out.
    /// - Parameters:
    ///   - period: with ``firstDay`` as its first day: everything, because balances are carried from the first work on.
    ///   - instant: decides only which sessions are open; open work is none.
    ///   - seq: the number of the latest record that counts; nil: all count.
    package func work(
        of person: PersonID, in period: ClosedRange<CivilDate>, asOf instant: Instant, zones: TimeZoneDatabase,
        at seq: Int64? = nil
    ) async throws -> [DayWork] {
        let found = try await work(of: [person], in: period, stretches: true, asOf: instant, zones: zones, at: seq)
        return found[person]?.days(until: period.upperBound) ?? []
    }

    /// What people worked on some days, without kept values. For a few people or a few days.
    func work(
        of people: [PersonID], in period: ClosedRange<CivilDate>, stretches: Bool, asOf instant: Instant,
        zones: TimeZoneDatabase, at seq: Int64?
    ) async throws -> [PersonID: PersonWork] {
        try await pool.withSnapshot {
            try await Self.work(of: people, in: period, stretches: stretches, asOf: instant, zones: zones, at: seq, $0)
        }
    }

    /// The same in a transaction of the caller.
    static func work(
        of people: [PersonID], in period: ClosedRange<CivilDate>, stretches: Bool, asOf instant: Instant,
        zones: TimeZoneDatabase, at seq: Int64?, _ connection: PostgresConnection
    ) async throws -> [PersonID: PersonWork] {
        var reader = try await RecordReader(connection, zones, period: period, asOf: instant, at: seq)
        var calendars = reader.calendars
        var work: [PersonID: PersonWork] = [:]
        try await reader.records(of: people, desks: .ofStarts) { record in
            work[record.person] = PersonWork(of: record, in: &calendars, keepsStretches: stretches)
        }
        return work
    }

    /// Calls `body` with the work of each of these people on all days, ordered by id, including people who left and people without
    /// work. The settled days come from memory.
    /// - Parameters:
    ///   - people: nil: all.
    ///   - stretches: whether the intervals of work are wanted. Ask for them only for the days that need them.
    ///   - seq: the number of the latest record that counts; nil: all count.
    package func withWork(
        _ settled: SettledWork, of people: [PersonID]?, stretches: Bool, asOf instant: Instant, zones: TimeZoneDatabase,
        at seq: Int64? = nil, _ body: (PersonID, PersonWork) async throws -> Void
    ) async throws {
        // The same calendars for all people, so that they share what they cache.
        var shared: OfficeCalendars?
        try await withSummaries(
            stretches ? settled.stretches : settled.totals, of: people, in: Self.firstDay...Self.lastDay, asOf: instant,
            zones: zones, at: seq,
            by: { record, calendars in
                var current = shared.take() ?? calendars
                defer { shared = current }
                return PersonWork(of: record, in: &current, keepsStretches: stretches)
            }
        ) { try await body($0.person, $0.value) }
    }
}
