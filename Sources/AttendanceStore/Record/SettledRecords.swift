package import Attendance
import Postgres
import Synchronization

/// Values derived from people's records of a period, kept in memory for its settled days, so that a page about many people
/// derives only the last days and the people whose record changed since. The result is the same as without kept values.
///
/// A day is settled when no session that began on it can still be ended (``RecordWindow/settled(_:_:)``). Late taps and
/// corrections change it nevertheless; a person with such a record is derived again. Changed settings of an office and erasures
/// empty the period.
package final class SettledRecords<Value: Sendable>: Sendable {
    fileprivate struct Days: Sendable {
        let settings: [OfficeSettingsVersion]
        var through: CivilDate
        var seq: Int64
        /// The values of successive parts of the days, by person.
        var values: [PersonID: [Value]] = [:]
    }

    fileprivate struct Key: Sendable, Equatable {
        let period: ClosedRange<CivilDate>
        let office: OfficeID?
    }

    private let kept = Mutex<[(key: Key, days: Days)]>([])
    /// A second page of the same people waits for the values of the first.
    fileprivate let limiter = ConcurrencyLimiter(limit: 1)

    /// The maximum number of periods in memory. The one that was not used for the longest time is dropped.
    private static var limit: Int { 6 }

    package init() {}

    fileprivate func days(for key: Key) -> Days? { kept.withLock { $0.first { $0.key == key }?.days } }

    fileprivate func keep(_ days: Days, for key: Key) {
        kept.withLock { kept in
            kept.removeAll { $0.key == key }
            kept.append((key, days))
            if kept.count > Self.limit { kept.removeFirst() }
        }
    }
}

extension RecordStore {
    /// A person with the values of successive parts of a period.
    package struct Summary<Value: Sendable>: Sendable {
        package let person: PersonID
        package let userName: String
        package let displayName: String
        package let values: [Value]

        fileprivate init(_ name: PostgresRow, values: [PersonID: [Value]]) throws {
            person = try name.get("id")
            (userName, displayName) = (try name.get("user_name"), try name.get("display_name"))
            self.values = values[person] ?? []
        }

        package init(_ record: PeriodRecord, values: [Value]) {
            (person, userName, displayName, self.values) = (record.person, record.userName, record.displayName, values)
        }
    }

    /// Calls `body` with the values of each of these people for a period, ordered by id, including people who left.
    /// - Parameters:
    ///   - people: nil: all.
    ///   - office: the office of which the values are, if they are of one office.
    ///   - seq: the number of the latest record that counts; nil: all count.
    ///   - derive: makes the value of some days. The values of successive parts of a period must together say the same as the value
    ///     of the whole period.
    package func withSummaries<Value: Sendable>(
        _ settled: SettledRecords<Value>, of people: [PersonID]?, in period: ClosedRange<CivilDate>, office: OfficeID? = nil,
        asOf instant: Instant, zones: TimeZoneDatabase, at seq: Int64? = nil, by derive: @escaping (PeriodRecord) -> Value,
        _ body: (Summary<Value>) async throws -> Void
    ) async throws {
        try await settled.limiter.run {
            try await pool.withSnapshot { connection in
                let head = try await connection.query("Ledger/ledger_head")
                let refresh = try await SettledRefresh(
                    connection, zones, SettledRecords<Value>.Key(period: period, office: office), asOf: instant,
                    at: try seq ?? head[0].get("seq"), derive)
                try await refresh.summaries(settled, of: people, body)
            }
        }
    }
}

/// Brings the kept values of a period up to date, in one snapshot of the database, and derives the days that are not settled.
private struct SettledRefresh<Value: Sendable> {
    let connection: PostgresConnection
    let zones: TimeZoneDatabase
    let key: SettledRecords<Value>.Key
    let asOf: Instant
    let seq: Int64
    let derive: (PeriodRecord) -> Value
    private let settings: [OfficeSettingsVersion]
    /// The last settled day of the period; nil if there is none.
    private let through: CivilDate?

    private var period: ClosedRange<CivilDate> { key.period }

    init(
        _ connection: PostgresConnection, _ zones: TimeZoneDatabase, _ key: SettledRecords<Value>.Key, asOf: Instant,
        at seq: Int64, _ derive: @escaping (PeriodRecord) -> Value
    ) async throws {
        (self.connection, self.zones, self.key, self.asOf, self.seq) = (connection, zones, key, asOf, seq)
        self.derive = derive
        let reader = try await RecordReader(connection, zones, period: key.period, asOf: asOf, at: seq)
        settings = reader.settings
        through = key.period.days.last { reader.isSettled($0) }
    }

    func summaries(
        _ settled: SettledRecords<Value>, of people: [PersonID]?, _ body: (RecordStore.Summary<Value>) async throws -> Void
    ) async throws {
        let days = try await settledDays(settled, of: people)
        if let days, days.through == period.upperBound {
            let names = try await connection.query("Record/people_of_record", ["people": people])
            for name in names { try await body(RecordStore.Summary(name, values: days.values)) }
            return
        }
        let first = days.map { $0.through.adding(days: 1) } ?? period.lowerBound
        try await records(of: people, in: first...period.upperBound) { record in
            try await body(
                RecordStore.Summary(record, values: (days?.values[record.person] ?? []) + [derive(record)]))
        }
    }

    /// The kept values, complete for these people and all settled days; nil: no day is settled, or the kept values are of a later
    /// state of the log.
    private func settledDays(
        _ settled: SettledRecords<Value>, of people: [PersonID]?
    ) async throws -> SettledRecords<Value>.Days? {
        guard let through else { return nil }
        var days = SettledRecords<Value>.Days(settings: settings, through: through, seq: seq)
        if let kept = settled.days(for: key), kept.settings == days.settings {
            guard kept.seq <= seq && kept.through <= through else { return nil }
            days.values = try await unchanged(kept)
            if kept.through < through, !days.values.isEmpty {
                let people = days.values.keys.sorted()
                try await records(of: people, in: kept.through.adding(days: 1)...through) { record in
                    days.values[record.person]?.append(derive(record))
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
            try await records(of: missing, in: period.lowerBound...through) { record in
                days.values[record.person] = [derive(record)]
            }
        }
        settled.keep(days, for: key)
        return days
    }

    /// The kept values without those of people whose record changed since.
    private func unchanged(_ kept: SettledRecords<Value>.Days) async throws -> [PersonID: [Value]] {
        let to = try await reader(of: period.lowerBound...kept.through).window.to
        let changes = try await connection.query(
            "Record/people_changed", ["after": kept.seq, "head": seq, "to": PostgresTimestamp(to)])
        var values = kept.values
        for change in changes {
            if try change.get("is_erasure") { return [:] }
            if let person = try change.getIfPresent("person_id", as: PersonID.self) { values[person] = nil }
        }
        return values
    }

    private func records(
        of people: [PersonID]?, in days: ClosedRange<CivilDate>, _ body: (PeriodRecord) async throws -> Void
    ) async throws {
        var reader = try await reader(of: days)
        try await reader.records(of: people, body)
    }

    private func reader(of days: ClosedRange<CivilDate>) async throws -> RecordReader {
        try await RecordReader(connection, zones, period: days, asOf: asOf, at: seq)
    }
}
