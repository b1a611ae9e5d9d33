@testable import AttendanceWeb

import Attendance
import AttendanceStore
import Foundation
import Localization
import TestOffice
import TestServers
import Testing

@Suite(.inEnglish, .enabled(if: TestDatabase.isAvailable, "\(TestDatabase.help)"), .timeLimit(.minutes(10)))
struct `Shown minutes` {
    /// The working days of Ada in November 2026 with their minutes of work and breaks, by the definition: differences of
    /// rounded sums.
    private struct Days {
        private(set) var taps: [TapSubmission] = []
        private(set) var minutes: [(date: CivilDate, worked: Int64, pause: Int64)] = []

        init() {
            var (worked, pause): (Int64, Int64) = (0, 0)
            let nine = TestOffice.noon - .seconds(3 * 3600)
            // From Monday 2 November to Thursday 19 November.
            for before in (1...18 as ClosedRange<Int64>).reversed() {
                let date = LocalClock("Asia/Tokyo").date(nine.seconds).adding(days: -before)
                guard date.daysAfterMonday < 5 else { continue }
                let start = nine - .seconds(before * 86_400 - before * 17)
                let out = start + .seconds(3 * 3600 + before * 29)
                let back = out + .seconds(1800 + before * 31)
                taps += [
                    TestOffice.submission("ada", .start, at: start, desk: "6F-A1"),
                    TestOffice.submission("ada", .pause, at: out),
                    TestOffice.submission("ada", .start, at: back, desk: "6F-A1"),
                    TestOffice.submission("ada", .end, at: back + .seconds(4 * 3600 + before * 41)),
                ]
                let (workedBefore, pauseBefore) = ((worked + 30) / 60, (pause + 30) / 60)
                worked += 7 * 3600 + before * 70
                pause += 1800 + before * 31
                minutes.append((date, (worked + 30) / 60 - workedBefore, (pause + 30) / 60 - pauseBefore))
            }
        }

        /// Such as `7:10 0:35`, of the days of a period.
        func lines(_ period: ClosedRange<Int64>) -> [String] {
            minutes.filter { period.contains($0.date.components.day) }.map { Self.line($0.worked, $0.pause) }
        }

        func total(_ period: ClosedRange<Int64>) -> String {
            let days = minutes.filter { period.contains($0.date.components.day) }
            return Self.line(days.reduce(0) { $0 + $1.worked }, days.reduce(0) { $0 + $1.pause })
        }

        private static func line(_ worked: Int64, _ pause: Int64) -> String {
            hoursAndMinutes(minutes: worked) + " " + hoursAndMinutes(minutes: pause)
        }
    }

    /// The pairs of times in a page, worked time first.
    private func pairs(_ page: String, _ regex: Regex<(Substring, Substring, Substring)>, pauseFirst: Bool) -> [String] {
        page.matches(of: regex).map { pauseFirst ? "\($0.2) \($0.1)" : "\($0.1) \($0.2)" }
    }

    @Test func `A day has the same minutes in every view of it, and they add up to the totals`() async throws {
        try await Authorization.withPeople { (web, _, _) async throws in
            let days = Days()
            _ = try await web.services.recorder.record(days.taps)
            func page(_ address: String, as user: String) async throws -> String {
                try await web.send(.get, address, as: user, headers: .page).text
            }
            let month = days.lines(1...30)
            #expect(month.count == 14 && Set(month).count > 5)

            let list = try await page("/me?month=2026-11&week=2026-11-09", as: "ada")
            let day = /<strong>(\d+:\d\d)<\/strong> <span class="where">break (\d+:\d\d)<\/span>/
            #expect(pairs(list, day, pauseFirst: false) == month.reversed())
            let facts = /<dt>Worked<\/dt><dd>(\d+:\d\d)<\/dd><\/div>\s*<div><dt>Breaks<\/dt><dd>(\d+:\d\d)</
            #expect(pairs(list, facts, pauseFirst: false) == [days.total(1...30)])
            let week = /<span class="word">[^<]*<\/span>(\d+:\d\d)<\/td>\s*<td class="time"><strong>(\d+:\d\d)</
            #expect(pairs(list, week, pauseFirst: true) == days.lines(9...15) + [days.total(9...15)])

            let calendar = try await page("/me?month=2026-11&view=calendar", as: "ada")
            #expect(pairs(calendar, /worked (\d+:\d\d), break (\d+:\d\d)"/, pauseFirst: false) == month)

            let sheet = try await page("/hr/sheet/ada?month=2026-11", as: "cy")
            let line = /<td class="time">(\d+:\d\d)<\/td><td class="time">(\d+:\d\d)<\/td><td class="remarks">/
            #expect(pairs(sheet, line, pauseFirst: true) == month)
            let sum = /<td class="time">(\d+:\d\d)<\/td><td class="time"><strong>(\d+:\d\d)</
            #expect(pairs(sheet, sum, pauseFirst: true) == [days.total(1...30)])

            // A period within the month, of one person and in the sum of all.
            let hr = try await page("/hr?from=2026-11-10&to=2026-11-13&open=ada", as: "cy")
            let row = /<td class="span">[^<]*<\/td><td class="time">(\d+:\d\d)<\/td><td class="time">(\d+:\d\d)</
            #expect(pairs(hr, row, pauseFirst: true) == days.lines(10...13))
            let total = days.total(10...13).split(separator: " ")
            #expect(hr.count(of: "<td class=\"time\">\(total[0])</td><td class=\"time\">\(total[1])</td>") == 2)

            for page in [list, calendar, sheet, hr] { #expect(!page.contains("sums can differ")) }
        }
    }

    @Test func `A payroll layout has the minutes of the pages, also if its period begins within a month`() async throws {
        try await Authorization.withPeople { (web, _, _) async throws in
            let days = Days()
            _ = try await web.services.recorder.record(days.taps)
            let address = "/api/export/daily.csv?from=2026-11-10&to=2026-11-13&user=ada&layout=quickbooks-timeact"
            let file = try await web.send(.get, address, as: "cy").text
            let durations = file.split(separator: "\r\n").filter { $0.hasPrefix("TIMEACT\t") }.map {
                $0.split(separator: "\t")[3]
            }
            #expect(durations == days.lines(10...13).compactMap { $0.split(separator: " ").first })
        }
    }

    @Test(arguments: [1...30, 10...13] as [ClosedRange<Int64>])
    func `The monthly totals of a file are those of HR's page`(period: ClosedRange<Int64>) async throws {
        try await Authorization.withPeople { (web, _, _) async throws in
            let days = Days()
            _ = try await web.services.recorder.record(days.taps)
            func date(_ day: Int64) -> String { "2026-11-" + (day < 10 ? "0" : "") + String(day) }
            let query = "from=\(date(period.lowerBound))&to=\(date(period.upperBound))&user=ada"
            let total = days.total(period).split(separator: " ")
            let page = try await web.send(.get, "/hr?" + query, as: "cy", headers: .page).text
            #expect(page.contains("<td class=\"time\">\(total[0])</td><td class=\"time\">\(total[1])</td>"))
            let file = try await web.send(
                .get, "/api/export/daily.csv?\(query)&layout=monthly-total&heads=readable", as: "cy"
            ).text
            let cells = try #require(file.split(separator: "\r\n").last).split(separator: ",")
            let padded = total.map { String(repeating: "0", count: max(0, 5 - $0.count)) + String($0) }
            #expect([String(cells[4]), String(cells[6])] == padded)
        }
    }

    @Test func `The effect of a correction is in the minutes of the day on the record`() async throws {
        try await Authorization.withPeople { (web, _, _) async throws in
            let days = Days()
            _ = try await web.services.recorder.record(days.taps)
            let store = web.office.store
            let ada = try await store.people.person(userName: "ada")
            for day in days.minutes {
                let end = try #require(
                    days.taps.last { $0.tap.kind == .end && LocalClock("Asia/Tokyo").date($0.tap.at.seconds) == day.date })
                let discarded = Correction(
                    id: UUID(), target: end.tap.id, change: .void,
                    justification: Justification(author: "ada", reason: "Not mine"))
                let outcome = try await store.requests.ask(
                    .correction(discarded), atSent: nil, by: ada, for: ada, .contradictions, now: TestOffice.noon,
                    zones: web.services.zones)
                guard case .asked(_, let change?) = outcome else {
                    Issue.record("\(outcome)")
                    continue
                }
                let shown = try #require(HoursChange.days(of: change).first)
                // Three hours and a bit remain before the break.
                #expect(shown.day == day.date && shown.before == day.worked * 60 && shown.after / 60 - 180 < 10)
            }
        }
    }
}
