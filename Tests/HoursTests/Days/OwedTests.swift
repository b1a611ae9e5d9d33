import Attendance
import Hours
import Testing

/// Dana owes eight hours on each day from 2 March 2026 on.
@Suite struct `Time owed on one day` {
    private static func owed(_ date: String, worked: Int64 = 0, _ more: [Fact.Content] = []) throws -> Int64? {
        let first = try #require(CivilDate(text: "2026-03-02"))
        var terms = Terms(scope: .office("main"), from: first)
        (terms.schedule, terms.calendars) = (.own("full"), .own(["de"]))
        let contents: [Fact.Content] =
            [
                .employment(Employment(user: "dana", from: first, office: "main")),
                .schedule(Schedule(name: "full", from: first, anchor: first, days: [28_800])), .terms(terms),
            ] + more
        let facts = contents.enumerated().map { Fact(id: "\($0)", seq: Int64($0), content: $1) }
        let work = DayWork(date: try #require(CivilDate(text: date)), worked: worked)
        return PersonDays.owed(by: PersonFacts(facts), CommonFacts(facts), on: work)
    }

    private static func absence(_ credit: AbsenceKind.Credit, _ extent: Absence.Extent) throws -> [Fact.Content] {
        let first = try #require(CivilDate(text: "2026-03-02"))
        return [
            .kind(AbsenceKind(kind: "any", from: first, credit: credit, rank: 10)),
            .absence(Absence(user: "dana", kind: "any", from: first, to: first, extent: extent)),
        ]
    }

    @Test func `Nothing is known before the first day of a schedule`() throws {
        #expect(try Self.owed("2026-03-01") == nil)
        #expect(try Self.owed("2026-03-02") == 28_800)
    }

    @Test func `A holiday and absences that count as worked are not owed`() throws {
        let date = try #require(CivilDate(text: "2026-03-02"))
        let holiday = Fact.Content.holiday(Holiday(calendar: "de", date: date, name: "Half", part: .afternoon))
        #expect(try Self.owed("2026-03-02", [holiday]) == 14_400)
        #expect(try Self.owed("2026-03-02", [holiday] + Self.absence(.full, .hours(7200))) == 7200)
        #expect(try Self.owed("2026-03-02", Self.absence(.full, .part(.full))) == 0)
        #expect(try Self.owed("2026-03-02", Self.absence(.none, .part(.full))) == 28_800)
        #expect(try Self.owed("2026-03-02", worked: 10_000, Self.absence(.fill, .part(.full))) == 10_000)
    }
}
