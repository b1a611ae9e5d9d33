@testable import AttendanceWeb

import Attendance
import AttendanceStore
import HTTPTypes
import HummingbirdTesting
import TestOffice
import TestServers
import Testing

@Suite(.enabled(if: TestDatabase.isAvailable, "\(TestDatabase.help)"), .timeLimit(.minutes(10)))
struct `Own settings` {
    private static func page(_ web: TestWeb, language: String = "en") async throws -> String {
        var headers = HTTPFields.page
        headers[.acceptLanguage] = language
        return try await web.send(.get, Address.mySettings, as: "ada", headers: headers).text
    }

    @Test func `The own settings say what each download contains`() async throws {
        try await TestWeb.with { (web) async throws in
            let page = try await Self.page(web)
            #expect(page.contains("All my data (GDPR): <a href=\"/me/data.json\" download>JSON</a>"))
            #expect(page.contains("All my taps: <a href=\"\(Address.myDataCSV)\" download>CSV</a>"))
            #expect(page.contains("name=\"from\" value=\"2026-11-01\" required>") && !page.contains("export-problem"))
        }
    }

    @Test func `The own settings list the three devices that were used last`() async throws {
        try await TestWeb.with { (web) async throws in
            let page = try await Self.page(web)
            #expect(page.contains("<strong>Chrome on Linux</strong> <span class=\"flag\">this device</span>"))
            #expect(page.contains("href=\"/me/devices\"") && !page.contains("more</span>"))
            for _ in 1...4 { _ = try await web.cookie("ada") }
            let crowded = try await Self.page(web)
            #expect(crowded.count(of: "<strong>Chrome on Linux</strong>") == 3 && crowded.contains("and 3 more"))
        }
    }

    @Test func `The own settings say whether reminders reach the person`() async throws {
        try await TestWeb.with(reminders: Mailbox().channels) { (web) async throws in
            let link = " <a class=\"act\" href=\"/me/reminders\">Change reminders</a>"
            #expect(try await Self.page(web).contains("<p>Your office does not send reminders."))
            var reminders = OfficeReminders()
            reminders.isOn = true
            try await web.office.store.offices.change(
                web.office.office, OfficeChange(reminders: reminders), now: web.clock.now())
            try await web.office.execute(
                "update person set email = 'ada@example.com', email_since = now() where user_name = 'ada'")
            #expect(try await Self.page(web).contains("<p>Reminders go to your e-mail address.\(link)"))
        }
    }

    @Test func `The own settings list who read the record`() async throws {
        try await Authorization.withPeople { web, _, _ in
            #expect(try await Self.page(web).contains("No views by other people."))
            for _ in 1...3 { _ = try await web.send(.get, "/people/ada", as: "bo") }
            let page = try await Self.page(web)
            #expect(page.contains("<strong>Bo Nakamura:</strong> viewed the record as a manager"))
            #expect(page.contains("(3 times that day) · days 1 Nov 2026 – 30 Nov 2026</span>"))
            let japanese = try await Self.page(web, language: "ja")
            #expect(japanese.contains("<strong>Bo Nakamura：</strong> 上長として勤怠を閲覧"))
            #expect(japanese.contains("（同日3回） · 対象日 2026年11月1日〜2026年11月30日</span>"))
        }
    }
}
