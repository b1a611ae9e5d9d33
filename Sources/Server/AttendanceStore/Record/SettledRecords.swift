package import Attendance
import Postgres
import Synchronization

/// What ``SettledRecords`` keeps of some days of a person.
package protocol PeriodValue: Sendable {
    /// Adds the value of the next days. Then it is the value of all these days.
    mutating func add(_ next: Self)
    /// The number of days for which it takes memory; nil: all days of the period.
    var keptDays: Int? { get }
}

extension PeriodValue {
    package var keptDays: Int? { nil }
}

/// Values derived from people's records of a period, kept in memory for its settled days, so that a page about many people
/// derives only the last days and the people whose record changed since. The result is the same as without kept values.
///
/// A day is settled when no session that began on it can still be ended (``RecordWindow/settled(_:_:)``). Late taps and
/// corrections change it nevertheless; a person with such a record is derived again. Changed settings of an office, erasures and
/// a restored database empty the period.
package final class SettledRecords<Value: PeriodValue>: Sendable {
    fileprivate struct Key: Sendable, Equatable {
        let period: ClosedRange<CivilDate>
        let office: OfficeID?
        /// The days from which the values are derived.
        let days: ClosedRange<CivilDate>
    }

    /// The values of the days until `through`, by person.
    fileprivate struct Days: Sendable {
        let settings: [OfficeSettingsVersion]
        let through: CivilDate
        /// The latest record that counts, and the hash of its ledger entry; nil: the log was empty.
        let seq: Int64
        let hash: PostgresBytes?
        var values: [PersonID: Value] = [:]

        /// In people times days.
        func size(of period: ClosedRange<CivilDate>) -> Int {
            let days = Int(period.upperBound.daysSince1970 - period.lowerBound.daysSince1970 + 1)
            return values.values.reduce(0) { $0 + ($1.keptDays ?? days) }
        }
    }

    private let kept = Mutex<[(key: Key, days: Days)]>([])
    /// A second page of the same people waits for the values of the first.
    fileprivate let limiter = ConcurrencyLimiter(limit: 1)

    /// The maximum of people times days in memory. The periods that were not used for the longest time are dropped.
    private let limit: Int

    /// - Parameter limit: of people times days; a year of 10,000 people if it is not set.
    package init(limit: Int = 4_000_000) { self.limit = limit }

    fileprivate func days(for key: Key) -> Days? { kept.withLock { $0.first { $0.key == key }?.days } }

    fileprivate func keep(_ days: Days, for key: Key) {
        kept.withLock { kept in
            kept.removeAll { $0.key == key }
            kept.append((key, days))
            var size = kept.reduce(0) { $0 + $1.days.size(of: $1.key.days) }
            while size > limit {
                let dropped = kept.removeFirst()
                size -= dropped.days.size(of: dropped.key.days)
            }
        }
    }
}

extension RecordStore {
    /// A person with the value of a period.
    package struct Summary<Value: PeriodValue>: Sendable {
        package let person: PersonID
        package let userName: String
        package let displayName: String
        package let value: Value

        fileprivate init(_ name: PostgresRow, _ person: PersonID, _ value: Value) throws {
            (self.person, self.value) = (person, value)
            (userName, displayName) = (try name.get("user_name"), try name.get("display_name"))
        }

        package init(_ summary: Summary, _ value: Value) {
            (person, userName, displayName, self.value) = (summary.person, summary.userName, summary.displayName, value)
        }

        package init(_ record: PeriodRecord, _ value: Value) {
            (person, userName, displayName, self.value) = (record.person, record.userName, record.displayName, value)
        }
    }

    /// The records of this many people are read without waiting for pages about many people.
    static let fewPeople = 100

    /// Calls `body` with the values of each of these people for a period, ordered by id, including people who left.
    /// - Parameters:
    ///   - people: nil: all.
    ///   - first: the first day of the records from which the values are derived; nil: that of the period.
    ///   - office: the office of which the values are, if they are of one office.
    ///   - seq: the number of the latest record that counts; nil: all count.
    ///   - derive: makes the value of some days, with the calendars by which they were derived. The record has no note about the
    ///     desk of a pause or an end.
    package func withSummaries<Value: PeriodValue>(
        _ settled: SettledRecords<Value>, of people: [PersonID]?, in period: ClosedRange<CivilDate>,
        since first: CivilDate? = nil, office: OfficeID? = nil, asOf instant: Instant, zones: TimeZoneDatabase,
        at seq: Int64? = nil,
        by derive: (PeriodRecord, OfficeCalendars) -> Value, _ body: (Summary<Value>) async throws -> Void
    ) async throws {
        func refresh(_ settled: SettledRecords<Value>?) async throws {
            let days = (first ?? period.lowerBound)...period.upperBound
            try await pool.withSnapshot { connection in
                let head = try await connection.query("Ledger/ledger_head")
                let refresh = try await SettledRefresh(
                    connection, zones, SettledRecords<Value>.Key(period: period, office: office, days: days), asOf: instant,
                    at: try seq ?? head[0].get("seq"))
                try await refresh.summaries(settled, of: people, derive, body)
            }
        }
        if let people, people.count <= Self.fewPeople { return try await refresh(nil) }
        try await settled.limiter.run { try await refresh(settled) }
    }
}

/// Brings the kept values of a period up to date, in one snapshot of the database, and derives the days that are not settled.
private struct SettledRefresh<Value: PeriodValue> {
    typealias Days = SettledRecords<Value>.Days

    let connection: PostgresConnection
    let zones: TimeZoneDatabase
    let key: SettledRecords<Value>.Key
    let asOf: Instant
    let seq: Int64
    private let state: RecordReader
    /// The last settled day of the period; nil if there is none.
    private let through: CivilDate?

    private var period: ClosedRange<CivilDate> { key.days }

    init(
        _ connection: PostgresConnection, _ zones: TimeZoneDatabase, _ key: SettledRecords<Value>.Key, asOf: Instant,
        at seq: Int64
    ) async throws {
        (self.connection, self.zones, self.key, self.asOf, self.seq) = (connection, zones, key, asOf, seq)
        state = try await RecordReader(connection, zones, period: key.days, asOf: asOf, at: seq)
        through = state.lastSettledDay(of: key.days)
    }

    /// - Parameter settled: nil: the whole period is derived.
    func summaries(
        _ settled: SettledRecords<Value>?, of people: [PersonID]?, _ derive: (PeriodRecord, OfficeCalendars) -> Value,
        _ body: (RecordStore.Summary<Value>) async throws -> Void
    ) async throws {
        let days = if let settled { try await settledDays(settled, of: people, derive) } else { nil as Days? }
        if let days, days.through == period.upperBound {
            for name in try await connection.query("Record/people_of_record", ["people": people]) {
                let person: PersonID = try name.get("id")
                guard let value = days.values[person] else { continue }
                try await body(RecordStore.Summary(name, person, value))
            }
            return
        }
        let first = days.map { $0.through.adding(days: 1) } ?? period.lowerBound
        try await values(of: people, in: first...period.upperBound, derive) { record, value in
            var whole = days?.values[record.person]
            whole?.add(value)
            try await body(RecordStore.Summary(record, whole ?? value))
        }
    }

    /// The values of all settled days for these people, which are kept then; nil: no day is settled, or the kept values are of a
    /// later state of the log.
    private func settledDays(
        _ settled: SettledRecords<Value>, of people: [PersonID]?, _ derive: (PeriodRecord, OfficeCalendars) -> Value
    ) async throws -> Days? {
        guard let through else { return nil }
        var days = Days(settings: state.settings, through: through, seq: seq, hash: try await state.hash(of: seq))
        if let kept = settled.days(for: key), kept.settings == state.settings,
            try await state.hash(of: kept.seq) == kept.hash
        {
            guard kept.seq <= seq && kept.through <= through else { return nil }
            days.values = try await unchanged(kept)
            if kept.through < through, !days.values.isEmpty {
                let next = kept.through.adding(days: 1)...through
                try await values(of: days.values.keys.sorted(), in: next, derive) { record, value in
                    days.values[record.person]?.add(value)
                }
            }
        }
        let all =
            if let people { people } else {
                try await connection.query("Record/people_of_record", ["people": people]).map {
                    try $0.get("id", as: PersonID.self)
                }
            }
        let missing = all.filter { days.values[$0] == nil }
        if !missing.isEmpty {
            try await values(of: missing, in: period.lowerBound...through, derive) { record, value in
                days.values[record.person] = value
            }
        }
        settled.keep(days, for: key)
        return days
    }

    /// The kept values without those of people whose record changed since.
    private func unchanged(_ kept: Days) async throws -> [PersonID: Value] {
        let window = RecordWindow(period.lowerBound...kept.through, state.calendars, asOf: asOf)
        guard let changed = try await state.peopleChanged(after: kept.seq, until: seq, before: window.to) else { return [:] }
        var values = kept.values
        for person in changed { values[person] = nil }
        return values
    }

    private func values(
        of people: [PersonID]?, in days: ClosedRange<CivilDate>, _ derive: (PeriodRecord, OfficeCalendars) -> Value,
        _ body: (PeriodRecord, Value) async throws -> Void
    ) async throws {
        var reader = try await reader(of: days)
        let calendars = reader.calendars
        try await reader.records(of: people, desks: .ofStarts) { try await body($0, derive($0, calendars)) }
    }

    private func reader(of days: ClosedRange<CivilDate>) async throws -> RecordReader {
        try await RecordReader(connection, zones, period: days, asOf: asOf, at: seq)
    }
}
