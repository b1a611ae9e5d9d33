@testable import AttendanceWeb

import Attendance
import Foundation
import HTTPTypes
import HummingbirdTesting
import TestOffice
import TestServers
import Testing

@Suite(.enabled(if: TestDatabase.isAvailable, "\(TestDatabase.help)"), .timeLimit(.minutes(10)))
struct `API document` {
    private static func withWeb(_ body: (TestWeb, [Routes.Entry]) async throws -> Void) async throws {
        let provider = try OIDCSettings(issuer: "https://id.example.com", name: "X", clientID: "desk", clientSecret: nil)
        try await TestWeb.with(oidc: (provider, .seconds(1))) { (web) async throws in
            try await body(web, webRoutes(web.services).entries)
        }
    }

    /// The operations that only the document or only the server has, and those that the document has twice.
    private static func differences(_ document: String, _ entries: [Routes.Entry]) -> [APIDocument.Operation] {
        var written: Set<APIDocument.Operation> = []
        let repeated = APIDocument.operations(in: document).filter { !written.insert($0).inserted }
        return written.symmetricDifference(entries.map(\.operation)).sorted() + repeated
    }

    @Test func `The API document has every API address with every method, and no other`() async throws {
        try await Self.withWeb { web, entries in
            let answer = try await web.send(.get, Address.apiDocument)
            #expect(answer.status == .ok && answer.headers[.contentType] == "application/yaml")
            #expect(Self.differences(answer.text, entries.filter { Address.isAPI($0.method, $0.address) }) == [])
        }
    }

    /// `Attacks/pages.yaml` tells the end-to-end tests what they try on pages and forms.
    @Test func `The list of pages and forms to attack has every address outside the API`() async throws {
        try await Self.withWeb { _, entries in
            let list = try String(
                contentsOfFile: TestOffice.checkout + "/Tests/EndToEndTests/Attacks/pages.yaml", encoding: .utf8)
            #expect(Self.differences(list, entries.filter { !Address.isAPI($0.method, $0.address) }) == [])
        }
    }

    @Test func `The API document says the permission of an address as the server checks it`() async throws {
        try await Self.withWeb { web, entries in
            let document = try await web.send(.get, Address.apiDocument).text
            for entry in entries where Address.isAPI(entry.method, entry.address) {
                let start = try #require(document.range(of: "\n  \(entry.address):\n"), "\(entry.address)")
                let operation = document[start.upperBound...].drop { $0 == " " }
                guard case .permission(let right) = entry.permission, right.grantedTo.contains(.anonymous) else { continue }
                #expect(operation.prefix(80).contains("security: [{}]"), "\(entry.operation)")
            }
            #expect(
                document.contains("  /api/wall/{floor}/stream:\n    get:\n      security: [{session: []}, {key: []}, {display"))
            #expect(document.contains("  /scim/v2/Users:\n    get:\n      security: [{key: []}]\n"))
            #expect(document.contains("  /api/ledger:\n    get:\n      tags:"))
        }
    }

    @Test func `The API document lists all events and all reasons`() async throws {
        try await Self.withWeb { web, _ in
            let document = try await web.send(.get, Address.apiDocument).text
            let events = TapKind.allCases.map(\.rawValue).joined(separator: ", ")
            #expect(document.contains("TapKind: {type: string, enum: [\(events)]}"))
            #expect(document.contains("enum: [\(Reason.allCases.map(\.rawValue).joined(separator: ", "))]\n"))
        }
    }
}
