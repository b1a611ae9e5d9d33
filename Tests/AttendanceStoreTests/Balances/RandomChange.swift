import Attendance
import AttendanceStore
import Foundation
import Hours
import JSON
import TestOffice
import TestServers

/// Random changes of what balances depend on, in October and November 2026.
struct RandomChange {
    var generator: SeededGenerator
    private var stream: RandomStream
    private let page: BalancesOfPage
    private let first = CivilDate(daysSince1970: 20_727)
    private var isSplit = false

    init(seed: UInt64, _ page: BalancesOfPage) {
        (generator, self.page) = (SeededGenerator(seed: seed), page)
        stream = RandomStream(seed: seed, span: 45 * 86_400)
    }

    private mutating func one<Value>(_ first: Value, _ others: Value...) -> Value {
        ([first] + others).randomElement(using: &generator) ?? first
    }

    private mutating func day() -> CivilDate { first.adding(days: .random(in: 0...60, using: &generator)) }

    private mutating func person() -> JSONValue { .string("\(Int.random(in: 1...5, using: &generator))") }

    private mutating func number(_ range: ClosedRange<Int64>) -> JSONValue { .integer(.random(in: range, using: &generator)) }

    /// One of the changes.
    mutating func apply(now: Instant) async throws {
        let (office, day) = (page.office, self.day())
        let date = JSONValue.string("\(day)")
        switch Int.random(in: 0..<10, using: &generator) {
        case 0, 1: _ = try await TapRecorder.recordAlone((0..<10).map { _ in stream.tap() }, pool: office.pool)
        case 2: _ = try await office.store.corrections.correct((0..<5).map { _ in stream.correction() })
        case 3: try await page.record(["type": "adjustment", "user": person(), "date": date, "s": number(-9000...9000)])
        case 4:
            let last = day.adding(days: .random(in: 0...9, using: &generator))
            try await page.record(
                [
                    "type": "absence", "user": person(), "kind": one("leave", "sick"), "from": date, "to": .string("\(last)"),
                    "part": one("full", "morning"),
                ])
        case 5:
            try await page.record(["type": "employment", "user": person(), "from": date, "office": one("1", "1", .null)])
        case 6:
            try await page.record(
                ["type": "terms", "scope": "person", "of": person(), "from": date, "schedule": one("full", .null, "inherit")])
        case 7: try await page.record(["type": "holiday", "calendar": "local", "date": date, "name": one("Holiday", .null)])
        case 8:
            try await page.record(
                [
                    "type": "schedule", "name": "full", "from": date, "anchor": "2024-01-01",
                    "days": [number(0...30_000), 28800, 28800, 0, number(0...30_000), 0, 0],
                    "period_s": one(.null, 500_000),
                ])
        default:
            isSplit.toggle()
            var change = OfficeSettingsChange()
            change.attribution = isSplit ? .split : .sessionStart
            try await office.store.officeSettings.change(
                change, of: office.office, from: day, allowsChangedRows: true, by: nil, now: now, zones: page.zones)
        }
    }

    /// Some periods of which pages ask, with the first day of which they read the record.
    mutating func periods(_ month: ClosedRange<CivilDate>) -> [(period: ClosedRange<CivilDate>, first: CivilDate?)] {
        let start = month.lowerBound
        let (week, day) = (start.adding(days: 8), start.adding(days: .random(in: 8...20, using: &generator)))
        let all: [(ClosedRange<CivilDate>, CivilDate?)] = [
            (month, nil), (month, nil), (week...week.adding(days: 6), start), (day...day, start), (day...day, nil),
            (start.adding(days: -31)...start.adding(days: -1), nil),
            (month.upperBound.adding(days: 1)...month.upperBound.adding(days: 31), nil),
        ]
        return all.shuffled(using: &generator).prefix(3).map { (period: $0, first: $1) }
    }
}
