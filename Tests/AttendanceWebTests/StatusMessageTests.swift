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
        _ web: TestWeb, after response: TestResponse, as user: String, message: String? = nil
    ) async throws -> TestResponse {
        var headers = HTTPFields.page
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

    @Test(arguments: ["", "somethingElse", "<b>hidden</b>"])
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
            ("/me/reminders", "ada", ["on": "no"], "remindersOff"),
            ("/admin/people", "lea", ["user_name": "kim", "display_name": "Kim", "office": "1"], "personAdded"),
            ("/admin/teams", "lea", ["name": "Support", "office": "1"], "teamAdded"),
            ("/me/ask", "ada", ["kind": "end", "date": "2026-11-19", "time": "17:30", "reason": "Forgot"], "requestSent"),
            (
                "/people/ada/correct", "cy", ["kind": "end", "date": "2026-11-19", "time": "17:30", "reason": "Forgot"],
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
            #expect(try await next(web, after: sent, as: user).text.contains(">\(text)</p>"))
        }
    }
}
