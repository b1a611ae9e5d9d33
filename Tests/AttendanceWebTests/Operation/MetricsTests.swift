import Attendance
import AttendanceStore
import Foundation
import HTTPTypes
import HummingbirdTesting
import TestOffice
import TestServers
import Testing

@testable import AttendanceWeb

@Suite(.enabled(if: TestDatabase.isAvailable, "\(TestDatabase.help)"), .timeLimit(.minutes(2)))
struct `Metrics of a server` {
    /// Metrics by their names with labels.
    private struct Metrics {
        let text: String
        let values: [String: Double]

        init(_ text: String) {
            self.text = text
            values = Dictionary(
                text.split(separator: "\n").filter { !$0.hasPrefix("#") }.map { line in
                    let end = line.lastIndex(of: " ") ?? line.startIndex
                    return (String(line[..<end]), Double(line[end...].dropFirst()) ?? .nan)
                }
            ) { first, _ in first }
        }

        subscript(name: String) -> Double? { values[name] }
    }

    private static func metrics(
        _ web: TestWeb, in folder: String, isAsked: Bool = true, makesAnchors: Bool = true, check: ServerCheck? = nil
    ) async -> Metrics {
        var services = web.services
        services.check = check
        services.proofs = ServerProofs(stateFolder: folder, makesAnchors: makesAnchors)
        let database = DatabaseMonitor(services)
        if isAsked { await database.look() }
        return Metrics(await ServerMetrics(services, database: database).text())
    }

    @Test func `Metrics count taps and requests by their route and not by their address`() async throws {
        try await TestWeb.with { web in
            try await TestFolder.with { folder in
                let key = try await web.office.store.readers.addReader(name: "front door")
                for desk in ["6F-A1", "6F-A2"] {
                    #expect(try await web.send(.post, "/t?event=start&desk=\(desk)&user=ada", key: key).status == .ok)
                }
                _ = try await web.send(.get, "/people/ada", as: "ada")
                _ = try await web.send(HTTPRequest.Method("BREW") ?? .get, "/coffee")
                let metrics = await Self.metrics(web, in: folder)
                #expect(metrics["desktap_tap_commit_seconds_count"] == 2 && metrics["desktap_tap_batch_size_sum"] == 2)
                #expect(metrics["desktap_taps_waiting"] == 0 && metrics["desktap_tap_failures_total"] == 0)
                func count(_ method: String, _ route: String, _ status: Int) -> Double? {
                    metrics[
                        "http_server_request_duration_seconds_count{http_request_method=\"\(method)\",http_route=\"\(route)\""
                            + ",http_response_status_code=\"\(status)\"}"]
                }
                #expect(count("POST", Address.tap, 200) == 2)
                #expect(count("GET", Address.person, 303) == 1, "\(metrics.text)")
                #expect(metrics.text.contains("http_request_method=\"_OTHER\""))
                for text in ["ada", "6F-A", "coffee", "BREW", "front door"] { #expect(!metrics.text.contains(text)) }
            }
        }
    }

    @Test func `Metrics show the schema, quarantined taps and what each reader said, by its number`() async throws {
        try await TestWeb.with { web in
            try await TestFolder.with { folder in
                let store = web.office.store
                let key = try await store.readers.addReader(name: "front door")
                _ = try await store.readers.addReader(name: "unused")
                try await store.readers.revokeReader(name: "unused")
                let waiting = try #require(HTTPField.Name("Desktap-Waiting"))
                let future = (web.clock.now() + .seconds(3600)).rfc3339()
                let tap = #"[{"id": "\#(UUID())", "user": "ada", "kind": "start", "at": "\#(future)", "desk": "6F-A1"}]"#
                let sent = try await web.send(.post, Address.taps, key: key, headers: [waiting: "7"], body: tap)
                #expect(sent.text.contains("quarantined"), "\(sent.text)")
                let reader = try await web.office.value("select id::text from reader where name = 'front door'") ?? ""
                web.clock.advance(by: .seconds(20))
                // What this server saw, then what is stored.
                for _ in 0..<2 {
                    let metrics = await Self.metrics(web, in: folder)
                    #expect(metrics["desktap_quarantine_waiting"] == 1)
                    #expect(metrics["desktap_reminders_waiting"] == 0)
                    #expect(metrics["desktap_reminders_sent_total{channel=\"mail\"}"] == 0)
                    #expect(metrics["desktap_reminder_failures_total{channel=\"push\"}"] == 0)
                    #expect(metrics["desktap_schema_version"] == Double(web.office.folder.schemas.newest))
                    #expect(metrics["desktap_reader_queue{reader=\"\(reader)\",scope=\"anyone\"}"] == 7)
                    let seen = metrics["desktap_reader_last_seen_seconds{reader=\"\(reader)\",scope=\"anyone\"}"] ?? 0
                    #expect((20...25).contains(seen), "\(metrics.text)")
                    #expect(metrics.text.count(of: "desktap_reader_last_seen_seconds{") == 1)
                    await LastUseWriter(access: web.services.access, store: store, logger: TestOffice.logger).write()
                }
                for text in ["-1", "many", "1e3", ""] {
                    #expect(
                        try await web.send(.post, Address.taps, key: key, headers: [waiting: text], body: "[]").status == .ok)
                }
                #expect(await Self.metrics(web, in: folder)["desktap_reader_queue{reader=\"\(reader)\",scope=\"anyone\"}"] == 7)
            }
        }
    }

    @Test func `Without an answer of the database, metrics lack only what it knows`() async throws {
        try await TestWeb.with { web in
            try await TestFolder.with { folder in
                let metrics = await Self.metrics(web, in: folder, isAsked: false)
                #expect(metrics["desktap_schema_version"] == nil && metrics["desktap_ready"] == nil)
                #expect(metrics["desktap_feed_lag_seconds"] == 0 && metrics["desktap_pool_limit"] == 3)
                #expect(metrics["desktap_ledger_anchor_age_seconds"] == .infinity)
                #expect(metrics["desktap_backup_last_proved_seconds"] == .infinity)
                #expect(metrics["desktap_certificate_expiry_seconds"] == nil)
            }
        }
    }

    @Test func `A server that must not record is not ready for monitoring`() async throws {
        try await TestWeb.with { web in
            try await TestFolder.with { folder in
                #expect(await Self.metrics(web, in: folder)["desktap_ready"] == 1)
                let check = ServerCheck(
                    pool: web.office.pool, schemas: web.office.folder.schemas, logger: TestOffice.logger,
                    now: { Instant(millisecondsSince1970: Int64(Date.now.timeIntervalSince1970 * 1000) + 3_600_000) })
                try await check.check()
                #expect(await Self.metrics(web, in: folder, check: check)["desktap_ready"] == 0)
            }
        }
    }

    @Test func `Failed requests with taps are counted`() async throws {
        try await TestWeb.with { web in
            try await TestFolder.with { folder in
                let key = try await web.office.store.readers.addReader(name: "front door")
                try await web.office.execute("alter table log_record rename to gone")
                let failed = try await web.send(.post, "/t?event=start&desk=6F-A1&user=ada", key: key)
                #expect(failed.status.kind == .serverError)
                let metrics = await Self.metrics(web, in: folder, makesAnchors: false)
                #expect(metrics["desktap_tap_failures_total"] == 1, "\(metrics.text)")
                #expect(metrics["desktap_ledger_anchor_age_seconds"] == nil)
            }
        }
    }

    @Test func `A tap about which HR decided does not wait in quarantine any more`() async throws {
        try await Authorization.withPeople { web, tap, _ in
            try await TestFolder.with { folder in
                let before = try #require(await Self.metrics(web, in: folder)["desktap_quarantine_waiting"])
                let body = #"{"reason":"Its clock"}"#
                let headers: HTTPFields = [.contentType: "application/json"]
                let voided = try await web.send(.post, Address.void(tap.uuidString), as: "cy", headers: headers, body: body)
                #expect(voided.status == .ok)
                let after = await Self.metrics(web, in: folder)["desktap_quarantine_waiting"]
                #expect(after == before - 1)
                let listed = try await web.office.store.corrections.quarantinedTaps().count
                #expect(after == Double(listed))
            }
        }
    }

    @Test func `The feed's lag ends as soon as the map shows a tap`() async throws {
        try await TestWeb.with { web in
            try await TestFolder.with { folder in
                let key = try await web.office.store.readers.addReader(name: "front door")
                #expect(try await web.send(.post, "/t?event=start&desk=6F-A1&user=ada", key: key).status == .ok)
                try await web.presenceIsCurrent()
                #expect(await Self.metrics(web, in: folder)["desktap_feed_lag_seconds"] == 0)
            }
        }
    }

    @Test(arguments: ["{}", "", #"{"passed": true, "anchor": "1:a", "anchoredAt": "yesterday", "findings": []}"#])
    func `A damaged report of a backup check is no proof`(content: String) async throws {
        try await TestFolder.with { folder in
            try Data(content.utf8).write(to: URL(filePath: folder + "/backup-check.json"))
            #expect(BackupReportFile(stateFolder: folder).provenUntil == nil)
        }
    }
}
