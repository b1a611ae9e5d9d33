@testable import AttendanceStore

import Attendance
import Hours
import JSON
import TestOffice
import TestServers
import Testing

@Suite(.enabled(if: TestDatabase.isAvailable, "\(TestDatabase.help)")) struct `Holiday calendars` {
    private func date(_ text: String) throws -> CivilDate { try #require(CivilDate(text: text)) }

    private func day(_ text: String, _ name: String?) throws -> HolidayCalendar.Day {
        HolidayCalendar.Day(date: try date(text), name: name)
    }

    @Test func `A calendar is what its latest facts say, and an import without a difference records nothing`() async throws {
        try await TestOffice.with { office in
            let (store, lea) = (office.store.holidays, try await office.store.people.person(userName: "lea").id)
            let file = [
                NewHoliday(date: try date("2026-01-01"), name: "Neujahr"),
                NewHoliday(date: try date("2026-05-01"), name: "Erster Mai"),
            ]
            func save() async throws {
                let calendar = try await store.calendar(named: "de")
                let changes = HolidayChanges(calendar, imported: file)
                try await store.save(changes, in: calendar, by: lea, now: TestOffice.noon)
            }
            try await save()
            let head = try await office.store.ledger.ledgerHead().seq
            try await save()
            #expect(try await office.store.ledger.ledgerHead().seq == head)
            let calendar = try #require(try await store.calendars().first)
            #expect(calendar.days.map(\.name) == ["Neujahr", "Erster Mai"] && calendar.days.allSatisfy(\.isImported))
            #expect(calendar.years == 2026...2026)
            try await store.save([try day("2026-05-01", nil)], in: calendar, by: lea, now: TestOffice.noon)
            try await save()
            #expect(try await store.calendar(named: "de").days.map(\.name) == ["Neujahr"])
            // A void brings the day back.
            let void = try #require(try await office.store.hours.commonFacts().facts.last?.fact.id)
            #expect(
                try await office.store.hours.append([NewFact(["type": "void", "target": .string(void)])], by: lea) == .appended)
            #expect(try await store.calendar(named: "de").days.count == 2)
            let log = try await office.store.audit.configurationChanges().map(\.change).filter { $0.thing == .holidayCalendar }
            #expect(
                log.reversed() == [
                    ConfigurationChange(.holidayCalendar, .added, "de", "2026–2026: +2 ±0 −0"),
                    ConfigurationChange(.holidayCalendar, .changed, "de", "2026-05-01: –"),
                ])
            #expect(try await office.store.ledger.verifyLedger().flaw == nil)
        }
    }

    @Test func `Calendars that terms name are reported two months before their last year ends`() async throws {
        try await TestOffice.with { office in
            let (store, lea) = (office.store.holidays, try await office.store.people.person(userName: "lea").id)
            for (name, last) in [
                ("office", "2026-12-25"), ("person", "2026-01-01"), ("unused", "2026-05-01"), ("later", "2027-01-01"),
            ] {
                try await store.save([try day(last, "X")], in: HolidayCalendar(name: name), by: lea, now: TestOffice.noon)
            }
            func ending(_ today: String) async throws -> [String] {
                try await store.endingCalendars(today: try date(today)).map { "\($0.name) \($0.end)" }
            }
            func terms(_ scope: String, _ calendars: JSONValue) -> NewFact {
                NewFact(["type": "terms", "scope": .string(scope), "of": "1", "from": "2026-01-01", "calendars": calendars])
            }
            let facts = [terms("office", ["office", "later"]), terms("person", ["person"]), terms("team", "inherit")]
            _ = try await office.store.teams.addTeam("Design", in: office.office)
            #expect(try await office.store.hours.append(facts, by: lea) == .appended)
            // Nobody owes time.
            #expect(try await ending("2026-12-01") == [])
            let schedule: JSONValue = [
                "type": "schedule", "name": "full", "from": "2026-01-01", "anchor": "2024-01-01", "days": [28800],
            ]
            #expect(try await office.store.hours.append([NewFact(schedule)], by: lea) == .appended)
            #expect(try await ending("2026-10-31") == [])
            #expect(try await ending("2026-11-01") == ["office 2026-12-31", "person 2026-12-31"])
            #expect(try await ending("2027-03-01") == ["office 2026-12-31", "person 2026-12-31"])
        }
    }
}
