@testable import AttendanceStore
@testable import AttendanceWeb

import Attendance
import Foundation
import HTTPTypes
import HummingbirdTesting
import TestOffice
import TestServers
import Testing

@Suite(.enabled(if: TestDatabase.isAvailable, "\(TestDatabase.help)"), .timeLimit(.minutes(10)))
struct `Ledger routes` {
    private struct Answer: Decodable {
        struct Entry: Decodable {
            let seq: Int64
            let previous: String
            let hash: String
            let type: String
            let record: UUID
            let accepted: String
            let time: String
            let place: String?
        }
        let head: String
        let entries: [Entry]
    }

    private func withAuditor(_ body: (TestWeb) async throws -> Void) async throws {
        try await TestWeb.with { (web) async throws in
            try await web.office.store.people.addPerson(
                userName: "ned", displayName: "Ned Auditor", role: .auditor, office: web.office.office)
            try await body(web)
        }
    }

    private func entries(_ web: TestWeb, _ query: String = "") async throws -> Answer {
        let answer = try await web.send(.get, Address.ledgerEntries + query, as: "ned")
        #expect(answer.status == .ok)
        return try JSONDecoder().decode(Answer.self, from: Data(answer.text.utf8))
    }

    @Test func `A ledger entry has all values that its hash is computed from`() async throws {
        try await withAuditor { web in
            for kind in ["start&desk=6F-A1", "pause", "end"] {
                _ = try await web.send(.post, "/t?event=" + kind, as: "ada")
            }
            let all = try await entries(web)
            // The names of six people, the office's settings, and three taps.
            #expect(all.entries.map(\.seq) == Array(1...10))
            #expect(all.entries.map(\.type) == Array(repeating: "facts", count: 7) + ["tap", "tap", "tap"])
            func bytes(_ hex: String) throws -> [UInt8] {
                let checkpoint = try #require(LedgerCheckpoint("1:" + hex))
                return checkpoint.hash
            }
            var previous = LedgerEntry.genesis
            for entry in all.entries {
                let made = LedgerEntry(
                    seq: entry.seq, previousHash: try bytes(entry.previous), type: entry.type, recordID: entry.record,
                    acceptedAt: try #require(Instant(rfc3339: entry.accepted)), timeCommitment: try bytes(entry.time),
                    placeCommitment: try entry.place.map(bytes))
                #expect(made.previousHash == previous)
                previous = made.hash
                #expect(try bytes(entry.hash) == previous)
            }
            #expect(try await web.office.store.ledger.ledgerHead().text == all.head)

            #expect(try await entries(web, "?after=1&limit=1").entries.map(\.seq) == [2])
            #expect(try await entries(web, "?after=10").entries.isEmpty)
            for wrong in ["?after=-1", "?after=x", "?limit=0", "?limit=1001", "?after=1&after=2", "?after=9223372036854775808"]
            {
                #expect(try await web.send(.get, Address.ledgerEntries + wrong, as: "ned").status == .badRequest, "\(wrong)")
            }
        }
    }

    @Test func `The ledger page contains no names`() async throws {
        try await withAuditor { web in
            for _ in 0..<30 { _ = try await web.send(.post, "/t?event=start&desk=6F-A1", as: "ada") }
            let page = try await web.send(.get, "/ledger", as: "ned", headers: .page)
            #expect(page.status == .ok)
            let head = try await web.office.store.ledger.ledgerHead()
            #expect(page.text.contains(head.text))
            #expect(!page.text.contains("Ada") && !page.text.contains("6F-A1"))
            // Auditors may read their own record like everybody, and no other record.
            #expect(try await web.send(.get, "/me", as: "ned", headers: .page).status == .ok)
            for address in [
                "/people", "/people/ada", "/hr", "/api/export/daily.csv?from=2026-11-01&to=2026-11-30", "/admin/tags",
            ] {
                #expect(try await web.send(.get, address, as: "ned").status == .forbidden, "\(address)")
            }
            #expect(try await web.send(.get, "/ledger", as: "cy").status == .forbidden)
        }
    }
}
