@testable import AttendanceWeb

import AttendanceStore
import Foundation
import HTTPTypes
import HummingbirdTesting
import TestOffice
import TestServers
import Testing

/// U+0000, which PostgreSQL does not store, in each parameter of each address: a client error, never an error of the server.
@Suite(.enabled(if: TestDatabase.isAvailable, "\(TestDatabase.help)"), .timeLimit(.minutes(10)))
struct `Null characters` {
    /// The names of all parameters in queries: of the API document and of the pages.
    private static let parameters: [String] = {
        let texts = ["web/openapi.yaml", "Tests/EndToEndTests/Attacks/pages.yaml"].map { path in
            (try? String(contentsOfFile: "\(TestOffice.checkout)/\(path)", encoding: .utf8)) ?? ""
        }
        return Set(texts.flatMap { $0.matches(of: /name: ([A-Za-z_]+)(?:, |\n +)in: query/).map { String($0.output.1) } })
            .sorted()
    }()

    @Test func `No parameter of a query with a null character is an error of the server`() async throws {
        #expect(Self.parameters.count > 40)
        try await Authorization.withPeople { web, tap, request in
            await web.endStreams()
            let lea = try await web.cookie("lea")
            for entry in webRoutes(web.services).entries where entry.method == .get {
                let address = try Authorization.address(entry.address, tap, request)
                for name in Self.parameters {
                    // The parameter alone, then in addition to those that the address needs.
                    let needed = address.split(separator: "?").dropFirst().joined().split(separator: "&")
                        .filter { !$0.hasPrefix(name + "=") }
                    for query in Set([[], needed]) {
                        web.clock.advance(by: .seconds(1))
                        let path = address.split(separator: "?")[0] + "?" + (query + ["\(name)=%00"]).joined(separator: "&")
                        let response = try await web.send(.get, path, headers: [.cookie: lea])
                        #expect(response.status.code < 500, "\(path): \(response.text)")
                    }
                }
            }
        }
    }

    @Test func `No part of a path with a null character is an error of the server`() async throws {
        try await Authorization.withPeople { web, tap, request in
            await web.endStreams()
            for entry in webRoutes(web.services).entries where entry.address.contains("{") {
                web.clock.advance(by: .seconds(1))
                let path = entry.address.replacing(/{[a-z]+}/, with: "%00")
                let key =
                    entry.address.hasPrefix(Address.scim)
                    ? try await web.office.store.provisioners.addProvisioner(
                        name: entry.method.rawValue + entry.address, office: web.office.office, now: web.clock.now()) : nil
                let response = try await web.send(
                    entry.method, path, as: key == nil ? "lea" : nil, key: key, headers: [.contentType: "application/json"],
                    body: entry.method == .get ? nil : #"{"user":"ada","reason":"x"}"#)
                #expect((400..<500).contains(response.status.code), "\(entry.method) \(path): \(response.text)")
            }
        }
    }

    @Test(arguments: [
        "/t?event=start&desk=6F-A1&k=AAAAAAAAAAA&office=%00", "/t?event=start&desk=6F-A1&k=%00", "/sign-in?to=%00",
    ])
    func `A stranger's null character is an error of the client`(address: String) async throws {
        try await TestWeb.with { (web) async throws in
            for method in [HTTPRequest.Method.get, .post] {
                let response = try await web.send(method, address)
                #expect(response.status.code < 500, "\(method): \(response.text)")
            }
        }
    }

    /// A failed tap alerts the operator.
    @Test(arguments: ["office", "o", "event", "k", "id", "at", "user", "u", "c", "m", "x"])
    func `A tap with a null character is refused before any query, and is no failed tap`(name: String) async throws {
        try await TestWeb.with { (web) async throws in
            let needed = ["event=start", "desk=6F-A1", "k=AAAAAAAAAAA"].filter { !$0.hasPrefix(name + "=") }
            let address = "/t?" + (needed + ["\(name)=%00"]).joined(separator: "&")
            for method in [HTTPRequest.Method.get, .post] {
                let response = try await web.send(method, address, as: "ada")
                #expect((response.status, response.json["reason"]) == (.badRequest, "bad_text"), "\(method) \(address)")
            }
            #expect(web.services.recorder.metrics.failures.value == 0)
        }
    }
}
