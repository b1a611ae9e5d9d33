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
struct `Status message` {
    private static let name = "__Host-desktap-done"

    /// The page that follows a form, as the browser of `user` requests it.
    private func next(
        _ web: TestWeb, after response: TestResponse, as user: String, message: String? = nil, language: String = "en"
    ) async throws -> TestResponse {
        var headers = HTTPFields.page
        headers[.acceptLanguage] = language
        let value =
            message
            ?? response.headers[values: .setCookie].first { $0.hasPrefix(Self.name + "=") }
            .map { String($0.dropFirst(Self.name.count + 1).prefix { $0 != ";" }) }
        headers[.cookie] = try await web.cookie(user) + "; \(Self.name)=\(value ?? "")"
        let address = try #require(response.headers[.location]).prefix { $0 != "#" }
        return try await web.send(.get, String(address), headers: headers)
    }

    @Test func `A form's result is shown once, on the page that follows`() async throws {
        try await TestWeb.with { (web) async throws in
            try await web.office.execute("update office set allows_private = false")
            let saved = try await web.sendForm(Address.myName, as: "ada", ["shown": "no"])
            #expect(saved.status == .forbidden && saved.headers[values: .setCookie].isEmpty)
            try await web.office.execute("update office set allows_private = true")
            let hidden = try await web.sendForm(Address.myName, as: "ada", ["shown": "no"])
            #expect(hidden.headers.contains { $0.value.contains("desktap-done=nameHidden; Max-Age=60") })
            #expect(!hidden.headers.contains { $0.name.canonicalName == "desktap-done" })
            let page = try await next(web, after: hidden, as: "ada")
            #expect(page.text.contains("role=\"status\" id=\"done\">Your name is hidden on the map.</p>"))
            #expect(page.headers[values: .setCookie].contains { $0.hasPrefix(Self.name + "=; Max-Age=0") })
            let again = try await web.send(.get, Address.me, as: "ada", headers: .page)
            #expect(!again.text.contains("id=\"done\"") && again.headers[values: .setCookie].isEmpty)
        }
    }

    @Test(arguments: [
        "", "somethingElse", "<b>hidden</b>", "correctionSaved.", "correctionSaved.2026-11-19",
        "correctionSaved.2026-11-19_0_180",
        "correctionSaved.2026-11-31_0_180_0", "correctionSaved.2026-11-19_0_-1_0", "correctionSaved.2026-11-19_0_6000001_0",
        "correctionSaved.2026-11-19_0_99999999999999999999_0", "correctionSaved.2026-11-19_0_180_yes",
        "correctionSaved.<b>19</b>_0_180_0", "correctionSaved.for2", "correctionSaved.forbo.2026-11-19_0_180_0",
        "lastDaySet", "lastDaySet.soon", "changesSaved.2026-11-20",
        "peopleChanged", "peopleChanged.3", "peopleChanged.3_-1", "peopleChanged.3_1001", "peopleChanged.3_2_1",
        "changesSaved.3_2",
        "correctionSaved" + String(repeating: ".2026-11-19_0_180_0", count: 4),
    ])
    func `A cookie with another value shows nothing`(value: String) async throws {
        try await TestWeb.with { (web) async throws in
            try await web.office.execute("update office set allows_private = true")
            let hidden = try await web.sendForm(Address.myName, as: "ada", ["shown": "no"])
            #expect(try await !next(web, after: hidden, as: "ada", message: value).text.contains("id=\"done\""))
        }
    }

    /// A script that loads a page's part, and a program, leave the message to the page.
    @Test func `A program's request keeps the message for the page`() async throws {
        try await TestWeb.with { (web) async throws in
            let cookie = try await web.cookie("ada") + "; \(Self.name)=changesSaved"
            let answer = try await web.send(.get, "/me/data.json", headers: [.cookie: cookie])
            #expect(answer.status == .ok && answer.headers[values: .setCookie].isEmpty)
        }
    }

    @Test(
        arguments: [
            ("/api/requests/REQUEST/approve", "bo", [:], "requestApproved"),
            ("/api/requests/REQUEST/refuse", "bo", ["comment": "No"], "requestRejected"),
            ("/api/requests/REQUEST/withdraw", "ada", [:], "requestWithdrawn"),
            ("/api/quarantine/TAP/release", "cy", ["reason": "Seen"], "tapReleased"),
            ("/api/quarantine/TAP/void", "cy", ["reason": "Seen"], "tapDiscarded"),
            ("/me/devices/end-others", "ada", [:], "devicesSignedOut"),
            ("/me/reminders", "ada", ["on": "no"], "changesSaved"),
            ("/admin/people", "lea", ["user_name": "kim", "display_name": "Kim", "office": "1"], "personAdded"),
            ("/admin/teams", "lea", ["name": "Support", "office": "1"], "teamAdded"),
            ("/admin/people/ada/devices/end-all", "lea", [:], "personSignedOut"),
            ("/admin/people/ada/return", "lea", [:], "lastDayWithdrawn"),
            (
                "/me/ask", "ada", ["kind": "end", "date": "2026-11-19", "time": "17:30", "reason": "Forgot", "sure": "yes"],
                "requestSent"
            ),
            (
                "/people/ada/correct", "cy",
                ["kind": "end", "date": "2026-11-19", "time": "17:30", "reason": "Forgot", "sure": "yes"],
                "correctionSaved"
            ),
        ] as [(String, String, [String: String], String)])
    func `Each form says what it did`(address: String, user: String, fields: [String: String], message: String) async throws {
        try await Authorization.withPeople { web, tap, request in
            let path = address.replacing("REQUEST", with: "\(request)").replacing("TAP", with: "\(tap)")
            // The quarantined tap is ten minutes ahead.
            web.clock.advance(by: .seconds(900))
            let sent = try await web.sendForm(path, as: user, fields.merging(["id": UUID().uuidString]) { $1 })
            #expect(sent.status == .seeOther, "\(sent.text)")
            let text = try #require(StatusMessage(rawValue: message)).text
            // The hours of a correction follow.
            #expect(try await next(web, after: sent, as: user).text.contains("id=\"done\">\(text)"))
        }
    }

    @Test(arguments: [
        ("2026-11-21", "Last day: 21 Nov 2026."), ("2026-11-20", "Last day: 20 Nov 2026. Sign-in and taps no longer work."),
        ("2026-11-18", "Last day: 18 Nov 2026. Sign-in and taps no longer work."),
    ])
    func `A last day is said as a day, whether it is to come, today or over`(day: String, text: String) async throws {
        try await TestWeb.with { (web) async throws in
            let set = try await web.sendForm("/admin/people/ada/leave", as: "lea", ["last_day": day])
            #expect(try await done(next(web, after: set, as: "lea")) == text)
            let bo = try await web.office.store.people.person(userName: "bo").id
            let chosen = ["do": "leave", "query": "state=new", "last_day": day, "person-\(bo)": "yes"]
            let list = try await web.sendForm(Address.adminPeople, as: "lea", chosen)
            #expect(try await done(next(web, after: list, as: "lea"))?.hasPrefix("Last day: ") == true)
        }
    }

    @Test func `A change of several people says how many changed and how many left their team`() async throws {
        try await TestWeb.with { (web) async throws in
            let (store, people) = (web.office.store, web.office.store.people)
            let hill = try await store.offices.addOffice(name: "Hill", timeZone: "Europe/Berlin")
            let design = try await store.teams.addTeam("Design", in: web.office.office)
            func send(_ fields: [String: String], for users: [String]) async throws -> String? {
                var form = fields.merging(["query": ""]) { $1 }
                for user in users { form["person-\(try await people.person(userName: user).id)"] = "yes" }
                return try await done(next(web, after: web.sendForm(Address.adminPeople, as: "lea", form), as: "lea"))
            }
            #expect(try await send(["do": "team", "team": "\(design)"], for: ["ada", "bo"]) == "2 people changed.")
            let moved = try await send(["do": "office", "office": "\(hill)"], for: ["ada", "bo", "cy"])
            #expect(moved == "3 people changed. 2 left their team.")
            let back = ["do": "office", "office": "\(web.office.office)"]
            #expect(try await send(back, for: ["cy", "lea"]) == "1 person changed.")
        }
    }

    @Test func `A rejection names the person who sees the comment`() async throws {
        try await Authorization.withPeople { web, _, request in
            let rejected = try await web.sendForm(Address.refuse("\(request)"), as: "bo", ["comment": "No"])
            let page = try await next(web, after: rejected, as: "bo")
            #expect(done(page) == "Rejected. Ada Lindqvist sees your comment.")
        }
    }

    @Test func `A discarded tap is named after its person, and its record says that it was discarded`() async throws {
        try await Authorization.withPeople { web, tap, _ in
            let owner = try #require(try await web.office.store.people.owner(ofEvent: tap))
            let sent = try await web.sendForm(Address.void("\(tap)"), as: "cy", ["reason": "Seen"])
            let page = try await next(web, after: sent, as: "cy")
            #expect(done(page) == "Discarded. It is in the record of \(owner.displayName).")
            let record = try await web.send(.get, "/people/\(owner.userName)?month=2026-11", as: "cy", headers: .page).text
            #expect(record.contains("Cy Okonkwo discarded this") && !record.contains("deleted this"))
            #expect(record.contains("<strong class=\"warning\">discarded</strong>"))
        }
    }

    private func done(_ page: TestResponse) -> String? {
        page.text.firstMatch(of: /id="done">([^<]*)<\/p>/).map { String($0.1) }
    }

    /// Ada works from nine on Thursday 19 November.
    @Test func `A correction says how the worked hours of its day change`() async throws {
        try await Authorization.withPeople { web, _, _ in
            let (start, end, nine) = (UUID(), UUID(), TestOffice.noon - .seconds(86_400 + 3 * 3600))
            _ = try await web.services.recorder.record([
                TestOffice.submission("ada", .start, at: nine, desk: "6F-A1", id: start)
            ])
            let (day, uncounted) = ("Thursday 19 November of Ada Lindqvist: ", " Time after the last tap does not count yet.")
            let steps: [([String: String], String)] = [
                (["kind": "pause", "time": "12:00"], "worked 0:00 → 3:00."),
                (["kind": "start", "time": "13:00", "desk": "6F-A1"], "the worked hours do not change." + uncounted),
                (["kind": "end", "time": "17:30", "id": "\(end)"], "worked 3:00 → 7:30."),
                (
                    ["tap": "\(start)", "type": "amend", "kind": "start", "time": "08:30", "desk": "6F-A1"],
                    "worked 7:30 → 8:00."
                ), (["tap": "\(end)", "type": "void"], "worked 8:00 → 3:30." + uncounted),
            ]
            for (fields, hours) in steps {
                let form = ["id": "\(UUID())", "date": "2026-11-19", "reason": "Seen"].merging(fields) { $1 }
                let sent = try await web.sendForm("/people/ada/correct", as: "cy", form)
                #expect(sent.status == .seeOther, "\(sent.text)")
                #expect(try await done(next(web, after: sent, as: "cy")) == "Saved. " + day + hours)
                // Sent again it changes nothing.
                let again = try await web.sendForm("/people/ada/correct", as: "cy", form)
                #expect(try await done(next(web, after: again, as: "cy")) == "Saved.")
            }
            let viewed = "select count(*)::text from access_log where purpose = 'correcting a tap'"
            #expect(try await web.office.value(viewed) == "\(steps.count)")
        }
    }

    @Test(.inEnglish) func `A correction of less than a minute does not say that the worked hours stay the same`() throws {
        let change = try #require(HoursChange("2026-11-19_0_54_0"))
        #expect(
            change.sentence(of: nil, isRequested: false)
                == "Thursday 19 November: the worked hours change by less than a minute.")
        #expect(
            change.sentence(of: nil, isRequested: true)
                == "If approved: Thursday 19 November: the worked hours change by less than a minute.")
    }

    @Test(arguments: [
        ("ada", Address.myAsk, ""), ("bo", Address.askForPerson("ada"), " of Ada Lindqvist"),
    ])
    func `A request says that it needs an approval, and how the worked hours of its day would change`(
        user: String, address: String, owner: String
    ) async throws {
        try await Authorization.withPeople { web, _, _ in
            let nine = TestOffice.noon - .seconds(86_400 + 3 * 3600)
            _ = try await web.services.recorder.record([TestOffice.submission("ada", .start, at: nine, desk: "6F-A1")])
            try await web.office.execute("truncate access_log")
            let fields = ["id": "\(UUID())", "kind": "end", "date": "2026-11-19", "time": "17:30", "reason": "Forgot"]
            let sent = try await web.sendForm(address, as: user, fields)
            let sentences =
                "Request sent. Nothing changes until it is approved. "
                + "If approved: Thursday 19 November\(owner): worked 0:00 → 8:30."
            #expect(try await done(next(web, after: sent, as: user)) == sentences)
            let viewed = "select count(*)::text from access_log where purpose = 'correcting a tap'"
            #expect(try await web.office.value(viewed) == (user == "bo" ? "1" : "0"))
        }
    }

    @Test(arguments: [
        ("en", "Approved. Thursday 19 November of Ada Lindqvist: worked 0:00 → 8:30."),
        ("ja", "承認しました。Ada Lindqvistさんの11月19日（木）：勤務時間 0:00 → 8:30。"),
    ])
    func `An approval says how the worked hours of its day change`(language: String, sentences: String) async throws {
        try await Authorization.withPeople { web, _, _ in
            let nine = TestOffice.noon - .seconds(86_400 + 3 * 3600)
            _ = try await web.services.recorder.record([TestOffice.submission("ada", .start, at: nine, desk: "6F-A1")])
            let id = UUID().uuidString
            let fields = ["id": id, "kind": "end", "date": "2026-11-19", "time": "17:30", "reason": "Forgot"]
            #expect(try await web.sendForm(Address.myAsk, as: "ada", fields).status == .seeOther)
            let approved = try await web.sendForm(Address.approve(id), as: "bo", [:])
            #expect(try await done(next(web, after: approved, as: "bo", language: language)) == sentences)
        }
    }

    @Test(arguments: [("bo", " of Ada Lindqvist"), ("emi", "")])
    func `A message names the record's owner only to a viewer who may see the record`(
        user: String, owner: String
    ) async throws {
        try await Authorization.withPeople { web, _, _ in
            let ada = try await web.office.store.people.person(userName: "ada").id
            try await web.office.execute("update office set allows_private = true")
            let hidden = try await web.sendForm(Address.myName, as: user, ["shown": "no"])
            let forged = "correctionSaved.for\(ada).2026-11-19_0_10800_0"
            let page = try await next(web, after: hidden, as: user, message: forged)
            #expect(done(page) == "Saved. Thursday 19 November\(owner): worked 0:00 → 3:00.")
        }
    }
}
