@testable import AttendanceWeb

import HTTPTypes
import HummingbirdTesting
import TestOffice
import TestServers
import Testing

@Suite(.enabled(if: TestDatabase.isAvailable, "\(TestDatabase.help)"), .timeLimit(.minutes(10)))
struct `Icons` {
    @Test(arguments: [Address.favicon, Address.appleTouchIcon])
    func `Browsers find an icon at the usual addresses without a sign-in`(address: String) async throws {
        try await TestWeb.with { (web) async throws in
            for headers in [HTTPFields.page, [:]] {
                let answer = try await web.send(.get, address, headers: headers)
                #expect(answer.status == .permanentRedirect)
                #expect(answer.headers[.cacheControl] == "public, max-age=86400")
                let icon = try await web.send(.get, try #require(answer.headers[.location]))
                #expect(icon.status == .ok && icon.headers[.contentType] == "image/png")
            }
        }
    }
}
