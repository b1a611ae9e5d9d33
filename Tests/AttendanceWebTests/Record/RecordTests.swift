@testable import AttendanceWeb

import Attendance
import AttendanceStore
import Foundation
import HTTPTypes
import HummingbirdTesting
import TestOffice
import TestServers
import Testing

@Suite(.enabled(if: TestDatabase.isAvailable, "\(TestDatabase.help)"), .timeLimit(.minutes(10)))
struct `Record page` {
    /// Ada worked yesterday from nine to six with a break, and forgot to end the day before.
    private func withAWeek(_ body: (TestWeb, _ start: UUID) async throws -> Void) async throws {
        try await Authorization.withPeople { web, _, _ in
            let start = UUID()
            let yesterday = TestOffice.noon + .seconds(-86_400 - 3 * 3600)
            _ = try await web.services.recorder.record([
                TestOffice.submission("ada", .start, at: yesterday - .seconds(86_400), desk: "6F-A1"),
                TestOffice.submission("ada", .start, at: yesterday, desk: "6F-A1", id: start),
                TestOffice.submission("ada", .pause, at: yesterday + .seconds(3 * 3600)),
                TestOffice.submission("ada", .start, at: yesterday + .seconds(4 * 3600), desk: "6F-A2"),
                TestOffice.submission("ada", .end, at: yesterday + .seconds(9 * 3600)),
            ])
            try await body(web, start)
        }
    }

    @Test func `The record page shows each day with its taps, corrections and flags`() async throws {
        try await withAWeek { web, start in
            let earlier = Amendment(at: TestOffice.noon + .seconds(-86_400 - 4 * 3600))
            let correction = Correction(
                id: UUID(), target: start, change: .amend(earlier),
                justification: Justification(author: "cy", reason: "The reader was <off>"))
            _ = try await web.office.store.corrections.correct([
                CorrectionSubmission(.correction(correction), receivedAt: TestOffice.noon)
            ])
            let page = try await web.send(.get, "/me?month=2026-11&day=2026-11-19", as: "ada", headers: .page)
            #expect(page.status == .ok)
            for text in [
                "08:00 – 18:00", "<strong>9:00</strong>", "break 1:00",
                "corrected", "Cy Okonkwo",
                "changed the time from 09:00:00 to 08:00:00", "The reader was &lt;off&gt;", "<s>Clock in 09:00:00 at 6F-A1</s>",
                "clock-out missing",
                "a tap is held", "held: its time was in the future", "href=\"/me/ask?tap=\(start.uuidString.lowercased())\"",
                "id=\"day-2026-11-19\" open",
            ] {
                #expect(page.text.contains(text), "\(text)")
            }
            let october = try await web.send(.get, "/me?month=2026-10", as: "ada", headers: .page)
            #expect(october.text.contains("No taps this month."))
            #expect(october.text.contains("November 2026 →"))
        }
    }

    @Test func `A corrected addition shows its values before, without calling them a tap`() async throws {
        try await withAWeek { web, _ in
            let id = UUID().uuidString
            let added = ["id": id, "kind": "end", "date": "2026-11-18", "time": "17:00", "reason": "Forgotten"]
            let moved = ["id": "\(UUID())", "tap": id, "type": "amend", "time": "17:30"]
            for fields in [added, added.merging(moved) { $1 }] {
                #expect(try await web.sendForm("/people/ada/correct", as: "cy", fields).status == .seeOther)
            }
            let page = try await web.send(.get, "/me?month=2026-11&day=2026-11-18", as: "ada", headers: .page).text
            #expect(page.contains("Before: <s>Clock out 17:00:00</s>") && !page.contains("Original tap:"))
        }
    }

    @Test func `A day without a clock-out says what does not count yet and has a form for the clock-out`() async throws {
        try await withAWeek { web, _ in
            let sentence = "<p>The time since 09:00 counts once a clock-out is added.</p>"
            let page = try await web.send(.get, "/me?month=2026-11", as: "ada", headers: .page).text
            #expect(page.count(of: sentence) == 1)
            // The session was closed after 16 hours, which is no time that anyone worked.
            #expect(page.contains("<dt>Incomplete</dt><dd>1 day without a clock-out</dd>") && !page.contains(">16:00<"))
            let form = try #require(page.split(separator: sentence).last?.split(separator: "</form>").first)
            #expect(form.contains("action=\"/me/ask\" aria-label=\"Add a clock-out on Wednesday 18 November\""))
            #expect(form.contains("value=\"I forgot to clock out.\""))
            let id = try #require(form.firstMatch(of: /name="id" value="([-0-9a-f]+)"/)).1
            let fields = ["id": String(id), "kind": "end", "date": "2026-11-18", "time": "17:30", "reason": "I forgot"]
            #expect(try await web.sendForm(Address.myAsk, as: "ada", fields).status == .seeOther)
            // The request waits, so the form is gone. The time does not count before it is approved.
            let asked = try await web.send(.get, "/me?month=2026-11", as: "ada", headers: .page).text
            #expect(asked.contains(sentence) && !asked.contains("aria-label=\"Add a clock-out on"))
            // The week chart says so, too.
            let waits = "<span class=\"flag\">clock-out requested: waiting</span>"
            let week = try #require(
                asked.split(separator: "<table class=\"week-picture\">").last?.split(separator: "</table>").first)
            #expect(week.contains(waits) && !week.contains("data-urgent=\"true\">clock-out missing"))
            let correct = "action=\"/people/ada/correct\" aria-label=\"Add a clock-out on"
            #expect(try await !web.send(.get, "/people/ada?month=2026-11", as: "cy", headers: .page).text.contains(correct))
            #expect(try await web.sendForm(Address.refuse(String(id)), as: "bo", ["comment": "No"]).status == .seeOther)
            #expect(try await web.send(.get, "/people/ada?month=2026-11", as: "cy", headers: .page).text.contains(correct))
        }
    }

    @Test func `Of two clock-outs the record says which one counts and why the other is kept`() async throws {
        try await withAWeek { web, _ in
            let six = TestOffice.noon + .seconds(-18 * 3600)
            let counts = "Ends the work: the first clock-out counts."
            let kept = "Does not count: the work ended with the clock-out at "
            let before = try await web.send(.get, "/me?month=2026-11", as: "ada", headers: .page).text
            #expect(!before.contains(counts) && !before.contains(kept))
            // A double tap, and a later one.
            _ = try await web.services.recorder.record([
                TestOffice.submission("ada", .end, at: six + .seconds(60)),
                TestOffice.submission("ada", .end, at: six + .seconds(3600)),
            ])
            let page = try await web.send(.get, "/me?month=2026-11", as: "ada", headers: .page).text
            #expect(page.count(of: counts) == 1 && page.count(of: kept + "18:00:00.") == 1)
            let lines = page.split(separator: "<p class=\"tap-line\">")
            #expect(lines.contains { $0.contains("<time>18:00:00</time>") && $0.contains(counts) })
            #expect(lines.contains { $0.contains("<time>19:00:00</time>") && $0.contains(kept) })
        }
    }

    @Test func `The record page marks taps that only repeat a clock-out`() async throws {
        try await Authorization.withPeople { web, _, _ in
            let yesterday = TestOffice.noon - .seconds(86_400)
            _ = try await web.services.recorder.record([
                TestOffice.submission("ada", .start, at: yesterday - .seconds(3600), desk: "6F-A1"),
                TestOffice.submission("ada", .end, at: yesterday),
                TestOffice.submission("ada", .end, at: yesterday + .seconds(60)),
                TestOffice.submission("ada", .pause, at: yesterday + .seconds(120)),
            ])
            for (language, words) in [
                ("en", ["repeated, not counted", "after the clock-out, not counted"]),
                ("ja", ["重複のため集計対象外", "退勤後のため集計対象外"]),
            ] {
                var headers = HTTPFields.page
                headers[.acceptLanguage] = language
                let page = try await web.send(.get, "/me?month=2026-11", as: "ada", headers: headers).text
                let lines = page.split(separator: "\n").filter { $0.contains("tap-line") }
                for (words, time) in zip(words, ["12:01:00", "12:02:00"]) {
                    let marked = lines.filter { $0.contains(words) }
                    #expect(marked.count == 1 && marked.allSatisfy { $0.contains(time) }, "\(page)")
                }
            }
        }
    }

    @Test func `The record page marks a break without a clock-in`() async throws {
        try await Authorization.withPeople { web, _, _ in
            let yesterday = TestOffice.noon - .seconds(86_400)
            _ = try await web.services.recorder.record([TestOffice.submission("ada", .pause, at: yesterday)])
            let page = try await web.send(.get, "/me?month=2026-11", as: "ada", headers: .page).text
            let lines = page.split(separator: "\n").filter { $0.contains("not counted: no clock-in before it") }
            #expect(lines.count == 1 && lines.allSatisfy { $0.contains("<time>12:00:00</time>") }, "\(page)")
        }
    }

    @Test func `The record page marks double taps, and says how late a tap was sent`() async throws {
        try await Authorization.withPeople { web, _, _ in
            let yesterday = TestOffice.noon - .seconds(86_400)
            _ = try await web.services.recorder.record([
                TestOffice.submission("ada", .start, at: yesterday, desk: "6F-A1"),
                TestOffice.submission("ada", .start, at: yesterday + .seconds(60), desk: "6F-A1"),
                TestOffice.submission("ada", .pause, at: yesterday + .seconds(7200)),
                TestOffice.submission("ada", .pause, at: yesterday + .seconds(7260)),
                TestOffice.submission(
                    "ada", .end, at: yesterday + .seconds(10_800), receivedAt: yesterday + .seconds(18_300)),
            ])
            let page = try await web.send(.get, "/me?month=2026-11", as: "ada", headers: .page).text
            let lines = page.split(separator: "\n").filter { $0.contains("tap-line") }
            let double = lines.filter { $0.contains("<span class=\"where\">repeated, not counted</span>") }
            #expect(double.count == 2 && double[0].contains("12:01:00") && double[1].contains("14:01:00"), "\(page)")
            let late = lines.filter { $0.contains("<span class=\"where\">sent 2 h 5 min late</span>") }
            #expect(late.count == 1 && late[0].contains("15:00:00") && !page.contains("sent 0 min late"))
        }
    }

    @Test func `A tap that was sent more than two days late says the days`() async throws {
        try await Authorization.withPeople { web, _, _ in
            let earlier = TestOffice.noon - .seconds(5 * 86_400)
            _ = try await web.services.recorder.record([
                TestOffice.submission(
                    "ada", .start, at: earlier, desk: "6F-A1", receivedAt: earlier + .seconds(2 * 86_400 + 3600))
            ])
            let page = try await web.send(.get, "/me?month=2026-11", as: "ada", headers: .page).text
            #expect(page.contains("<span class=\"where\">sent 2 days late</span>"))
        }
    }

    @Test func `The record page calls a clock-in at another desk a move`() async throws {
        try await Authorization.withPeople { web, _, _ in
            let yesterday = TestOffice.noon - .seconds(86_400)
            _ = try await web.services.recorder.record([
                TestOffice.submission("ada", .start, at: yesterday - .seconds(7200), desk: "6F-A1"),
                TestOffice.submission("ada", .start, at: yesterday - .seconds(3600), desk: "7F-A1"),
                TestOffice.submission("ada", .end, at: yesterday),
            ])
            for (language, words) in [("en", "Moved to 7F-A1"), ("ja", "7F-A1に移動")] {
                var headers = HTTPFields.page
                headers[.acceptLanguage] = language
                let page = try await web.send(.get, "/me?month=2026-11", as: "ada", headers: headers).text
                #expect(page.contains("<span class=\"what\">\(words)</span> <time>11:00:00</time> <span class=\"source\">"))
            }
        }
    }

    @Test func `A record is logged as an access before another person sees it`() async throws {
        try await withAWeek { web, _ in
            for (user, address, purpose) in [
                ("ada", "/me", nil), ("bo", "/people/ada", "viewed by the manager"),
                ("cy", "/people/ada?month=2026-10&purpose=Payroll%20question", "Payroll question"),
                ("lea", "/api/records/ada?from=2026-11-19&to=2026-11-20", "through the API"),
                ("cy", "/requests", "deciding requests"), ("cy", "/quarantine", "quarantined taps"),
            ] as [(String, String, String?)] {
                try await web.office.execute("truncate access_log")
                #expect(try await web.send(.get, address, as: user).status == .ok)
                let noted = try await web.office.value(
                    "select string_agg(user_name || ' ' || purpose, ';') from access_log join person on person.id = reader_id")
                #expect(noted == purpose.map { "\(user) \($0)" }, "\(address)")
            }
            // If the access cannot be logged, nothing is shown.
            try await web.office.execute("alter table access_log add check (purpose = 'none') not valid")
            for address in ["/people/ada", "/api/records/ada", "/requests", "/quarantine"] {
                let response = try await web.send(.get, address, as: "lea", headers: .page)
                #expect(response.status == .internalServerError)
                #expect(!response.text.contains("Ada"))
            }
        }
    }

    /// The time that the form for 18 November proposes is also of two days in October.
    @Test(arguments: [("month=2026-11", "2026-11-01 2026-11-30"), ("week=2026-11-30", "2026-11-01 2026-12-06")])
    func `The access log names the days that the page shows, without those of a proposed time`(
        query: String, shown: String
    ) async throws {
        try await withAWeek { web, _ in
            for daysAgo in [25, 24] as [Int64] {
                let noon = TestOffice.noon - .seconds(daysAgo * 86_400)
                _ = try await web.services.recorder.record([
                    TestOffice.submission("ada", .start, at: noon - .seconds(3 * 3600), desk: "6F-A1"),
                    TestOffice.submission("ada", .end, at: noon + .seconds(6 * 3600)),
                ])
            }
            let page = try await web.send(.get, "/people/ada?" + query, as: "cy", headers: .page).text
            #expect(page.contains("name=\"time\" value=\"18:00\" required> <span class=\"small\">the person’s usual time"))
            #expect(page.contains("id=\"day-2026-11-18\"") && !page.contains("day-2026-10"))
            let noted = "select period_from || ' ' || period_to from access_log"
            #expect(try await web.office.value(noted) == shown)
        }
    }

    @Test func `Another person's record says the time since the last tap once`() async throws {
        try await withAWeek { web, _ in
            _ = try await web.services.recorder.record([
                TestOffice.submission("ada", .start, at: TestOffice.noon - .seconds(7200), desk: "6F-A1")
            ])
            let page = try await web.send(.get, "/people/ada", as: "cy", headers: .page).text
            let incomplete = "<dt>Incomplete</dt><dd>1 day without a clock-out, 2:00 since the last tap</dd>"
            #expect(page.contains(incomplete) && page.count(of: "2:00 since") == 1, "\(page)")
        }
    }

    @Test func `A record is a JSON object for programs`() async throws {
        try await withAWeek { web, start in
            let response = try await web.send(.get, "/api/records/ada?from=2026-11-19&to=2026-11-19", as: "ada")
            #expect(response.status == .ok)
            let object = try #require(
                try JSONSerialization.jsonObject(with: Data(response.body.readableBytesView)) as? [String: Any])
            #expect(object["user"] as? String == "ada")
            let day = try #require((object["days"] as? [[String: Any]])?.first)
            #expect(day["date"] as? String == "2026-11-19")
            #expect(day["first_in"] as? String == "2026-11-19T09:00:00+09:00")
            #expect(day["last_out"] as? String == "2026-11-19T18:00:00+09:00")
            #expect(day["worked_seconds"] as? Int == 8 * 3600)
            #expect(day["pause_seconds"] as? Int == 3600)
            let events = try #require(day["events"] as? [[String: Any]])
            #expect(events.map { $0["kind"] as? String } == ["start", "pause", "start", "end"])
            #expect(events[0]["id"] as? String == start.uuidString.lowercased())
            #expect(events[0]["source"] as? String == "phone")
            let session = try #require((day["sessions"] as? [[String: Any]])?.first)
            #expect((session["intervals"] as? [[String: Any]])?.map { $0["type"] as? String } == ["work", "pause", "work"])
        }
    }

    @Test(arguments: [
        "month=2026-13", "month=november", "from=2026-11-01", "from=2026-11-30&to=2026-11-01", "from=2020-01-01&to=2026-01-01",
        "from=x&to=y",
    ])
    func `A record is refused without a valid period`(query: String) async throws {
        try await TestWeb.with { (web) async throws in
            let response = try await web.send(.get, "/api/records/ada?" + query, as: "ada")
            #expect(response.status == .badRequest)
            #expect(response.json["reason"] == "bad_period")
        }
    }

    @Test(arguments: [("ada", "/me"), ("cy", "/people/ada")])
    func `The links between the months of a record lead to the heading of the days`(user: String, home: String) async throws {
        try await withAWeek { web, _ in
            let page = try await web.send(.get, home + "?month=2026-10", as: user, headers: .page).text
            #expect(page.contains("<h2 id=\"days\">"))
            for (month, rel) in [("2026-09", "prev"), ("2026-11", "next")] {
                #expect(page.contains("href=\"\(home)?month=\(month)#days\" rel=\"\(rel)\""), "\(page)")
            }
        }
    }

    /// A night shift on the last day of a month ends in the next one.
    @Test func `The record page keeps a session's taps together over the end of a month`() async throws {
        try await TestWeb.with { (web) async throws in
            let evening = try #require(Instant(rfc3339: "2026-10-31T22:00:00+09:00"))
            _ = try await web.services.recorder.record([
                TestOffice.submission("ada", .start, at: evening, desk: "6F-A1"),
                TestOffice.submission("ada", .end, at: evening + .seconds(8 * 3600)),
            ])
            let october = try await web.send(.get, "/me?month=2026-10", as: "ada", headers: .page).text
            #expect(october.contains("22:00 – 06:00 (1 Nov)"))
            #expect(october.count(of: "data-status=\"effective\"") == 2)
            let november = try await web.send(.get, "/me?month=2026-11", as: "ada", headers: .page).text
            #expect(november.contains("No taps this month."))
        }
    }
}
