@testable import AttendanceWeb

import Foundation
import TestOffice
import TestServers
import Testing

private let python = ProcessInfo.processInfo.environment["DESKTAP_TEST_PYTHON"]

/// Runs an independent program that tests SCIM 2.0 servers by what they publish about themselves.
@Suite(
    .enabled(if: TestDatabase.isAvailable && python != nil, "\(TestDatabase.help)"), .timeLimit(.minutes(10)))
struct `SCIM conformance` {
    @Test func `An independent SCIM tester finds no error`() async throws {
        let python = try #require(python)
        try await TestWeb.with { (web) async throws in
            let key = try await web.office.store.provisioners.addProvisioner(
                name: "tester", office: web.office.office, now: web.clock.now())
            try await TestWebServer.with(web) { (server) async throws in
                try await TestFolder.with { (folder) async throws in
                    let tester = URL(filePath: #filePath).deletingLastPathComponent().path + "/scim_tester.py"
                    let process = try ChildProcess(
                        [python, tester, "http://127.0.0.1:\(server.port)/scim/v2", key], in: folder, environment: [:])
                    let status = await process.wait()
                    #expect(status == 0, "\(process.output)")
                    #expect(process.output.contains("checks passed"))
                }
            }
        }
    }
}
