import AttendanceStore
import JSON

extension October {
    /// Jürgen owes eight hours on weekdays from 5 October on. The 12th is a holiday, he has leave on the 27th, and is paid an hour and
    /// a half on the 30th. Nobody else owes time.
    package static func addSchedule(to office: TestOffice) async throws {
        let jg = JSONValue.string("\(try await office.store.people.person(userName: "jg").id)")
        try await append(
            [
                [
                    "type": "schedule", "name": "full", "from": "2026-10-01", "anchor": "2024-01-01",
                    "days": [28800, 28800, 28800, 28800, 28800, 0, 0],
                ],
                ["type": "holiday", "calendar": "jp", "date": "2026-10-12", "name": "Sports Day"],
                ["type": "kind", "kind": "leave", "from": "2026-01-01", "credit": "full", "rank": 10],
                ["type": "absence", "user": jg, "kind": "leave", "from": "2026-10-27", "to": "2026-10-27"],
                ["type": "adjustment", "user": jg, "date": "2026-10-30", "s": -5400, "reason": "payout"],
            ], to: office)
        try await addTerms(of: "jg", in: office)
    }

    /// Another person has the same schedule and holidays.
    package static func addTerms(of user: String, in office: TestOffice) async throws {
        let person = JSONValue.string("\(try await office.store.people.person(userName: user).id)")
        try await append(
            [
                ["type": "employment", "user": person, "from": "2026-10-01", "office": .string("\(office.office)")],
                [
                    "type": "terms", "scope": "person", "of": person, "from": "2026-10-05", "schedule": "full",
                    "calendars": ["jp"],
                ],
            ], to: office)
    }

    private static func append(_ facts: [JSONValue], to office: TestOffice) async throws {
        let outcome = try await office.store.hours.append(facts.map { NewFact($0) }, by: nil)
        guard outcome == .appended else { throw NotAppended(outcome: outcome) }
    }

    private struct NotAppended: Error { let outcome: AppendOutcome }
}
