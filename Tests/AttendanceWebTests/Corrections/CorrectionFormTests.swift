@testable import AttendanceWeb

import Attendance
import AttendanceStore
import Foundation
import HTTPTypes
import HummingbirdTesting
import TestOffice
import TestServers
import Testing

extension TestWeb {
    /// Sends a form as a browser does.
    @discardableResult
    func sendForm(
        _ address: String, as user: String? = nil, cookie: String? = nil, _ fields: [String: String]
    ) async throws -> TestResponse {
        var headers = HTTPFields.page
        headers[.cookie] = cookie
        headers[.contentType] = "application/x-www-form-urlencoded"
        let body = fields.map { "\($0)=\(Address.percentEncoded($1))" }.joined(separator: "&")
        return try await send(.post, address, as: user, headers: headers, body: body)
    }

    /// Changes an office's time zone, also for the past.
    func move(to zone: String) async throws {
        try await office.execute("update office_settings set time_zone = '\(zone)'")
    }
}

@Suite(.enabled(if: TestDatabase.isAvailable, "\(TestDatabase.help)"), .timeLimit(.minutes(10)))
struct `Correction form` {
    /// - Parameter isSure: whether the tap may belong to no session.
    private func form(_ fields: [String: String], isSure: Bool = true) -> [String: String] {
        var form = ["id": UUID().uuidString, "kind": "end", "date": "2026-11-19", "time": "17:30", "reason": "Forgot"]
        if isSure { form["sure"] = "yes" }
        return form.merging(fields) { $1 }
    }

    @Test func `A correction form that is sent twice requests a missing tap once`() async throws {
        try await Authorization.withPeople { web, _, request in
            #expect(try await web.send(.get, "/me/ask?day=2026-11-19", as: "ada", headers: .page).text.contains("2026-11-19"))
            // A phone gives the instant in UTC; the form shows the office's clock, nine hours ahead.
            let kept = try await web.send(.get, "/me/ask?at=2026-11-18T22:05:06.789Z&kind=start", as: "ada", headers: .page)
                .text
            #expect(kept.contains("value=\"2026-11-19\"") && kept.contains("value=\"07:05:06\""))
            let fields = form([:])
            for _ in 1...2 {
                let response = try await web.sendForm("/me/ask", as: "ada", fields)
                #expect(response.status == .seeOther)
                #expect(response.headers[.location] == "/me?month=2026-11&day=2026-11-19#day-2026-11-19")
            }
            #expect(
                try await web.office.value(
                    "select concat_ws(' ', type, kind, at_sent, reason) from correction_request where id <> '\(request)'")
                    == "add end 2026-11-19T17:30:00+09:00 Forgot")
            let page = try await web.send(.get, "/me", as: "ada", headers: .page).text
            #expect(page.contains("Add a clock-out on Thursday 19 November, 17:30."))
            // Bo sees the request and approves it.
            let inbox = try await web.send(.get, "/my-team", as: "bo", headers: .page).text
            #expect(inbox.contains("Add a clock-out on Thursday 19 November, 17:30.") && inbox.contains("Ada Lindqvist"))
            let id = try #require(fields["id"]).lowercased()
            let approved = try await web.sendForm(Address.approve(id), as: "bo", ["comment": "Seen"])
            #expect(approved.status == .seeOther && approved.headers[.location] == "/my-team#requests")
            let after = try await web.send(.get, "/me?day=2026-11-19", as: "ada", headers: .page).text
            for text in [
                "Approved", "“Seen”", "added by Bo Nakamura", "Bo Nakamura added this, as Ada Lindqvist requested",
                "<q>Forgot</q>", "Bo Nakamura: <q>Seen</q>",
            ] {
                #expect(after.contains(text), "\(text)")
            }
        }
    }

    @Test(arguments: [
        ("cy", "correct", "Add a clock-out", "The record shows the change with your name and reason."),
        ("bo", "ask", "Request a clock-out", "until another manager or HR approves it."),
    ])
    func `The form for a missing tap names the taps of its day, and the access is logged`(
        user: String, verb: String, title: String, explanation: String
    ) async throws {
        try await Authorization.withPeople { web, _, _ in
            let nine = TestOffice.noon - .seconds(2 * 86_400 + 3 * 3600)
            _ = try await web.services.recorder.record([
                TestOffice.submission("ada", .start, at: nine, desk: "6F-A1"),
                TestOffice.submission("ada", .pause, at: nine + .seconds(3 * 3600)),
                TestOffice.submission("ada", .start, at: nine + .seconds(4 * 3600), desk: "6F-A1"),
            ])
            try await web.office.execute("truncate access_log")
            let address = "/people/ada/\(verb)?day=2026-11-18"
            let page = try await web.send(.get, address + "&kind=end", as: user, headers: .page).text
            #expect(page.contains("<h1>\(title) <span class=\"office\">Ada Lindqvist</span></h1>"))
            #expect(page.contains("Wednesday 18 November: Clock in 09:00, Break 12:00, Back to work 13:00</p>"))
            #expect(page.contains(explanation) && !page.contains("original tap"))
            #expect(page.contains("<label class=\"desk-for-start\">"))
            #expect(try await web.office.value("select string_agg(purpose, ';') from access_log") == "correcting a tap")
            let empty = try await web.send(.get, "/people/ada/\(verb)?day=2026-11-11", as: user, headers: .page).text
            #expect(empty.contains("<h1>Add a missing entry") && empty.contains("Wednesday 11 November: no taps"))
            let old = try await web.send(.get, "/people/ada/\(verb)?day=2025-11-12", as: user, headers: .page).text
            #expect(old.contains("Wednesday 12 November 2025: no taps"))
        }
    }

    @Test func `A correction form asks which one is meant if a clock time occurs twice`() async throws {
        try await TestWeb.with { (web) async throws in
            try await web.move(to: "Europe/Berlin")
            // In that night the clocks were set back from 03:00 to 02:00.
            let fields = form(["date": "2026-10-25", "time": "02:30"])
            let page = try await web.sendForm("/me/ask", as: "ada", fields)
            #expect(page.status == .unprocessableContent)
            let (first, second) = (1_792_888_200, 1_792_891_800)
            for text in [
                "occurred twice", "02:30:00 UTC+02:00, the first time", "02:30:00 UTC+01:00, the second time",
                "value=\"\(first)\"", "value=\"\(second)\"", "value=\"2026-10-25\"", "value=\"02:30\"", ">Forgot</textarea>",
            ] {
                #expect(page.text.contains(text), "\(text)")
            }
            #expect(try await web.office.value("select count(*)::text from correction_request") == "0")
            let answer = try await web.sendForm("/me/ask", as: "ada", fields.merging(["which": "\(second)"]) { $1 })
            #expect(answer.status == .seeOther)
            #expect(
                try await web.office.value("select at_sent from correction_request") == "2026-10-25T02:30:00+01:00")
            // An answer that is neither of the two is asked again.
            let odd = try await web.sendForm("/me/ask", as: "ada", fields.merging(["which": "7", "id": "\(UUID())"]) { $1 })
            #expect(odd.status == .unprocessableContent)
        }
    }

    @Test func `A correction form refuses a time that the clocks skipped`() async throws {
        try await TestWeb.with { (web) async throws in
            try await web.move(to: "Europe/Berlin")
            let page = try await web.sendForm("/me/ask", as: "ada", form(["date": "2026-03-29", "time": "02:30:00"]))
            #expect(page.status == .unprocessableContent)
            #expect(
                page.text.contains(
                    "02:30:00 did not exist on Sunday 29 March: the clocks went from 02:00 to 03:00. "
                        + "Enter another time."))
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
        Wrong(fields: ["date": ""], sentence: "Enter the date", field: "time"),
        Wrong(fields: ["date": "2026-02-30"], sentence: "Enter the date", field: "time"),
        Wrong(fields: ["time": "25:00"], sentence: "Enter the time", field: "time"),
        Wrong(fields: ["time": "9:00"], sentence: "Enter the time", field: "time"),
        Wrong(fields: ["time": "٠٩:٠٠"], sentence: "Enter the time", field: "time"),
        Wrong(fields: ["reason": "  "], sentence: "Enter a reason."),
        Wrong(
            fields: ["kind": "toggle"], sentence: "The tap must be a clock-in (start), a break (pause) or a clock-out (end)."),
        Wrong(fields: ["kind": "start"], sentence: "Enter the desk, or choose “Away from a desk”.", field: "desk"),
        Wrong(fields: ["kind": "resume"], sentence: "Enter the desk, or choose “Away from a desk”.", field: "desk"),
        Wrong(fields: ["kind": "start", "desk": "9Z-Z9"], sentence: "There is no such desk here.", field: "desk"),
        Wrong(fields: ["desk": "6F--A1"], sentence: "This is not a desk name", field: "desk"),
        Wrong(fields: ["date": "2026-11-21"], sentence: "This time is in the future.", field: "time"),
    ])
    func `A correction form with an error says what is wrong and keeps the input`(wrong: Wrong) async throws {
        try await TestWeb.with { (web) async throws in
            let page = try await web.sendForm("/me/ask", as: "ada", form(wrong.fields))
            #expect(page.status.kind == .clientError)
            let place = wrong.field.map { " id=\"\($0)-problem\"" } ?? ""
            #expect(page.text.contains("role=\"alert\"\(place)>\(wrong.sentence)"))
            #expect(page.text.contains("value=\"\(wrong.fields["time"] ?? "17:30")\""))
            #expect(try await web.office.value("select count(*)::text from correction_request") == "0")
        }
    }

    @Test(arguments: [
        ["id": ""], ["id": "1"], ["tap": "1"], ["tap": "\(UUID())"], ["reason": String(repeating: "a", count: 1001)],
        ["reason": "a\0b"],
    ])
    func `A correction form with altered hidden fields is refused`(fields: [String: String]) async throws {
        try await TestWeb.with { (web) async throws in
            let response = try await web.sendForm("/me/ask", as: "ada", form(fields))
            #expect(response.status.kind == .clientError)
            #expect(try await web.office.value("select count(*)::text from correction_request") == "0")
        }
    }

    @Test func `HR's correction form changes only the changed values and keeps the original visible`() async throws {
        try await TestWeb.with { (web) async throws in
            let tap = UUID()
            let at = TestOffice.noon - .seconds(3600)
            _ = try await web.services.recorder.record([
                TestOffice.submission(
                    "ada", .start, at: Instant(millisecondsSince1970: at.millisecondsSince1970 + 250),
                    desk: "6F-A1", id: tap)
            ])
            let address = "/people/ada/correct"
            let page = try await web.send(.get, "\(address)?tap=\(tap)", as: "cy", headers: .page)
            #expect(page.text.contains("Clock in on Friday 20 November, 11:00 <span class=\"nowrap\">6F-A1</span>"))
            let same = form([
                "tap": "\(tap)", "type": "amend", "kind": "start", "date": "2026-11-20", "time": "11:00", "desk": "6f-a1",
            ])
            let nothing = try await web.sendForm(address, as: "cy", same)
            #expect(nothing.status == .badRequest && nothing.text.contains("This changes nothing."))
            let moved = try await web.sendForm(address, as: "cy", same.merging(["time": "10:45:30"]) { $1 })
            #expect(moved.headers[.location] == "/people/ada?month=2026-11&day=2026-11-20#day-2026-11-20")
            #expect(
                try await web.office.value(
                    "select concat_ws(' ', type, new_at_sent, new_kind, reason) from correction")
                    == "amend 2026-11-20T10:45:30+09:00 Forgot")
            let void = same.merging(["type": "void", "id": "\(UUID())"]) { $1 }
            #expect(try await web.sendForm(address, as: "cy", void).status == .seeOther)
            let record = try await web.send(.get, "/people/ada?day=2026-11-20", as: "cy", headers: .page).text
            for text in [
                "data-status=\"voided\"", "deleted this", "<s>Clock in 11:00:00 at 6F-A1</s>", "time from 11:00:00 to 10:45:30",
            ] {
                #expect(record.contains(text), "\(text)")
            }
            // Only Ada's taps can be corrected on her page.
            try await web.office.execute("update event set person_id = (select id from person where user_name = 'bo')")
            #expect(try await web.sendForm(address, as: "cy", void).status == .notFound)
        }
    }

    /// Ada works from 8:53 on 19 November.
    private func withStart(connections: Int = 3, _ body: (TestWeb) async throws -> Void) async throws {
        try await Authorization.withPeople(connections: connections) { web, _, _ in
            let start = try #require(Instant(rfc3339: "2026-11-19T08:53:20+09:00"))
            _ = try await web.services.recorder.record([TestOffice.submission("ada", .start, at: start, desk: "6F-A1")])
            try await body(web)
        }
    }

    /// The id of that tap.
    private func start(_ web: TestWeb) async throws -> String {
        let page = try await web.send(.get, "/people/ada?day=2026-11-19", as: "cy", headers: .page).text
        let day = try #require(page.split(separator: "id=\"day-2026-11-19\"").last)
        return String(try #require(day.firstMatch(of: /correct\?tap=([-0-9a-f]+)/)).1)
    }

    @Test func `The form of a tap with another time offers its original time, to the millisecond`() async throws {
        try await Authorization.withPeople { web, _, _ in
            let (tap, at) = (UUID().uuidString, try #require(Instant(rfc3339: "2026-11-19T08:53:20.250+09:00")))
            let id = try #require(UUID(uuidString: tap))
            _ = try await web.services.recorder.record([TestOffice.submission("ada", .start, at: at, desk: "6F-A1", id: id)])
            let address = "/people/ada/correct"
            func page() async throws -> String {
                try await web.send(.get, "\(address)?tap=\(tap)", as: "cy", headers: .page).text
            }
            #expect(try await !page().contains("name=\"original\""))
            let moved = form(["tap": tap, "type": "amend", "kind": "start", "time": "08:30", "desk": "6F-A1"])
            #expect(try await web.sendForm(address, as: "cy", moved).status == .seeOther)
            let changed = try await page()
            #expect(changed.contains("Original time: 19 Nov 2026, 08:53:20"))
            // Beside the main button, which comes first: the return key saves the entered time.
            #expect(
                changed.contains("Save correction</button><button class=\"quiet\" name=\"original\" value=\"yes\">Save the"))
            let back = moved.merging(["id": "\(UUID())", "original": "yes"]) { $1 }
            #expect(try await web.sendForm(address, as: "cy", back).status == .seeOther)
            let exact = "select count(*)::text from correction where new_at = '2026-11-19T08:53:20.250+09:00'"
            #expect(try await web.office.value(exact) == "1")
            #expect(try await !page().contains("name=\"original\""))
        }
    }

    @Test func `The form of a tap shows the taps of its day, and the hint for a desk only for a clock-in`() async throws {
        try await withStart { web in
            let end = UUID().uuidString
            #expect(try await web.sendForm("/people/ada/correct", as: "cy", form(["id": end])).status == .seeOther)
            for (tap, isForStart) in [(try await start(web), false), (end, true)] {
                let page = try await web.send(.get, "/people/ada/correct?tap=\(tap)", as: "cy", headers: .page).text
                #expect(page.contains("<p>Thursday 19 November: Clock in 08:53, Clock out 17:30</p>"), "\(page)")
                #expect(page.contains("<label class=\"desk-for-start\">") == isForStart)
                #expect(page.contains("Takes effect at once. The record shows the change with your name and reason."))
            }
        }
    }

    @Test func `A forgotten break is requested in two steps, and its return takes the desk of the session`() async throws {
        try await withStart { web in
            #expect(try await web.sendForm("/people/ada/correct", as: "cy", form([:])).status == .seeOther)
            let pause = try await web.sendForm("/me/ask", as: "ada", form(["kind": "pause", "time": "12:30"]))
            #expect(pause.headers[values: .setCookie].contains { $0.contains("2026-11-19_31020_13020_2") }, "\(pause.headers)")
            let back = try await web.sendForm("/me/ask", as: "ada", form(["kind": "start", "time": "13:15", "desk": " "]))
            #expect(back.status == .seeOther)
            let desk = "select desk from correction_request where at = '2026-11-19T13:15:00+09:00'"
            #expect(try await web.office.value(desk) == "6F-A1")
            // The return waits already.
            let again = try await web.sendForm("/me/ask", as: "ada", form(["kind": "pause", "time": "12:40"]))
            #expect(again.headers[values: .setCookie].contains { $0.contains("2026-11-19_31020_13620_0") }, "\(again.headers)")
            let outside = try await web.sendForm("/me/ask", as: "ada", form(["kind": "start", "time": "18:00", "desk": ""]))
            #expect(outside.status != .seeOther && outside.text.contains("Enter the desk, or choose “Away"))
        }
    }

    @Test func `The end of a break is added without a desk field, and keeps the place of before`() async throws {
        try await withStart { web in
            for (time, kind) in [("12:30", "pause"), ("17:30", "end")] {
                let tap = form(["kind": kind, "time": time])
                #expect(try await web.sendForm("/people/ada/correct", as: "cy", tap).status == .seeOther)
            }
            for (user, verb, title) in [("cy", "correct", "Add end of break"), ("bo", "ask", "Request an end of break")] {
                let address = "/people/ada/\(verb)?day=2026-11-19&kind=resume"
                let page = try await web.send(.get, address, as: user, headers: .page).text
                #expect(page.contains("<h1>\(title) <span"), "\(page)")
                #expect(page.contains("name=\"kind\" value=\"resume\"") && !page.contains("type=\"radio\" name=\"kind\""))
                #expect(!page.contains("name=\"desk\"") && !page.contains("name=\"away\""))
            }
            let back = try await web.sendForm(
                "/people/ada/correct", as: "cy", form(["kind": "resume", "time": "13:15"], isSure: false))
            #expect(back.status == .seeOther)
            let desk =
                "select kind || ' ' || place.desk from event join log_place as place using (seq) "
                + "where event.at = '2026-11-19T13:15:00+09:00'"
            #expect(try await web.office.value(desk) == "start 6F-A1")
            // Outside all work the place is not known, so the form asks for it.
            let outside = try await web.sendForm("/people/ada/correct", as: "cy", form(["kind": "resume", "time": "18:00"]))
            #expect(outside.status != .seeOther)
            #expect(outside.text.contains("name=\"desk\"") && outside.text.contains("name=\"away\""))
        }
    }

    @Test func `Work away from a desk is recorded without a desk, and named in the record, files and API`() async throws {
        try await withStart { web in
            let address = "/people/ada/correct"
            let away = form(["kind": "start", "time": "10:00", "desk": "6F-A2", "away": "yes"])
            for tap in [away, form(["kind": "pause", "time": "12:00"]), form(["time": "17:30"])] {
                #expect(try await web.sendForm(address, as: "cy", tap).status == .seeOther)
            }
            #expect(try await web.sendForm(address, as: "cy", form(["kind": "resume", "time": "12:30"])).status == .seeOther)
            let record = try await web.send(.get, "/people/ada?day=2026-11-19", as: "cy", headers: .page).text
            for text in ["Moved away from a desk", "Back to work", "<span class=\"where\">Away from a desk</span>"] {
                #expect(record.contains(text), "\(text)")
            }
            let places =
                "select string_agg(coalesce(place.desk, 'none'), ' ' order by event.at) "
                + "from event join log_place as place using (seq) where event.at >= '2026-11-19T10:00:00+09:00' and type = 'add'"
            #expect(try await web.office.value(places) == "none none")
            let period = "from=2026-11-19&to=2026-11-19"
            let json = try await web.send(.get, "/api/records/ada?\(period)", as: "cy").text
            #expect(json.replacing(" ", with: "").contains("\"away\":true"), "\(json)")
            let file = "/api/export/events.csv?\(period)&user=ada"
            #expect(try await web.send(.get, file, as: "cy").text.contains(",away,effective,"))
            let readable = try await web.send(.get, file + "&heads=readable", as: "cy").text
            #expect(readable.contains(",Away from a desk,"), "\(readable)")
            // The form of the addition has the choice, the form of a tap has not.
            let id = try #require(away["id"]).lowercased()
            let page = try await web.send(.get, "\(address)?tap=\(id)", as: "cy", headers: .page).text
            #expect(page.contains("name=\"away\" value=\"yes\" checked"))
            let tap = try await start(web)
            let ofTap = try await web.send(.get, "\(address)?tap=\(tap)", as: "cy", headers: .page).text
            #expect(ofTap.contains("name=\"desk\" value=\"6F-A1\"") && !ofTap.contains("name=\"away\""))
            // From there to a desk, and back.
            let amended = form(["tap": id, "type": "amend", "kind": "start", "time": "10:00"])
            let nowhere = try await web.sendForm(address, as: "cy", amended.merging(["desk": ""]) { $1 })
            #expect(nowhere.status != .seeOther && nowhere.text.contains("Enter the desk, or choose"))
            for change in [["desk": "6F-A2"], ["desk": "6F-A2", "away": "yes"]] {
                let fields = amended.merging(change) { $1 }.merging(["id": "\(UUID())"]) { $1 }
                #expect(try await web.sendForm(address, as: "cy", fields).status == .seeOther, "\(change)")
            }
            let after = try await web.send(.get, "/people/ada?day=2026-11-19", as: "cy", headers: .page).text
            for text in ["desk from “away from a desk” to 6F-A2", "desk from 6F-A2 to “away from a desk”"] {
                #expect(after.contains(text), "\(text)")
            }
        }
    }

    @Test func `A request for work away from a desk says so to the person who decides`() async throws {
        try await withStart { web in
            let asked = form(["kind": "start", "date": "2026-11-18", "time": "09:00", "away": "yes"])
            #expect(try await web.sendForm("/me/ask", as: "ada", asked).status == .seeOther)
            let inbox = try await web.send(.get, "/my-team", as: "bo", headers: .page).text
            #expect(inbox.contains("09:00, away from a desk"), "\(inbox)")
            let list = try await web.send(.get, "/my-team", as: "bo", headers: [.acceptLanguage: "ja", .accept: "text/html"])
                .text
            #expect(list.contains("座席以外"), "\(list)")
        }
    }

    @Test func `The form lists a move to another desk as such, and has no date on another day`() async throws {
        try await withStart { web in
            let move = form(["kind": "start", "time": "15:00", "desk": "6F-A2"])
            #expect(try await web.sendForm("/people/ada/correct", as: "cy", move).status == .seeOther)
            let page = try await web.send(.get, "/me/ask?day=2026-11-19", as: "ada", headers: .page).text
            #expect(page.contains("Thursday 19 November: Clock in 08:53, Moved to 6F-A2 15:00"), "\(page)")
            #expect(try await web.send(.get, "/me", as: "ada", headers: .page).text.contains("href=\"/me/ask\">Add a missing"))
            let other = try await web.send(.get, "/me/ask", as: "ada", headers: .page).text
            #expect(other.contains("name=\"date\" value=\"\" required") && other.contains("<p class=\"as-it-is\" hidden></p>"))
        }
    }

    @Test func `A correction that puts the end before the start is refused with the reason`() async throws {
        try await withStart { web in
            let early = form(["time": "07:00"])
            for (address, user) in [("/me/ask", "ada"), ("/people/ada/correct", "cy")] {
                let page = try await web.sendForm(address, as: user, early)
                #expect(page.status == .unprocessableContent)
                #expect(page.text.contains("07:00 is before the clock-in of that day at 08:53."))
                #expect(page.text.contains("If the work went on past midnight, choose the next date."))
                #expect(page.text.contains("value=\"07:00\"") && page.text.contains(">Forgot</textarea>"))
            }
            let body =
                #"{"type":"add","id":"\#(UUID())","user":"ada","at":"2026-11-19T07:00:00+09:00","kind":"end","reason":"x"}"#
            let headers: HTTPFields = [.contentType: "application/json"]
            let refused = try await web.send(.post, Address.corrections, as: "cy", headers: headers, body: body)
            #expect(refused.status == .unprocessableContent && refused.json["reason"] == "contradiction")
            // With a request for an earlier start it makes sense.
            let start = form(["kind": "start", "time": "06:30", "desk": "6F-A1"])
            #expect(try await web.sendForm("/me/ask", as: "ada", start).status == .seeOther)
            #expect(try await web.sendForm("/me/ask", as: "ada", early).status == .seeOther)
        }
    }

    /// Each line: the corrections by HR, in their order, and the reason why the last one is refused; nil: all are saved.
    @Test(
        arguments: [
            // A break in two steps: its clock-out first.
            ([("end", "17:30"), ("end", "12:00"), ("start", "13:00")], nil),
            ([("end", "17:30"), ("end", "18:00")], "The work of that day ended at 17:30, before 18:00."),
            ([("end", "17:30"), ("pause", "17:34")], "The work of that day ended at 17:30, before 17:34."),
            ([("end", "17:30"), ("start", "18:00"), ("end", "20:00")], nil),
            ([("pause", "08:00")], "08:00 is before the clock-in of that day at 08:53."),
            // The day would stay without a clock-out.
            (
                [("pause", "12:16"), ("start", "13:10"), ("end", "13:00")],
                "The day goes on after 13:00: Back to work 13:10. Enter a time after 13:10,"
            ),
            (
                [("pause", "12:16"), ("start", "13:10"), ("end", "12:00")],
                "The day goes on after 12:00: Break 12:16. Enter a time after 13:10,"
            ), ([("pause", "12:16"), ("start", "13:10"), ("end", "13:11")], nil),
            // A clock-in without a break before it begins a session of its own.
            ([("start", "13:10"), ("end", "13:00")], nil),
            ([("pause", "15:00"), ("end", "13:00")], "The day goes on after 13:00: Break 15:00."),
            // Two sessions: the last clock-out first. A break soon after the clock-out repeats it.
            ([("pause", "12:16"), ("start", "13:10"), ("end", "18:00"), ("end", "13:00")], nil),
            ([("pause", "17:02"), ("end", "17:00")], nil),
        ] as [([(String, String)], String?)])
    func `A correction without effect is refused, and steps that make sense together are saved`(
        steps: [(String, String)], reason: String?
    ) async throws {
        try await withStart { web in
            for (number, (kind, time)) in steps.enumerated() {
                let desk = kind == "start" ? "6F-A1" : ""
                let page = try await web.sendForm(
                    "/people/ada/correct", as: "cy", form(["kind": kind, "time": time, "desk": desk]))
                let isRefused = number == steps.count - 1 && reason != nil
                #expect(page.status == (isRefused ? .unprocessableContent : .seeOther), "\(kind) \(time)")
                if isRefused, let reason { #expect(page.text.contains(reason)) }
            }
        }
    }

    @Test func `An end before a later tap is refused by the forms, an approval and the API`() async throws {
        try await withStart { web in
            let request = form(["time": "13:00"])
            #expect(try await web.sendForm("/me/ask", as: "ada", request).status == .seeOther)
            let id = try #require(request["id"]).lowercased()
            for (kind, time) in [("pause", "12:16"), ("start", "13:10")] {
                let tap = form(["kind": kind, "time": time, "desk": kind == "start" ? "6F-A1" : ""])
                #expect(try await web.sendForm("/people/ada/correct", as: "cy", tap).status == .seeOther)
            }
            let sentence =
                "The day goes on after 13:05: Back to work 13:10. "
                + "Enter a time after 13:10, or first have the taps after 13:05 deleted."
            let page = try await web.sendForm("/me/ask", as: "ada", form(["time": "13:05"]))
            #expect(page.status == .unprocessableContent)
            #expect(page.text.contains("role=\"alert\" id=\"time-problem\">\(sentence)"))
            #expect(page.text.contains("aria-invalid=\"true\" aria-describedby=\"time-problem\""))
            let approval = try await web.sendForm(Address.approve(id), as: "bo", ["even_if_stale": "yes"])
            #expect(approval.status == .unprocessableContent)
            #expect(approval.text.contains("The day goes on after 13:00: Back to work 13:10."))
            let body =
                #"{"type":"add","id":"\#(UUID())","user":"ada","at":"2026-11-19T13:05:00+09:00","kind":"end","reason":"x"}"#
            let headers: HTTPFields = [.contentType: "application/json"]
            let refused = try await web.send(.post, Address.corrections, as: "cy", headers: headers, body: body)
            #expect(refused.status == .unprocessableContent && refused.json["reason"] == "contradiction")
            // With a request for the last clock-out it makes sense.
            #expect(try await web.sendForm("/me/ask", as: "ada", form(["time": "18:00"])).status == .seeOther)
            let approved = try await web.sendForm(Address.approve(id), as: "bo", ["even_if_stale": "yes"])
            #expect(approved.status == .seeOther)
        }
    }

    /// Each makes sense alone: the day ends at 13:00, or has a break at 14:00. The first is recorded, and the other is compared with it.
    @Test(arguments: ["approve", "correct"])
    func `Of two contradictory corrections at the same time one is recorded`(way: String) async throws {
        try await withStart(connections: 6) { web in
            let forms = [form(["time": "13:00"]), form(["kind": "pause", "time": "14:00"])]
            if way == "approve" {
                for form in forms { #expect(try await web.sendForm("/me/ask", as: "ada", form).status == .seeOther) }
            }
            @Sendable func record(_ form: [String: String]) async throws -> TestResponse {
                if way == "correct" { return try await web.sendForm("/people/ada/correct", as: "cy", form) }
                let address = Address.approve(try #require(form["id"]).lowercased())
                return try await web.sendForm(address, as: "bo", ["even_if_stale": "yes"])
            }
            let answers = try await web.office.pool.withConnection { holder in
                try await holder.execute("begin; select from log_head for update")
                async let first = record(forms[0])
                async let second = record(forms[1])
                try await web.office.waitForLocks(2)
                try await holder.execute("commit")
                return try await [first, second]
            }
            #expect(answers.map(\.status).sorted { $0.code < $1.code } == [.seeOther, .unprocessableContent])
            let refused = try #require(answers.first { $0.status == .unprocessableContent })
            #expect(
                refused.text.contains("The day goes on after 13:00: Break 14:00.")
                    || refused.text.contains("ended at 13:00"), "\(refused.text)")
            #expect(try await web.office.value("select count(*)::text from log_record where type = 'add'") == "1")
        }
    }

    @Test func `An end is not moved before a later tap of its session`() async throws {
        try await withStart { web in
            let end = form(["time": "18:00"])
            for fields in [
                form(["kind": "pause", "time": "12:16"]), form(["kind": "start", "time": "13:10", "desk": "6F-A1"]), end,
            ] {
                #expect(try await web.sendForm("/people/ada/correct", as: "cy", fields).status == .seeOther)
            }
            let tap = try #require(end["id"])
            for (address, user) in [("/me/ask", "ada"), ("/people/ada/correct", "cy")] {
                func moved(_ time: String) async throws -> TestResponse {
                    try await web.sendForm(address, as: user, form(["tap": tap, "type": "amend", "time": time]))
                }
                let page = try await moved("12:30")
                #expect(page.status == .unprocessableContent)
                #expect(page.text.contains("The day goes on after 12:30: Back to work 13:10."), "\(page.text)")
                #expect(try await moved("17:45").status == .seeOther)
            }
        }
    }

    @Test func `An end after the last instant of its session is refused`() async throws {
        try await withStart { web in
            try await web.office.execute("update office_settings set max_session_s = 36000")
            let page = try await web.sendForm("/people/ada/correct", as: "cy", form(["time": "19:30"]))
            #expect(page.status == .unprocessableContent)
            let limit = "the work that began on 19 Nov 2026 has to end by 18:53 on 19 Nov 2026, 10 hours after the clock-in."
            #expect(page.text.contains("19:30 is too late: " + limit))
        }
    }

    @Test func `The form asks before a clock-out takes the effect of a later one, and programs are not asked`() async throws {
        try await withStart { web in
            #expect(try await web.sendForm("/people/ada/correct", as: "cy", form(["time": "18:25"])).status == .seeOther)
            let question = "These taps would not count, because they belong to no work period: Clock out 18:25."
            let early = form(["time": "15:12"], isSure: false)
            for (address, user) in [("/me/ask", "ada"), ("/people/ada/correct", "cy")] {
                let page = try await web.sendForm(address, as: user, early)
                #expect(page.status == .unprocessableContent && page.text.contains(question), "\(page.text)")
                #expect(page.text.contains("name=\"sure\" value=\"yes\"") && page.text.contains("value=\"15:12\""))
            }
            // A day without a clock-in.
            let wrongDay = try await web.sendForm(
                "/people/ada/correct", as: "cy", form(["date": "2026-11-18", "time": "17:00"], isSure: false))
            #expect(
                wrongDay.status == .unprocessableContent
                    && wrongDay.text.contains("they belong to no work period: Clock out 17:00."))
            #expect(try await web.office.value("select count(*)::text from event where kind = 'end'") == "1")
            let sure = early.merging(["sure": "yes"]) { $1 }
            #expect(try await web.sendForm("/people/ada/correct", as: "cy", sure).status == .seeOther)
            let body =
                #"{"type":"add","id":"\#(UUID())","user":"ada","at":"2026-11-19T14:00:00+09:00","kind":"end","reason":"x"}"#
            #expect(try await outcome(body, web) == "accepted")
        }
    }

    @Test(arguments: [("/people/ada/correct", "cy", "/people/ada"), ("/me/ask", "ada", "/me")])
    func `A clock-out after midnight leads back to the day of its session`(
        address: String, user: String, home: String
    ) async throws {
        try await Authorization.withPeople { web, _, _ in
            let start = try #require(Instant(rfc3339: "2026-11-18T18:00:00+09:00"))
            _ = try await web.services.recorder.record([TestOffice.submission("ada", .start, at: start, desk: "6F-A1")])
            let sent = try await web.sendForm(address, as: user, form(["time": "07:30"]))
            #expect(sent.headers[.location] == "\(home)?month=2026-11&day=2026-11-18#day-2026-11-18")
            let record = try await web.send(.get, "\(home)?day=2026-11-18", as: user, headers: .page).text
            let day = try #require(record.split(separator: "id=\"day-2026-11-18\"").last?.split(separator: "id=\"day-2").first)
            #expect(day.contains(user == "cy" ? "07:30:00" : "Add a clock-out on Thursday 19 November, 07:30."))
        }
    }

    @Test func `A time in the future is refused as such, even if the work of its day has ended before`() async throws {
        try await Authorization.withPeople { web, _, _ in
            let (start, end) = (TestOffice.noon - .seconds(3 * 3600), TestOffice.noon - .seconds(3600))
            _ = try await web.services.recorder.record([
                TestOffice.submission("ada", .start, at: start, desk: "6F-A1"), TestOffice.submission("ada", .end, at: end),
            ])
            for (address, user) in [("/me/ask", "ada"), ("/people/ada/correct", "cy")] {
                let later = try await web.sendForm(address, as: user, form(["date": "2026-11-20", "time": "23:30"]))
                #expect(later.status.kind == .clientError && later.text.contains("This time is in the future."))
                #expect(!later.text.contains("The work of that day ended"))
                let earlier = try await web.sendForm(address, as: user, form(["date": "2026-11-20", "time": "11:30"]))
                #expect(earlier.text.contains("The work of that day ended at 11:00, before 11:30."))
            }
        }
    }

    @Test func `A start can be moved to another day, and the same form sent twice is one correction`() async throws {
        try await withStart { web in
            #expect(try await web.sendForm("/people/ada/correct", as: "cy", form([:])).status == .seeOther)
            let fields = ["tap": try await start(web), "type": "amend", "kind": "start", "desk": "6F-A1", "time": "08:53"]
            let moved = form(fields.merging(["date": "2026-11-18", "sure": "yes"]) { $1 })
            for _ in 1...2 {
                let sent = try await web.sendForm("/people/ada/correct", as: "cy", moved)
                #expect(sent.status == .seeOther)
            }
            #expect(try await web.office.value("select count(*)::text from correction where type = 'amend'") == "1")
        }
    }

    @Test(arguments: [("/people/ada/correct", "cy"), ("/me/ask", "ada")])
    func `A form to which the browser went back is not saved silently, and is saved when it is sent again`(
        address: String, user: String
    ) async throws {
        try await withStart { web in
            var fields = form(
                ["tap": try await start(web), "type": "amend", "kind": "start", "desk": "6F-A1", "time": "08:50"])
            #expect(try await web.sendForm(address, as: user, fields).status == .seeOther)
            fields["time"] = "08:40"
            let refused = try await web.sendForm(address, as: user, fields)
            #expect(refused.status == .conflict && refused.text.contains("This form was already sent with other values."))
            #expect(refused.text.contains("value=\"08:40\""))
            fields["id"] = String(try #require(refused.text.firstMatch(of: /name="id" value="([-0-9A-Fa-f]+)"/)).1)
            #expect(try await web.sendForm(address, as: user, fields).status == .seeOther)
            let sent = try await web.office.value(
                """
                select string_agg(substr(sent, 12, 5), ' ' order by sent) from (
                    select new_at_sent as sent from log_record union all select at_sent from correction_request where target_id is not null
                ) it
                """)
            #expect(sent == "08:40 08:50")
            // A reason alone is no less a change.
            fields["reason"] = "Train"
            let other = try await web.sendForm(address, as: user, fields)
            #expect(other.status.kind == .clientError && other.text.contains(">Train</textarea>"), "\(other.text)")
        }
    }

    @Test func `A form with the original time and another desk that is sent twice is one correction`() async throws {
        try await withStart { web in
            let tap = try await start(web)
            let later = form(["tap": tap, "type": "amend", "kind": "start", "desk": "6F-A1", "time": "09:10"])
            let original = form([
                "tap": tap, "type": "amend", "kind": "start", "desk": "6F-A2", "time": "09:10", "original": "yes",
            ])
            for fields in [later, original, original] {
                #expect(try await web.sendForm("/people/ada/correct", as: "cy", fields).status == .seeOther)
            }
            #expect(try await web.office.value("select count(*)::text from correction where type = 'amend'") == "2")
        }
    }

    private func outcome(_ body: String, _ web: TestWeb) async throws -> String? {
        let headers: HTTPFields = [.contentType: "application/json"]
        return try await web.send(.post, Address.corrections, as: "cy", headers: headers, body: body).json["outcome"]
    }

    @Test func `A correction that was accepted is a duplicate, whatever was corrected later`() async throws {
        try await withStart { (web) async throws in
            let end = UUID()
            let first =
                #"{"type":"add","id":"\#(end)","user":"ada","at":"2026-11-19T17:00:00+09:00","kind":"end","reason":"x"}"#
            #expect(try await outcome(first, web) == "accepted")
            let void = #"{"type":"void","id":"\#(UUID())","target":"\#(end)","reason":"x"}"#
            #expect(try await outcome(void, web) == "accepted")
            let early = first.replacing("\(end)", with: "\(UUID())").replacing("17:00", with: "16:00")
            #expect(try await outcome(early, web) == "accepted")
            #expect(try await outcome(first, web) == "duplicate")
            // A deleted tap can be restored, though it then only repeats the end.
            let restore = #"{"type":"restore","id":"\#(UUID())","target":"\#(end)","reason":"x"}"#
            #expect(try await outcome(restore, web) == "accepted")
        }
    }

    @Test func `A missing day is requested by its start and its end, and each shows the hours of both`() async throws {
        try await Authorization.withPeople { web, _, _ in
            for (kind, time, desk) in [("start", "09:00", "6F-A1"), ("end", "17:00", "")] {
                let sent = try await web.sendForm("/me/ask", as: "ada", form(["kind": kind, "time": time, "desk": desk]))
                #expect(sent.status == .seeOther)
            }
            let page = try await web.send(.get, "/my-team", as: "bo", headers: .page).text
            #expect(page.count(of: "Thu 19 Nov 2026: worked 0:00 → 8:00") == 2)
            #expect(page.count(of: "With the other open requests for this record:") == 2)
        }
    }

    @Test func `A start cannot be moved behind the end of its day`() async throws {
        try await withStart { web in
            #expect(try await web.sendForm("/people/ada/correct", as: "cy", form([:])).status == .seeOther)
            let tap = try await start(web)
            let later = form(["tap": tap, "type": "amend", "kind": "start", "desk": "6F-A1", "time": "18:00"])
            let page = try await web.sendForm("/people/ada/correct", as: "cy", later)
            #expect(page.status == .unprocessableContent)
            #expect(page.text.contains("The tap at 17:30 would then be before this clock-in."))
            #expect(
                try await web.sendForm("/people/ada/correct", as: "cy", later.merging(["type": "void"]) { $1 }).status
                    == .seeOther)
        }
    }

    @Test func `The type of a tap in the form names going back to work, too`() async throws {
        try await withStart { web in
            for (language, words) in [("en", "Clock in or back to work"), ("ja", "出勤または休憩終了")] {
                var headers = HTTPFields.page
                headers[.acceptLanguage] = language
                let page = try await web.send(.get, "/me/ask?day=2026-11-19", as: "ada", headers: headers).text
                #expect(page.contains("value=\"start\" required> \(words)</label>"), "\(page)")
            }
        }
    }

    @Test func `A form without seconds keeps those of the tap`() async throws {
        try await withStart { web in
            let tap = try await start(web)
            let page = try await web.send(.get, "/people/ada/correct?tap=\(tap)", as: "cy", headers: .page).text
            #expect(page.contains("name=\"time\" value=\"08:53\" required"))
            let moved = form([
                "tap": tap, "type": "amend", "kind": "start", "time": "08:53", "desk": "6F-A1", "date": "2026-11-18",
            ])
            #expect(try await web.sendForm("/people/ada/correct", as: "cy", moved).status == .seeOther)
            #expect(
                try await web.office.value("select (new_at = '2026-11-18T08:53:20+09:00')::text from correction")
                    == "true")
        }
    }

    @Test func `The own page says in Japanese, too, that a request for a clock-out waits`() async throws {
        try await withStart { web in
            #expect(try await web.sendForm("/me/ask", as: "ada", form([:])).status == .seeOther)
            var headers = HTTPFields.page
            headers[.acceptLanguage] = "ja"
            let record = try await web.send(.get, "/me", as: "ada", headers: headers).text
            #expect(record.contains("退勤を申請中：承認待ち") && record.contains("の申請は承認待ちです</a>"), "\(record)")
        }
    }

    @Test func `A request stands at its day, and its requester and who decides see the hours before and after`() async throws {
        try await withStart { web in
            #expect(try await web.sendForm("/me/ask", as: "ada", form([:])).status == .seeOther)
            let record = try await web.send(.get, "/me?day=2026-11-19", as: "ada", headers: .page).text
            let day = try #require(record.split(separator: "id=\"day-2026-11-19\"").last?.split(separator: "</details>").first)
            #expect(day.contains("clock-out requested: waiting") && !day.contains("clock-out missing"))
            #expect(day.contains("Add a clock-out on Thursday 19 November, 17:30."))
            let line = "day=2026-11-19#day-2026-11-19\">Your request for 19 Nov is waiting for a decision</a>"
            #expect(record.contains(line), "\(record)")
            for (address, user) in [("/requests", "cy"), ("/my-team", "bo"), ("/people/ada", "cy")] {
                let page = try await web.send(.get, address, as: user, headers: .page).text
                #expect(page.contains("Thu 19 Nov 2026: worked 0:00 → 8:37"), "\(address)")
            }
            #expect(day.contains("Thu 19 Nov 2026: worked 0:00 → 8:37"))
        }
    }

    @Test func `The own page leads to a waiting request for a day without taps`() async throws {
        try await withStart { web in
            let fields = form(["kind": "start", "date": "2026-11-10", "desk": "6F-A1"])
            #expect(try await web.sendForm("/me/ask", as: "ada", fields).status == .seeOther)
            let record = try await web.send(.get, "/me", as: "ada", headers: .page).text
            let id = try #require(fields["id"]).lowercased()
            #expect(
                record.contains("href=\"#request-\(id)\">Your request for 10 Nov is waiting for a decision</a>"), "\(record)")
            #expect(record.contains("id=\"request-\(id)\""))
        }
    }

    /// Ada's clock-in was at 08:53:20.
    @Test(
        arguments: [
            (["time": "08:40"], "Change the clock-in of Thursday 19 November at 6F-A1 from 08:53 to 08:40."),
            (["time": "08:53:50"], "Change the clock-in of Thursday 19 November at 6F-A1 from 08:53:20 to 08:53:50."),
            (
                ["date": "2026-11-18"],
                "Change the clock-in of Thursday 19 November at 6F-A1 from 08:53 to Wednesday 18 November, 08:53."
            ),
            (["desk": "6F-A2"], "Change the clock-in of Thursday 19 November, 08:53:20 at 6F-A1 to desk 6F-A2."),
            (
                ["time": "08:40", "desk": "6F-A2"],
                "Change the clock-in of Thursday 19 November at 6F-A1 from 08:53 to 08:40 and to desk 6F-A2."
            ),
            (["type": "void"], "Delete the clock-in of Thursday 19 November, 08:53:20 at 6F-A1."),
        ] as [([String: String], String)])
    func `A request says in one sentence what it would change, or has changed`(change: [String: String], sentence: String)
        async throws
    {
        try await withStart { web in
            let tap = ["tap": try await start(web), "type": "amend", "kind": "start", "time": "08:53", "desk": "6F-A1"]
            let sent = try await web.sendForm("/me/ask", as: "ada", form(tap.merging(change) { $1 }))
            #expect(sent.status == .seeOther)
            let inbox = try await web.send(.get, "/my-team", as: "bo", headers: .page).text
            #expect(inbox.contains("<p class=\"wish\">\(sentence)</p>"), "\(inbox)")
            let card = try #require(inbox.split(separator: "<article").first { $0.contains(sentence) })
            let request = try #require(card.firstMatch(of: /id="request-([^"]+)"/)).1
            #expect(try await web.sendForm(Address.approve(String(request)), as: "bo", [:]).status == .seeOther)
            for (address, user) in [("/requests/decided", "bo"), ("/me", "ada")] {
                let page = try await web.send(.get, address, as: user, headers: .page).text
                #expect(page.contains("<p class=\"wish\">\(sentence)</p>"), "\(address): \(page)")
            }
        }
    }

    @Test func `A request says in Japanese, too, from when to when it would move a tap`() async throws {
        try await withStart { web in
            let tap = ["tap": try await start(web), "type": "amend", "kind": "start", "time": "08:40", "desk": "6F-A1"]
            #expect(try await web.sendForm("/me/ask", as: "ada", form(tap)).status == .seeOther)
            var headers = HTTPFields.page
            headers[.acceptLanguage] = "ja"
            let inbox = try await web.send(.get, "/my-team", as: "bo", headers: headers).text
            #expect(inbox.contains("11月19日（木）の出勤（6F-A1）の変更：時刻を08:53から08:40に</p>"), "\(inbox)")
        }
    }

    @Test func `A correction from a list leads back to the list`() async throws {
        try await withStart { web in
            let list = try await web.send(.get, "/hr?from=2026-11-01&to=2026-11-19", as: "cy", headers: .page).text
            let back = try #require(list.firstMatch(of: /name="back" value="([^"]*)"/)).1.replacing("&amp;", with: "&")
            let saved = try await web.sendForm("/people/ada/correct", as: "cy", form(["back": String(back)]))
            #expect(saved.headers[.location] == "/hr?from=2026-11-01&to=2026-11-19&office=Harbour%20Office#attention")
            let foreign = try await web.sendForm(
                "/people/ada/correct", as: "cy", form(["back": "//evil.example", "kind": "pause", "time": "10:00"]))
            #expect(foreign.headers[.location]?.hasPrefix("/people/ada?") == true)
        }
    }

    @Test(arguments: [
        ("cy", "correct", "/hr?from=2026-11-01&to=2026-11-30#attention", "/hr"), ("cy", "correct", "", "/people"),
        ("cy", "correct", "/hr/charts", "/people"), ("bo", "ask", "/my-team#attention", "/my-team"),
    ])
    func `The menu marks the list from which a correction was opened`(
        user: String, verb: String, back: String, section: String
    ) async throws {
        try await Authorization.withPeople { web, _, _ in
            let address = "/people/ada/\(verb)?day=2026-11-19&back=" + Address.percentEncoded(back)
            let page = try await web.send(.get, address, as: user, headers: .page).text
            // The list, and the choice of a whole day. The team's page has no area around it.
            #expect(page.count(of: "aria-current=\"page\"") == 2)
            #expect(page.count(of: "aria-current=\"true\"") == (user == "bo" ? 0 : 1))
            #expect(page.contains("href=\"\(section)\" aria-current=\"page\""))
        }
    }

    /// Ada left at 16:00, 18:00 and 17:00 in the week before, and forgot to clock out on Wednesday 18 November, after these taps.
    private func withForgotten(
        _ taps: [(TapKind, hour: Int64, minute: Int64)], _ body: (TestWeb) async throws -> Void
    ) async throws {
        func tap(_ kind: TapKind, _ daysAgo: Int64, _ hour: Int64, _ minute: Int64 = 0) -> TapSubmission {
            let at = TestOffice.noon + .seconds(-daysAgo * 86_400 + (hour - 12) * 3600 + minute * 60)
            return TestOffice.submission("ada", kind, at: at, desk: kind == .start ? "6F-A1" : nil)
        }
        try await Authorization.withPeople { web, _, _ in
            let ends: [(Int64, Int64)] = [(9, 16), (8, 18), (7, 17)]
            let earlier = ends.flatMap { days, hour in [tap(.start, days, 9), tap(.end, days, hour)] }
            _ = try await web.services.recorder.record(earlier + taps.map { tap($0, 2, $1, $2) })
            try await web.office.execute("truncate access_log")
            try await body(web)
        }
    }

    @Test(arguments: [("cy", "correct"), ("bo", "ask")])
    func `The form for a forgotten clock-out proposes the person's usual time, which is accepted`(
        user: String, verb: String
    ) async throws {
        try await withForgotten([(.start, 9, 0), (.pause, 12, 0), (.start, 13, 0)]) { web in
            let (address, words) = ("/people/ada/\(verb)", "<span class=\"small\">the person’s usual time</span>")
            let page = try await web.send(.get, address + "?day=2026-11-18&kind=end", as: user, headers: .page).text
            #expect(page.contains("name=\"time\" value=\"17:00\" required> " + words))
            let noted = "select period_from || ' ' || period_to from access_log"
            #expect(try await web.office.value(noted) == "2026-11-18 2026-11-18")
            let record = try await web.send(.get, "/people/ada?day=2026-11-18", as: user, headers: .page).text
            #expect(record.contains("name=\"time\" value=\"17:00\" required> " + words))
            let last = "select period_from || ' ' || period_to from access_log order by id desc limit 1"
            #expect(try await web.office.value(last) == "2026-11-01 2026-11-30")
            for query in ["day=2026-11-18&kind=start", "day=2026-11-13&kind=end", "day=2026-11-18&kind=end&time=16:45"] {
                let other = try await web.send(.get, "\(address)?\(query)", as: user, headers: .page).text
                #expect(!other.contains("usual time"), "\(query)")
            }
            let fields = form(["date": "2026-11-18", "time": "17:00"])
            let silent = try await web.sendForm(address, as: user, fields.merging(["reason": " "]) { $1 })
            #expect(silent.status == .badRequest && silent.text.contains("name=\"time\" value=\"17:00\" required> " + words))
            let other = try await web.sendForm(address, as: user, fields.merging(["reason": " ", "time": "17:10"]) { $1 })
            #expect(other.text.contains("name=\"time\" value=\"17:10\"") && !other.text.contains("usual time"))
            #expect(try await web.sendForm(address, as: user, fields).status == .seeOther)
        }
    }

    /// The days that count for the proposal are neither the last ones nor those of a month.
    @Test func `All forms for a forgotten clock-out propose the same time`() async throws {
        func day(_ daysAgo: Int64, _ hour: Int64?) -> [TapSubmission] {
            let nine = TestOffice.noon - .seconds(daysAgo * 86_400 + 3 * 3600)
            return [TestOffice.submission("ada", .start, at: nine, desk: "6F-A1")]
                + (hour.map { [TestOffice.submission("ada", .end, at: nine + .seconds(($0 - 9) * 3600))] } ?? [])
        }
        try await Authorization.withPeople { web, _, _ in
            // 20 November is today, and the clock-out of 18 November is missing. Of these ends, those at 21:00 are too early.
            let ends: [(Int64, Int64)] = [
                (40, 21), (39, 21), (38, 21), (37, 21), (25, 15), (24, 16), (23, 18), (1, 17), (5, 17),
            ]
            let taps = (ends.map { day($0, $1) } + [day(2, nil)]).flatMap(\.self)
            _ = try await web.services.recorder.record(taps.sorted { $0.tap.at < $1.tap.at })
            for (address, user) in [
                ("/me", "ada"), ("/people/ada", "cy"), ("/people/ada", "bo"),
                ("/people/ada/correct?day=2026-11-18&kind=end", "cy"), ("/people/ada/ask?day=2026-11-18&kind=end", "bo"),
                ("/hr?month=2026-11", "cy"), ("/my-team", "bo"),
            ] {
                let page = try await web.send(.get, address, as: user, headers: .page).text
                #expect(page.contains("name=\"time\" value=\"17:00\" required"), "\(address)")
            }
        }
    }

    /// A clock-out at the usual time would be refused there.
    @Test func `No time is proposed that would cut off a later tap of the day`() async throws {
        try await withForgotten([(.start, 9, 0), (.pause, 16, 50), (.start, 17, 10)]) { web in
            for address in ["/people/ada/correct?day=2026-11-18&kind=end", "/people/ada?day=2026-11-18"] {
                let page = try await web.send(.get, address, as: "cy", headers: .page).text
                #expect(page.contains("name=\"time\" value=\"\" required") && !page.contains("usual time"))
            }
            let cut = form(["date": "2026-11-18", "time": "17:00"])
            #expect(try await web.sendForm("/people/ada/correct", as: "cy", cut).status == .unprocessableContent)
        }
    }

    @Test(arguments: [
        ("cy", "/people/ada/correct", "Delete entry", "Delete an entry", "quiet danger\">Delete entry"),
        ("bo", "/people/ada/ask", "Request deletion", "Request deletion", "button small-button\">Send request"),
        ("ada", "/me/ask", "Request deletion", "Request deletion", "button small-button\">Send request"),
    ])
    func `A tap is deleted by a form of its own, which asks only for the reason`(
        user: String, address: String, linkName: String, title: String, button: String
    ) async throws {
        try await withStart { web in
            let tap = try await start(web)
            let link = "\(address)?tap=\(tap)&type=void"
            let change = try await web.send(.get, "\(address)?tap=\(tap)&back=%2Fhr", as: user, headers: .page).text
            #expect(change.contains("href=\"\(link.replacing("&", with: "&amp;"))&amp;back=%2Fhr\">\(linkName)</a>"))
            #expect(change.contains(user == "cy" ? "<h1>Correct an entry" : "<h1>Request a correction"))
            #expect(change.contains("name=\"type\" value=\"amend\"") && !change.contains("value=\"void\""))
            func isAlone(_ page: String) -> Bool {
                page.contains("<h1>\(title)")
                    && page.contains("Clock in on Thursday 19 November, 08:53:20 <span class=\"nowrap\">6F-A1</span>")
                    && page.contains("name=\"type\" value=\"void\"") && page.contains("<button class=\"\(button)</button>")
                    && ["kind", "date", "time", "desk"].allSatisfy { !page.contains("name=\"\($0)\"") }
            }
            let page = try await web.send(.get, link, as: user, headers: .page).text
            #expect(isAlone(page), "\(page)")
            let fields = ["id": "\(UUID())", "tap": tap, "type": "void", "reason": "Twice"]
            let silent = try await web.sendForm(link, as: user, fields.merging(["reason": " "]) { $1 })
            #expect(silent.status == .badRequest && isAlone(silent.text) && silent.text.contains("Enter a reason."))
            #expect(try await web.sendForm(link, as: user, fields).status == .seeOther)
        }
    }

    @Test func `HR restores a deleted tap, and others request it again as a missing one`() async throws {
        try await withStart { web in
            let tap = try await start(web)
            let address = "/people/ada/correct?tap=\(tap)"
            func send(_ type: String) async throws -> HTTPResponse.Status {
                let fields = ["id": "\(UUID())", "tap": tap, "type": type, "reason": "Seen"]
                return try await web.sendForm(address, as: "cy", fields).status
            }
            func record() async throws -> String {
                try await web.send(.get, "/people/ada?day=2026-11-19", as: "cy", headers: .page).text
            }
            #expect(try await send("void") == .seeOther)
            let link = "href=\"\(address)\" aria-label=\"Restore: Clock in at 08:53:20\">Restore</a>"
            #expect(try await record().contains(link))
            let missing = try await web.send(.get, "/me/ask?tap=\(tap)", as: "ada", headers: .page).text
            for text in ["<h1>Request a clock-in", "value=\"08:53\"", "value=\"6F-A1\"", "Thursday 19 November: no taps"] {
                #expect(missing.contains(text), "\(text)")
            }
            #expect(!missing.contains("name=\"tap\""))
            let page = try await web.send(.get, address, as: "cy", headers: .page).text
            #expect(page.contains("<h1>Restore a deleted entry") && page.contains(">Restore entry</button>"))
            #expect(page.contains("name=\"type\" value=\"restore\"") && !page.contains("name=\"time\""))
            #expect(try await send("restore") == .seeOther)
            let after = try await record()
            #expect(after.contains("Cy Okonkwo deleted this") && after.contains("Cy Okonkwo restored this"))
            #expect(!after.contains("Restore: "))
        }
    }
}
