@testable import OpenIDConnect

import Foundation
import TestProvider
import Testing

@Suite(.timeLimit(.minutes(10))) struct `Discovery of a provider` {
    @Test(arguments: [
        ("issuer", "https://evil.example", "its issuer is 'https://evil.example'"),
        ("token_endpoint", "http://evil.example/token", "'http://evil.example/token' is not an https address"),
        ("jwks_uri", "file:///etc/passwd", "is not an https address"),
        ("end_session_endpoint", "javascript:alert(1)", "is not an https address"),
        ("authorization_endpoint", "https://a.example/\"><script>", "is not an https address"),
    ])
    func `A discovery document with another issuer or an unsafe address makes the provider unavailable`(
        member: String, value: String, line: String
    ) async throws {
        try await TestClient.with { (test) async throws in
            await test.provider.behave { $0.discovery = [member: value] }
            let error = try #require(try await test.signInError())
            #expect("\(error)".contains(line) && error.isProviderUnavailable, "\(error)")
            await test.provider.behave { _ in }
            // The failure is cached for five seconds.
            #expect(try await test.signInError(after: 4.9) == error)
            #expect(try await test.signInError(after: 5) == nil)
        }
    }

    @Test func `A failed discovery is repeated after five seconds, however many sign-ins start`() async throws {
        try await TestClient.with { (test) async throws in
            let issuer = await test.provider.issuer
            await test.provider.behave { $0.discovery["issuer"] = "https://elsewhere.example.com" }
            for _ in 1...10 { #expect(try await test.signInError() != nil) }
            #expect(await test.provider.asked["/.well-known/openid-configuration"] == 1)
            await test.provider.behave { $0.discovery["issuer"] = issuer }
            #expect(try await test.signInError(after: 5) == nil)
        }
    }

    @Test func `Simultaneous sign-ins load the keys once`() async throws {
        try await TestClient.with { (test) async throws in
            try await withThrowingTaskGroup(of: Void.self) { group in
                for _ in 1...10 {
                    group.addTask { () async throws in #expect(try await test.signInError() == nil) }
                }
                try await group.waitForAll()
            }
            #expect(await test.provider.asked["/keys"] == 1)
        }
    }

    @Test func `A new key of the provider is loaded, but keys are loaded at most once a minute`() async throws {
        try await TestClient.with { (test) async throws in
            #expect(try await test.signInError() == nil)
            await test.provider.rotate()
            // No load within the first minute, however many tokens name the new key.
            for _ in 1...3 { #expect(try await test.signInError(after: 59) == .unknownKey("next")) }
            #expect(await test.provider.asked["/keys"] == 1)
            #expect(try await test.signInError(after: 60) == nil)
            #expect(await test.provider.asked["/keys"] == 2)
            await test.provider.behave { $0.signature = .unpublishedKey }
            for _ in 1...3 { #expect(try await test.signInError(after: 61) == .unknownKey("unheard-of")) }
            #expect(await test.provider.asked["/keys"] == 2)
        }
    }

    @Test func `Metadata and keys are loaded again after an hour`() async throws {
        try await TestClient.with { (test) async throws in
            for (seconds, loads) in [(0.0, 1), (3599, 1), (3600, 2)] {
                _ = try await test.client.authorizationRequest(
                    returnAddress: "/me", requiresLogin: false, now: TestClient.noon + seconds)
                #expect(await test.provider.asked["/keys"] == loads)
            }
        }
    }

    @Test(arguments: [
        "https://id.example.com", "https://id.example.com:8443/realms/desk/", "http://localhost:15000", "http://127.0.0.1:1",
        "http://[::1]:80/",
    ])
    func `An issuer with https or on this machine is accepted`(issuer: String) {
        #expect(ProviderAddress.isIssuer(issuer))
    }

    @Test(arguments: [
        "", "id.example.com", "http://id.example.com", "https://", "ftp://id.example.com", "https://id.example.com?x",
        "https://id.example.com#x", "https://ada@id.example.com", "http://localhost.example.com", "https://id.example.com/ x",
        "https://id.exämple.com", "https://id.example.com/\"",
    ])
    func `An issuer that others could impersonate, or that is no address, is refused`(issuer: String) {
        #expect(!ProviderAddress.isIssuer(issuer))
    }
}
