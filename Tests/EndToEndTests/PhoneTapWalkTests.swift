import Foundation
import TestServers
import Testing

/// The tap page in Chromium, which simulates an iPhone and a Pixel, with the real server.
@Suite(
    .enabled(if: TestDatabase.isAvailable, Comment(rawValue: TestDatabase.help)),
    .enabled(if: RunningOffice.python != nil, Comment(rawValue: RunningOffice.pythonHelp)), .timeLimit(.minutes(10)))
struct `A tap on a phone, end to end` {
    @Test func `The tap page of a phone gives the right answer in every situation`() async throws {
        try await RunningOffice.withPhones { office in
            let key = try await office.desktap("reader", "add", "front door")
            let seen = try await office.browse("tap", office.url, key)
            for line in ["iPhone 15: done", "Pixel 7: done"] { #expect(seen.contains(line), "\(seen)") }
            #expect(!office.server.output.contains("unexpected:"), "\(office.server.output)")
        }
    }

    @Test func `A phone sends its kept taps when it is online and the server is available again`() async throws {
        try await RunningOffice.withPhones { office in
            let browser = try await office.browsing("tap_offline", office.url)
            var server = office.server
            for phone in ["(?s)", "(?s)iPhone 15: done.*"] {
                try await browser.waitForOutput(phone + "stop the server")
                #expect(await server.stop() == 0, "\(server.output)")
                try await browser.waitForOutput(phone + "start the server")
                server = try office.serving(on: office.url)
                try await browser.waitForOutput(phone + "stop the database")
                try await letConnect(false, office)
                try await browser.waitForOutput(phone + "start the database")
                try await letConnect(true, office)
            }
            try await browser.waitForOutput("Pixel 7: done")
            #expect(await browser.wait() == 0, "\(browser.output)")
            #expect(await server.stop() == 0, "\(server.output)")
        }
    }

    /// A phone is offline for 1 minute to 14 hours, is restarted, or its person signs out meanwhile; its answers are lost, its
    /// taps come in another order, or its clock is ahead.
    @Test func `A tap that a phone keeps for more than two minutes becomes one correction request with its time`() async throws
    {
        try await RunningOffice.withPhones { office in
            let seen = try await office.browse("tap_sent_later", office.url)
            let made = try #require(seen.firstMatch(of: /made: (\[.*\])/), "\(seen)")
            let requests = try await office.office.value(
                """
                select json_agg(id || ' ' || to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') order by id)::text
                  from correction_request
                """)
            #expect(try Self.numbers(requests) == Self.numbers(String(made.1)))
            // The taps after a minute, two of each phone.
            #expect(try await office.office.value("select count(*)::text from event") == "4")
            #expect(!office.server.output.contains("unexpected:"), "\(office.server.output)")
        }
    }

    /// A network component between phone and server may answer instead of the server, with any status and content.
    @Test func `A tap of a phone is recorded once after any wrong answer`() async throws {
        try await RunningOffice.withPhones { office in
            let seen = try await office.browse("tap_wrongly_answered", office.url)
            let made = try #require(seen.firstMatch(of: /made: (\[.*\])/), "\(seen)")
            let recorded = try await office.office.value("select json_agg(id order by id)::text from event")
            #expect(try Self.numbers(recorded) == Self.numbers(String(made.1)))
            #expect(!office.server.output.contains("unexpected:"), "\(office.server.output)")
        }
    }

    /// Phones keep the page open, and a service worker keeps it for use without a connection. After a release,
    /// 'DESKTAP_KEEP_TAP_PAGE=yes scripts/test "tap page of the last release"' stores its page for this test.
    @Test func `The tap page of the last release works with this server`() async throws {
        try await RunningOffice.withPhones { office in
            if ProcessInfo.processInfo.environment["DESKTAP_KEEP_TAP_PAGE"] != nil {
                _ = try await office.browse("tap_of_last_release", office.url, "keep")
            }
            _ = try await office.browse("tap_of_last_release", office.url)
            let kinds = try await office.office.value("select string_agg(kind::text, ' ' order by at) from event")
            #expect(kinds == "start pause end")
        }
    }

    private static func numbers(_ json: String?) throws -> [String] {
        try JSONDecoder().decode([String].self, from: Data((json ?? "").utf8))
    }

    /// Allows connections to the office's database, or refuses them and ends the existing ones.
    private func letConnect(_ isAllowed: Bool, _ office: RunningOffice) async throws {
        let here = office.office.database.connectionString
        let name = try #require(here.firstMatch(of: /dbname=(\S+)/)).1
        var statements = [#"alter database "\#(name)" allow_connections \#(isAllowed)"#]
        if !isAllowed { statements.append("select pg_terminate_backend(pid) from pg_stat_activity where datname = '\(name)'") }
        let server = here.replacing("dbname=\(name)", with: "dbname=postgres")
        try await ChildProcess.run(
            ["/usr/bin/psql", "--quiet", "--set=ON_ERROR_STOP=1", server] + statements.flatMap { ["--command", $0] },
            in: office.folder)
    }
}
