@testable import AttendanceWeb

import Attendance
import AttendanceStore
import Foundation
import HTTPTypes
import HummingbirdTesting
import TestOffice
import TestServers
import Testing

/// The parts of a person's own page beside the record. It is Friday noon.
@Suite(.enabled(if: TestDatabase.isAvailable, "\(TestDatabase.help)"), .timeLimit(.minutes(10)))
struct `Own page` {
    private static let nine = TestOffice.noon - .seconds(3 * 3600)

    /// Ada worked eight hours on Thursday. The taps of `friday` follow.
    private func page(
        _ friday: [TapSubmission], query: String = "", as user: String = "ada",
        _ body: (TestWeb, String) async throws -> Void
    ) async throws {
        try await TestWeb.with { (web) async throws in
            let thursday = Self.nine - .seconds(86_400)
            _ = try await web.services.recorder.record(
                [
                    TestOffice.submission("ada", .start, at: thursday, desk: "6F-A1"),
                    TestOffice.submission("ada", .end, at: thursday + .seconds(8 * 3600)),
                ] + friday)
            try await body(web, try await web.send(.get, "/me" + query, as: user, headers: .page).text)
        }
    }

    private func facts(_ today: String, _ week: String) -> String {
        "<div><dt>Today</dt><dd>\(today)</dd></div>\n      <div><dt>This week</dt><dd>\(week)</dd></div>"
    }

    @Test func `The own page begins with the current state and the hours of today and this week`() async throws {
        try await page([TestOffice.submission("ada", .start, at: Self.nine, desk: "6F-A3")]) { _, page in
            #expect(
                page.contains("data-state=\"work\"></span><strong>At work since 09:00</strong> <span class=\"where\">at 6F-A3"))
            #expect(page.contains(facts("0:00", "8:00")))
            // The day shows no sum of 0:00 before any work counts.
            #expect(page.contains("<span class=\"day-sum\"></span>"))
            // All totals count only time between taps. The time since is said once, beside the state.
            #expect(page.contains(">+ 3:00 since the last tap</p>") && page.contains("<dt>Worked</dt><dd>8:00</dd>"))
            #expect(page.count(of: "3:00") == 1 && !page.contains("Incomplete") && !page.contains("not clocked out yet"))
        }
        try await page([
            TestOffice.submission("ada", .start, at: Self.nine, desk: "6F-A3"),
            TestOffice.submission("ada", .pause, at: Self.nine + .seconds(2 * 3600)),
        ]) { _, page in
            #expect(page.contains("<strong>2:00</strong>") && !page.contains("since the last tap</p>"))
            #expect(page.contains("<strong>On a break since 11:00</strong>") && page.contains(facts("2:00", "10:00")))
            #expect(!page.contains("class=\"small open-work\""))
        }
        try await page([
            TestOffice.submission("ada", .start, at: Self.nine, desk: "6F-A3"),
            TestOffice.submission("ada", .end, at: Self.nine + .seconds(3600)),
        ]) { _, page in
            #expect(page.contains("<strong>Clocked out</strong> <span class=\"where\">at 10:00</span>"))
            #expect(page.contains(facts("1:00", "9:00")))
        }
    }

    @Test func `The time since the last tap is beside the totals of the own page, never in them`() async throws {
        // Worked 1:50 minutes; 2:57:40 hours since.
        try await page([
            TestOffice.submission("ada", .start, at: Self.nine, desk: "6F-A3"),
            TestOffice.submission("ada", .pause, at: Self.nine + .seconds(110)),
            TestOffice.submission("ada", .start, at: Self.nine + .seconds(140), desk: "6F-A3"),
        ]) { _, page in
            #expect(page.contains(facts("0:02", "8:02")) && page.count(of: "2:58") == 1)
            #expect(page.contains(">+ 2:58 since the last tap</p>") && page.contains("<strong>0:02</strong>"))
        }
    }

    @Test func `The own page begins with the state, then what needs an answer, the week and the days`() async throws {
        try await page([
            TestOffice.submission("ada", .start, at: Self.nine - .seconds(2 * 86_400), desk: "6F-A1"),
            TestOffice.submission("ada", .start, at: Self.nine, desk: "6F-A3"),
        ]) { web, _ in
            let added = [
                "id": "\(UUID())", "kind": "start", "date": "2026-11-17", "time": "09:00", "desk": "6F-A1", "reason": "Seen",
            ]
            #expect(try await web.sendForm("/people/ada/correct", as: "cy", added).status == .seeOther)
            _ = try await web.send(.post, "/admin/people/ada/sign-in-link", as: "lea", headers: .page)
            let page = try await web.send(.get, Address.me, as: "ada", headers: .page).text
            let parts = [
                "aria-label=\"Now\"", "id=\"forgotten\"", "corrected your record", "data-way-in", "id=\"week\"", "id=\"days\"",
            ]
            let places = parts.map { page.range(of: $0)?.lowerBound }
            #expect(!places.contains(nil) && places.compactMap(\.self) == places.compactMap(\.self).sorted(), "\(page)")
            for moved in ["id=\"devices\"", "id=\"reminders\"", "id=\"take\"", "id=\"readers\"", "On this page"] {
                #expect(!page.contains(moved), "\(moved)")
            }
            #expect(page.contains("<a href=\"/me/settings\">Settings and privacy</a>"))
        }
    }

    @Test func `The own page shows a session that began before this week`() async throws {
        try await TestWeb.with { (web) async throws in
            try await web.office.execute("update office_settings set max_session_s = null")
            _ = try await web.services.recorder.record([
                TestOffice.submission("ada", .start, at: Self.nine - .seconds(20 * 86_400), desk: "6F-A3")
            ])
            let page = try await web.send(.get, "/me", as: "ada", headers: .page).text
            #expect(page.contains("<strong>At work</strong> <span class=\"where\">at 6F-A3"))
        }
    }

    @Test func `The own page asks for the latest missing end, at the usual time, until it is requested`() async throws {
        func day(_ before: Int64, until hours: Int64?) -> [TapSubmission] {
            let start = Self.nine - .seconds(before * 86_400)
            return [TestOffice.submission("ada", .start, at: start, desk: "6F-A1")]
                + (hours.map { [TestOffice.submission("ada", .end, at: start + .seconds($0 * 3600))] } ?? [])
        }
        let earlier = [day(10, until: nil), day(9, until: 7), day(8, until: 9), day(7, until: 8), day(2, until: nil)]
        try await page(earlier.flatMap(\.self)) { web, page in
            #expect(page.contains("<h2 id=\"forgotten\">") && page.contains(">2 days without a clock-out</span></h2>"))
            #expect(page.contains("When did you leave on Wednesday 18 November?"))
            #expect(page.contains("name=\"time\" value=\"17:00\""))
            let id = try #require(page.firstMatch(of: /name="id" value="([-0-9a-f]+)"/)).1
            let fields = ["id": String(id), "kind": "end", "date": "2026-11-18", "time": "16:20", "reason": "I forgot"]
            let sent = try await web.sendForm(Address.myAsk, as: "ada", fields)
            #expect(sent.headers[.location] == "/me?month=2026-11&day=2026-11-18#day-2026-11-18")
            let next = try await web.send(.get, "/me", as: "ada", headers: .page).text
            #expect(next.contains("1 day without a clock-out (1 more requested)"))
            #expect(next.contains("When did you leave on Tuesday 10 November?"))
            // After a rejection it asks again, with the comment and the time that was requested.
            // The form at the day is the same.
            #expect(next.count(of: "value=\"17:00\" required> <span class=\"small\">your usual time</span>") == 2)
            let bo = try await web.office.store.people.person(userName: "bo")
            let request = try #require(UUID(uuidString: String(id)))
            _ = try await web.office.store.requests.refuse(
                request, by: bo, comment: "You left at four", now: web.clock.now())
            let again = try await web.send(.get, "/me", as: "ada", headers: .page).text
            #expect(again.contains("When did you leave on Wednesday 18 November?"))
            #expect(again.contains("<p>Rejected by Bo Nakamura: You left at four</p>"))
            #expect(again.count(of: "name=\"time\" value=\"16:20\"") == 2)
            let top = try #require(again.split(separator: "<h2 id=\"forgotten\">").last?.split(separator: "</form>").first)
            #expect(top.contains("value=\"16:20\"") && !top.contains("your usual time"))
        }
    }

    @Test func `The own page of a new person says what will appear there`() async throws {
        try await page([], as: "bo") { _, page in
            #expect(page.contains("<strong>Not here now</strong>") && page.contains(facts("0:00", "0:00")))
            #expect(page.contains("No taps in this week."))
            #expect(page.contains(">To clock in, tap the tag at your desk with your phone, or scan its code.</p>"))
        }
        try await page([TestOffice.submission("ada", .start, at: Self.nine, desk: "6F-A3")]) { _, page in
            #expect(!page.contains("To clock in, tap"))
        }
        // An administrator is led to the setting that is off in a new office.
        try await page([], as: "lea") { web, page in
            let lea = try await web.office.store.people.person(userName: "lea")
            let address = Address.tapRules(of: lea.office)
            #expect(page.contains("href=\"\(address)\">Allow breaks and clock-outs without a tag or code</a></p>"))
            try await web.office.store.setTaps(in: lea.office, withoutTag: true)
            let later = try await web.send(.get, Address.me, as: "lea", headers: .page).text
            #expect(later.contains("To clock in, tap") && !later.contains("without a tag or code</a>"))
        }
    }

    @Test func `The own page draws the week, with links to its days and to other weeks`() async throws {
        try await page([TestOffice.submission("ada", .start, at: Self.nine, desk: "6F-A3")]) { web, page in
            #expect(page.contains("role=\"img\" aria-label=\"work 09:00 – 17:00\""))
            #expect(page.contains("role=\"img\" aria-label=\"work since 09:00, in progress\""))
            #expect(page.contains("<span class=\"day-span\">09:00\u{A0}–\u{2060}\u{A0}now"))
            var headers = HTTPFields.page
            headers[.acceptLanguage] = "ja"
            let japanese = try await web.send(.get, Address.me, as: "ada", headers: headers).text
            #expect(japanese.contains("<span class=\"day-span\">09:00\u{A0}–\u{2060}\u{A0}"))
            #expect(page.contains("<span class=\"small\">Language</span>"))
            #expect(japanese.contains("<span class=\"small\">言語</span>"))
            #expect(
                page.contains(
                    "href=\"/me?month=2026-11&amp;day=2026-11-19#day-2026-11-19\" aria-label=\"Thursday 19 November\""))
            #expect(page.contains("href=\"/me?month=2026-11&amp;week=2026-11-09#week\" rel=\"prev\""))
            let before = try await web.send(.get, "/me?month=2026-11&week=2026-11-09", as: "ada", headers: .page).text
            #expect(before.contains("9 – 15 Nov 2026") && before.contains("week=2026-11-16#week\" rel=\"next\""))
            // A past month shows its last week, a day the week that it is in.
            let october = try await web.send(.get, "/me?month=2026-10", as: "ada", headers: .page).text
            #expect(october.contains("26 Oct 2026 – 1 Nov 2026"))
            let day = try await web.send(.get, "/me?month=2026-11&day=2026-11-03", as: "ada", headers: .page).text
            #expect(day.contains("2 – 8 Nov 2026"))
            #expect(try await web.send(.get, "/me?week=soon", as: "ada").status == .badRequest)
        }
    }

    @Test func `Another person's page shows the week without the own parts, and logs its days`() async throws {
        try await page([], as: "cy") { web, _ in
            let page = try await web.send(.get, "/people/ada?month=2026-10&week=2026-11-19", as: "cy", headers: .page).text
            #expect(page.contains("aria-label=\"work 09:00 – 17:00\""))
            #expect(page.contains("href=\"/people/ada?month=2026-11&amp;day=2026-11-19#day-2026-11-19\""))
            for own in ["class=\"own-now\"", "/me/export", "class=\"act\" href=\"/me/devices\"", "id=\"take\"", "stretches"] {
                #expect(!page.contains(own), "\(own)")
            }
            let noted = try await web.office.value("select period_from || ' ' || period_to from access_log")
            #expect(noted == "2026-10-01 2026-11-22")
        }
    }

    @Test func `Another person's page leads administrators to the account`() async throws {
        try await page([], as: "cy") { web, _ in
            for (user, isLinked) in [("cy", false), ("lea", true)] {
                let page = try await web.send(.get, "/people/ada", as: user, headers: .page).text
                #expect(page.contains("<a href=\"/admin/people/ada\">Account</a>") == isLinked, "\(user)")
            }
        }
    }

    @Test func `The own page and the menu show a decision until the requester has seen it`() async throws {
        try await Authorization.withPeople { web, _, request in
            func own(_ user: String = "ada") async throws -> String {
                try await web.send(.get, Address.me, as: user, headers: .page).text
            }
            func waiting() async throws -> String? {
                let ada = try await web.office.store.people.person(userName: "ada")
                let navigation = try await Navigation(for: ada, at: nil, web.office.store, now: web.clock.now())
                return navigation.links.first { $0.address == Address.me }?.waiting
            }
            #expect(try await !own().contains("Got it"))
            #expect(try await waiting() == nil)
            let refused = try await web.sendForm(Address.refuse("\(request)"), as: "bo", ["comment": "You were <here>"])
            #expect(refused.status == .seeOther)
            let page = try await own()
            #expect(
                page.contains(
                    "<a href=\"/me?month=2026-11&amp;day=2026-11-20#day-2026-11-20\">Your request for 20 Nov (clock-in 12:10) was rejected</a> <q>You were &lt;here&gt;</q>"
                ))
            #expect(try await waiting() == "1")
            #expect(try await !own("bo").contains("Got it"))

            // A decision that is made while the page is open stays.
            let until = try #require(page.firstMatch(of: /name="until" value="([^"]+)"/)).1
            let id = UUID().uuidString
            let asked = ["id": id, "kind": "end", "date": "2026-11-19", "time": "17:30", "reason": "Forgot", "sure": "yes"]
            #expect(try await web.sendForm(Address.myAsk, as: "ada", asked).status == .seeOther)
            #expect(try await web.sendForm(Address.approve(id), as: "bo", [:]).status == .seeOther)
            let seen = try await web.sendForm(Address.seenRequests, as: "ada", ["until": String(until)])
            #expect(seen.status == .seeOther && seen.headers[.location] == Address.me)
            let next = try await own()
            #expect(
                !next.contains("was rejected") && next.contains("Your request for 19 Nov (clock-out 17:30) was approved</a>"))
            #expect(try await waiting() == "1")
            #expect(try await web.sendForm(Address.seenRequests, as: "ada", [:]).status == .seeOther)
            #expect(try await !own().contains("Got it"))
            #expect(try await waiting() == nil)
        }
    }

    @Test func `The own page and the menu show another person's corrections until the person has seen them`() async throws {
        try await Authorization.withPeople { web, _, _ in
            func own() async throws -> String { try await web.send(.get, Address.me, as: "ada", headers: .page).text }
            func waiting() async throws -> String? {
                let ada = try await web.office.store.people.person(userName: "ada")
                let navigation = try await Navigation(for: ada, at: nil, web.office.store, now: web.clock.now())
                return navigation.links.first { $0.address == Address.me }?.waiting
            }
            let start = [
                "id": "\(UUID())", "kind": "start", "date": "2026-11-19", "time": "09:00", "desk": "6F-A1", "reason": "Seen",
            ]
            let end = ["id": "\(UUID())", "kind": "end", "date": "2026-11-19", "time": "17:00", "reason": "Seen"]
            let link =
                "<a href=\"/me?month=2026-11&amp;day=2026-11-19#day-2026-11-19\">Cy Okonkwo corrected your record of 19 Nov"
            for (fields, line, count) in [
                (start, link + "</a> <q>Seen</q>", "1"), (end, link + " (2 changes)</a> <q>Seen</q>", "2"),
            ] {
                #expect(try await web.sendForm("/people/ada/correct", as: "cy", fields).status == .seeOther)
                #expect(try await own().contains(line))
                #expect(try await waiting() == count)
            }
            let pause = end.merging(["id": "\(UUID())", "kind": "pause", "time": "12:00", "reason": "At lunch"]) { $1 }
            #expect(try await web.sendForm("/people/ada/correct", as: "cy", pause).status == .seeOther)
            #expect(try await own().contains(link + " (3 changes)</a> <q>At lunch</q> <q>Seen</q></li>"))
            let until = try #require(try await own().firstMatch(of: /name="until" value="([^"]+)"/)).1
            let seen = try await web.sendForm(Address.seenRequests, as: "ada", ["until": String(until)])
            #expect(seen.status == .seeOther)
            #expect(try await !own().contains("corrected your record"))
            #expect(try await waiting() == nil)
            for day in 10...15 {
                let fields = start.merging(["id": "\(UUID())", "date": "2026-11-\(day)"]) { $1 }
                #expect(try await web.sendForm("/people/ada/correct", as: "cy", fields).status == .seeOther)
            }
            let page = try await own()
            #expect(
                page.matches(of: /corrected your record of/).count == 5 && page.contains("Further days were corrected, too"))
        }
    }

    @Test func `The own page shows a decision about another person without that person's taps`() async throws {
        try await Authorization.withPeople { web, tap, _ in
            let json: HTTPFields = [.contentType: "application/json"]
            let wish = #"{"type":"void","target":"\#(tap)","reason":"A slip"}"#
            let asked = try await web.send(.post, Address.requestList, as: "bo", headers: json, body: wish)
            let id = try #require(asked.json["id"])
            #expect(try await web.sendForm(Address.approve(id), as: "cy", [:]).status == .seeOther)
            let page = try await web.send(.get, Address.me, as: "bo", headers: .page).text
            #expect(page.contains("<li>Your request for Ada Lindqvist was approved</li>"))
        }
    }
}

/// The export of a person's own daily rows.
@Suite(.enabled(if: TestDatabase.isAvailable, "\(TestDatabase.help)"), .timeLimit(.minutes(10)))
struct `Own export` {
    private static let october = "from=2026-10-05&to=2026-10-11"

    @Test func `An own export has the same bytes as HR's export of that person`() async throws {
        try await October.with { (web) async throws in
            for (preset, name) in [("", ""), ("&preset=excel-semicolon", "-excel-semicolon")] {
                let own = try await web.send(.get, "/me/export/daily.csv?" + Self.october + preset, as: "jg")
                let bytes = try await web.exported("daily.csv?user=jg&" + Self.october + preset)
                #expect(own.status == .ok && Array(own.body.readableBytesView) == bytes)
                #expect(own.text.contains("Jürgen Groß") && !own.text.contains("aoyama"))
                let file = "filename=\"daily-jg-2026-10-05-2026-10-11\(name).csv\""
                #expect(own.headers[.contentDisposition]?.contains(file) == true)
                #expect(own.headers[.cacheControl] == "no-store")
            }
        }
    }

    @Test func `An own export is logged, but not listed as an access by another person`() async throws {
        try await October.with { (web) async throws in
            #expect(try await web.send(.get, "/me/export/daily.csv?" + Self.october, as: "jg").status == .ok)
            let noted = try await web.office.value(
                "select reader_id = person_id and purpose = 'export of own daily rows' from access_log")
            #expect(noted == "t")
            let page = try await web.send(.get, Address.mySettings, as: "jg", headers: .page).text
            #expect(page.contains("No views by other people."))
            #expect(page.contains("formaction=\"/me/export/daily.csv\"") && page.contains("name=\"from\" value=\"2026-11-01\""))
        }
    }

    @Test(arguments: [
        "user=aoyama", "office=Harbour%20Office", "team=Design", "purpose=x", "layout=monthly-total",
        "as_of=2026-10-10T00:00:00Z",
    ])
    func `An own export accepts no other person and no other field`(field: String) async throws {
        try await October.with { (web) async throws in
            for format in ["csv", "xlsx"] {
                let address = "/me/export/daily.\(format)?\(Self.october)&\(field)"
                let response = try await web.send(.get, address, as: "jg")
                #expect(response.status == .badRequest && !response.text.contains("2026-10-05T"))
            }
            #expect(try await web.office.value("select count(*)::text from access_log") == "0")
        }
    }

    @Test(arguments: ["", "from=2026-10-11&to=2026-10-05", "from=2024-01-01&to=2026-10-05", "from=x&to=y"])
    func `An own export needs a valid period`(query: String) async throws {
        try await TestWeb.with { (web) async throws in
            let response = try await web.send(.get, "/me/export/daily.csv?" + query, as: "ada")
            #expect(response.status == .badRequest)
            #expect(response.json["reason"] == (query.hasPrefix("from=2024") ? "long_period" : "bad_period"))
        }
    }

    @Test func `An own export needs a sign-in`() async throws {
        try await TestWeb.with { (web) async throws in
            let key = try await web.office.store.readers.addReader(name: "front door")
            #expect(try await web.send(.get, "/me/export/daily.csv?" + Self.october, key: key).status == .unauthorized)
            #expect(try await web.send(.get, "/me/export/daily.xlsx?" + Self.october).status == .unauthorized)
        }
    }
}
