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
struct `Personal data of a person` {
    private func page(_ user: String, _ web: TestWeb) async throws -> String {
        try await web.send(.get, Address.adminPerson(user), as: "lea", headers: .page).text
    }

    private func send(
        _ step: String, _ web: TestWeb, _ fields: [String: String] = [:], of user: String = "ada", as sender: String = "lea"
    ) async throws -> TestResponse {
        try await web.sendForm(Address.adminPerson(user) + "/" + step, as: sender, fields)
    }

    private func withTap(_ body: (TestWeb) async throws -> Void) async throws {
        try await TestWeb.with { (web) async throws in
            _ = try await web.services.recorder.record([
                TestOffice.submission("ada", .start, at: TestOffice.noon, desk: "6F-A1")
            ])
            web.clock.advance(by: .seconds(60))
            try await body(web)
        }
    }

    @Test func `All data is a file, and its download is logged with the purpose`() async throws {
        try await withTap { (web) async throws in
            let refused = try await send("data", web)
            #expect(refused.status == .badRequest && refused.text.contains("Enter a reason."))
            let file = try await send("data", web, ["purpose": "Her request"])
            #expect(file.status == .ok && file.headers[.contentDisposition]?.contains("record-ada.json") == true)
            let data = try #require(try JSONSerialization.jsonObject(with: Data(file.text.utf8)) as? [String: Any])
            #expect(!data.isEmpty && file.text.contains("6F-A1"))
            let logged = "select purpose from access_log where person_id = (select id from person where user_name = 'ada')"
            #expect(try await web.office.value(logged) == "Her request")
            #expect(try await send("data", web, ["purpose": "x"], as: "cy").status == .forbidden)
        }
    }

    @Test func `A legal hold prevents erasure, is listed under Retention, and ends`() async throws {
        try await withTap { (web) async throws in
            #expect(try await send("hold", web).status == .badRequest)
            func isDone(_ answer: TestResponse, _ message: String) -> Bool {
                answer.headers[.location] == "/admin/people/ada#data"
                    && answer.headers[values: .setCookie].contains { $0.contains("desktap-done=\(message);") }
            }
            #expect(isDone(try await send("hold", web, ["reason": "Case 17"]), "legalHoldSet"))
            #expect(try await send("hold", web, ["reason": "Case 18"]).status == .conflict)
            let held = try await page("ada", web)
            #expect(held.contains("On legal hold since 20 Nov 2026: Case 17.") && !held.contains("/erase-desks"))
            for step in ["erase-desks", "erase-name"] {
                let refused = try await send(step, web)
                #expect(refused.status == .conflict && refused.text.contains("Nothing was erased."))
            }
            let list = try await web.send(.get, Address.adminRetention, as: "lea", headers: .page).text
            #expect(list.contains("<a href=\"/admin/people/ada\">ada</a> since 20 Nov 2026: Case 17"))
            #expect(try await !web.send(.get, Address.hrRetention, as: "cy", headers: .page).text.contains("Case 17"))
            #expect(isDone(try await send("hold/release", web), "legalHoldReleased"))
            #expect(try await send("hold/release", web).status == .conflict)
            #expect(try await page("ada", web).contains("/erase-desks"))
        }
    }

    @Test func `Desks are erased at any time after a confirmation with their number, and the hours stay`() async throws {
        try await withTap { (web) async throws in
            #expect(
                try await page("ada", web).contains(
                    "Erases the desks and readers of taps (1). The hours stay. This cannot be undone."))
            #expect(try await send("erase-desks", web).status == .seeOther)
            #expect(try await web.office.value("select count(*)::text from log_place") == "0")
            #expect(try await page("ada", web).contains("Erases the desks and readers of taps (0)."))
            let day = try await web.send(.get, "/people/ada?month=2026-11", as: "cy", headers: .page).text
            #expect(day.contains("12:00") && !day.contains("6F-A1"))
        }
    }

    @Test func `A name is erased after the person left, and the log names who did it`() async throws {
        try await withTap { (web) async throws in
            let works = try await send("erase-name", web)
            #expect(works.status == .conflict && works.text.contains("still works here"))
            #expect(try await !page("ada", web).contains("/erase-name"))
            let gone = try await page("dai", web)
            #expect(gone.contains("/admin/people/dai/erase-name") && gone.contains("A pseudonym replaces the names."))
            let erased = try await send("erase-name", web, of: "dai")
            let address = try #require(erased.headers[.location])
            #expect(erased.status == .seeOther && address.hasPrefix("/admin/people/former-"))
            let page = try await web.send(.get, address, as: "lea", headers: .page).text
            #expect(!page.contains("Dai") && page.contains("Name changed") && page.contains("by Lea Root"))
        }
    }
}
