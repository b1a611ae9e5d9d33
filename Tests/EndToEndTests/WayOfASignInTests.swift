import Foundation
import Glibc
import TestOffice
import TestServers
import Testing

/// Signing in with a company's account, at real providers and in a real browser.
@Suite(
    .enabled(if: TestDatabase.isAvailable, Comment(rawValue: TestDatabase.help)),
    .enabled(if: RunningOffice.python != nil, Comment(rawValue: RunningOffice.pythonHelp)), .timeLimit(.minutes(10)))
struct `The way of a sign-in` {
    struct Provider: Sendable, CustomTestStringConvertible {
        let name: String
        /// Its name for itself, by its port.
        let issuer: @Sendable (Int) -> String
        /// Whether it says when somebody's session there is over (OpenID Connect Back-Channel Logout).
        let tellsOfEnds: Bool
        var testDescription: String { name }
    }

    @Test(arguments: [
        Provider(name: "canaille", issuer: { "http://localhost:\($0)" }, tellsOfEnds: false),
        Provider(name: "glewlwyd", issuer: { "http://localhost:\($0)/api/oidc" }, tellsOfEnds: true),
    ])
    func `goes to the provider and back, and out of both`(provider: Provider) async throws {
        // The two have to know each other's address beforehand.
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
            // It is not there yet: everything but signing in by it works.
            let early = try await office.browse("sign_in", office.url, "none", try await office.link(for: "ada"))
            #expect(early.contains("by the provider: Not signed in"), "\(early)")
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

            // Somebody new, whose group makes her an administrator.
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

            // Somebody whose user name somebody here has.
            let refused = try await signIn("ada")
            #expect(refused.contains("refused: Not signed in Your account has no way in here."), "\(refused)")
            let said = #/the user name 'ada' belongs to a person .* run 'desktap person identity ada ([^']+)'/#
            let subject = String(try #require(office.server.output.firstMatch(of: said), "\(office.server.output)").1)
            try await office.desktap(settings: settings, "person", "identity", "ada", subject)
            let ada = try await signIn("ada")
            #expect(ada.contains("as: Ada Lindqvist") && ada.contains("tags: Not for you"), "\(ada) \(office.server.output)")
            #expect(!office.server.output.contains("a-secret-for-this-test"))
        }
    }

    private struct NoPort: Error {}

    /// A TCP port of this machine that nobody listens on, from below those that the system hands out.
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
