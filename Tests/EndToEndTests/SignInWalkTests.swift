import Foundation
import Glibc
import TestOffice
import TestServers
import Testing

/// Sign-in on a second device and in a second tab.
@Suite(
    .enabled(if: TestDatabase.isAvailable, Comment(rawValue: TestDatabase.help)),
    .enabled(if: RunningOffice.python != nil, Comment(rawValue: RunningOffice.pythonHelp)), .timeLimit(.minutes(10)))
struct `Sign-in elsewhere, end to end` {
    @Test func `A page continues after a sign-in with its code on another device, or in another tab`() async throws {
        try await RunningOffice.with { office in
            let seen = try await office.browse("signed_in_elsewhere", office.url, try await office.link(for: "ada"))
            for line in ["the code was used", "the first tab continued", "all done"] {
                #expect(seen.contains(line), "\(seen)")
            }
            #expect(try await office.office.value("select count(*)::text from event") == "1")
        }
    }
}

/// Sign-in with company accounts, with real providers and a real browser.
@Suite(
    .enabled(if: TestDatabase.isAvailable, Comment(rawValue: TestDatabase.help)),
    .enabled(if: RunningOffice.python != nil, Comment(rawValue: RunningOffice.pythonHelp)), .timeLimit(.minutes(10)))
struct `Sign-in with an identity provider, end to end` {
    struct Provider: Sendable, CustomTestStringConvertible {
        let name: String
        /// The issuer for a port.
        let issuer: @Sendable (Int) -> String
        /// True if it announces the end of sessions (OpenID Connect Back-Channel Logout).
        let tellsOfEnds: Bool
        var testDescription: String { name }
    }

    @Test(arguments: [
        Provider(name: "canaille", issuer: { "http://localhost:\($0)" }, tellsOfEnds: false),
        Provider(name: "glewlwyd", issuer: { "http://localhost:\($0)/api/oidc" }, tellsOfEnds: true),
    ])
    func `People sign in and out with an identity provider`(provider: Provider) async throws {
        // Server and provider must know each other's address before they start.
        let (port, providerPort) = (try Self.freePort(), try Self.freePort())
        let settings = [
            "DESKTAP_PORT": "\(port)", "DESKTAP_OIDC_ISSUER": provider.issuer(providerPort), "DESKTAP_OIDC_CLIENT_ID": "desk",
            "DESKTAP_OIDC_CLIENT_SECRET": "a-secret-for-this-test", "DESKTAP_OIDC_NAME": "Harbour account",
            "DESKTAP_OIDC_ROLES": "administrator=DeskTap Admins", "DESKTAP_OIDC_OFFICE": "Harbour Office",
        ]
        try await RunningOffice.with(settings: settings) { office in
            func signIn(_ user: String) async throws -> String {
                try await office.browse("sign_in", office.url, provider.name, user)
            }
            // The provider is not running yet. Everything except signing in with it works.
            let early = try await office.browse("sign_in", office.url, "none", try await office.link(for: "ada"))
            #expect(early.contains("by the provider: Sign-in failed"), "\(early)")
            #expect(early.contains("by a link: /map"), "\(early)")

            let folder = office.folder + "/" + provider.name
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
            let running = try ChildProcess(
                [
                    RunningOffice.python ?? "",
                    "\(TestOffice.checkout)/Tests/EndToEndTests/Providers/\(provider.name)_provider.py", folder,
                    "\(providerPort)", office.url,
                ], in: office.folder, environment: ["HOME": folder, "PYTHONDONTWRITEBYTECODE": "1"])
            try await running.waitForOutput("ready", within: .seconds(180))

            // A new person, who becomes an administrator by her group.
            let nia = try await signIn("nia")
            for line in [
                "tapped: You are at work at 6F-A3.", "as: Nia Sol", "tags: Tags", "signed out by the provider", "map: /sign-in",
            ] {
                #expect(nia.contains(line), "\(line): \(nia) \(office.server.output)")
            }
            #expect(try await office.office.value("select role from person where user_name = 'nia'") == "administrator")

            if provider.tellsOfEnds {
                #expect(nia.contains("ended by the provider: map: /sign-in"), "\(nia) \(office.server.output)")
            }

            // A person whose user name is already taken.
            let refused = try await signIn("ada")
            #expect(refused.contains("refused: Sign-in failed Your account is not linked to DeskTap."), "\(refused)")
            #expect(office.server.output.contains("the user name belongs to a person who is not linked"))
            let shown = #/Your ID at the identity provider: (\S+)\. /#
            let subject = String(try #require(refused.firstMatch(of: shown), "\(refused)").1)
            try await office.desktap(settings: settings, "person", "identity", "ada", subject)
            let ada = try await signIn("ada")
            #expect(ada.contains("as: Ada Lindqvist"), "\(ada) \(office.server.output)")
            #expect(ada.contains("tags: You don’t have access to this page"), "\(ada) \(office.server.output)")
            #expect(!office.server.output.contains("a-secret-for-this-test"))
        }
    }

    private struct NoPort: Error {}

    /// A free TCP port, below the range from which the system assigns ports.
    private static func freePort() throws -> Int {
        for _ in 0..<1000 {
            let port = Int.random(in: 20_000..<32_000)
            let handle = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
            defer { close(handle) }
            var address = sockaddr_in()
            address.sin_family = sa_family_t(AF_INET)
            address.sin_port = in_port_t(port).bigEndian
            address.sin_addr.s_addr = in_addr_t(INADDR_LOOPBACK).bigEndian
            let isFree = withUnsafePointer(to: &address) {
                $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                    bind(handle, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
                }
            }
            if isFree { return port }
        }
        throw NoPort()
    }
}
