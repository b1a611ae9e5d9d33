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
struct `Correction routes` {
    private let json: HTTPFields = [.contentType: "application/json"]

    fileprivate func post(
        _ web: TestWeb, _ address: String, as user: String, _ body: String
    ) async throws -> TestResponse {
        try await web.send(.post, address, as: user, headers: json, body: body)
    }

    @Test func `A correction by HR is created, and the same one sent again is a duplicate`() async throws {
        try await Authorization.withPeople { web, tap, _ in
            let id = UUID().uuidString.lowercased()
            let body =
                #"{"id":"\#(id)","type":"amend","target":"\#(tap)","set":{"at":"2026-11-20T11:00:00+09:00"},"reason":"Clock"}"#
            let first = try await post(web, Address.corrections, as: "cy", body)
            #expect(first.status == .created && first.json == ["id": id, "outcome": "accepted"])
            let again = try await post(web, Address.corrections, as: "cy", body)
            #expect(again.status == .ok && again.json["outcome"] == "duplicate")
            let other = try await post(web, Address.corrections, as: "cy", body.replacing("11:00:00", with: "10:00:00"))
            #expect(other.status == .conflict && other.json["reason"] == "conflict")
            #expect(try await web.office.store.corrections.quarantinedTaps().isEmpty)
        }
    }

    @Test(arguments: [
        ("", "bad_type"), ("{}", "bad_type"), ("[]", "bad_json"), ("{", "bad_json"), (#"{"type":"tap"}"#, "bad_time"),
        (#"{"type":"add","id":"1"}"#, "bad_id"), (#"{"type":"add","at":"2026-11-20T11:00:00","kind":"end"}"#, "bad_time"),
        (#"{"type":"add","at":"2026-11-20T11:00:00Z","kind":"stop"}"#, "bad_kind"),
        (#"{"type":"add","at":"2026-11-20T01:00:00Z","kind":"end"}"#, "reason_required"),
        (#"{"type":"add","at":"2026-11-20T01:00:00Z","kind":"end","reason":7}"#, "reason_required"),
        (#"{"type":"add","at":"2026-11-20T01:00:00Z","kind":"end","reason":"a\u0000b"}"#, "bad_text"),
        (#"{"type":"amend","target":"TAP","set":{"desk":null},"reason":"x"}"#, "desk_required"),
        (#"{"type":"add","at":"2026-11-21T01:00:00Z","kind":"end","reason":"x"}"#, "future"),
        (#"{"type":"add","at":"2026-11-20T01:00:00Z","kind":"end","office":"Mars","reason":"x"}"#, "bad_office"),
        (#"{"type":"amend","target":"TAP","set":{},"reason":"x"}"#, "empty_set"),
        (#"{"type":"amend","target":"TAP","set":{"user":"bo"},"reason":"x"}"#, "empty_set"),
        (#"{"type":"void","target":"TAP"}"#, "reason_required"),
        (#"{"type":"restore","target":"TAP","reason":"x"}"#, "bad_type"),
    ])
    func `A malformed correction request is refused with its reason`(body: String, reason: String) async throws {
        try await Authorization.withPeople { web, tap, _ in
            let response = try await post(web, Address.requestList, as: "ada", body.replacing("TAP", with: "\(tap)"))
            #expect(response.status.kind == .clientError)
            #expect(response.headers[.contentType] == "application/problem+json")
            #expect(response.json["reason"] == reason)
            #expect(response.json["detail"]?.hasSuffix(".") == true)
            #expect(try await web.office.value("select count(*)::text from correction_request") == "1")
        }
    }

    @Test func `The list of requests has own requests, requests to decide, and decisions`() async throws {
        try await Authorization.withPeople { web, tap, request in
            func lists(_ user: String) async throws -> [String: [[String: Any]]] {
                let response = try await web.send(.get, Address.requestList, as: user)
                return try #require(
                    try JSONSerialization.jsonObject(with: Data(response.body.readableBytesView)) as? [String: [[String: Any]]])
            }
            #expect(try await lists("ada")["own"]?.first?["target"] as? String == tap.uuidString.lowercased())
            #expect(try await lists("ada")["to_decide"]?.isEmpty == true)
            #expect(try await lists("bo")["to_decide"]?.first?["user"] as? String == "ada")
            #expect(try await lists("flo")["to_decide"]?.isEmpty == true)

            let id = request.uuidString.lowercased()
            let silent = try await post(web, Address.refuse(id), as: "bo", "{}")
            #expect(silent.status == .badRequest && silent.json["reason"] == "comment_required")
            let page = try await web.sendForm(Address.refuse(id), as: "bo", ["comment": ""])
            #expect(page.status == .badRequest)
            #expect(page.text.contains("Add a comment to reject: Ada Lindqvist will read it."))
            let refused = try await post(web, Address.refuse(id), as: "bo", #"{"comment":"You were here"}"#)
            #expect(refused.json["state"] == "refused" && refused.json["comment"] == "You were here")
            let late = try await post(web, Address.approve(id), as: "cy", "{}")
            #expect(late.status == .conflict && late.json["reason"] == "decided_already")
            #expect(late.json["detail"] == "Bo Nakamura has already rejected this request.")
            #expect(try await post(web, Address.withdraw(id), as: "ada", "").json["reason"] == "decided_already")
            #expect(try await lists("ada")["own"]?.first?["decided_by"] as? String == "bo")
        }
    }

    @Test func `The twenty-first open request is refused, and requests to decide have pages`() async throws {
        try await Authorization.withPeople { web, _, _ in
            let wish = #"{"type":"add","kind":"end","at":"2026-11-20T01:00:00Z","reason":"Forgot"}"#
            for _ in 2...20 { #expect(try await post(web, Address.requestList, as: "ada", wish).status == .created) }
            let refused = try await post(web, Address.requestList, as: "ada", wish)
            #expect(refused.status == .conflict && refused.json["reason"] == "too_many_open")
            #expect(refused.json["detail"]?.hasPrefix("20 of your requests for this record are still waiting.") == true)

            #expect(try await !web.send(.get, Address.requestList, as: "bo").text.contains("next_page"))
            let more = "href=\"/requests?page=1\">More requests</a>"
            #expect(try await !web.send(.get, Address.team, as: "bo", headers: .page).text.contains(more))
            try await web.office.execute(
                """
                insert into correction_request (id, asker_id, person_id, type, kind, at, at_sent, reason, asked_at, log_seq)
                select gen_random_uuid(), id, id, 'add', 'end', '2026-11-20 04:00+00', 'then', 'Wish ' || n,
                       '2026-11-21 05:00+00'::timestamptz + n * interval '1 second', 1
                  from generate_series(1, 181) n, person where user_name = 'ada'
                """)
            #expect(try await web.send(.get, Address.requestList, as: "bo").json["next_page"] == "1")
            let page = try await web.send(.get, Address.requests, as: "cy", headers: .page).text
            #expect(page.contains(#"href="/requests?page=1" rel="next""#) && !page.contains("Wish 181"))
            let next = try await web.send(.get, Address.requests + "?page=1", as: "bo", headers: .page).text
            #expect(
                next.contains("Wish 181") && next.contains(#"href="/requests" rel="prev""#) && !next.contains("rel=\"next\""))
            #expect(try await web.send(.get, Address.team, as: "bo", headers: .page).text.contains(more))
        }
    }

    @Test func `Decided requests have a list of their own for the people who decide`() async throws {
        try await Authorization.withPeople { web, _, request in
            func list(_ user: String) async throws -> String {
                try await web.send(.get, Address.decidedRequests, as: user, headers: .page).text
            }
            let empty = try await list("bo")
            #expect(empty.contains("No decisions yet.") && !empty.contains("after a decision"))
            let refused = try await web.sendForm(Address.refuse("\(request)"), as: "cy", ["comment": "You were here"])
            #expect(refused.status == .seeOther)
            for user in ["bo", "cy", "lea"] {
                let page = try await list(user)
                for text in [
                    "Ada Lindqvist <a class=\"small\" href=\"/people/ada?month=2026-11&amp;day=2026-11-20#day-2026-11-20\"",
                    "Delete the clock-in of Friday 20 November, 12:10 at 6F-A1.", "“A slip”", ">Rejected</strong> · Cy ",
                    "“You were here”", "<a href=\"/requests/decided\" aria-current=\"page\">Decided</a>",
                ] {
                    #expect(page.contains(text), "\(user): \(text)")
                }
                #expect(!page.contains(">Approve<") && !page.contains(">Withdraw request<"))
                #expect(page.contains("To change a day again, open “Record of this day”."))
            }
            // Another team's manager, and HR of another office.
            for user in ["flo", "gus"] { #expect(try await !list(user).contains("Ada")) }
            let noted = "select count(*)::text from access_log where purpose = 'deciding requests'"
            #expect(try await web.office.value(noted) == "4")
        }
    }

    @Test func `A decision that comes too late says so above the list, not at the other requests`() async throws {
        try await Authorization.withPeople { web, _, request in
            let further = [
                "id": UUID().uuidString, "kind": "end", "date": "2026-11-19", "time": "17:30", "reason": "Forgot",
                "sure": "yes",
            ]
            #expect(try await web.sendForm("/me/ask", as: "ada", further).status == .seeOther)
            #expect(try await web.sendForm(Address.refuse("\(request)"), as: "cy", ["comment": "No"]).status == .seeOther)
            let late = try await web.sendForm(Address.approve("\(request)"), as: "bo", [:])
            #expect(late.status == .conflict && late.text.count(of: "has already rejected this request.") == 1)
            #expect(!late.text.contains("aria-invalid") && late.text.contains("Add a clock-out on"))
        }
    }

    @Test func `A stale request is approved only after an explicit confirmation`() async throws {
        try await Authorization.withPeople { web, tap, request in
            let id = request.uuidString.lowercased()
            #expect(
                try await post(web, Address.release(tap.uuidString), as: "cy", #"{"reason":"Its clock was wrong"}"#).json[
                    "reason"]
                    == "future")
            #expect(try await post(web, Address.void(tap.uuidString), as: "cy", #"{"reason":"Its clock"}"#).status == .ok)
            let stale = try await post(web, Address.approve(id), as: "bo", "{}")
            #expect(stale.status == .conflict && stale.json["reason"] == "stale")
            let page = try await web.send(.get, Address.team, as: "bo", headers: .page).text
            #expect(page.contains("The tap was changed after this request was made."))
            let again = try await web.sendForm(Address.approve(id), as: "bo", ["comment": "Fits <b>"]).text
            #expect(again.contains("id=\"problem-\(id)\">The record has changed") && again.contains("value=\"Fits &lt;b&gt;\""))
            #expect(try await post(web, Address.approve(id), as: "bo", #"{"even_if_stale":true}"#).json["state"] == "approved")
        }
    }

    @Test func `A manager cannot decide a request that they made for another person`() async throws {
        try await Authorization.withPeople { web, tap, _ in
            let wish = #"{"type":"void","target":"\#(tap)","reason":"A slip"}"#
            let asked = try await post(web, Address.requestList, as: "bo", wish)
            #expect(asked.status == .created)
            let id = try #require(asked.json["id"])
            #expect(try await post(web, Address.approve(id), as: "bo", "{}").json["reason"] == "own")
            #expect(try await post(web, Address.withdraw(id), as: "bo", "{}").json["state"] == "withdrawn")
        }
    }
}

extension `Correction routes` {
    /// Regression: a manager's page showed the manager's requests in other records to all who may see the manager's record.
    @Test func `A person's page shows nothing of other people's records`() async throws {
        try await Authorization.withPeople { web, tap, _ in
            let wish = #"{"type":"amend","target":"\#(tap)","set":{"desk":"6F-A2"},"reason":"Her neighbour's desk"}"#
            #expect(try await post(web, Address.requestList, as: "bo", wish).status == .created)
            let ofManager = try await web.send(.get, Address.person("bo"), as: "cy", headers: .page).text
            #expect(ofManager.contains("Bo Nakamura"))
            for text in ["Her neighbour", "Ada", "6F-A1", "6F-A2"] { #expect(!ofManager.contains(text), "\(text)") }
            // Bo no longer manages Ada: his own page shows his request, but nothing of her record.
            try await web.office.execute("truncate access_log")
            try await web.office.store.people.assign([try await web.office.store.people.person(userName: "ada").id], to: nil)
            _ = try await post(web, Address.void(tap.uuidString), as: "cy", #"{"reason":"Its clock"}"#)
            let own = try await web.send(.get, Address.me, as: "bo", headers: .page).text
            for text in ["For Ada Lindqvist:", "Change a tap to desk 6F-A2.", "Her neighbour"] {
                #expect(own.contains(text), "\(text)")
            }
            for text in ["6F-A1", "12:10", "was changed after this request"] { #expect(!own.contains(text), "\(text)") }
            let list = try await web.send(.get, Address.requestList, as: "bo").text
            #expect(list.contains("Her neighbour") && list.contains("\"is_stale\":false") && !list.contains("6F-A1"))
            // HR's page about Ada and Ada's own page show all of it.
            for (user, address) in [("cy", Address.person("ada")), ("ada", Address.me)] {
                let page = try await web.send(.get, address, as: user, headers: .page).text
                #expect(page.contains("Requested by Bo Nakamura") && page.contains("at 6F-A1 to desk 6F-A2."))
            }
            let noted = "select string_agg(user_name, ' ') from access_log join person on person.id = reader_id"
            #expect(try await web.office.value(noted) == "cy")
        }
    }

    @Test func `A request from an office in another time zone has that office's time, zone and day`() async throws {
        try await TestWeb.with { (web) async throws in
            let berlin = try await web.office.store.offices.addOffice(name: "Berlin", timeZone: "Europe/Berlin")
            try await web.office.execute("update person set office_id = \(berlin) where user_name = 'ada'")
            // Nine in the morning in Berlin.
            _ = try await web.services.recorder.record([
                TestOffice.submission("ada", .start, at: TestOffice.noon - .seconds(2 * 86_400 - 5 * 3600), desk: "6F-A1")
            ])
            let fields = [
                "id": UUID().uuidString, "kind": "end", "date": "2026-11-18", "time": "18:00", "reason": "Forgot",
                "sure": "yes",
            ]
            let asked = try await web.sendForm(Address.myAsk, as: "ada", fields)
            #expect(asked.status == .seeOther, "\(asked.text)")
            let page = try await web.send(.get, Address.requests, as: "lea", headers: .page).text
            #expect(page.contains("Wednesday 18 November, 18:00. <span class=\"small\">(Europe/Berlin)</span>"), "\(page)")
            #expect(page.contains("href=\"/people/ada?month=2026-11&amp;day=2026-11-18#day-2026-11-18\""), "\(page)")
            let own = try await web.send(.get, Address.me, as: "ada", headers: .page).text
            #expect(own.contains("18:00") && !own.contains("(Europe/Berlin)"))
        }
    }

    @Test func `After a request is withdrawn, the page shows the day that it was about`() async throws {
        try await Authorization.withPeople { web, _, request in
            let id = UUID().uuidString
            let fields = ["id": id, "kind": "end", "date": "2026-10-19", "time": "17:30", "reason": "Forgot", "sure": "yes"]
            #expect(try await web.sendForm(Address.myAsk, as: "ada", fields).status == .seeOther)
            let addition = try await web.sendForm(Address.withdraw(id), as: "ada", [:])
            #expect(addition.headers[.location] == "/me?month=2026-10&day=2026-10-19#day-2026-10-19")
            let deletion = try await web.sendForm(Address.withdraw(request.uuidString), as: "ada", [:])
            #expect(deletion.headers[.location] == "/me?month=2026-11&day=2026-11-20#day-2026-11-20")
        }
    }

    /// The page of each month also shows the open requests, so the access log includes their days.
    @Test func `The access log includes the days of requests that a page shows besides its month`() async throws {
        try await Authorization.withPeople { web, _, _ in
            _ = try await web.send(.get, Address.person("ada") + "?month=2026-09", as: "cy", headers: .page)
            let noted = "select period_from || ' ' || period_to from access_log"
            #expect(try await web.office.value(noted) == "2026-09-01 2026-11-20")
        }
    }

    @Test func `A request whose desk was erased says so and cannot be approved`() async throws {
        try await Authorization.withPeople { web, tap, request in
            let wish = #"{"type":"amend","target":"\#(tap)","set":{"desk":"6F-A2"},"reason":"The next desk"}"#
            let id = try #require(try await post(web, Address.requestList, as: "ada", wish).json["id"])
            _ = try await post(web, Address.withdraw(request.uuidString), as: "ada", "")
            // The state after an erasure of location data.
            try await web.office.execute("update correction_request set desk = null, sets_desk = false")
            let page = try await web.send(.get, Address.team, as: "bo", headers: .page).text
            #expect(page.contains("has been erased, so it can no longer be approved."))
            #expect(!page.contains(">Approve<") && page.contains(">Reject<"))
            let answer = try await post(web, Address.approve(id), as: "bo", #"{"even_if_stale":true}"#)
            #expect(answer.status == .conflict && answer.json["reason"] == "empty_set")
            #expect(try await post(web, Address.refuse(id), as: "bo", #"{"comment":"No"}"#).json["state"] == "refused")
        }
    }

    /// A browser ends each line of a form with CR LF, and the database counts Unicode scalars, after letters and marks were composed.
    @Test(arguments: [
        (String(repeating: "Zeile\r\n", count: 166) + "Ende", true), (String(repeating: "か\u{3099}", count: 1000), true),
        (String(repeating: "か\u{3099}", count: 1001), false), (String(repeating: "x\r\n", count: 501), false),
    ])
    func `A reason of a correction request has at most 1000 characters`(reason: String, fits: Bool) async throws {
        try await Authorization.withPeople { web, tap, request in
            let form = [
                "id": UUID().uuidString, "kind": "end", "date": "2026-11-19", "time": "17:30", "reason": reason, "sure": "yes",
            ]
            let asked = try await web.sendForm(Address.myAsk, as: "ada", form)
            #expect(asked.status == (fits ? .seeOther : .badRequest), "\(asked.text)")
            let wish = try JSONEncoder().encode(["type": "void", "target": "\(tap)", "reason": reason])
            let byProgram = try await post(web, Address.requestList, as: "ada", String(decoding: wish, as: UTF8.self))
            #expect(byProgram.status == (fits ? .created : .badRequest), "\(byProgram.text)")
            let refused = try await web.sendForm(Address.refuse(request.uuidString), as: "bo", ["comment": reason])
            #expect(refused.status == (fits ? .seeOther : .badRequest))
            let kept = "select count(*)::text from correction_request where length(reason) = 1000 or length(comment) = 1000"
            #expect(try await web.office.value(kept) == (fits ? "3" : "0"))
        }
    }
}

@Suite(.enabled(if: TestDatabase.isAvailable, "\(TestDatabase.help)"), .timeLimit(.minutes(10)))
struct `Quarantined taps` {
    @Test func `Quarantined taps are listed for HR and take effect once released`() async throws {
        try await Authorization.withPeople { web, tap, _ in
            let list = try await web.send(.get, Address.quarantineList, as: "cy")
            #expect(list.jsonList.allSatisfy { $0["received_at"] != nil && $0["receivedAt"] == nil })
            #expect(list.jsonList.first?["id"] == tap.uuidString.lowercased() && list.jsonList.first?["reason"] == "future")
            #expect(try await web.send(.get, Address.quarantineList, as: "gus").jsonList.isEmpty)
            let page = try await web.send(.get, Address.quarantine, as: "cy", headers: .page).text
            #expect(page.contains("Clock in 12:10:00 <span class=\"nowrap\">6F-A1</span>"))
            web.clock.advance(by: .seconds(900))
            let id = tap.uuidString.lowercased()
            #expect(try await web.sendForm(Address.release(id), as: "cy", ["reason": " "]).status == .badRequest)
            let early = try await web.sendForm(Address.release(id), as: "cy", ["reason": String(repeating: "x", count: 1001)])
            #expect(
                early.status == .badRequest
                    && early.text.contains("role=\"alert\">This text is too long: at most 1000 characters."))
            let released = try await web.sendForm(Address.release(id), as: "cy", ["reason": "Its clock was ahead"])
            #expect(released.status == .seeOther && released.headers[.location] == Address.quarantine)
            #expect(
                try await web.send(.get, Address.quarantine, as: "cy", headers: .page).text.contains("No taps are held."))
            let states = try await web.office.store.presence.map().people.values.map(\.state)
            #expect(states.filter { $0 != .off } == [.work])
        }
    }

    @Test func `A tap held for a time that has not passed is not released but gets its time of arrival`() async throws {
        try await Authorization.withPeople { web, tap, _ in
            let id = tap.uuidString.lowercased()
            let address = "/people/ada/correct?tap=\(id)&back=%2Fquarantine"
            let action = "method=\"post\" action=\"\(address.replacing("&", with: "&amp;"))\""
            func list() async throws -> String {
                try await web.send(.get, Address.quarantine, as: "cy", headers: .page).text
            }
            let page = try await list()
            #expect(page.contains("<a href=\"/people/ada?month=2026-11&amp;day=2026-11-20#day-2026-11-20\">Ada Lindqvist</a>"))
            #expect(page.contains(action) && page.contains(">Discard</button>") && !page.contains(">Release</button>"))
            // The form for another time is open and proposes the arrival.
            #expect(page.contains("<details open>") && page.contains("name=\"time\" value=\"12:00\""))
            let early = try await web.sendForm(Address.release(id), as: "cy", ["reason": "Its clock was ahead"])
            #expect(early.status == .unprocessableContent)
            #expect(early.text.contains("The time of this tap has not passed yet. Use “Change time”."))

            let form = try await web.send(.get, address, as: "cy", headers: .page).text
            let held = "Held: its time was in the future when it arrived. It arrived on 20 Nov 2026, 12:00."
            #expect(form.contains(held) && form.contains("Friday 20 November: no taps"))
            #expect(form.contains("href=\"/quarantine\" aria-current=\"page\""))
            #expect(form.contains("name=\"date\" value=\"2026-11-20\"") && form.contains("name=\"time\" value=\"12:00\""))
            let fields = [
                "id": "\(UUID())", "tap": id, "type": "amend", "kind": "start", "date": "2026-11-20", "time": "12:00",
                "desk": "6F-A1", "reason": "Its clock was ahead", "back": "/quarantine",
            ]
            #expect(try await web.sendForm(address, as: "cy", fields).headers[.location] == "/quarantine")
            #expect(try await list().contains("No taps are held."))
            #expect(try await web.office.state(of: "ada") == .work)
            #expect(try await !web.send(.get, address, as: "cy", headers: .page).text.contains("Held: "))
        }
    }

    @Test func `A held tap is released once its time has passed`() async throws {
        try await Authorization.withPeople { web, _, _ in
            web.clock.advance(by: .seconds(601))
            let page = try await web.send(.get, Address.quarantine, as: "cy", headers: .page).text
            #expect(page.contains(">Release</button>") && page.contains("<summary>Change time</summary>"))
            #expect(!page.contains("<details open>"))
        }
    }

    @Test func `Quarantined taps have pages of 50, and a decision returns to its page`() async throws {
        try await Authorization.withPeople { web, _, _ in
            let now = web.clock.now()
            _ = try await web.services.recorder.record(
                (1...51).map {
                    TestOffice.submission("ada", .start, at: now + .seconds(600 + 60 * $0), desk: "6F-A1", receivedAt: now)
                })
            func articles(_ address: String) async throws -> (count: Int, text: String) {
                let page = try await web.send(.get, address, as: "cy", headers: .page).text
                return (page.count(of: "<article class=\"request\">"), page)
            }
            let first = try await articles("/quarantine")
            #expect(first.count == 50 && first.text.contains("href=\"/quarantine?page=1\" rel=\"next\""))
            #expect(!first.text.contains("rel=\"prev\"") && !first.text.contains("name=\"page\""))
            let second = try await articles("/quarantine?page=1")
            #expect(second.count == 2 && second.text.contains("href=\"/quarantine\" rel=\"prev\""))
            #expect(second.text.contains("name=\"page\" value=\"1\"") && !second.text.contains("rel=\"next\""))
            // The list for programs has all.
            #expect(try await web.send(.get, Address.quarantineList, as: "cy").jsonList.count == 52)

            let taps = try await web.office.store.corrections.quarantinedTaps().map { $0.id.uuidString.lowercased() }
            let silent = try await web.sendForm(Address.void(taps[51]), as: "cy", ["reason": " ", "page": "1"])
            #expect(silent.status == .badRequest && silent.text.count(of: "<article class=\"request\">") == 2)
            for (tap, address) in [(taps[51], "/quarantine?page=1"), (taps[50], "/quarantine")] {
                let voided = try await web.sendForm(Address.void(tap), as: "cy", ["reason": "A test", "page": "1"])
                #expect(voided.status == .seeOther && voided.headers[.location] == address)
            }
            // A page without taps shows the first one.
            #expect(try await articles("/quarantine?page=7").count == 50)
        }
    }
}
