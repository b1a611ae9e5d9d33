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
struct `Taps without a tag` {
    private static let source = "on My record, without a tag"

    /// An office that allows them.
    private func allowed(_ body: (TestWeb) async throws -> Void) async throws {
        try await TestWeb.with { (web) async throws in
            try await web.office.store.setTaps(in: web.office.office, withoutTag: true)
            try await body(web)
        }
    }

    /// A tap at a tag.
    private func tap(_ web: TestWeb, _ address: String, as user: String = "ada") async throws {
        #expect(try await web.send(.post, "/t?" + address, as: user).json["outcome"] == "accepted", "\(address)")
    }

    private func page(_ web: TestWeb, as user: String = "ada") async throws -> String {
        try await web.send(.get, Address.me, as: user, headers: .page).text
    }

    /// The events of the buttons on the own page, in their order.
    private func events(_ page: String) -> [String] {
        page.matches(of: /action="\/me\/tap"><input type="hidden" name="event" value="([a-z]+)">/).map { String($0.1) }
    }

    /// Clicks the button of an event.
    private func click(
        _ web: TestWeb, _ event: String, as user: String = "ada", id: UUID = UUID()
    ) async throws -> TestResponse {
        try await web.sendForm(Address.myTap, as: user, ["event": event, "id": id.uuidString.lowercased()])
    }

    // MARK: Permission

    @Test func `Taps without a tag are neither offered nor recorded unless the office allows them`() async throws {
        try await TestWeb.with { (web) async throws in
            try await tap(web, "event=start&desk=6F-A3")
            #expect(events(try await page(web)).isEmpty)
            let refused = try await click(web, "pause")
            #expect(
                refused.status == .forbidden && refused.text.contains("Your office does not allow taps without a tag or code."))
            #expect(try await web.recorded() == 1)
            let sentence = try await web.send(
                .post, Address.myTap, as: "ada", headers: [.contentType: "application/json"], body: #"{"event":"end"}"#)
            #expect(sentence.status == .forbidden && sentence.json["reason"] == "not_allowed")
            try await web.office.store.setTaps(in: web.office.office, withoutTag: true)
            let onBreak = try await click(web, "pause")
            #expect(onBreak.status == .seeOther)
            let result = try #require(onBreak.headers[.location])
            func offersButtons() async throws -> Bool {
                try await web.send(.get, result, as: "ada", headers: .page).text.contains("Or use the buttons on My record.")
            }
            #expect(try await offersButtons())
            try await web.office.store.setTaps(in: web.office.office, withoutTag: false)
            #expect(try await !offersButtons())
            #expect(events(try await page(web)).isEmpty)
            #expect(try await click(web, "end").status == .forbidden)
            #expect(try await web.recorded() == 2)
        }
    }

    @Test func `The person's own office decides whether a tap needs a tag`() async throws {
        try await allowed { (web) async throws in
            let store = web.office.store
            let other = try await store.offices.addOffice(name: "Hill", timeZone: TestOffice.timeZone)
            try await store.people.addPerson(userName: "gus", displayName: "Gus", role: .hr, office: other)
            for user in ["gus", "cy"] { try await tap(web, "event=start&desk=6F-A\(user.count)", as: user) }
            #expect(events(try await page(web, as: "gus")).isEmpty)
            #expect(try await click(web, "end", as: "gus").status == .forbidden)
            #expect(events(try await page(web, as: "cy")) == ["pause", "end"])
            #expect(try await click(web, "end", as: "cy").status == .seeOther)
            #expect(try await web.office.state(of: "gus") == .work)
            #expect(try await web.office.state(of: "cy") == .off)
        }
    }

    @Test func `Only a current employee who is signed in can tap without a tag`() async throws {
        try await allowed { (web) async throws in
            let former = try await web.cookie("bo")
            try await web.office.store.people.setLeft(userName: "bo", at: web.clock.now())
            for cookie in ["", former] {
                let answer = try await web.send(
                    .post, Address.myTap,
                    headers: [.contentType: "application/x-www-form-urlencoded", .cookie: cookie], body: "event=end")
                #expect(answer.status == .unauthorized)
            }
            let key = try await web.office.store.readers.addReader(name: "front door")
            #expect(try await web.send(.post, Address.myTap, key: key, body: "event=end").status == .unauthorized)
            #expect(try await web.send(.get, Address.myTap, as: "ada").status == .methodNotAllowed)
            #expect(try await web.recorded() == 0)
        }
    }

    // MARK: States

    @Test func `The own page offers the taps that fit the person's state`() async throws {
        try await allowed { (web) async throws in
            #expect(events(try await page(web)).isEmpty)
            // A clock-in names a desk.
            #expect(try await click(web, "start").status == .conflict)
            #expect(try await click(web, "end").status == .conflict)
            #expect(try await web.recorded() == 0)

            try await tap(web, "event=start&desk=6F-A3")
            var shown = try await page(web)
            #expect(events(shown) == ["pause", "end"] && shown.contains("made here, without a tag"))
            web.clock.advance(by: .seconds(3600))
            #expect(try await click(web, "start").status == .conflict)

            #expect(try await click(web, "pause").status == .seeOther)
            shown = try await page(web)
            #expect(events(shown) == ["start", "end"] && shown.contains(">Back to work</button>"))
            web.clock.advance(by: .seconds(3600))
            #expect(try await click(web, "pause").status == .conflict)

            #expect(try await click(web, "start").status == .seeOther)
            let desk = "select desk from event join log_place using (seq) order by event.seq desc limit 1"
            #expect(try await web.office.value(desk) == "6F-A3")
            #expect(events(try await page(web)) == ["pause", "end"])

            #expect(try await click(web, "end").status == .seeOther)
            shown = try await page(web)
            #expect(events(shown).isEmpty && shown.contains("<strong>Clocked out</strong>"))
            #expect(try await web.recorded() == 4)
        }
    }

    @Test func `A person whose desk was taken during a break can only clock out without a tag`() async throws {
        try await allowed { (web) async throws in
            try await tap(web, "event=start&desk=6F-A3")
            #expect(try await click(web, "pause").status == .seeOther)
            try await tap(web, "event=start&desk=6F-A3", as: "bo")
            let shown = try await page(web)
            #expect(events(shown) == ["end"] && shown.contains("You have no desk to go back to."))
            let refused = try await click(web, "start")
            #expect(refused.status == .conflict && refused.text.contains("Nothing was recorded"))
            #expect(try await web.office.state(of: "ada") == .pause)
            #expect(try await click(web, "end").status == .seeOther)
            #expect(try await web.office.state(of: "bo") == .work)
        }
    }

    @Test func `Work continues without a desk if the desk was removed during the break`() async throws {
        try await allowed { (web) async throws in
            try await tap(web, "event=start&desk=6F-A3")
            #expect(try await click(web, "pause").status == .seeOther)
            try await web.office.execute("delete from desk where id = '6F-A3'")
            web.clock.advance(by: .seconds(600))
            let back = try await click(web, "start")
            #expect(back.status == .seeOther)
            let result = try await web.send(.get, try #require(back.headers[.location]), as: "ada", headers: .page).text
            #expect(result.contains("Back at work <time>") && result.contains("You are back at work, without a desk."))
            #expect(try await web.office.state(of: "ada") == .work)
            let shown = try await page(web)
            #expect(events(shown) == ["pause", "end"] && shown.contains("<span class=\"where\">without a desk</span>"))
            #expect(try await web.recorded() == 3)
            // Any other clock-in names a desk.
            #expect(try await web.send(.post, "/t?event=start", as: "bo").json["reason"] == "desk_required")
            #expect(try await click(web, "end").status == .seeOther)
            #expect(try await web.office.store.ledger.verifyLedger().flaw == nil)
        }
    }

    @Test(arguments: ["", "event=lunch", "event=", "kind=end"])
    func `A tap without a tag needs an event`(body: String) async throws {
        try await allowed { (web) async throws in
            try await tap(web, "event=start&desk=6F-A3")
            let answer = try await web.send(
                .post, Address.myTap, as: "ada", headers: [.contentType: "application/x-www-form-urlencoded"], body: body)
            #expect(answer.status == .badRequest && answer.json["reason"] == "bad_kind")
            #expect(try await web.recorded() == 1)
        }
    }

    // MARK: Repetitions

    @Test func `A form that is sent again is the same tap, and an event that no longer fits is not recorded`() async throws {
        try await allowed { (web) async throws in
            try await tap(web, "event=start&desk=6F-A3")
            web.clock.advance(by: .seconds(3600))
            let id = UUID()
            for _ in 1...2 {
                let answer = try await click(web, "pause", id: id)
                #expect(answer.status == .seeOther && answer.headers[.location] == "/t/\(id.uuidString.lowercased())")
                web.clock.advance(by: .seconds(600))
            }
            #expect(try await click(web, "pause").status == .conflict)
            #expect(try await web.recorded() == 2)

            web.clock.advance(by: .seconds(3600))
            #expect(try await click(web, "end").status == .seeOther)
            for wait in [60, 3600] {
                web.clock.advance(by: .seconds(wait))
                #expect(try await click(web, "end").status == .conflict)
            }
            #expect(try await web.recorded() == 3)
            // No tap needs a correction.
            #expect(try await !page(web).contains("data-urgent=\"true\""))
        }
    }

    @Test func `A tap without a tag can be undone on the page of its result`() async throws {
        try await allowed { (web) async throws in
            try await tap(web, "event=start&desk=6F-A3")
            let address = try #require(try await click(web, "end").headers[.location])
            let result = try await web.send(.get, address, as: "ada", headers: .page).text
            #expect(result.contains("data-kind=\"end\"") && result.contains("action=\"\(address)/undo\""))
            #expect(try await web.send(.post, address + "/undo", as: "ada").status == .ok)
            #expect(try await web.office.state(of: "ada") == .work)
            #expect(events(try await page(web)) == ["pause", "end"])
        }
    }

    // MARK: The record

    @Test func `The record says that a tap was made without a tag`() async throws {
        try await allowed { (web) async throws in
            try await tap(web, "event=start&desk=6F-A3")
            #expect(try await click(web, "end").status == .seeOther)
            for (address, user) in [(Address.me, "ada"), ("/people/ada", "cy")] {
                let day = try await web.send(.get, address, as: user, headers: .page).text
                #expect(day.count(of: "<span class=\"source\">\(Self.source)</span>") == 1, "\(user)")
            }
            let japanese = try await web.send(
                .get, Address.me, as: "ada", headers: [.accept: "text/html", .acceptLanguage: "ja"]
            ).text
            #expect(japanese.contains("<span class=\"source\">「自分の勤怠」、タグなし</span>"))
            let record = try await web.send(
                .get, "/api/records/ada?from=2026-11-20&to=2026-11-20", as: "ada"
            ).text
            #expect(record.contains("\"my_record\"") && record.contains("\"phone\""))
            let data = try await web.send(.get, Address.myDataJSON, as: "ada").text
            #expect(data.contains("my record, without a tag"))
            // The person may be anywhere.
            #expect(try await web.office.value("select count(*)::text from log_place") == "1")
            #expect(try await web.office.store.ledger.verifyLedger().flaw == nil)
        }
    }

    @Test func `No program can send a tap that looks like one without a tag`() async throws {
        try await allowed { (web) async throws in
            let answer = try await web.send(
                .post, "/t?event=start&desk=6F-A3", as: "ada", headers: [.userAgent: "my record, without a tag"])
            #expect(answer.json["outcome"] == "accepted")
            #expect(try await web.office.value("select coalesce(client, 'none') from event") == "none")
        }
    }

    @Test func `A way back from a break without proof is held where a start needs proof`() async throws {
        try await allowed { (web) async throws in
            let store = web.office.store
            try await tap(web, "event=start&desk=6F-A3")
            try await store.startRequirements.setStartRequirement(
                of: web.office.office, to: StartRequirement(acceptsReader: true))
            // A break and an end need no proof.
            #expect(try await click(web, "pause").status == .seeOther)
            let address = try #require(try await click(web, "start").headers[.location])
            let result = try await web.send(.get, address, as: "ada", headers: .page).text
            #expect(result.contains("Held for HR: clocking in counts immediately only on a reader."))
            #expect(try await web.office.state(of: "ada") == .pause)
            let held = try await web.send(.get, Address.quarantine, as: "cy", headers: .page).text
            #expect(held.contains(Self.source + ", arrived"))
            #expect(try await store.corrections.quarantinedTaps().map(\.isWithoutTag) == [true])
            #expect(try await click(web, "end").status == .seeOther)
            #expect(try await web.office.state(of: "ada") == .off)
        }
    }

    @Test func `A tap without a tag says nothing about where the person is`() async throws {
        try await allowed { (web) async throws in
            let store = web.office.store
            let hill = try await store.offices.addOffice(name: "Hill", timeZone: TestOffice.timeZone)
            let desk = try #require(DeskID("HF-A1"))
            try await store.floors.addFloor(
                Floor(name: "HF", width: 400, height: 400), position: 0, rooms: [], desks: [(desk, 40, 40)], to: hill)
            try await tap(web, "event=start&desk=HF-A1")
            web.clock.advance(by: .seconds(3600))
            // It belongs to the office of the session.
            #expect(try await click(web, "end").status == .seeOther)
            let office = "select name from event join office on office.id = office_id order by seq desc limit 1"
            #expect(try await web.office.value(office) == "Hill")
            web.clock.advance(by: .seconds(1))
            try await tap(web, "event=start&desk=6F-A3")
            #expect(try await web.office.value("select count(flag)::text from log_place") == "0")
        }
    }
}
