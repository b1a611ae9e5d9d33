@testable import AttendanceWeb

import Foundation
import TestClients
import TestOffice
import TestServers
import Testing

@Suite(.enabled(if: TestDatabase.isAvailable, "\(TestDatabase.help)"), .timeLimit(.minutes(10)))
struct `Broken downloads` {
    private static let address = "/api/export/events.csv?from=2026-11-20&to=2026-11-20"

    /// An office with more taps on one day than all buffers hold.
    private func withLongDay(_ body: (TestWeb, TestWebServer) async throws -> Void) async throws {
        try await TestWeb.with { (web) async throws in
            try await web.office.execute(
                """
                insert into log_record (id, seq, type, person_id, kind, at, at_sent, office_id, received_at, entry_hash, time_commit)
                select gen_random_uuid(), \(TestOffice.facts) + n, 'tap', 1, 'pause', to_timestamp(\(TestOffice.noon.seconds)), repeat('x', 200), 1,
                       now(), '', ''
                  from generate_series(1, 60000) as n
                """)
            try await web.office.execute("update log_head set seq = \(TestOffice.facts) + 60000")
            try await TestWebServer.with(web) { server in try await body(web, server) }
        }
    }

    private func request(_ web: TestWeb, as user: String = "cy") async throws -> String {
        "GET \(Self.address) HTTP/1.1\r\nHost: x\r\nCookie: \(try await web.cookie(user))\r\n\r\n"
    }

    /// Waits until `count` statements that read events are running.
    private func waitForStreams(_ count: Int, _ web: TestWeb) async throws {
        let deadline = ContinuousClock.now + .seconds(180)
        while true {
            let running = try await web.office.value(
                """
                select count(*)::text from pg_stat_activity
                 where datname = current_database() and state <> 'idle' and query like '%with span as materialized%'
                   and pid <> pg_backend_pid()
                """)
            if running == "\(count)" { return }
            try #require(.now < deadline, "\(running ?? "") statements run")
            try await Task.sleep(for: .milliseconds(10))
        }
    }

    @Test func `A download whose client disconnects ends its query`() async throws {
        try await withLongDay { web, server in
            var connection: RawConnection? = RawConnection(port: server.port, receiveBuffer: 4096)
            try connection?.send(try await request(web))
            try await connection?.read(until: "seq,id,type")
            try await waitForStreams(1, web)
            connection = nil
            try await waitForStreams(0, web)
        }
    }

    @Test func `A person whose download lasts gets no second one, and another person does`() async throws {
        try await withLongDay { web, server in
            let connections = (0..<3).map { _ in RawConnection(port: server.port, receiveBuffer: 4096) }
            try connections[0].send(try await request(web))
            try await connections[0].read(until: "seq,id,type")
            try connections[1].send(try await request(web))
            let refused = try await connections[1].read(until: "\r\n\r\n")
            #expect(refused.contains("503 Service Unavailable"))
            try connections[2].send(try await request(web, as: "lea"))
            try await connections[2].read(until: "seq,id,type")
        }
    }

    /// Nothing is sent while the database works, so only the end of the connection shows that the client is gone.
    @Test func `A download whose client disconnects before the first row ends its query`() async throws {
        try await withLongDay { web, server in
            try await web.office.pool.withConnection { blocker in
                _ = try await blocker.execute("begin; lock table log_place in access exclusive mode")
                var connection: RawConnection? = RawConnection(port: server.port)
                try connection?.send(try await request(web))
                try await waitForStreams(1, web)
                connection = nil
                try await waitForStreams(0, web)
                _ = try await blocker.execute("rollback")
            }
        }
    }

    @Test func `A download that fails has no clean end`() async throws {
        try await withLongDay { web, server in
            let connection = RawConnection(port: server.port, receiveBuffer: 4096)
            try connection.send(try await request(web))
            let head = try await connection.read(until: "seq,id,type")
            #expect(head.contains("200 OK") && head.lowercased().contains("transfer-encoding: chunked"))
            try await waitForStreams(1, web)
            try await web.office.execute(
                """
                select pg_terminate_backend(pid) from pg_stat_activity
                 where datname = current_database() and query like '%with span as materialized%' and pid <> pg_backend_pid()
                """)
            let rest = try await connection.readToEnd()
            #expect(!rest.hasSuffix("0\r\n\r\n"))
        }
    }
}
