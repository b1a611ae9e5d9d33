@testable import AttendanceWeb

import Attendance
import AttendanceStore
import Foundation
import HTTPTypes
import HummingbirdTesting
import TestOffice
import TestServers
import Testing
import WebServer

@Suite(.enabled(if: TestDatabase.isAvailable, "\(TestDatabase.help)"), .timeLimit(.minutes(10)))
struct `Tap result page` {
    /// Taps as a browser does.
    /// - Returns: the page that the browser then shows.
    private func tap(_ web: TestWeb, _ query: String, as user: String = "ada") async throws -> String {
        let answer = try await web.send(.post, "/t?" + query, as: user, headers: .page)
        guard let address = answer.headers[.location] else { return answer.text }
        return try await web.send(.get, address, as: user, headers: .page).text.replacing("&#39;", with: "'")
    }

    struct Story: Sendable, CustomTestStringConvertible {
        let name: String
        /// Earlier taps: minutes ago, user, query.
        var before: [(Int64, String, String)] = []
        var sql: String?
        let tap: String
        /// The texts that the page must contain.
        let says: [String]
        var doesNotSay: [String] = []
        var testDescription: String { name }
    }

    private static let here = "event=start&desk=6F-A1"

    @Test(arguments: [
        Story(
            name: "a start", tap: here,
            says: [
                "Ada Lindqvist", "Clocked in <time>12:0", "You are at work at 6F-A1.", "Worked</dt><dd>0:00<",
                "data-event=\"start\"",
                "To take a break, leave or change desks, tap a desk’s tag again, or scan its code.",
            ], doesNotSay: ["<dt>Desk", "<dt>Date"]),
        Story(
            name: "a break after three hours", before: [(180, "ada", here)], tap: "event=pause",
            says: [
                "Break started <time>12:0", "Enjoy your break.", "Worked</dt><dd>3:00<",
                "To go back to work or to leave, tap a desk’s tag, or scan its code.",
            ]),
        Story(
            name: "an end after a break", before: [(180, "ada", here), (60, "ada", "event=pause"), (30, "ada", here)],
            tap: "event=end",
            says: ["Clocked out <time>12:0", ">See you next time.", "Worked</dt><dd>2:30<", "data-event=\"end\""],
            doesNotSay: ["data-next"]),
        Story(
            name: "the third tap", before: [(180, "ada", here), (60, "ada", "event=pause")], tap: here, says: ["data-next"]),
        Story(
            name: "the fourth tap", before: [(180, "ada", here), (60, "ada", "event=pause"), (30, "ada", here)],
            tap: "event=pause", says: ["Break started <time>12:0", "data-event=\"pause\""], doesNotSay: ["data-next"]),
        Story(
            name: "a break at the tag of another desk", before: [(60, "ada", here)], tap: "event=pause&desk=7F-A1",
            says: [
                "Break started <time>12:0", "<p class=\"remark\">Your desk is still 6F-A1.</p>",
                "<title>Break started at 6F-A1",
            ], doesNotSay: ["7F-A1"]),
        Story(
            name: "a clock-out at the tag of another desk", before: [(60, "ada", here)], tap: "event=end&desk=7F-A1",
            says: [">See you next time."], doesNotSay: ["Your desk is"]),
        Story(
            name: "already here", before: [(90, "ada", here), (60, "ada", here)], tap: here,
            says: [
                "<h1><span class=\"mark\" aria-hidden=\"true\"></span>Already at work</h1>", "data-repeated=\"true\"",
                "You have been at work at 6F-A1 since 10:30.", "Worked</dt><dd>1:30<",
                "<a href=\"/me/ask?day=2026-11-20&amp;kind=pause\">Did you take a break? Enter it</a>",
            ], doesNotSay: ["Clocked in", "data-event"]),
        Story(
            name: "a double tap", before: [(2, "ada", here)], tap: here,
            says: ["Clocked in <time>11:58", "You are already at work at 6F-A1."], doesNotSay: ["Did you", "data-repeated"]),
        Story(
            name: "back at work", before: [(90, "ada", here), (30, "ada", "event=pause")], tap: here,
            says: ["Back at work <time>12:0", "You are at work at 6F-A1."]),
        Story(
            name: "a second clock-out", before: [(90, "ada", here), (2, "ada", "event=end")], tap: "event=end&desk=6F-A1",
            says: [
                "Clocked out <time>11:58", "You already clocked out at 11:58.", "Worked</dt><dd>1:28<",
            ],
            doesNotSay: ["HR", "data-next", "/undo"]),
        Story(
            name: "a break after clocking out", before: [(90, "ada", here), (2, "ada", "event=end")], tap: "event=pause",
            says: ["Clocked out <time>11:58", "You already clocked out at 11:58."], doesNotSay: ["HR"]),
        Story(
            name: "a clock-out long after another", before: [(90, "ada", here), (10, "ada", "event=end")], tap: "event=end",
            says: ["You have not clocked in, so this tap does not count."]),
        Story(
            name: "moved", before: [(60, "ada", here)], tap: "event=start&desk=7F-A1",
            says: [
                "<title>Moved to 7F-A1", "Moved to 7F-A1 <time>12:0", "You moved from 6F-A1 to 7F-A1.",
                "Worked</dt><dd>1:00<",
            ],
            doesNotSay: ["Clocked in <time>"]),
        Story(
            name: "back at work at another desk", before: [(90, "ada", here), (30, "ada", "event=pause")],
            tap: "event=start&desk=7F-A1", says: ["Back at work <time>12:0"]),
        Story(
            name: "taken over", before: [(60, "bo", here)], tap: here,
            says: ["You are at work at 6F-A1.", "Bo Nakamura was at 6F-A1 until now. Their time continues."]),
        Story(
            name: "taken over from somebody unnamed", before: [(60, "bo", here)],
            sql: "update office set allows_private = true; update person set is_private = true where user_name = 'bo'",
            tap: here,
            says: ["Another person was at 6F-A1 until now."], doesNotSay: ["Bo Nakamura"]),
        Story(
            name: "taken over where only managers read names", before: [(60, "bo", here)],
            sql: "update office set names_shown_to = 'managers'", tap: here, says: ["Another person was at 6F-A1 until now."],
            doesNotSay: ["Bo Nakamura"]),
        Story(
            name: "out of service", sql: "update desk set out_of_service = 'no lamp' where id = '6F-A1'", tap: here,
            says: ["You are at work at 6F-A1.", "6F-A1 is out of service."]),
        Story(
            name: "a pause without a start", tap: "event=pause",
            says: ["You have not clocked in, so this tap does not count.", "Worked</dt><dd>0:00<"],
            doesNotSay: ["data-next", "data-event"]),
        Story(
            name: "an end without a start", tap: "event=end",
            says: ["Clock out <time>12:0", "You have not clocked in, so this tap does not count."], doesNotSay: ["Clocked out"]),
        Story(
            name: "a forgotten end", before: [(27 * 60, "ada", here)], tap: here,
            says: ["You did not clock out last time.", "When did you leave yesterday", "Worked</dt><dd>0:00<"]),
        Story(
            name: "put aside", sql: "update office set reader_suffices = true", tap: here,
            says: [
                "data-put-aside", "Clock in <time>12:0",
                "Held for HR: clocking in counts immediately only on a reader.",
            ],
            doesNotSay: ["data-next", "data-event"]),
        Story(
            name: "an unknown desk", tap: "event=start&desk=9F-Z9", says: ["Not recorded", "There is no desk 9F-Z9 here."],
            doesNotSay: ["Worked", "Not you?"]),
    ])
    func `The tap result page says what the tap meant and what comes next`(story: Story) async throws {
        try await TestWeb.with { (web) async throws in
            for (minutes, user, query) in story.before {
                let parameters = try QueryParameters(query)
                let at = TestOffice.noon - .seconds(60 * minutes)
                _ = try await web.services.recorder.record([
                    TestOffice.submission(
                        user, try #require(parameters["event"].flatMap(TapKind.init)), at: at, desk: parameters["desk"])
                ])
            }
            if let sql = story.sql { try await web.office.execute("do $$ begin \(sql); end $$") }
            let page = try await tap(web, story.tap)
            for text in story.says { #expect(page.contains(text), "\(text): \(page)") }
            for text in story.doesNotSay { #expect(!page.contains(text), "\(text): \(page)") }
        }
    }

    @Test func `The tap result page names the displaced person only for a short time`() async throws {
        try await TestWeb.with { (web) async throws in
            _ = try await web.send(.post, "/t?" + Self.here, as: "bo")
            web.clock.advance(by: .seconds(600))
            let tapped = try await web.send(.post, "/t?" + Self.here, as: "ada", headers: .page)
            let address = try #require(tapped.headers[.location])
            #expect(try await web.send(.get, address, as: "ada", headers: .page).text.contains("Bo Nakamura was at"))
            web.clock.advance(by: .seconds(120))
            let later = try await web.send(.get, address, as: "ada", headers: .page).text
            #expect(later.contains("Another person was at 6F-A1") && !later.contains("Bo Nakamura"))
            // A reader's display is public, so it never names the person.
            let answer = try await web.send(.post, "/t?" + Self.here, as: "bo").json["message"]
            #expect(answer == "You are already at work at 6F-A1. Another person was at 6F-A1 until now. Their time continues.")
        }
    }

    @Test func `The tap result page rounds as the record does, and has open work apart`() async throws {
        try await TestWeb.with { (web) async throws in
            _ = try await web.services.recorder.record([
                TestOffice.submission("ada", .start, at: TestOffice.noon - .seconds(640), desk: "6F-A1")
            ])
            #expect(try await tap(web, "event=pause").contains("Worked</dt><dd>0:11<"))
            web.clock.advance(by: .seconds(600))
            let answer = try await web.send(.post, "/t?" + Self.here, as: "ada", headers: .page)
            web.clock.advance(by: .seconds(1200))
            let page = try await web.send(.get, try #require(answer.headers[.location]), as: "ada", headers: .page).text
            #expect(page.contains("Worked</dt><dd>0:11, 0:20 since the last tap<"), "\(page)")
        }
    }

    /// The hours are those of the shift, also after midnight.
    @Test func `The tap result page adds up the hours of a night shift`() async throws {
        let midnight = TickingClock(TestOffice.noon + .seconds(14 * 3600))
        try await TestWeb.with(clock: midnight) { (web) async throws in
            _ = try await web.services.recorder.record([
                TestOffice.submission("ada", .start, at: TestOffice.noon + .seconds(10 * 3600), desk: "6F-A1")
            ])
            #expect(try await tap(web, "event=pause").contains("Worked</dt><dd>4:00<"))
        }
    }

    @Test func `A tap on another person's phone can be undone and repeated by the right person`() async throws {
        try await TestWeb.with { (web) async throws in
            let answer = try await web.send(.post, "/t?" + Self.here, as: "ada", headers: .page)
            let address = String(try #require(answer.headers[.location]).prefix { $0 != "?" })
            let page = try await web.send(.get, address, as: "ada", headers: .page).text
            #expect(page.contains("Not you?") && page.contains("action=\"\(address)/not-me\""))
            #expect(try await web.send(.post, address + "/not-me", as: "bo", headers: .page).status == .notFound)

            let cookie = try await web.cookie("ada")
            var headers = HTTPFields.page
            headers[.cookie] = cookie
            let away = try await web.send(.post, address + "/not-me", headers: headers)
            #expect(away.status == .temporaryRedirect)
            let signOut = try #require(away.headers[.location])
            #expect(signOut == "/sign-out?to=" + Address.percentEncoded("/t?event=start&desk=6F-A1&office=Harbour%20Office"))
            #expect(try await web.office.state(of: "ada") == .off)

            let out = try await web.send(.post, signOut, headers: headers)
            let goal = try #require(out.headers[values: .setCookie].first { $0.hasPrefix("__Secure-desktap-goal=") })
            #expect(goal.contains("Path=/sign-in;") && goal.contains("Max-Age=600"))
            headers[.cookie] = String(goal.prefix { $0 != ";" })
            let signIn = try await web.send(.get, "/sign-in", headers: headers).text
            try #require(!signIn.contains("value=\"/map\""))
            // Also by a sign-in link, and only once.
            let link = try await web.office.store.signInLinks.addSignInLink(
                for: try await web.office.store.people.person(userName: "bo").id, now: web.clock.now())
            let entered = try await web.send(.post, Address.signInLink(link.text), headers: headers)
            #expect(entered.headers[.location] == "/t?event=start&desk=6F-A1&office=Harbour%20Office")
            #expect(entered.headers[values: .setCookie].contains { $0.hasPrefix("__Secure-desktap-goal=; Max-Age=0") })
        }
    }
}

@Suite(.enabled(if: TestDatabase.isAvailable, "\(TestDatabase.help)"), .timeLimit(.minutes(10)))
struct `Tag with a desk only` {
    /// The events that the page offers, in its order.
    private func offered(_ web: TestWeb, desk: String = "6F-A1") async throws -> [String] {
        let page = try await web.send(.get, "/t?desk=" + desk, as: "ada", headers: .page)
        #expect(page.status == .ok)
        return page.text.matches(
            of:
                /<form method="post" action="\/t\?event=(\w+)&amp;desk=([^"&]*)&amp;id=([^"]*)" data-kind="\w+"><button class="button">([^<]*)/
        )
        .map { "\($0.1): \($0.4)" }
    }

    @Test func `A tag with a desk only offers the likely next event first`() async throws {
        try await TestWeb.with { (web) async throws in
            #expect(try await offered(web) == ["start: Clock in"])
            #expect(try await web.recorded() == 0)
            _ = try await web.send(.post, "/t?event=start&desk=6F-A1", as: "ada")
            #expect(try await offered(web) == ["pause: Break", "end: Clock out"])
            #expect(try await offered(web, desk: "6f-a2") == ["start: Move here", "pause: Break", "end: Clock out"])
            _ = try await web.send(.post, "/t?event=pause", as: "ada")
            #expect(try await offered(web) == ["start: Back to work", "end: Clock out"])
            #expect(try await offered(web, desk: "7F-A1") == ["start: Back to work here", "end: Clock out"])
            // A day later the session has ended without a tap.
            web.clock.advance(by: .seconds(86_400))
            #expect(try await offered(web) == ["start: Clock in"])
        }
    }

    @Test func `A tag of a desk that does not exist offers no clock-in, and says so at once`() async throws {
        try await TestWeb.with { (web) async throws in
            func page(_ query: String) async throws -> TestResponse {
                try await web.send(.get, "/t?" + query, as: "ada", headers: .page)
            }
            func isRefused(_ query: String) async throws -> Bool {
                let page = try await page(query)
                return page.status == .notFound && page.text.contains("There is no desk 9F-Z9 here.")
                    && page.text.contains("href=\"/map\">See the desks on the map</a>")
                    && page.text.count(of: "href=\"/map\"") == 1 && page.text.contains("href=\"/me\">My record</a>")
                    && !page.text.contains("data-kind=\"start\"><button")
            }
            for query in ["event=start&desk=9F-Z9", "event=start&desk=9f-z9&office=Harbour%20Office", "desk=9F-Z9"] {
                #expect(try await isRefused(query), "\(query)")
            }
            _ = try await web.send(.post, "/t?event=start&desk=6F-A1", as: "ada")
            #expect(try await isRefused("event=start&desk=9F-Z9"))
            #expect(try await offered(web, desk: "9F-Z9") == ["pause: Break", "end: Clock out"])
            #expect(try await page("desk=9F-Z9").text.contains("There is no desk 9F-Z9 here."))
            // A desk of another office exists, also without the office's name.
            let hill = try await web.office.store.offices.addOffice(name: "Hill", timeZone: "Asia/Tokyo")
            let desk = try #require(DeskID("9F-Z9"))
            try await web.office.store.floors.addFloor(
                Floor(name: "9F", width: 400, height: 300), position: 0, rooms: [], desks: [(desk, 40, 40)], to: hill)
            #expect(try await page("event=start&desk=9F-Z9").status == .ok)
            #expect(try await isRefused("event=start&desk=9F-Z9&office=Harbour%20Office"))
            #expect(try await web.recorded() == 1)
        }
    }

    @Test(arguments: ["", "desk=", "desk=6F--A1", "event=&desk=6F-A1", "office=Harbour"])
    func `A tag without event and desk is refused`(query: String) async throws {
        try await TestWeb.with { (web) async throws in
            #expect(try await web.send(.get, "/t?" + query, as: "ada", headers: .page).status == .badRequest)
        }
    }

    @Test func `A tag with a desk only records nothing until an event is chosen`() async throws {
        try await TestWeb.with { (web) async throws in
            let answer = try await web.send(.post, "/t?desk=6F-A1", as: "ada")
            #expect(answer.status == .badRequest && answer.json["reason"] == "bad_kind")
        }
    }
}

@Suite(.enabled(if: TestDatabase.isAvailable, "\(TestDatabase.help)"), .timeLimit(.minutes(10)))
struct `Tag with an event` {
    @Test func `A tag that clocks out says when the person has clocked out today already`() async throws {
        try await TestWeb.with { (web) async throws in
            func page(_ event: String) async throws -> String {
                try await web.send(.get, "/t?event=\(event)", as: "ada", headers: .page).text
            }
            #expect(try await !page("end").contains("already clocked out"))
            _ = try await web.services.recorder.record([
                TestOffice.submission("ada", .start, at: TestOffice.noon - .seconds(3600), desk: "6F-A1"),
                TestOffice.submission("ada", .end, at: TestOffice.noon - .seconds(600)),
            ])
            let again = try await page("end")
            #expect(again.contains("<p id=\"progress\">You already clocked out at 11:50.</p>"))
            #expect(again.contains("<button class=\"quiet\">Record that I worked until now</button>"))
            let ways = "<a href=\"/map\">Office map</a> <a href=\"/me\">My record</a>"
            #expect(again.contains(ways) && again.contains("<h1>Already clocked out</h1>"))
            #expect(try await !page("pause").contains(ways))
            let shown = try #require(again.split(separator: "</main>").first)
            #expect(!shown.contains("Press the button"))
            var headers = HTTPFields.page
            headers[.acceptLanguage] = "ja"
            let japanese = try await web.send(.get, "/t?event=end", as: "ada", headers: headers).text
            #expect(japanese.contains("すでに11:50に退勤済みです。</p>") && japanese.contains(">今まで勤務していたことを記録する</button>"))
            #expect(try await !page("pause").contains("already clocked out"))
            web.clock.advance(by: .seconds(86_400))
            #expect(try await !page("end").contains("already clocked out"))
        }
    }

    @Test func `A tag of a break or a clock-out has no button just after the clock-out`() async throws {
        try await TestWeb.with { (web) async throws in
            _ = try await web.services.recorder.record([
                TestOffice.submission("ada", .start, at: TestOffice.noon - .seconds(3600), desk: "6F-A1"),
                TestOffice.submission("ada", .end, at: TestOffice.noon - .seconds(240)),
                TestOffice.submission("ada", .pause, at: TestOffice.noon - .seconds(180)),
            ])
            for event in ["pause", "end"] {
                let page = try await web.send(.get, "/t?event=\(event)", as: "ada", headers: .page).text
                #expect(page.contains("<h1>Already clocked out</h1>"), "\(page)")
                #expect(page.contains(">You already clocked out at 11:56. There is nothing to do.</p>"), "\(page)")
                #expect(!page.contains("action=\"/t?event="), "\(page)")
            }
            let start = try await web.send(.get, "/t?event=start&desk=6F-A1", as: "ada", headers: .page).text
            #expect(start.contains("action=\"/t?event=start") && !start.contains("already clocked out"))
            // With the word of the tag, the page taps, and shows what came of it.
            let word = try #require(try await web.office.store.tagWords.addressWords(of: web.office.office)[nil]).text
            let automatic = try await web.send(.get, "/t?event=pause&k=\(word)", as: "ada", headers: .page).text
            #expect(automatic.contains("action=\"/t?event=pause") && !automatic.contains(" data-open"))
        }
    }

    @Test func `A tag that clocks in, or begins a break, says since when the person is in that state already`() async throws {
        try await TestWeb.with { (web) async throws in
            func record(_ kind: TapKind, _ seconds: Int64) async throws {
                _ = try await web.services.recorder.record([
                    TestOffice.submission("ada", kind, at: TestOffice.noon + .seconds(seconds), desk: "6F-A1")
                ])
            }
            /// Whether the page has a sentence and these buttons.
            func says(_ event: String, _ sentence: String, heading: String, buttons: [String]) async throws -> Bool {
                let address = "/t?event=\(event)&desk=6F-A1"
                let page = try await web.send(.get, address, as: "ada", headers: .page).text
                let found = page.matches(of: /action="\/t\?[^"]*" data-kind="\w+"><button class="(\w+)">([^<]*)/)
                return page.contains("<p id=\"progress\">\(sentence)</p>") && page.contains("<h1>\(heading)</h1>")
                    && found.map { "\($0.1): \($0.2)" } == buttons
            }
            try await record(.start, -3600)
            let (atWork, done) = ("You have been at work at 6F-A1 since 11:00.", " There is nothing to do.")
            func question(_ event: String) async throws -> String? {
                let page = try await web.send(.get, "/t?event=\(event)&desk=6F-A1", as: "ada", headers: .page).text
                return page.firstMatch(of: /<a href="\/me\/ask\?([^"]*)">([^<]*)/).map { "\($0.1): \($0.2)" }
            }
            let pauseAsked = "day=2026-11-20&amp;kind=pause: Did you take a break? Enter it"
            let startAsked = "day=2026-11-20&amp;kind=start: Did you work in between? Enter it"
            // The tap would say that a break or a clock-out is missing before it, so the page asks.
            #expect(try await says("start", atWork, heading: "Already at work", buttons: []))
            #expect(try await question("start") == pauseAsked)
            try await record(.start, -60)
            #expect(try await says("start", atWork + done, heading: "Already at work", buttons: []))
            #expect(try await question("start") == nil)
            try await record(.pause, -30)
            let onBreak = "You have been on a break since 11:59."
            let next = " To go back to work or to leave, tap a desk’s tag, or scan its code."
            #expect(try await says("pause", onBreak + next, heading: "Already on a break", buttons: []))
            let resume = "Not recorded yet. Press the button."
            #expect(try await says("start", resume, heading: "Back to work at 6F-A1", buttons: ["button: Back to work"]))
            web.clock.advance(by: .seconds(600))
            #expect(try await says("pause", onBreak, heading: "Already on a break", buttons: []))
            #expect(try await question("pause") == startAsked)
            // After midnight: the clock-out may be forgotten.
            web.clock.advance(by: .seconds(13 * 3600))
            let pause = "Not recorded yet. Press the button."
            #expect(try await says("pause", pause, heading: "Break at 6F-A1", buttons: ["button: Break"]))
        }
    }

    @Test func `The page of a tag says before a clock-in that another person is at the desk`() async throws {
        try await TestWeb.with { (web) async throws in
            func page(_ query: String, as user: String = "ada") async throws -> String {
                try await web.send(.get, "/t?" + query, as: user, headers: .page).text
            }
            let here = "event=start&desk=6F-A1"
            #expect(try await !page(here).contains("at this desk now"))
            _ = try await web.send(.post, "/t?" + here, as: "bo")
            let sentence = "Bo Nakamura is at this desk now.</p>"
            #expect(try await page(here).contains("Press the button. " + sentence))
            #expect(try await page("desk=6F-A1").contains(sentence))
            for query in ["event=start&desk=6F-A2", "event=pause&desk=6F-A1", "event=end&desk=6F-A1"] {
                #expect(try await !page(query).contains("at this desk now"), "\(query)")
            }
            #expect(try await !page(here, as: "bo").contains("at this desk now"))
            let (people, now) = (web.office.store.people, web.clock.now())
            let bo = try await people.person(userName: "bo").id
            try await people.leave(bo, at: now, by: .command, now: now)
            #expect(try await !page(here).contains("at this desk now"))
            try await people.reinstate(bo, by: .command, now: now)
            try await web.office.execute("update office set names_shown_to = 'managers'")
            let unnamed = try await page(here)
            #expect(unnamed.contains("Another person is at this desk now.") && !unnamed.contains("Bo Nakamura"))
            _ = try await web.send(.post, "/t?event=end", as: "bo")
            #expect(try await !page(here).contains("at this desk now"))
        }
    }

    @Test func `A clock-in at another desk is called a move before it is recorded`() async throws {
        try await TestWeb.with { (web) async throws in
            func page(_ desk: String, _ language: String = "en") async throws -> String {
                var headers = HTTPFields.page
                headers[.acceptLanguage] = language
                return try await web.send(.get, "/t?event=start&desk=\(desk)", as: "ada", headers: headers).text
            }
            _ = try await web.send(.post, "/t?event=start&desk=6F-A1", as: "ada")
            let move = try await page("7f-a1")
            for text in [
                "<title>Move to 7F-A1", "<h1>Move to 7F-A1</h1>",
                "Not recorded yet. Press the button to move from 6F-A1 to 7F-A1.", ">Move to 7F-A1</button>",
            ] {
                #expect(move.contains(text), "\(text): \(move)")
            }
            let japanese = try await page("7F-A1", "ja")
            #expect(japanese.contains("ボタンを押すと、6F-A1から7F-A1に移動します。") && japanese.contains(">7F-A1に移動する</button>"))
            #expect(try await page("6F-A1").contains("<h1>Already at work</h1>"))
            _ = try await web.send(.post, "/t?event=end", as: "ada")
            #expect(try await page("7F-A1").contains("<h1>Clock in at 7F-A1</h1>"))
        }
    }

    @Test(arguments: [
        ("event=toggle&desk=6F-A1", "This tag must say clock in (start)"), ("event=start", "Clocking in needs a desk"),
        ("event=start&desk=6F--A1", "This is not a desk name."),
    ])
    func `The page of a tag that is not set up correctly says what to do, and the technical reason`(
        query: String, reason: String
    ) async throws {
        try await TestWeb.with { (web) async throws in
            let page = try await web.send(.get, "/t?" + query, as: "ada", headers: .page)
            #expect(page.status == .badRequest)
            let sentence = "This tag is not set up correctly. Nothing was recorded. Tell an administrator."
            #expect(page.text.contains("<p data-sentence>\(sentence)</p>"))
            #expect(page.text.contains("<p class=\"small\">\(reason)"))
        }
    }

    @Test func `A tag that needs its button says that it is not recorded yet, and leads to the map`() async throws {
        try await TestWeb.with { (web) async throws in
            func says(_ query: String, _ text: String) async throws -> Bool {
                let page = try await web.send(.get, "/t?" + query, as: "ada", headers: .page).text
                return page.contains("<p id=\"progress\">Not recorded yet. \(text)</p>")
                    && page.contains("<p class=\"row\"><a href=\"/map\">Office map</a></p>")
            }
            #expect(try await says("event=start&desk=6F-A1", "Press the button."))
            #expect(try await says("event=pause", "Press the button."))
            #expect(try await says("event=end", "Press the button."))
            #expect(try await says("desk=6F-A1", "Press the button."))
            _ = try await web.send(.post, "/t?event=start&desk=6F-A1", as: "ada")
            #expect(try await says("desk=6F-A1", "Choose one."))
            _ = try await web.send(.post, "/t?event=pause", as: "ada")
            #expect(try await says("event=start&desk=6F-A1", "Press the button."))
        }
    }

    @Test func `A clock-in during a break is called back to work before it is recorded, too`() async throws {
        try await TestWeb.with { (web) async throws in
            let tag = "/t?event=start&desk=6F-A1"
            for (events, verb) in [([], "Clock in"), (["start", "pause"], "Back to work")] as [([String], String)] {
                for event in events { _ = try await web.send(.post, "/t?event=\(event)&desk=6F-A1", as: "ada") }
                let page = try await web.send(.get, tag, as: "ada", headers: .page).text
                #expect(page.contains("<h1>\(verb) at 6F-A1</h1>") && page.contains(">\(verb)</button>"), "\(page)")
            }
        }
    }
}

@Suite(.enabled(if: TestDatabase.isAvailable, "\(TestDatabase.help)"), .timeLimit(.minutes(10)))
struct `Tag page without a sign-in` {
    @Test func `A tag page without a sign-in names the office and the tap, and remembers the tap`() async throws {
        try await TestWeb.with { (web) async throws in
            let word = try #require(try await web.office.store.tagWords.addressWords(of: web.office.office)["6F-A1"])
            let tag = "/t?event=start&desk=6F-A1&k=" + word.text
            let page = try await web.send(.get, tag, headers: .page)
            for text in ["Harbour Office", "Clock in at 6F-A1", "/sign-in?to=" + Address.percentEncoded(tag)] {
                #expect(page.text.contains(text), "\(text): \(page.text)")
            }
            let goal = try #require(page.headers[values: .setCookie].first { $0.hasPrefix("__Secure-desktap-goal=") })
            var headers = HTTPFields.page
            headers[.cookie] = String(goal.prefix { $0 != ";" })
            let link = try await web.office.store.signInLinks.addSignInLink(
                for: try await web.office.store.people.person(userName: "ada").id, now: web.clock.now())
            let entered = try await web.send(.post, Address.signInLink(link.text), headers: headers)
            #expect(entered.headers[.location] == tag)
        }
    }

    @Test func `After a sign-in by a link, a tag without a word shows its button`() async throws {
        try await TestWeb.with { (web) async throws in
            let tag = "/t?event=start&desk=6F-A1"
            let page = try await web.send(.get, tag, headers: .page)
            let goal = try #require(page.headers[values: .setCookie].first { $0.hasPrefix("__Secure-desktap-goal=") })
            var headers = HTTPFields.page
            headers[.cookie] = String(goal.prefix { $0 != ";" })
            let link = try await web.office.store.signInLinks.addSignInLink(
                for: try await web.office.store.people.person(userName: "ada").id, now: web.clock.now())
            let entered = try await web.send(.post, Address.signInLink(link.text), headers: headers)
            #expect(entered.headers[.location] == tag)
            let shown = try await web.send(.get, tag, as: "ada", headers: .page).text
            #expect(shown.contains("data-open") && shown.contains(">Clock in</button>"), "\(shown)")
        }
    }

    @Test func `A tag page without a sign-in names the office only if the tag identifies it`() async throws {
        try await TestWeb.with { (web) async throws in
            let store = web.office.store
            let other = try await store.offices.addOffice(name: "Alster Office", timeZone: "Europe/Berlin")
            let desks = try ["6F-A1", "9F-B1"].map { (id: try #require(DeskID($0)), x: Int64(40), y: Int64(40)) }
            try await store.floors.addFloor(
                Floor(name: "E", width: 400, height: 300), position: 0, rooms: [], desks: desks, to: other)
            for (query, office) in [
                ("desk=6F-A1", nil), ("desk=6F-A2", "Harbour Office"), ("desk=9F-B1", "Alster Office"), ("desk=9F-Z9", nil),
                ("desk=6F-A1&office=Alster%20Office", "Alster Office"), ("desk=6F-A1&office=Nowhere", nil),
            ] as [(String, String?)] {
                let page = try await web.send(.get, "/t?event=start&" + query, headers: .page).text
                for name in ["Harbour Office", "Alster Office"] {
                    // The sign-in address contains the name, too, but encoded.
                    #expect(page.contains("\(name) ·") == (name == office), "\(query)")
                }
            }
        }
    }

    @Test func `A tag page without a sign-in says at once that no office has the desk`() async throws {
        try await TestWeb.with { (web) async throws in
            func page(_ query: String) async throws -> TestResponse {
                try await web.send(.get, "/t?" + query, headers: .page)
            }
            func isRefused(_ query: String) async throws -> Bool {
                let page = try await page(query)
                return page.status == .notFound && page.text.contains("There is no desk 9F-Z9 here.")
                    && page.text.contains("href=\"/map\">See the desks on the map</a>")
                    && page.text.count(of: "href=\"/map\"") == 1 && !page.text.contains("href=\"/me\"")
                    && page.headers[values: .setCookie].allSatisfy { !$0.contains("desktap-goal") }
                    && !page.text.contains("Harbour Office ·") && !page.text.contains("who-tapped")
            }
            let goal = Address.percentEncoded("/t?desk=9F-Z9")
            let signIn = "href=\"/sign-in?to=\(goal)\">Sign in to take a break or clock out</a>"
            for (query, offersSignIn) in [
                ("event=start&desk=9F-Z9", false), ("event=start&desk=9f-z9&office=Harbour%20Office", false),
                ("event=start&desk=9F-Z9&k=AAAAAAAAAAA", false), ("desk=9F-Z9", true),
            ] {
                #expect(try await isRefused(query), "\(query)")
                #expect(try await page(query).text.contains(signIn) == offersSignIn, "\(query)")
            }
            #expect(try await page("event=end&desk=9F-Z9").status == .ok)
            // It is unknown whether the person's office has it.
            for (name, zone) in [("Hill", "Asia/Tokyo"), ("Alster Office", "Europe/Berlin")] {
                let office = try await web.office.store.offices.addOffice(name: name, timeZone: zone)
                let desk = try #require(DeskID("9F-Z9"))
                try await web.office.store.floors.addFloor(
                    Floor(name: "9F", width: 400, height: 300), position: 0, rooms: [], desks: [(desk, 40, 40)], to: office)
                for query in ["event=start&desk=9F-Z9", "desk=9F-Z9", "event=start&desk=9F-Z9&office=Hill"] {
                    #expect(try await page(query).status == .ok, "\(name): \(query)")
                }
                #expect(try await isRefused("event=start&desk=9F-Z9&office=Harbour%20Office"))
            }
        }
    }
}

@Suite(.enabled(if: TestDatabase.isAvailable, "\(TestDatabase.help)"), .timeLimit(.minutes(10)))
struct `Offline tap page` {
    @Test func `The offline tap page has no personal data and is limited to the addresses of tags`() async throws {
        try await TestWeb.with { (web) async throws in
            let page = try await web.send(.get, Address.keptTaps, as: "ada", headers: .page)
            #expect(page.status == .ok && !page.text.contains("Ada") && !page.text.contains("ada\""))
            #expect(page.text == (try await web.send(.get, Address.keptTaps, headers: .page).text))
            let worker = try await web.send(.get, Address.tapWorker + "?v=1-en")
            let scope = try #require(HTTPField.Name("Service-Worker-Allowed"))
            #expect(worker.status == .ok && worker.headers[scope] == Address.tap)
            #expect(worker.headers[.contentType]?.hasPrefix("text/javascript") == true)
            #expect(worker.headers[.cacheControl] == "no-cache")
            #expect(try await web.send(.get, "/static/Taps/tap.js").headers[scope] == nil)
            for route in webRoutes(web.services).entries where route.address.hasPrefix(Address.tap) {
                #expect(route.address == Address.keptTaps || route.address == Address.tap || route.address.hasPrefix("/t/"))
            }
            // Each file that it caches exists.
            for part in worker.text.matches(of: /"(\/static\/[^"]*)"/) {
                #expect(try await web.send(.get, String(part.1)).status == .ok, "\(part.1)")
            }
        }
    }

    @Test func `The offline tap page has a version for each language`() async throws {
        try await TestWeb.with { (web) async throws in
            var versions: Set<String> = []
            for language in ["en", "ja"] {
                var headers = HTTPFields.page
                headers[.acceptLanguage] = language
                let page = try await web.send(.get, "/t?event=end", as: "ada", headers: headers).text
                versions.insert(String(try #require(page.firstMatch(of: /data-worker="([^"]*)"/)).1))
            }
            #expect(versions.count == 2)
        }
    }

    /// The first tap of a phone can be without a connection.
    @Test func `My record and the page after a sign-in prepare the phone for offline taps as the page of a tag does`()
        async throws
    {
        try await TestWeb.with { (web) async throws in
            let tag = try await web.send(.get, "/t?event=end", as: "ada", headers: .page).text
            let worker = try #require(tag.firstMatch(of: /data-worker="[^"]*"/)).output
            let script = "Taps/prepare.js\" \(worker) data-user=\"ada\""
            #expect(try await web.send(.get, Address.me, as: "ada", headers: .page).text.contains(script))
            var headers = HTTPFields.page
            headers[.cookie] = try await web.cookie("ada") + "; __Host-desktap-done=signedIn"
            #expect(try await web.send(.get, Address.map, headers: headers).text.contains(script))
            #expect(try await !web.send(.get, Address.map, as: "ada", headers: .page).text.contains("prepare.js"))
        }
    }
}
