import Attendance
import AttendanceStore
import Foundation
import HTTPTypes
import HummingbirdTesting
import Localization
import TestOffice
import TestServers
import Testing

@testable import AttendanceWeb
@testable import Messaging

@Suite(.enabled(if: TestDatabase.isAvailable, "\(TestDatabase.help)"), .timeLimit(.minutes(10)))
struct `State of the server` {
    private func send(_ email: String, _ web: TestWeb) async throws -> TestResponse {
        try await web.sendForm(Address.adminTestMail, as: "lea", ["email": email])
    }

    private func page(_ web: TestWeb) async throws -> String {
        try await web.send(.get, Address.adminServer, as: "lea", headers: .page).text
    }

    @Test func `The page shows what the server can do, and where retention is set`() async throws {
        try await TestWeb.with(reminders: Mailbox().channels) { (web) async throws in
            let text = try await page(web)
            for row in [
                "Public address</th><td>https://desk.example.com</td>", "E-mail</th><td>On</td>",
                "Browser notifications</th><td>On</td>", "Clock</th><td>As the database’s</td>",
                "Retention of hours</th><td><a href=\"/admin/retention\">No limit: Harbour Office</a></td>",
            ] {
                #expect(text.contains(row), "\(row)")
            }
            #expect(!text.contains("class=\"problem\""))
            try await web.office.store.retention.setRetention(of: web.office.office, timeMonths: 36, placeDays: nil)
            #expect(try await page(web).contains("Set in each office"))
            #expect(try await web.send(.get, Address.adminServer, as: "cy").status == .forbidden)
        }
    }

    @Test func `A server without mail and push messages says so, and offers no test`() async throws {
        try await TestWeb.with(publicURL: "http://127.0.0.1:8080") { (web) async throws in
            let text = try await page(web)
            #expect(
                text.contains("E-mail</th><td>No mail server<p class=\"small\">")
                    && text.contains("Browser notifications</th><td>Off</td>"))
            #expect(text.contains("Phones cannot open it.") && text.contains("https://desk.example.com&quot;</code>"))
            #expect(!text.contains(Address.adminTestMail))
            let refused = try await send("ada@example.com", web)
            #expect(refused.status == .unprocessableContent && refused.text.contains("This server does not send e-mail."))
        }
    }

    @Test func `A test e-mail goes to the typed address, five times an hour`() async throws {
        let mailbox = Mailbox()
        try await TestWeb.with(reminders: mailbox.channels) { (web) async throws in
            let wrong = try await send("ada", web)
            #expect(wrong.status == .badRequest && wrong.text.contains("name=\"email\" value=\"ada\""))
            for _ in 1...5 {
                let sent = try await send("it@example.com", web)
                #expect(sent.status == .seeOther && sent.headers[.location] == Address.adminServer)
            }
            #expect(try await send("it@example.com", web).status == .tooManyRequests)
            #expect(mailbox.messages.count == 5 && mailbox.messages.allSatisfy { $0.to.text == "it@example.com" })
            #expect(mailbox.messages[0].subject == "DeskTap: test")
            #expect(mailbox.messages[0].text.contains("https://desk.example.com"))
        }
    }

    @Test func `A mail server that does not answer is named in the form, which keeps the address`() async throws {
        try await TestWeb.with(reminders: Mailbox(failing: .unavailable("busy")).channels) {
            (web) async throws in
            let failed = try await send("it@example.com", web)
            #expect(failed.status == .serviceUnavailable && failed.text.contains("value=\"it@example.com\""))
        }
    }

    @Test func `What is late or wrong has an advice, and what is proven has its time`() async throws {
        try await TestWeb.with { (web) async throws in
            try await TestFolder.with { folder in
                let now = web.clock.now()
                let clock = LocalClock(TestOffice.timeZone)
                let ahead = ServerCheck(
                    pool: web.office.pool, schemas: web.office.folder.schemas, logger: TestOffice.logger,
                    now: { Instant(millisecondsSince1970: Int64(Date.now.timeIntervalSince1970 * 1000) + 30_000) })
                try await ahead.check()
                func items(_ check: ServerCheck?, makesAnchors: Bool = true) async throws -> [String: ServerState.Item] {
                    let state = ServerState(
                        store: web.office.store, publicURL: "https://desk.example.com", reminders: .none, check: check,
                        proofs: ServerProofs(stateFolder: folder, makesAnchors: makesAnchors), certificate: nil)
                    let items = try await state.items(clock, now: now)
                    return Dictionary(uniqueKeysWithValues: items.map { ($0.name, $0) })
                }
                var found = try await items(ahead)
                #expect(found["Clock"]?.value.contains("s away from the database’s") == true && found["Clock"]?.advice != nil)
                for name in ["Anchor of the audit chain", "Backup"] {
                    #expect(found[name]?.value == "Not proven" && found[name]?.advice != nil)
                }
                func report(_ age: Duration) throws {
                    let report =
                        #"{"passed": true, "anchor": "1:a", "anchoredAt": "\#((now - age).rfc3339())", "findings": []}"#
                    try Data(report.utf8).write(to: URL(filePath: folder + "/backup-check.json"))
                }
                try report(.seconds(36 * 86_400))
                #expect(try await items(nil)["Backup"]?.advice != nil)
                try report(.seconds(86_400))
                found = try await items(nil, makesAnchors: false)
                #expect(
                    found["Backup"]?.value == "Proven up to 19 Nov 2026, 12:00" && found.values.allSatisfy { !$0.isWarning })
                #expect(found["Anchor of the audit chain"] == nil)
            }
        }
    }
}
