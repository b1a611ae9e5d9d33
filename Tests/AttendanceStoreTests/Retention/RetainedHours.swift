import Attendance
import Foundation
import Hours
import JSON
import TestOffice
import Testing

@testable import AttendanceStore

/// Ada (person 1), who owes eight hours on weekdays and works nine on most of them, at an office that keeps hours for 24 months. Days
/// are counted from the first kept one.
struct RetainedHours {
    let office: TestOffice
    /// The real time, because the database's clock decides what is due.
    let now: Instant
    /// The first kept day.
    let first: CivilDate

    /// - Parameter workdays: the days with work, if they are weekdays.
    static func with(_ workdays: ClosedRange<Int64> = -40...40, _ body: (RetainedHours) async throws -> Void) async throws {
        try await TestOffice.with { office in
            let now = Instant(millisecondsSince1970: Int64(Date.now.timeIntervalSince1970) * 1000)
            let today = CivilDate(daysSince1970: (now.seconds + 9 * 3600) / 86_400)
            let hours = RetainedHours(office: office, now: now, first: try #require(today.firstOfMonth(-24)))
            _ = try await office.store.offices.addOffice(name: "Quay", timeZone: TestOffice.timeZone)
            try await office.store.retention.setRetention(of: office.office, timeMonths: 24, placeDays: nil)
            try await hours.record(common + [#"{"type": "employment", "user": "1", "from": "@-400", "office": "1"}"#])
            try await hours.work(on: workdays)
            try await body(hours)
        }
    }

    private static let common = [
        #"{"type": "schedule", "name": "full", "from": "@-800", "anchor": "2024-01-01", "days": [28800, 28800, 28800, 28800, 28800, 0, 0]}"#,
        #"{"type": "schedule", "name": "half", "from": "@-800", "anchor": "2024-01-01", "days": [14400, 14400, 14400, 14400, 14400, 0, 0]}"#,
        #"{"type": "account", "account": "leave", "day_s": 28800}"#,
        #"{"type": "kind", "kind": "vacation", "from": "@-800", "credit": "full", "rank": 10, "account": "leave"}"#,
        #"{"type": "kind", "kind": "sick", "from": "@-800", "credit": "fill", "rank": 20}"#,
        #"{"type": "terms", "scope": "office", "of": "1", "from": "@-800", "schedule": "full", "rules": ["jp"]}"#,
        #"{"type": "terms", "scope": "office", "of": "2", "from": "@-800", "schedule": "half"}"#,
    ]

    /// Records taps of Ada from nine to six on some of these days, if they are weekdays.
    /// - Parameter name: nil: her own office.
    func work(on days: ClosedRange<Int64>, in name: String? = nil) async throws {
        let taps = days.filter { first.adding(days: $0).daysAfterMonday < 5 && $0 % 6 != 0 }.flatMap { day in
            [
                TestOffice.submission("ada", .start, at: instant(day, 9), office: name),
                TestOffice.submission("ada", .end, at: instant(day, 18), office: name),
            ]
        }
        let outcomes = try await TapRecorder.recordAlone(taps, pool: office.pool)
        try #require(outcomes.allSatisfy { if case .accepted = $0 { true } else { false } })
    }

    func instant(_ day: Int64, _ hour: Int64) -> Instant {
        Instant(millisecondsSince1970: ((first.daysSince1970 + day) * 86_400 + (hour - 9) * 3600) * 1000)
    }

    /// `@5` in JSON becomes the date of day 5, `@M5` its month.
    func json(_ text: String) throws -> JSONValue {
        let dated = text.replacing(/@(M?)(-?\d+)/) { match -> String in
            let date = first.adding(days: Int64(match.2) ?? 0).description
            return match.1.isEmpty ? date : String(date.prefix(7))
        }
        return try JSONValue(parsing: dated.utf8)
    }

    /// Records facts, which can have an id.
    func record(_ facts: [String]) async throws {
        if facts.isEmpty { return }
        let new = try facts.map { text in
            let fact = try json(text)
            return NewFact(id: fact["id"]?.string.flatMap { UUID(uuidString: $0) } ?? UUID(), fact)
        }
        try #require(try await office.store.hours.append(new, by: 3, reason: "As agreed") == .appended)
    }

    @discardableResult
    func run(months: Int64? = nil) async throws -> [Int64]? {
        if let months { try await office.store.retention.setRetention(of: office.office, timeMonths: months, placeDays: nil) }
        return try await office.store.retention.runRetention(now: now, zones: try .system())?.map(\.count)
    }

    // MARK: What pages show

    func hours(of person: PersonID = 1) async throws -> PersonHours {
        let end = CivilDate(daysSince1970: now.seconds / 86_400 + 60)
        return try #require(
            try await office.store.balances.hours(of: person, until: end, asOf: now, zones: try .system()))
    }

    /// The balance after each day since one, without days before a balance.
    func carried(since day: Int64 = 0, of person: PersonID = 1) async throws -> [String] {
        let days = try await hours(of: person).days
        return days[first.adding(days: day), days.days.last?.date ?? first].filter { $0.isListed || $0.carried != 0 }
            .map { "\($0.date) \($0.carried)" }
    }

    /// All about each day since one, and the leave accounts on some of them, without what names facts.
    func shown(since day: Int64 = 0) async throws -> [String] {
        let whole = try await hours()
        let since = first.adding(days: day)
        let days = whole.days[since, whole.days.days.last?.date ?? since].filter { $0.isListed || $0.carried != 0 }
        let leave = [0, 4, 15, 31, 400, 700].map { since.adding(days: $0) }.flatMap { date in
            let balances = LeaveBalances(of: whole.days, whole.facts, whole.common, to: date)
            return balances.accounts.map { "\(date) \($0.account) \($0.remaining) \($0.debt)" }
                + balances.obligations.filter { $0.due >= since && $0.state != .done }.map {
                    "\($0.due) \($0.needed - $0.taken)"
                }
        }
        return days.map { day in
            """
            \(day.date) \(day.conditions.office ?? "-") \(day.target) \(day.worked) \(day.claims.map(\.credited)) \
            \(day.adjustment) \(day.cut) \(day.balance) \(day.carried)
            """
        } + leave
    }

    /// A person's facts: the type and the days from the first kept one.
    func facts(of person: PersonID = 1) async throws -> [String] {
        try await office.store.hours.facts(of: person).map { fact in
            let day = fact.fact.content.firstDay.map { " \($0.daysSince1970 - first.daysSince1970)" } ?? ""
            return "\(fact.fact.content.type)\(day)"
        }
    }

    var emptied: Int? {
        get async throws { Int(try await office.value("select count(*)::text from hours_fact where content is null") ?? "") }
    }
}
