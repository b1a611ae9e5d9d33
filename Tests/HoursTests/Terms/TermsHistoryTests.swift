import Attendance
import Hours
import JSON
import Testing

/// Facts about Kim, who works in the office Main from 2026 on, and the schedules that apply to her: each with its first day and the
/// scope that decides.
struct TermsScene: Sendable, CustomTestStringConvertible {
    let story: String
    var facts: [String] = []
    let schedules: String

    var testDescription: String { story }

    private static let before = [
        #"{"type": "employment", "user": "kim", "from": "2026-01-01", "office": "main"}"#,
        #"{"type": "schedule", "name": "full", "from": "2000-01-01", "anchor": "2024-01-01", "days": [28800, 28800, 28800, 28800, 28800, 0, 0]}"#,
        #"{"type": "schedule", "name": "half", "from": "2000-01-01", "anchor": "2024-01-01", "days": [14400, 14400, 14400, 14400, 14400, 0, 0]}"#,
        #"{"type": "schedule", "name": "late", "from": "2026-06-01", "anchor": "2024-01-01", "days": [3600]}"#,
    ]

    private static func terms(_ scope: String, _ of: String, _ from: String, _ fields: String) -> String {
        #"{"type": "terms", "scope": "\#(scope)", "of": "\#(of)", "from": "\#(from)", \#(fields)}"#
    }

    static func office(_ from: String, _ schedule: String) -> String {
        terms("office", "main", from, #""schedule": \#(schedule)"#)
    }
    static func team(_ from: String, _ schedule: String) -> String {
        terms("team", "sales", from, #""schedule": \#(schedule)"#)
    }
    static func own(_ from: String, _ schedule: String) -> String { terms("person", "kim", from, #""schedule": \#(schedule)"#) }
    static func employment(_ from: String, _ office: String, _ team: String = "null") -> String {
        #"{"type": "employment", "user": "kim", "from": "\#(from)", "office": \#(office), "team": \#(team)}"#
    }

    static let full = #""full""#
    static let half = #""half""#

    static let all = [
        TermsScene(story: "no terms", schedules: "- none"),
        TermsScene(
            story: "terms of the office hold from the first day there", facts: [office("2025-06-01", full)],
            schedules: "- none, 2026-01-01 full office"),
        TermsScene(
            story: "own terms from a day on", facts: [office("2026-01-01", full), own("2026-03-16", half)],
            schedules: "- none, 2026-01-01 full office, 2026-03-16 half person"),
        TermsScene(
            story: "the end of own terms",
            facts: [office("2026-01-01", full), own("2026-03-16", half), own("2026-05-01", #""inherit""#)],
            schedules: "- none, 2026-01-01 full office, 2026-03-16 half person, 2026-05-01 full office"),
        TermsScene(
            story: "the scope decides before the day", facts: [own("2026-02-01", half), office("2026-04-01", full)],
            schedules: "- none, 2026-02-01 half person"),
        TermsScene(
            story: "terms of the team from the first day in it",
            facts: [
                office("2026-01-01", full), team("2020-01-01", half), employment("2026-02-01", #""main""#, #""sales""#),
                employment("2026-03-01", #""main""#),
            ],
            schedules: "- none, 2026-01-01 full office, 2026-02-01 half team, 2026-03-01 full office"),
        TermsScene(
            story: "no target by own terms", facts: [office("2026-01-01", full), own("2026-03-01", "null")],
            schedules: "- none, 2026-01-01 full office, 2026-03-01 none person"),
        TermsScene(
            story: "a schedule that begins later", facts: [office("2026-05-01", #""late""#)],
            schedules: "- none, 2026-05-01 late? office, 2026-06-01 late office"),
        TermsScene(
            story: "the same value again", facts: [office("2026-01-01", full), office("2026-02-01", full)],
            schedules: "- none, 2026-01-01 full office"),
        TermsScene(
            story: "the same value of another scope", facts: [office("2026-01-01", full), own("2026-02-01", full)],
            schedules: "- none, 2026-01-01 full office, 2026-02-01 full person"),
        TermsScene(
            story: "two values of one day: the one recorded last", facts: [own("2026-02-01", half), own("2026-02-01", full)],
            schedules: "- none, 2026-02-01 full person"),
        TermsScene(
            story: "the end of the employment", facts: [office("2026-01-01", full), employment("2026-07-01", "null")],
            schedules: "- none, 2026-01-01 full office, 2026-07-01 none"),
        TermsScene(
            story: "removed terms",
            facts: [office("2026-01-01", full), own("2026-03-16", half), #"{"type": "void", "target": "6"}"#],
            schedules: "- none, 2026-01-01 full office"),
        TermsScene(
            story: "a new version of the schedule",
            facts: [
                office("2026-01-01", full),
                #"{"type": "schedule", "name": "full", "from": "2026-04-01", "anchor": "2024-01-01", "days": [27720]}"#,
            ], schedules: "- none, 2026-01-01 full office, 2026-04-01 full office"),
    ]

    /// The facts, numbered from 1; an id is its number.
    var read: [Fact] {
        get throws {
            try (Self.before + facts).enumerated().map { index, json in
                Fact(
                    id: "\(index + 1)", seq: Int64(index) + 1,
                    content: try Fact.Content(reading: try JSONValue(parsing: json.utf8)))
            }
        }
    }
}

@Suite struct `Terms over time` {
    private func day(_ text: String) throws -> CivilDate { try #require(CivilDate(text: text)) }

    private func history(_ facts: [Fact]) -> TermsHistory {
        TermsHistory(of: PersonFacts(facts.filter(isOfKim)), CommonFacts(facts))
    }

    private func isOfKim(_ fact: Fact) -> Bool {
        if case .void = fact.content { true } else { fact.user != nil }
    }

    private func text(_ span: TermsHistory.Span<NamedSchedule?>) -> String {
        let value = span.applied.value
        let name = (value?.name ?? "none") + (value != nil && value?.version == nil ? "?" : "")
        return [span.from?.description ?? "-", name, span.applied.source?.rawValue].compactMap(\.self).joined(separator: " ")
    }

    @Test(arguments: TermsScene.all) func `A person's schedules follow the scopes and the days`(scene: TermsScene) throws {
        let history = history(try scene.read)
        #expect(history.schedule.map(text).joined(separator: ", ") == scene.schedules)
        #expect(history.hasSchedule == history.schedule.contains { $0.applied.value?.version != nil })
    }

    @Test(arguments: TermsScene.all) func `What applies on a day is the span of that day`(scene: TermsScene) throws {
        let facts = try scene.read
        let (person, common) = (PersonFacts(facts.filter(isOfKim)), CommonFacts(facts))
        let history = TermsHistory(of: person, common)
        for date in try (day("2025-12-25")...day("2026-08-01")).days {
            let terms = AppliedTerms(of: person, common, on: date)
            #expect(history.schedule.on(date)?.applied == terms.schedule)
            let days = PersonDays(of: person, common, work: [], through: date, to: date)
            if let last = days.days.last { #expect(last.conditions.schedule == terms.schedule.value?.version) }
        }
    }

    @Test func `Spans after a day are the coming changes`() throws {
        let scene = TermsScene(
            story: "",
            facts: [TermsScene.office("2026-01-01", TermsScene.full), TermsScene.own("2026-03-16", TermsScene.half)],
            schedules: "")
        let schedule = history(try scene.read).schedule
        #expect(schedule.after(try day("2026-03-15")).map(text) == ["2026-03-16 half person"])
        #expect(schedule.after(try day("2026-03-16")).isEmpty)
        #expect(schedule.on(try day("2026-03-15")).map(text) == "2026-01-01 full office")
        #expect(schedule.on(try day("2000-01-01")).map(text) == "- none")
    }

    @Test func `Without own terms, those of the team and the office are left`() throws {
        let scene = TermsScene(
            story: "",
            facts: [
                TermsScene.office("2026-01-01", TermsScene.full), TermsScene.own("2026-01-01", TermsScene.half),
                #"{"type": "terms", "scope": "office", "of": "main", "from": "2026-01-01", "rules": ["de"], "carry": {"months": [3], "max_s": 0}}"#,
                #"{"type": "terms", "scope": "person", "of": "kim", "from": "2026-01-01", "rules": [], "carry": null, "calendars": ["be"]}"#,
            ], schedules: "")
        let facts = try scene.read
        let (person, common) = (PersonFacts(facts.filter(isOfKim)), CommonFacts(facts))
        let date = try day("2026-02-01")
        let own = AppliedTerms(of: person, common, on: date)
        let inherited = AppliedTerms(of: person, common, on: date, withOwn: false)
        #expect(own.schedule.value?.name == "half" && inherited.schedule.value?.name == "full")
        #expect(own.rules == Applied([], .person) && inherited.rules == Applied([.de], .office))
        #expect(own.carry == Applied(nil, .person))
        #expect(inherited.carry == Applied(CarryOver(months: [3], maximum: 0), .office))
        #expect(own.calendars == Applied(["be"], .person) && inherited.calendars == Applied([], nil))
    }

    @Test func `Employments are those that hold, one for each first day`() throws {
        let scene = TermsScene(
            story: "",
            facts: [
                TermsScene.employment("2026-02-01", #""main""#, #""sales""#), TermsScene.employment("2026-02-01", #""main""#),
                TermsScene.employment("2025-01-01", #""quay""#),
            ], schedules: "")
        let employments = history(try scene.read).employments
        #expect(employments.map(\.from.description) == ["2025-01-01", "2026-01-01", "2026-02-01"])
        #expect(employments.map(\.office) == ["quay", "main", "main"] && employments.map(\.team) == [nil, nil, nil])
    }

    @Test(
        arguments: [
            ([28_800, 28_800, 28_800, 28_800, 28_800, 0, 0], "2026-01-01", "full"),
            ([14_400, 14_400, 14_400, 14_400, 14_400, 0, 0], "2026-01-01", "half"),
            // Not begun, changed later, with a core time, and with another cycle.
            ([14_400, 14_400, 14_400, 14_400, 14_400, 0, 0], "1999-12-31", nil),
            ([3600, 0, 0, 0, 0, 0, 0], "2026-01-01", nil), ([7200, 0, 0, 0, 0, 0, 0], "2026-04-30", nil),
            ([7200, 0, 0, 0, 0, 0, 0], "2026-05-01", "new"), ([0, 7200, 0, 0, 0, 0, 0], "2026-05-01", nil),
        ] as [([Int64], String, String?)])
    func `A schedule of the same week is found if it stays so`(week: [Int64], from: String, name: String?) throws {
        let scene = TermsScene(
            story: "",
            facts: [
                #"{"type": "schedule", "name": "core", "from": "2000-01-01", "anchor": "2024-01-01", "days": [3600, 0, 0, 0, 0, 0, 0], "core": ["10:00", "11:00"]}"#,
                #"{"type": "schedule", "name": "new", "from": "2000-01-01", "anchor": "2024-01-01", "days": [0]}"#,
                #"{"type": "schedule", "name": "new", "from": "2026-05-01", "anchor": "2024-01-03", "days": [0, 0, 0, 0, 0, 7200, 0]}"#,
            ], schedules: "")
        let common = CommonFacts(try scene.read)
        #expect(common.schedule(owing: week, from: try day(from)) == name)
        #expect(common.scheduleNames == ["core", "full", "half", "late", "new"])
        #expect(common.schedule("new", on: try day("2026-05-01"))?.anchor == (try day("2024-01-03")))
        #expect(common.schedule("late", on: try day("2026-05-01")) == nil)
    }
}
