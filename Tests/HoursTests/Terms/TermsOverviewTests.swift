import Attendance
import Hours
import JSON
import Testing

@Suite struct `Overview of schedules and terms` {
    private func day(_ text: String) throws -> CivilDate { try #require(CivilDate(text: text)) }

    /// The facts have the ids and positions 1, 2 and so on.
    private func overview(_ facts: [JSONValue]) throws -> TermsOverview {
        TermsOverview(
            try facts.enumerated().map { index, json in
                Fact(id: "\(index + 1)", seq: Int64(index + 1), content: try Fact.Content(reading: json))
            })
    }

    private func schedule(_ name: String, _ from: String, _ seconds: Int64 = 28_800) -> JSONValue {
        [
            "type": "schedule", "name": .string(name), "from": .string(from), "anchor": "2024-01-01",
            "days": .array([.integer(seconds)]),
        ]
    }

    private func terms(
        _ from: String, scope: String = "office", of: String = "1", _ fields: KeyValuePairs<String, JSONValue>
    ) -> JSONValue {
        var json: [String: JSONValue] = [
            "type": "terms", "scope": .string(scope), "of": .string(of), "from": .string(from),
        ]
        for (name, value) in fields { json[name] = value }
        return .object(json)
    }

    @Test func `A schedule has the version of the latest first day, and of one day the one recorded last`() throws {
        let overview = try overview([
            schedule("full", "2026-07-01", 3), schedule("full", "2026-01-01", 1), schedule("full", "2026-07-01", 4),
            schedule("a", "2027-01-01"), schedule("gone", "2026-01-01"), ["type": "void", "target": "5"],
        ])
        #expect(overview.schedules.map(\.name) == ["a", "full"])
        let full = try #require(overview.schedule(named: "full"))
        for (date, days) in [("2025-12-31", nil), ("2026-01-01", [1]), ("2026-06-30", [1]), ("2026-07-01", [4])]
            as [(String, [Int64]?)]
        {
            #expect(full.version(on: try day(date))?.days == days, "\(date)")
        }
        #expect(full.later(than: try day("2026-06-30")).map(\.days) == [[4]])
        #expect(try full.later(than: day("2026-07-01")).isEmpty && full.all.map(\.days) == [[1], [4]])
        #expect(overview.schedule(named: "gone") == nil)
    }

    @Test func `Each field of terms is dated by itself`() throws {
        let overview = try overview([
            schedule("full", "2020-01-01"), schedule("part", "2020-01-01"),
            terms("2026-01-01", ["schedule": "full", "rules": ["de", "schedule"]]),
            terms("2026-07-01", ["schedule": "part"]), terms("2026-04-01", ["calendars": ["de"]]),
            terms("2026-09-01", ["schedule": .null]), ["type": "void", "target": "6"],
        ])
        let office = overview[.office("1")]
        let march = office.terms(on: try day("2026-03-31"))
        #expect(march.schedule == .own("full") && march.rules == .own([.de, .schedule]))
        #expect(march.calendars == nil && march.carry == nil)
        let july = office.terms(on: try day("2026-07-01"))
        #expect(july.schedule == .own("part") && july.calendars == .own(["de"]) && july.rules == .own([.de, .schedule]))
        #expect(office.schedule.entry(on: try day("2026-12-31"))?.from == (try day("2026-07-01")))
        #expect(office.schedule.later(than: try day("2026-06-30")).map(\.value) == [.own("part")])
        #expect(office.lastChange == (try day("2026-07-01")))
        #expect(overview[.office("2")].lastChange == nil && overview[.team("1")].schedule.entries.isEmpty)
    }

    @Test func `A value that is said again holds since its first day`() throws {
        let overview = try overview([
            terms("2026-01-01", ["rules": ["de"]]), terms("2026-05-01", ["rules": ["de"]]),
            terms("2026-06-01", ["rules": []]), terms("2026-07-01", ["rules": ["de"]]),
        ])
        let rules = overview[.office("1")].rules
        #expect(rules.entries.map(\.from.description) == ["2026-01-01", "2026-06-01", "2026-07-01"])
        #expect(rules.entry(on: try day("2026-05-20"))?.from.description == "2026-01-01")
    }

    @Test(arguments: [
        ("2025-12-31", true), ("2026-01-01", true), ("2026-05-31", true), ("2026-06-01", false), ("2026-12-31", false),
    ])
    func `A team has own values until they end`(date: String, hasOwn: Bool) throws {
        let team = try overview([
            terms("2026-01-01", scope: "team", of: "7", ["rules": ["de"]]),
            terms("2026-06-01", scope: "team", of: "7", ["rules": "inherit"]),
        ])[.team("7")]
        #expect(team.hasOwnValues(since: try day(date)) == hasOwn)
    }

    @Test func `Calendars are listed while they have a holiday, and terms of people are left out`() throws {
        func holiday(_ calendar: String, _ date: String, _ name: JSONValue) -> JSONValue {
            ["type": "holiday", "calendar": .string(calendar), "date": .string(date), "name": name]
        }
        let overview = try overview([
            holiday("jp", "2026-01-01", "元日"), holiday("de", "2026-01-01", "Neujahr"), holiday("gone", "2026-01-01", "x"),
            holiday("gone", "2026-01-01", .null), terms("2026-01-01", scope: "person", of: "3", ["rules": ["de"]]),
        ])
        #expect(overview.calendars == ["de", "jp"])
        #expect(overview[.person("3")].rules.entries.isEmpty)
    }

    // MARK: Changes

    @Test func `Terms without a value have the default of an office, and that of its office for a team`() throws {
        let date = try day("2026-01-01")
        let office = Terms(scope: .office("1"), from: date).filled
        #expect(office.schedule == .own(nil) && office.calendars == .own([]))
        #expect(office.rules == .own([]) && office.carry == .own(nil))
        let team = Terms(scope: .team("1"), from: date).filled
        #expect(team.schedule == .inherit && team.calendars == .inherit && team.rules == .inherit && team.carry == .inherit)
    }

    @Test func `Changed terms have only the fields that differ, whatever the order of rules and calendars`() throws {
        var before = Terms(scope: .office("1"), from: try day("2026-01-01")).filled
        (before.rules, before.calendars) = (.own([.de, .schedule]), .own(["de", "be"]))
        var typed = before
        (typed.rules, typed.calendars) = (.own([.schedule, .de]), .own(["be", "de"]))
        #expect(typed.changes(of: before) == nil)
        typed.schedule = .own("full")
        let changes = try #require(typed.changes(of: before))
        #expect(changes.schedule == .own("full"))
        #expect(changes.rules == nil && changes.calendars == nil && changes.carry == nil)
        typed.carry = .inherit
        #expect(typed.changes(of: before)?.carry == .inherit)
    }
}
