@testable import AttendanceWeb

import Foundation
import TestOffice
import TestServers
import Testing

@Suite(.enabled(if: TestDatabase.isAvailable, "\(TestDatabase.help)"), .timeLimit(.minutes(10)))
struct `Addresses in scripts` {
    /// A text that begins with a slash and a letter, up to its query. Scripts cannot use ``Address``.
    private nonisolated(unsafe) static let address = #/["'`](/[a-z][^"'`?\s]*)/#

    @Test func `Every address in a script is a route or a file`() async throws {
        try await TestWeb.with { (web) async throws in
            let routes = webRoutes(web.services).entries.map { $0.address.split(separator: "/") }
            let folder = TestOffice.checkout + "/web"
            var found: Set<String> = []
            for file in try FileManager.default.subpathsOfDirectory(atPath: folder + "/static") where file.hasSuffix(".js") {
                let script = try String(contentsOfFile: "\(folder)/static/\(file)", encoding: .utf8)
                for match in script.matches(of: Self.address) {
                    let address = String(match.1)
                    found.insert(address)
                    let parts = address.split(separator: "/")
                    let isRoute = routes.contains { route in
                        route.count == parts.count
                            && zip(route, parts).allSatisfy { $0 == $1 || $0.hasPrefix("{") && $1.hasPrefix("${") }
                    }
                    #expect(isRoute || FileManager.default.fileExists(atPath: folder + address), "\(file): \(address)")
                }
            }
            #expect(found.isSuperset(of: [Address.tap, Address.map, "/t/${id}", "/static/Taps/send.js"]))
        }
    }
}
