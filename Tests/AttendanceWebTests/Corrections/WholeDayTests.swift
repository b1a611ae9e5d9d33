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
struct `Whole day` {
    /// Of Wednesday 18 November, away from a desk: 7 hours and 50 minutes of work.
    private func form(_ fields: [String: String] = [:]) -> [String: String] {
        [
            "id": UUID().uuidString, "entry": "day", "date": "2026-11-18", "from": "08:55", "to": "17:30",
            "break_from": "12:00",
            "break_to": "12:45", "away": "yes", "reason": "Business trip",
        ].merging(fields) { $1 }
    }

    /// The id of the first entry or request of a form.
    private func first(_ form: [String: String]) throws -> String {
        try #require(form["id"]).lowercased().dropLast() + "0"
    }

    private func added(_ web: TestWeb) async throws -> String? {
        try await web.office.value(
            "select string_agg(kind || to_char(at at time zone 'Asia/Tokyo', ' HH24:MI'), ', ' order by at) "
                + "from event where type = 'add'")
    }

    private let entries = "start 08:55, pause 12:00, start 12:45, end 17:30"

    @Test func `HR adds a whole day away from a desk at once, also if the form is sent twice`() async throws {
        try await Authorization.withPeople { (web, _, _) async throws in
            let address = "/people/ada/correct"
            let page = try await web.send(.get, "\(address)?day=2026-11-18", as: "cy", headers: .page).text
            #expect(page.contains("<h1>Add a missing entry <span") && page.contains("Wednesday 18 November: no taps"))
            #expect(page.contains("name=\"from\"") && page.contains("aria-current=\"page\">A whole day</a>"))
            let day = form()
            for isRepeated in [false, true] {
                let saved = try await web.sendForm(address, as: "cy", day)
                #expect(saved.headers[.location] == "/people/ada?month=2026-11&day=2026-11-18#day-2026-11-18", "\(saved.text)")
                let hours = saved.headers[values: .setCookie].contains { $0.contains("2026-11-18_0_28200_0") }
                #expect(hours != isRepeated)
                #expect(try await added(web) == entries)
            }
            let places =
                "select string_agg(coalesce(place.desk, 'none'), ' ' order by event.at) "
                + "from event join log_place as place using (seq) where type = 'add'"
            #expect(try await web.office.value(places) == "none none")
            for other in [["to": "18:00"], ["break_from": "", "break_to": ""]] {
                let sent = try await web.sendForm(address, as: "cy", day.merging(other) { $1 })
                #expect(sent.status == .conflict && sent.text.contains("already sent with other values"))
            }
            #expect(try await added(web) == entries)
        }
    }

    @Test func `A whole day at a desk, without a break, is a clock-in and a clock-out`() async throws {
        try await Authorization.withPeople { (web, _, _) async throws in
            let day = form(["break_from": "", "break_to": "", "away": "", "desk": "6f-a1"])
            #expect(try await web.sendForm("/people/ada/correct", as: "cy", day).status == .seeOther)
            #expect(try await added(web) == "start 08:55, end 17:30")
            let place = "select place.desk from event join log_place as place using (seq) where type = 'add'"
            #expect(try await web.office.value(place) == "6F-A1")
        }
    }

    struct Wrong: Sendable, CustomTestStringConvertible {
        let fields: [String: String]
        let sentence: String
        /// The field at which the sentence stands; nil: above the form.
        var field: String?
        var testDescription: String { "\(fields)" }
    }

    @Test(arguments: [
        Wrong(fields: ["date": ""], sentence: "Enter the date", field: "hours"),
        Wrong(fields: ["from": ""], sentence: "Enter the time", field: "hours"),
        Wrong(fields: ["from": "17:30"], sentence: "The day must end after it starts.", field: "hours"),
        Wrong(fields: ["from": "00:30", "to": "23:30"], sentence: "23:30 is too late", field: "hours"),
        Wrong(fields: ["date": "2026-11-21"], sentence: "This time is in the future.", field: "hours"),
        Wrong(fields: ["date": "2026-11-20"], sentence: "This time is in the future.", field: "hours"),
        Wrong(fields: ["break_to": ""], sentence: "Enter the time", field: "break"),
        Wrong(fields: ["break_to": "11:45"], sentence: "The break must begin and end", field: "break"),
        Wrong(fields: ["break_to": "17:30"], sentence: "The break must begin and end", field: "break"),
        Wrong(fields: ["away": ""], sentence: "Enter the desk, or choose “Away from a desk”.", field: "desk"),
        Wrong(fields: ["away": "", "desk": "9Z-Z9"], sentence: "There is no such desk here.", field: "desk"),
        Wrong(fields: ["reason": " "], sentence: "Enter a reason."),
    ])
    func `A whole day with an error says at its field what is wrong, and nothing is saved`(wrong: Wrong) async throws {
        try await TestWeb.with { (web) async throws in
            for (address, user) in [("/me/ask", "ada"), ("/people/ada/correct", "cy")] {
                let page = try await web.sendForm(address, as: user, form(wrong.fields))
                #expect(page.status.kind == .clientError)
                let place = wrong.field.map { " id=\"\($0)-problem\"" } ?? ""
                #expect(page.text.contains("role=\"alert\"\(place)>\(wrong.sentence)"), "\(page.text)")
                #expect(page.text.contains("name=\"to\" value=\"\(wrong.fields["to"] ?? "17:30")\""))
            }
            #expect(try await added(web) == nil)
            #expect(try await web.office.value("select count(*)::text from correction_request") == "0")
        }
    }

    @Test(arguments: [("break_from", "break_to"), ("break_to", "break_from"), ("from", "to"), ("to", "from")])
    func `A missing time of a pair has the error, and the other time has none`(missing: String, other: String) async throws {
        try await TestWeb.with { (web) async throws in
            let page = try await web.sendForm("/me/ask", as: "ada", form([missing: ""])).text
            func field(_ name: String) throws -> Substring {
                try #require(page.split(separator: "name=\"\(name)\"").dropFirst().first?.prefix { $0 != ">" })
            }
            let (wrong, right) = (try field(missing), try field(other))
            #expect(wrong.contains("aria-invalid=\"true\"") && wrong.hasSuffix(" autofocus"), "\(wrong)")
            #expect(!right.contains("aria-invalid") && !right.contains("autofocus"), "\(right)")
        }
    }

    @Test func `A whole day that overlaps a recorded entry is refused`() async throws {
        try await Authorization.withPeople { (web, _, _) async throws in
            let start = try #require(Instant(rfc3339: "2026-11-18T08:53:20+09:00"))
            _ = try await web.services.recorder.record([TestOffice.submission("ada", .start, at: start, desk: "6F-A1")])
            let address = "/people/ada/correct"
            // On a day with taps, the form is that of a single entry.
            let single = try await web.send(.get, "\(address)?day=2026-11-18", as: "cy", headers: .page).text
            #expect(single.contains("name=\"kind\"") && single.contains("?entry=day&amp;day=2026-11-18\">A whole day</a>"))
            // The entry lies within the day, or the session from it goes on.
            for from in ["08:30", "08:55"] {
                let page = try await web.sendForm(address, as: "cy", form(["from": from]))
                #expect(page.status == .unprocessableContent)
                #expect(page.text.contains("id=\"hours-problem\">An entry at 08:53 is already recorded"), "\(page.text)")
            }
            #expect(try await added(web) == nil)
            let earlier = form(["from": "06:00", "to": "08:00", "break_from": "", "break_to": ""])
            #expect(try await web.sendForm(address, as: "cy", earlier).status == .seeOther)
            #expect(try await added(web) == "start 06:00, end 08:00")
        }
    }

    private func states(_ web: TestWeb) async throws -> String? {
        try await web.office.value(
            "select string_agg(distinct state, ' ') || count(*)::text from correction_request where type = 'add'")
    }

    @Test func `A requested day is one card, and is approved at once`() async throws {
        try await Authorization.withPeople { (web, _, _) async throws in
            let day = form()
            for _ in 1...2 {
                let sent = try await web.sendForm("/me/ask", as: "ada", day)
                #expect(sent.headers[.location] == "/me?month=2026-11&day=2026-11-18#day-2026-11-18", "\(sent.text)")
                #expect(try await states(web) == "open4")
            }
            let overlap = try await web.sendForm(
                "/me/ask", as: "ada", form(["from": "12:15"].merging(["break_from": "", "break_to": ""]) { $1 }))
            #expect(overlap.text.contains("An entry at 12:45 is already recorded or requested."), "\(overlap.text)")
            let change = "Add Wednesday 18 November: 08:55 – 17:30, break 12:00 – 12:45, away from a desk."
            for (address, user) in [("/me", "ada"), ("/requests", "cy"), (Address.team, "bo")] {
                let page = try await web.send(.get, address, as: user, headers: .page).text
                #expect(page.ranges(of: change).count == 1 && !page.contains("Add a clock-"), "\(page)")
                #expect(page.contains("Wed 18 Nov 2026: worked 0:00 → 7:50, break 0:00 → 0:45"))
                #expect(page.contains("name=\"day\" value=\"yes\""))
            }
            let store = web.office.store
            let reach = try await store.people.person(userName: "bo").reach(.decide)
            // The other one is about a tap.
            #expect(try await store.requests.countRequestsToDecide(within: reach).open == 2)
            #expect(try await added(web) == nil)
            for _ in 1...2 {
                let approved = try await web.sendForm(Address.approve(try first(day)), as: "bo", ["day": "yes"])
                #expect(approved.status == .seeOther, "\(approved.text)")
                #expect(try await added(web) == entries)
                #expect(try await states(web) == "approved4")
            }
            let ada = try await store.people.person(userName: "ada")
            #expect(try await store.requests.countNewDecisions(for: ada.id, now: web.clock.now()) == 1)
            let decided = try await web.send(.get, Address.decidedRequests, as: "bo", headers: .page).text
            #expect(decided.ranges(of: change).count == 1)
        }
    }

    @Test func `Approve all approves a whole day only if its card showed one`() async throws {
        try await Authorization.withPeople { (web, _, request) async throws in
            let (day, other) = (form(), form(["date": "2026-11-17"]))
            for sent in [day, other] { #expect(try await web.sendForm("/me/ask", as: "ada", sent).status == .seeOther) }
            let page = try await web.send(.get, Address.requests, as: "cy", headers: .page).text
            for (id, value) in [(try first(day), "day"), (try first(other), "day"), ("\(request)".lowercased(), "yes")] {
                #expect(page.contains("name=\"request-\(id)\" value=\"\(value)\""), "\(page)")
            }
            #expect(
                try await web.sendForm(Address.requests, as: "bo", ["request-\(try first(day))": "day"]).status == .seeOther)
            #expect(try await added(web) == entries)
            let single = ["request-\(try first(other))": "yes"]
            #expect(try await web.sendForm(Address.requests, as: "bo", single).status == .seeOther)
            #expect(try await added(web) == "start 08:55, " + entries)
        }
    }

    @Test func `A requested day is rejected or withdrawn at once`() async throws {
        try await Authorization.withPeople { (web, _, _) async throws in
            let day = form()
            #expect(try await web.sendForm("/me/ask", as: "ada", day).status == .seeOther)
            let rejection = ["day": "yes", "comment": "You were ill"]
            #expect(try await web.sendForm(Address.refuse(try first(day)), as: "bo", rejection).status == .seeOther)
            #expect(try await states(web) == "refused4")
            let other = form()
            #expect(try await web.sendForm("/me/ask", as: "ada", other).status == .seeOther)
            #expect(try await web.sendForm(Address.withdraw(try first(other)), as: "ada", ["day": "yes"]).status == .seeOther)
            #expect(try await states(web) == "refused withdrawn8")
            #expect(try await added(web) == nil)
        }
    }

    @Test func `A requested day is not approved after an entry of it was recorded`() async throws {
        try await Authorization.withPeople { (web, _, _) async throws in
            let day = form()
            #expect(try await web.sendForm("/me/ask", as: "ada", day).status == .seeOther)
            let tap = [
                "id": "\(UUID())", "kind": "start", "date": "2026-11-18", "time": "09:10", "desk": "6F-A1", "reason": "Seen",
            ]
            #expect(try await web.sendForm("/people/ada/correct", as: "cy", tap).status == .seeOther)
            let decision = ["day": "yes", "even_if_stale": "yes"]
            let approved = try await web.sendForm(Address.approve(try first(day)), as: "bo", decision)
            #expect(approved.status == .unprocessableContent && approved.text.contains("An entry at 09:10"), "\(approved.text)")
            #expect(try await added(web) == "start 09:10")
            #expect(try await states(web) == "open4")
        }
    }

    @Test func `The form for another day is that of a whole day, and a link leads to a single entry`() async throws {
        try await TestWeb.with { (web) async throws in
            let day = try await web.send(.get, Address.myAsk, as: "ada", headers: .page).text
            #expect(day.contains("name=\"from\"") && day.contains("href=\"/me/ask?entry=single\">A single entry</a>"))
            let single = try await web.send(.get, "\(Address.myAsk)?entry=single", as: "ada", headers: .page).text
            #expect(single.contains("name=\"kind\"") && single.contains("href=\"/me/ask?entry=day\">A whole day</a>"))
            // A form for a certain entry has no choice.
            let end = try await web.send(.get, "\(Address.myAsk)?kind=end", as: "ada", headers: .page).text
            #expect(!end.contains("A whole day"))
        }
    }
}
