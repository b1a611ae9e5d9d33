@testable import AttendanceWeb

import HTTPTypes
import HummingbirdTesting
import TestOffice
import TestServers
import Testing

@Suite(.enabled(if: TestDatabase.isAvailable, "\(TestDatabase.help)"), .timeLimit(.minutes(10)))
struct `The document of all addresses` {
    /// What it has, as `get /map`. Its layout is ours: an address stands two blanks from the left, a method four.
    private static func operations(_ document: String) -> [String] {
        var path = ""
        var operations: [String] = []
        for line in document.split(separator: "\n") {
            if line.hasPrefix("  /"), line.hasSuffix(":") { path = String(line.dropFirst(2).dropLast()) }
            if !path.isEmpty, let method = line.wholeMatch(of: #/ {4}(get|post|put|patch|delete):/#) {
                operations.append("\(method.1) \(path)")
            }
        }
        return operations
    }

    @Test func `has every address with every method, and no other`() async throws {
        let provider = try OIDCSettings(issuer: "https://id.example.com", name: "X", clientID: "desk", clientSecret: nil)
        try await TestWeb.with(oidc: (provider, .seconds(1))) { (web) async throws in
            let answer = try await web.send(.get, Address.apiDocument)
            #expect(answer.status == .ok && answer.headers[.contentType] == "application/yaml")
            let written = Self.operations(answer.text)
            let known = webRoutes(web.services).entries.map { "\($0.method.rawValue.lowercased()) \($0.address)" }
            #expect(Set(written).symmetricDifference(known).sorted() == [])
            #expect(Set(written).count == written.count)
        }
    }
}
