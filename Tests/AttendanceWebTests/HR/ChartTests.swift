@testable import AttendanceWeb

import Attendance
import AttendanceStore
import Foundation
import FoundationXML
import HTTPTypes
import HummingbirdTesting
import TestOffice
import TestServers
import Testing

@Suite struct `Hours of the week` {
    private static func zone() throws -> TimeZoneRules { try TimeZoneDatabase.system().rules(of: "Europe/Berlin") }

    private func seconds(_ from: String, _ to: String) throws -> [Int: Int64] {
        let (from, to) = (try #require(Instant(rfc3339: from)), try #require(Instant(rfc3339: to)))
        var hours: [Int: Int64] = [:]
        WeekHours.forEachHour(from: from.seconds, to: to.seconds, by: try Self.zone()) { hours[$0, default: 0] += $1 }
        return hours
    }

    @Test func `A time span is split at each full hour of the clock`() throws {
        // A Friday.
        #expect(
            try seconds("2026-11-20T08:45:30+01:00", "2026-11-20T11:10:00+01:00") == [104: 870, 105: 3600, 106: 3600, 107: 600])
        #expect(try seconds("2026-11-22T23:30:00+01:00", "2026-11-23T00:30:00+01:00") == [167: 1800, 0: 1800])
        #expect(try seconds("2026-11-20T08:00:00+01:00", "2026-11-20T08:00:00+01:00") == [:])
    }

    @Test func `The hours of the week follow clock changes`() throws {
        // Sundays: the hour from 02:00 occurs twice in October and not at all in March.
        #expect(try seconds("2026-10-25T01:00:00+02:00", "2026-10-25T04:00:00+01:00") == [145: 3600, 146: 7200, 147: 3600])
        #expect(try seconds("2026-03-29T01:00:00+01:00", "2026-03-29T04:00:00+02:00") == [145: 3600, 147: 3600])
    }

    @Test func `The hours of the week count each person once`() throws {
        var hours = WeekHours()
        let start = try #require(Instant(rfc3339: "2026-11-20T08:00:00+01:00")).seconds
        for _ in 1...2 {
            for day: Int64 in [0, 7] {
                WeekHours.forEachHour(from: start + day * 86_400, to: start + day * 86_400 + 1800, by: try Self.zone()) {
                    hours.add($1, in: $0)
                }
            }
            hours.nextPerson()
        }
        #expect(hours.people[104] == 2 && hours.worked[104] == 7200 && hours.people.reduce(0, +) == 2)
    }
}

@Suite struct `Use of desks` {
    @Test func `A person who used several desks is one of the people at any of them`() throws {
        let monday = try #require(CivilDate(year: 2026, month: 11, day: 16))
        let desks = try ["6F-A1", "6F-A2", "6F-A3"].map { try #require(DeskID($0)) }
        var use = DeskUse(of: Set(desks), in: monday...monday)
        for places in [[0, 1], [1], [], [2]] {
            for place in places { use.add(desks[place], on: monday) }
            use.nextPerson()
        }
        #expect(use.people(desks[1]) == 2 && use.days(desks[1]) == 1)
        #expect(use.people(atAnyOf: Set(desks.prefix(2))) == 2)
        #expect(use.people(atAnyOf: Set(desks)) == 3 && use.people(atAnyOf: []) == 0)
    }

    private static let desks = (1...5).compactMap { DeskID("6F-A\($0)") }

    /// On the last day, everybody also works at a desk that is not counted.
    /// - Parameter days: the desks of each person, for each day.
    private func use(_ days: [[Int]]) throws -> (use: DeskUse, monday: CivilDate) {
        let monday = try #require(CivilDate(text: "2026-11-16"))
        var use = DeskUse(of: Set(Self.desks), in: monday...monday.adding(days: 6))
        let removed = try #require(DeskID("8F-A1"))
        for person in 0..<5 {
            for (day, people) in days.enumerated() where person < people.count {
                use.add(Self.desks[people[person]], on: monday.adding(days: Int64(day)))
            }
            use.add(removed, on: monday.adding(days: 6))
            use.nextPerson()
        }
        return (use, monday)
    }

    @Test(
        arguments: [
            // Five people at one desk, then at four and at five.
            ([[0, 0, 0, 0, 0], [0, 1, 2, 3, 3], [0, 1, 2, 3, 4]], [2, 1, 0], [5, 4, 1]),
            // As many desks: the earlier day first.
            ([[0, 0, 0, 0, 1], [2, 2, 2, 2, 3]], [0, 1], [2, 2]),
            // Four people on the second day: their number of desks could be calculated from the sum.
            ([[0, 1, 2, 3, 4], [0, 1, 2, 3]], [], []), ([[0, 1, 2, 3, 4], [0], [0, 0, 0, 0, 0]], [0], [5]),
            ([[0, 1, 2, 3]], [], []), ([], [], []),
        ] as [([[Int]], [Int64], [Int])])
    func `A full day is listed if at least five people used a desk, and no smaller day can be calculated from it`(
        days: [[Int]], listed: [Int64], numbers: [Int]
    ) throws {
        let (use, monday) = try use(days)
        let fullest = use.fullestDays(group: 5)
        #expect(fullest.map(\.date) == listed.map { monday.adding(days: $0) } && fullest.map(\.desks) == numbers)
        #expect(use.daysInUse == days.count)
    }
}

@Suite(.enabled(if: TestDatabase.isAvailable, "\(TestDatabase.help)"), .timeLimit(.minutes(10)))
struct `Office charts` {
    private static let week = "?from=2026-11-16&to=2026-11-22"

    /// On Thursday `count` people worked from 09:00 to 11:00, each for some time at 6F-A1, the first one also at 6F-A2.
    private func withPeopleAtWork(_ count: Int, _ body: (TestWeb) async throws -> Void) async throws {
        try await Authorization.withPeople { (web, _, _) async throws in
            let nine = TestOffice.noon + .seconds(-86_400 - 3 * 3600)
            var taps: [TapSubmission] = []
            for (place, user) in ["ada", "bo", "cy", "emi", "flo", "lea"].prefix(count).enumerated() {
                let later = Int64(place) * 60
                taps.append(TestOffice.submission(user, .start, at: nine, desk: place == 0 ? "6F-A2" : "7F-A\(place)"))
                taps.append(TestOffice.submission(user, .start, at: nine + .seconds(60 + later), desk: "6F-A1"))
                taps.append(TestOffice.submission(user, .end, at: nine + .seconds(7200)))
            }
            _ = try await web.services.recorder.record(taps)
            try await body(web)
        }
    }

    @Test(arguments: [
        ("cy", "", HTTPResponse.Status.ok), ("lea", "&office=Other%20Office", .ok), ("ada", "", .forbidden),
        ("bo", "", .forbidden), ("cy", "&office=Other%20Office", .forbidden), ("lea", "&office=None", .notFound),
        ("cy", "&to=2020-01-01", .badRequest),
    ])
    func `Charts are for the office's HR and administrators`(
        user: String, query: String, status: HTTPResponse.Status
    ) async throws {
        try await Authorization.withPeople { (web, _, _) async throws in
            for address in [Address.charts, Address.occupancyChart, Address.deskUseChart] {
                let period = query.contains("to=") ? "?from=2026-11-16" : Self.week
                #expect(try await web.send(.get, address + period + query, as: user).status == status)
            }
        }
    }

    @Test(
        arguments: [
            ("?from=2026-11-16&to=2026-11-01", "The period ends before it begins. Swap its dates."),
            ("?from=2025-11-16&to=2026-11-17", "Choose a period of at most 366 days."),
        ])
    func `Charts show at their form what is wrong with the period`(query: String, problem: String) async throws {
        try await Authorization.withPeople { (web, _, _) async throws in
            let page = try await web.send(.get, Address.charts + query, as: "cy", headers: .page)
            #expect(page.status == .badRequest && page.text.contains("id=\"problem\">\(problem)</p>"))
            #expect(page.text.contains("name=\"from\" value=\"\(query.dropFirst(6).prefix(10))\""))
            #expect(page.text.contains("Office use <span class=\"office\">Harbour Office</span>"))
            #expect(!page.text.contains("<figure"))
        }
    }

    @Test func `A chart shows how many people were at work in each hour of the week`() async throws {
        try await withPeopleAtWork(6) { (web) async throws in
            let response = try await web.send(.get, Address.occupancyChart + Self.week, as: "cy")
            #expect(response.headers[.contentType] == "image/svg+xml; charset=utf-8")
            let picture = response.text
            #expect(picture.contains("Busiest: Thursday from 9:00 to 10:00, with 6.0 people on average."))
            #expect(picture.contains(">6.0</text>") && picture.contains("Harbour Office · 16 Nov 2026 – 19 Nov 2026"))
            #expect(XMLParser(data: Data(picture.utf8)).parse())
            #expect(picture.contains(">Average of the days on which anyone worked here"))
            #expect(picture.contains(">Busiest hours: Thu 9:00 (6.0).</text>"))
            #expect(picture.contains(">9</text>") && !picture.contains(">8</text>") && !picture.contains("left out"))
            // The page shows the text once, around the picture.
            let page = try await web.send(.get, Address.charts + Self.week, as: "cy", headers: .page).text
            #expect(page.contains("<p class=\"sub\">Harbour Office · 16 Nov 2026 – 19 Nov 2026"))
            #expect(page.contains("<p>Average of the days on which anyone worked here"))
            #expect(page.count(of: "Average of the days") == 1)
        }
    }

    @Test func `Charts leave out today, whose people are still at work`() async throws {
        try await withPeopleAtWork(6) { (web) async throws in
            let (nine, users) = (TestOffice.noon - .seconds(3 * 3600), ["ada", "bo", "cy", "emi", "flo"])
            let page = try await web.send(.get, Address.charts + Self.week, as: "cy", headers: .page).text
            #expect(page.components(separatedBy: "<p>Complete days only, up to yesterday.</p>").count == 3)
            func pictures() async throws -> [String] {
                [
                    try await web.send(.get, Address.occupancyChart + Self.week, as: "cy").text,
                    try await web.send(.get, Address.deskUseChart + Self.week, as: "cy").text,
                ]
            }
            let before = try await pictures()
            _ = try await web.services.recorder.record(
                users.flatMap { user in
                    [
                        TestOffice.submission(user, .start, at: nine, desk: "6F-A1"),
                        TestOffice.submission(user, .end, at: nine + .seconds(3600)),
                    ]
                })
            #expect(try await pictures() == before)
            let today = Address.charts + "?from=2026-11-20&to=2026-11-20"
            let empty = try await web.send(.get, today, as: "cy", headers: .page).text
            for words in ["No work was recorded here", "No desk was used"] {
                #expect(empty.contains("\(words) before today in this period. The chart shows complete days only."))
            }
            let december = try await web.send(
                .get, Address.charts + "?from=2026-12-01&to=2026-12-31", as: "cy", headers: .page
            ).text
            #expect(december.count(of: "<p class=\"empty\">This period has not begun.</p>") == 2)
            let month = "/hr/charts?office=Harbour%20Office&amp;from=2026-11-01&amp;to=2026-11-30\">This month</a>"
            #expect(december.contains(month) && december.contains("to=2026-10-31\">Last month</a>"))
            let past = Address.charts + "?from=2026-11-16&to=2026-11-19"
            let whole = try await web.send(.get, past, as: "cy", headers: .page).text
            #expect(!whole.contains("Complete days only"))
        }
    }

    @Test func `The average of a weekday is that of its days on which anyone worked`() async throws {
        try await withPeopleAtWork(6) { (web) async throws in
            let fortnight = Address.occupancyChart + "?from=2026-11-09&to=2026-11-22"
            #expect(try await web.send(.get, fortnight, as: "cy").text.contains("with 6.0 people on average."))
            let afternoon = TestOffice.noon + .seconds(-8 * 86_400 + 2 * 3600)
            let taps = [
                // On the Wednesday before, at nine.
                TestOffice.submission("ada", .start, at: afternoon - .seconds(29 * 3600), desk: "6F-A1"),
                TestOffice.submission("ada", .end, at: afternoon - .seconds(28 * 3600)),
                TestOffice.submission("ada", .start, at: afternoon, desk: "6F-A1"),
                TestOffice.submission("ada", .end, at: afternoon + .seconds(3600)),
            ]
            _ = try await web.services.recorder.record(taps)
            let both = try await web.send(.get, fortnight, as: "cy").text
            #expect(both.contains("Busiest: Thursday from 9:00 to 10:00, with 3.0 people on average."))
            // Fewer than five different people worked at nine on Wednesday, and at 14:00 on any day.
            #expect(both.contains("A dot: fewer than five different people in the whole period"))
            #expect(both.contains("Earlier and later hours are left out") && !both.contains(">14</text>"))
        }
    }

    @Test func `Charts show no desk that fewer than five people used`() async throws {
        try await withPeopleAtWork(6) { (web) async throws in
            let picture = try await web.send(.get, Address.deskUseChart + Self.week, as: "cy").text
            #expect(XMLParser(data: Data(picture.utf8)).parse())
            #expect(picture.contains(">6F-A1</text>") && picture.contains(">100 %</text>"))
            #expect(!picture.contains(">6F-A2</text>") && !picture.contains(">7F-A1</text>"))
            // The total of 6F minus 6F-A1 would reveal the days of the only user of 6F-A2.
            #expect(!picture.contains(">Floor "))
            #expect(picture.contains("6 desks used by fewer than five people each"))
            #expect(picture.contains("9 desks were not used."))
            let page = try await web.send(.get, Address.charts + Self.week, as: "cy", headers: .page).text
            #expect(page.contains("<p>6 desks used by fewer than five people each are only in the totals."))
            // 7 of 16 desks on the only day.
            #expect(picture.contains(">All desks</text>") && picture.contains(">44 %</text>"))
            let sentences = [
                "On days with anyone at a desk, 7.0 of 16 desks were used on average.",
                "Fullest days, with the number of different desks used: Thu 19 Nov 2026 (7).",
            ]
            for sentence in sentences { #expect(picture.contains(">\(sentence)</text>"), "\(sentence)") }
            // On the page, the sentences are text below the picture, each once.
            for sentence in sentences {
                #expect(page.contains("<p>\(sentence)</p>") && !page.contains(">\(sentence)</text>"), "\(sentence)")
            }
        }
    }

    @Test func `The chart of desks says how many more days are as full as the last one it names`() async throws {
        try await Authorization.withPeople { (web, _, _) async throws in
            let nine = TestOffice.noon - .seconds(3 * 3600)
            var taps: [TapSubmission] = []
            for day in (1...5).reversed() {
                let start = nine + .seconds(-86_400 * day)
                for user in ["ada", "bo", "cy", "emi", "flo"] {
                    taps.append(TestOffice.submission(user, .start, at: start, desk: "6F-A1"))
                    taps.append(TestOffice.submission(user, .end, at: start + .seconds(3600)))
                }
            }
            _ = try await web.services.recorder.record(taps)
            let days = Address.charts + "?from=2026-11-15&to=2026-11-22"
            let page = try await web.send(.get, days, as: "cy", headers: .page).text
            #expect(page.contains("Tue 17 Nov 2026 (1), and 2 more days (1 each)."))
        }
    }

    @Test(arguments: [false, true])
    func `Charts show no total from which the days of fewer than five people can be calculated`(isAlone: Bool) async throws {
        try await Authorization.withPeople { (web, _, _) async throws in
            let nine = TestOffice.noon + .seconds(-86_400 - 3 * 3600)
            let taps = ["ada", "bo", "cy", "emi", "flo"].flatMap { user in
                [
                    TestOffice.submission(user, .start, at: nine, desk: "6F-A1"),
                    TestOffice.submission(user, .end, at: nine + .seconds(3600)),
                ]
            }
            let alone = [
                TestOffice.submission("ada", .start, at: nine + .seconds(7200), desk: "7F-A1"),
                TestOffice.submission("ada", .end, at: nine + .seconds(10_800)),
            ]
            _ = try await web.services.recorder.record(taps + (isAlone ? alone : []))
            let picture = try await web.send(.get, Address.deskUseChart + Self.week, as: "cy").text
            #expect(picture.contains(">6F-A1</text>"))
            #expect(picture.contains("1 desk used by fewer than five people is not listed, and no total") == isAlone)
            #expect(picture.contains(">All desks</text>") == !isAlone && picture.contains(">Floor ") == !isAlone)
        }
    }

    @Test func `Charts show nothing about fewer than five people`() async throws {
        try await withPeopleAtWork(4) { (web) async throws in
            for address in [Address.charts, Address.occupancyChart, Address.deskUseChart] {
                let text = try await web.send(.get, address + Self.week, as: "cy").text
                #expect(text.contains("Fewer than five people"))
                #expect(!text.contains("on average") && !text.contains("6F-A1"))
            }
            let page = try await web.send(.get, Address.charts + Self.week, as: "cy", headers: .page).text
            #expect(page.contains("<p class=\"empty\">Fewer than five people used a desk in this period: a chart"))
            #expect(!page.contains("id=\"desks-title\"") && !page.contains("use-of-desks.svg"))
            let elsewhere = try await web.send(.get, Address.charts + Self.week + "&office=Other%20Office", as: "lea").text
            #expect(elsewhere.contains("No work was recorded here before today") && elsewhere.contains("No desk was used"))
        }
    }

    @Test func `The chart of desks with fewer than five users each says why it shows only totals`() async throws {
        try await Authorization.withPeople { (web, _, _) async throws in
            let nine = TestOffice.noon + .seconds(-86_400 - 3 * 3600)
            let taps = ["ada", "bo", "cy", "emi", "flo", "lea"].enumerated().flatMap { place, user in
                [
                    TestOffice.submission(user, .start, at: nine, desk: "7F-A\(place + 1)"),
                    TestOffice.submission(user, .end, at: nine + .seconds(7200)),
                ]
            }
            _ = try await web.services.recorder.record(taps)
            let page = try await web.send(.get, Address.charts + Self.week, as: "cy", headers: .page).text
            let picture = try await web.send(.get, Address.deskUseChart + Self.week, as: "cy").text
            #expect(page.contains("<p>Only totals: single desks would show who was here when."))
            #expect(picture.contains(">Only totals: single desks would show who was here when."))
            #expect(picture.contains(">All desks</text>") && !picture.contains(">7F-A1</text>"))
        }
    }

    @Test func `Charts go back only as far as location data is kept`() async throws {
        try await withPeopleAtWork(6) { (web) async throws in
            try await web.office.store.retention.setRetention(of: web.office.office, timeMonths: nil, placeDays: 10)
            let some = try await web.send(.get, Address.deskUseChart + "?from=2026-10-01&to=2026-11-30", as: "cy").text
            #expect(some.contains("Starts on 1 Nov 2026") && some.contains("6F-A1"))
            let none = try await web.send(.get, Address.deskUseChart + "?from=2026-10-01&to=2026-10-31", as: "cy").text
            #expect(none.contains("The desks used in this period are no longer stored."))
        }
    }

    @Test func `Charts are logged as accesses and contain no names`() async throws {
        try await withPeopleAtWork(6) { (web) async throws in
            try await web.office.execute("truncate access_log")
            let page = try await web.send(.get, Address.charts + Self.week, as: "cy", headers: .page).text
            #expect(!page.contains("Ada") && !page.contains("Lindqvist"))
            #expect(
                try await web.office.value("select purpose || ' ' || office_id from access_log")
                    == "charts of the office, without names \(web.office.office)")
        }
    }
}
