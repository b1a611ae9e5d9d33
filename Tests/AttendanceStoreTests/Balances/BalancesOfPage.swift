import Attendance
import AttendanceStore
import Hours
import JSON
import TestOffice
import Testing

/// Balances as a page about people asks for them, and as they are derived for one person after another.
struct BalancesOfPage {
    let office: TestOffice
    var memory = KeptBalances()
    let settled = SettledWork()
    let zones: TimeZoneDatabase

    /// Target, difference, balance and credited time.
    typealias Sums = [PersonID: [Int64]]

    init(_ office: TestOffice) throws {
        self.office = office
        zones = try .system()
    }

    func head() async throws -> Int64 { try await office.store.ledger.ledgerHead().seq }

    /// Reads the work of the days that a page reads, and asks for the balances. nil: there is no schedule.
    /// - Parameter first: the first of these days; nil: that of the period.
    func kept(
        in period: ClosedRange<CivilDate>, since first: CivilDate? = nil, asOf instant: Instant, at seq: Int64? = nil
    ) async throws -> Sums? {
        let seq = if let seq { seq } else { try await head() }
        var work: [PersonID: PersonWork] = [:]
        try await office.store.record.withRecords(
            in: (first ?? period.lowerBound)...period.upperBound, asOf: instant, zones: zones, at: seq
        ) { work[$0.person] = PersonWork(of: $0) }
        let found = try await office.store.balances.summaries(
            memory, of: work, in: period, since: first, asOf: instant, zones: zones, at: seq, settled,
            now: instant + .seconds(3 * 86_400))
        return found?.mapValues { [$0.minutes.target, $0.minutes.difference, $0.balance, $0.minutes.credited] }
    }

    /// The same by ``BalanceStore/hours(of:until:asOf:zones:at:)``.
    func direct(in period: ClosedRange<CivilDate>, asOf instant: Instant, at seq: Int64? = nil) async throws -> Sums {
        let (first, last) = (period.lowerBound, period.upperBound)
        var sums: Sums = [:]
        for person in try await people() {
            guard
                let days = try await office.store.balances.hours(
                    of: person, until: last, asOf: instant, zones: zones, at: seq)?.days
            else { continue }
            let end = min(last, days.through)
            guard days[first, max(end, first)].contains(where: { $0.conditions.schedule != nil }) else { continue }
            var rounding = MinuteRounding()
            let minutes = days.days.reduce(ShownMinutes.zero) { sum, day in
                let shown = rounding.next(day)
                return day.isCounted && first <= day.date && day.date <= end ? sum + shown : sum
            }
            sums[person] = [
                minutes.target, minutes.difference, days.days.last { $0.date <= end }?.carried ?? 0, minutes.credited,
            ]
        }
        return sums
    }

    func people() async throws -> [PersonID] {
        let ids = try await office.value("select string_agg(id::text, ' ' order by id) from person") ?? ""
        return ids.split(separator: " ").compactMap { PersonID($0) }
    }

    func record(_ facts: JSONValue...) async throws {
        let outcome = try await office.store.hours.append(facts.map { NewFact($0) }, by: nil)
        #expect(outcome == .appended)
    }

    /// Eight hours from Monday to Friday in the office, where everybody but Dai is employed since September.
    func recordSchedule(carry: JSONValue = .null) async throws {
        try await record(
            [
                "type": "schedule", "name": "full", "from": "2026-09-01", "anchor": "2024-01-01",
                "days": [28800, 28800, 28800, 28800, 28800, 0, 0],
            ],
            ["type": "kind", "kind": "leave", "from": "2026-01-01", "credit": "full", "rank": 10],
            ["type": "kind", "kind": "sick", "from": "2026-01-01", "credit": "fill", "rank": 20],
            [
                "type": "terms", "scope": "office", "of": "1", "from": "2026-09-01", "schedule": "full", "calendars": ["local"],
                "carry": carry,
            ])
        for person in try await people() where person != 4 {
            try await record(["type": "employment", "user": .string("\(person)"), "from": "2026-09-01", "office": "1"])
        }
    }
}
