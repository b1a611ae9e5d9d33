import Attendance
import Hours
import Testing

@Suite struct `Weeks` {
    @Test(arguments: [
        ("2026-03-02", "2026-W10"), ("2026-03-08", "2026-W10"), ("2026-03-09", "2026-W11"), ("2025-12-28", "2025-W52"),
        ("2025-12-29", "2026-W01"), ("2026-01-01", "2026-W01"), ("2026-12-31", "2026-W53"), ("2027-01-03", "2026-W53"),
        ("2027-01-04", "2027-W01"), ("2020-12-31", "2020-W53"), ("2021-01-03", "2020-W53"), ("2024-12-30", "2025-W01"),
        ("2023-01-01", "2022-W52"), ("2016-01-03", "2015-W53"), ("2000-01-02", "1999-W52"), ("0001-01-01", "0001-W01"),
        ("9999-12-31", "9999-W52"), ("2024-02-29", "2024-W09"),
    ]) func `A week has the year of its Thursday and its number in that year`(_ date: String, _ name: String) throws {
        let week = Week(of: try ClosingPerson.day(date))
        #expect(week.description == name)
        #expect(week.monday.daysAfterMonday == 0 && week.sunday == week.monday.adding(days: 6))
    }

    @Test(arguments: [
        ("2026-03-16", 20), ("2026-03-18", 28), ("2026-03-20", 36), ("2026-03-21", 40), ("2026-03-23", 40), ("2026-03-09", 20),
    ]) func `A week adds up the targets before and after a change to half the hours`(_ change: String, _ hours: Int64) throws {
        var dana = try ClosingPerson()
        try dana.schedule(from: change, ClosingPerson.halfTime)
        let weeks = try dana.weeks(from: "2026-03-22", to: "2026-03-22", through: "2026-03-31")
        #expect(weeks.map(\.week.description) == ["2026-W12"])
        #expect(weeks.map(\.sums.target) == [hours * 3600])
    }

    @Test func `A week of 38.5 hours has 138600 seconds`() throws {
        let dana = try ClosingPerson(Array(repeating: 27_720, count: 5) + [0, 0])
        let weeks = try dana.weeks(from: "2026-03-08", to: "2026-03-08", through: "2026-03-31")
        #expect(weeks.map(\.sums.target) == [138_600])
    }

    @Test(arguments: [
        ("2026-03-01", "2026-03-15", ["2026-W09", "2026-W10", "2026-W11"]), ("2026-03-08", "2026-03-08", ["2026-W10"]),
        ("2026-03-09", "2026-03-14", []), ("2026-03-02", "2026-03-14", ["2026-W10"]), ("2026-03-08", "2026-03-01", []),
    ]) func `Weeks are listed if their Sunday is in the range`(_ from: String, _ to: String, _ names: [String]) throws {
        let weeks = try ClosingPerson().weeks(from: from, to: to, through: "2026-12-31")
        #expect(weeks.map(\.week.description) == names)
    }

    @Test func `A week is listed if one of its days is listed`() throws {
        var dana = try ClosingPerson(from: "2026-03-08")
        try dana.employ(from: "2026-03-10", office: nil)
        try dana.work("2026-03-18", 60)
        try dana.adjust("2026-04-01", 600)
        let weeks = try dana.weeks(from: "2026-01-01", to: "2026-12-31", through: "2026-12-31")
        #expect(weeks.map(\.week.description) == ["2026-W10", "2026-W11", "2026-W12", "2026-W14"])
        #expect(weeks.map(\.sums.target) == [0, 28_800, 0, 0])
        #expect(weeks.map(\.sums.worked) == [0, 0, 60, 0])
        #expect(weeks.map(\.sums.balance) == [0, -28_800, 0, 600])
    }

    @Test func `A week adds up the days that are over`() throws {
        var dana = try ClosingPerson()
        for date in ["2026-03-02", "2026-03-03", "2026-03-04"] { try dana.work(date, 30_000) }
        let weeks = try dana.weeks(from: "2026-03-08", to: "2026-03-08", through: "2026-03-03")
        #expect(weeks.map(\.sums.worked) == [60_000])
        #expect(weeks.map(\.sums.balance) == [2400])
    }

    @Test func `A person without facts has no weeks`() throws {
        let (day, nobody) = (try ClosingPerson.day("2026-03-08"), PersonFacts())
        let days = PersonDays(of: nobody, CommonFacts([]), work: [], through: day, to: day)
        #expect(days.weeks(from: day, to: day).isEmpty)
        #expect(days.periods(nobody, from: day, to: day).isEmpty)
        #expect(days.handOver(nobody, try ClosingPerson.name("2026-03"), to: day).isEmpty)
    }
}
