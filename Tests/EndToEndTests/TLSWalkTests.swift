import TestServers
import Testing

/// A server with TLS that requests reader certificates, opened by Chromium without a certificate.
@Suite(
    .enabled(if: TestDatabase.isAvailable, Comment(rawValue: TestDatabase.help)),
    .enabled(if: RunningOffice.python != nil, Comment(rawValue: RunningOffice.pythonHelp)), .timeLimit(.minutes(10)))
struct `TLS, end to end` {
    @Test func `A browser without a certificate can use a server that requests reader certificates`() async throws {
        try await TestFolder.with { folder in
            let authority = try await TestAuthority.make("authority", in: folder)
            let (place, own) = (try await authority.issue("place", for: .server), try await authority.issue("own"))
            let settings = [
                "DESKTAP_TLS_CERTIFICATE_FILE": place.certificateFile, "DESKTAP_TLS_KEY_FILE": place.keyFile,
                "DESKTAP_TLS_CLIENT_CA": authority.certificateFile,
            ]
            try await RunningOffice.with(settings: settings) { office in
                let url = office.url.replacing("http://127.0.0.1", with: "https://localhost")
                try await office.desktap("reader", "add", "front door")
                let bound = try await office.desktap("reader", "bind", "front door", "--certificate", own.certificateFile)
                let fingerprint = try #require(bound.split(separator: " ").last)
                let link = try await office.desktap("person", "link", "lea", "--public-url", url)
                let seen = try await office.browse("look", link, url + "/admin/readers", "390")
                #expect(seen.contains("only with certificate \(fingerprint)"), "\(seen)")
            }
        }
    }
}
