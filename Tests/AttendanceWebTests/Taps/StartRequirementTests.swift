@testable import AttendanceWeb

import Attendance
import AttendanceStore
import Foundation
import HTTPTypes
import HummingbirdTesting
import TestOffice
import TestServers
import Testing
import WebServer

/// The office's own network is 10.0.0.0/8. The client address of X-Forwarded-For is trusted here, as behind a proxy.
@Suite(.enabled(if: TestDatabase.isAvailable, "\(TestDatabase.help)"), .timeLimit(.minutes(10)))
struct `Start requirements` {
    private func with(_ requirement: StartRequirement, _ body: (TestWeb) async throws -> Void) async throws {
        var security = SecuritySettings()
        security.trustedProxies = TrustedProxies([try #require(try? NetworkRange("0.0.0.0"))])
        try await TestWeb.with(security: security) { (web) async throws in
            try await web.office.store.startRequirements.setStartRequirement(of: web.office.office, to: requirement)
            try await body(web)
        }
    }

    private func tap(
        _ web: TestWeb, from address: String?, _ kind: String = "start", headers: HTTPFields = [:]
    ) async throws -> TestResponse {
        var headers = headers
        if let address { headers.set("X-Forwarded-For", to: address) }
        return try await web.send(.post, "/t?event=\(kind)&desk=6F-A3", as: "ada", headers: headers)
    }

    @Test(arguments: [
        ("10.1.2.3", true), ("::ffff:10.1.2.3", true), ("2001:db8:1::9", true), ("11.0.0.1", false), ("2001:db8:2::9", false),
        (nil, false),
    ])
    func `A start requirement can be an office network, and no address is stored`(address: String?, counts: Bool) async throws {
        let networks = StartRequirement(networks: ["10.0.0.0/8", "2001:db8:1::/48"])
        try await with(networks) { (web) async throws in
            let answer = try await tap(web, from: address)
            #expect(answer.json["outcome"] == (counts ? "accepted" : "quarantined"))
            #expect(answer.json["reason"] == (counts ? nil : "unproven"))
            // A pause and an end need no proof and store none.
            #expect(try await tap(web, from: address, "pause").status == .ok)
            let proofs = try await web.office.value("select string_agg(proof, ',') from log_place")
            #expect(proofs == (counts ? "network" : nil))
            let kept = try await web.office.value(
                "select count(*)::text from event join log_place using (seq) where concat(event, log_place) ~ '10[.]1'"
            )
            #expect(kept == "0")
            #expect(try await web.office.store.ledger.verifyLedger().flaw == nil)
        }
    }

    @Test func `The office's network is not enough at a desk that requires a signed address`() async throws {
        try await with(StartRequirement(networks: ["10.0.0.0/8"])) { (web) async throws in
            let (requirements, office) = (web.office.store.startRequirements, web.office.office)
            let desk = try #require(DeskID("6F-A3"))
            try await requirements.setSigning(true, at: desk, of: office)
            #expect(try await tap(web, from: "10.1.2.3").json["outcome"] == "quarantined")
            // A desk that is drawn again keeps its requirement.
            try await web.office.execute("delete from desk where id = '6F-A3'")
            try await web.office.execute(
                "insert into desk (office_id, floor, id, x, y) select office_id, name, '6F-A3', 9, 9 from floor where name = '6F'"
            )
            #expect(try await tap(web, from: "10.1.2.3").json["outcome"] == "quarantined")
            try await requirements.setSigning(false, at: desk, of: office)
            #expect(try await tap(web, from: "10.1.2.3").json["outcome"] == "accepted")
        }
    }

    @Test func `A start requirement can be a reader, whose own network does not count`() async throws {
        try await with(StartRequirement(networks: ["10.0.0.0/8"])) { (web) async throws in
            let key = try await web.office.store.readers.addReader(name: "front door")
            func start() async throws -> String? {
                var headers = HTTPFields()
                headers.set("X-Forwarded-For", to: "10.1.2.3")
                return try await web.send(.post, "/t?event=start&desk=6F-A3&user=ada", key: key, headers: headers).json[
                    "outcome"]
            }
            #expect(try await start() == "quarantined")
            try await web.office.store.startRequirements.setStartRequirement(
                of: web.office.office, to: StartRequirement(networks: ["10.0.0.0/8"], acceptsReader: true))
            #expect(try await start() == "accepted")
            #expect(try await tap(web, from: nil).json["outcome"] == "quarantined")
            #expect(try await tap(web, from: "10.0.0.1").json["outcome"] == "accepted")
        }
    }

    @Test func `A changed start requirement applies at once, and the tap's page explains it`() async throws {
        try await with(StartRequirement()) { (web) async throws in
            func page() async throws -> String {
                let answer = try await tap(web, from: "192.0.2.1", headers: .page)
                let result = try #require(answer.headers[.location])
                return try await web.send(.get, result, as: "ada", headers: .page).text
            }
            #expect(try await page().contains("You are at work at 6F-A3."))
            let ways: [(StartRequirement, String)] = [
                (StartRequirement(networks: ["10.0.0.0/8"]), "only from the office network. Tap again that way"),
                (StartRequirement(acceptsReader: true), "only on a reader."),
                (StartRequirement(proof: .certificate), "only with the desk’s own tag on a reader."),
                (
                    StartRequirement(networks: ["10.0.0.0/8"], acceptsReader: true, proof: .uid),
                    "only from the office network or on a reader or with the desk’s own tag on a reader."
                ),
            ]
            for (requirement, words) in ways {
                try await web.office.store.startRequirements.setStartRequirement(of: web.office.office, to: requirement)
                let text = try await page().replacing("&#39;", with: "'")
                #expect(text.contains("Held for HR: clocking in counts immediately \(words)"), "\(text)")
            }
            #expect(try await web.office.store.corrections.quarantinedTaps().count == ways.count)
            // A new network applies to the next tap after the notification.
            try await web.office.store.startRequirements.setStartRequirement(
                of: web.office.office, to: StartRequirement(networks: ["192.0.2.0/24"]))
            web.services.access.invalidate()
            #expect(try await tap(web, from: "192.0.2.1").json["outcome"] == "accepted")
        }
    }
}
