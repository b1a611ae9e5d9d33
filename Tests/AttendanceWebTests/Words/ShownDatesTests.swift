@testable import AttendanceStore
@testable import AttendanceWeb

import HTTPTypes
import HummingbirdTesting
import TestOffice
import TestServers
import Testing

@Suite(.enabled(if: TestDatabase.isAvailable, "\(TestDatabase.help)"), .timeLimit(.minutes(10)))
struct `Dates and times on pages` {
    /// Lea is administrator, Cy is HR.
    @Test func `Pages show no instants and no raw time zone`() async throws {
        try await TestWeb.with { (web) async throws in
            try await web.office.execute("update office_settings set time_zone = 'Etc/UTC'")
            #expect(try await web.send(.post, "/t?event=start&desk=6F-A1", as: "ada").status == .ok)
            for (user, address) in [
                ("ada", Address.me), ("ada", Address.myAsk), ("cy", Address.hr), ("cy", Address.monthSheet("ada")),
                ("cy", Address.charts), ("lea", Address.adminOffices), ("lea", Address.admin), ("lea", Address.ledger),
            ] {
                let page = try await web.send(.get, address, as: user, headers: .page).text
                // Without attributes and scripts, which programs read.
                let text = page.replacing(/<script(?s:.*?)<\/script>/, with: " ").replacing(/<[^>]*>/, with: " ")
                #expect(!text.contains(/\d{4}-\d\d-\d\d/) && !text.contains("Etc/UTC"), "\(address)")
            }
        }
    }

    @Test(.inEnglish) func `A problem of an imported line has a day and no instant`() {
        let fault = ImportFault(LineFault.freedUserName, ["text": "ada", "until": "2026-12-21T03:00:00Z"])
        #expect(fault.sentence == "“ada” belonged to another person; it is available from 22 Dec 2026")
    }
}
