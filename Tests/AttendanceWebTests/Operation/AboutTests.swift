@testable import AttendanceWeb

import HTTPTypes
import HummingbirdTesting
import TestOffice
import TestServers
import Testing

@Suite(.enabled(if: TestDatabase.isAvailable, "\(TestDatabase.help)"), .timeLimit(.minutes(10)))
struct `About page` {
    @Test func `Pages of signed-in people link to the version, the license and the help`() async throws {
        try await TestWeb.with { (web) async throws in
            let record = try await web.send(.get, Address.me, as: "ada", headers: .page).text
            #expect(record.contains("<a href=\"/about\">DeskTap 1.2.3</a>") && record.contains("<a href=\"/about\">Help</a>"))
            let page = try await web.send(.get, Address.about, as: "ada", headers: .page)
            #expect(page.status == .ok && page.text.contains("<dd>1.2.3</dd>"))
            #expect(page.text.contains("Apache License 2.0</a>") && page.text.contains("href=\"/openapi.yaml\""))
            #expect(!page.text.contains("man desktap"))
            let ofAdministrator = try await web.send(.get, Address.about, as: "lea", headers: .page).text
            #expect(ofAdministrator.contains("man desktap") && ofAdministrator.contains("“Server settings”"))
        }
    }

    @Test func `The about page needs a sign-in`() async throws {
        try await TestWeb.with { (web) async throws in
            let answer = try await web.send(.get, Address.about, headers: .page)
            #expect(answer.status == .seeOther && answer.headers[.location] == "/sign-in?to=%2Fabout")
        }
    }
}
