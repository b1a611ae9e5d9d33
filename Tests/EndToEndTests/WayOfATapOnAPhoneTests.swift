import Foundation
import TestServers
import Testing

/// The page of a tag in Chromium, as an iPhone and a Pixel show it, on the real server.
@Suite(
    .enabled(if: TestDatabase.isAvailable, Comment(rawValue: TestDatabase.help)),
    .enabled(if: RunningOffice.python != nil, Comment(rawValue: RunningOffice.pythonHelp)), .timeLimit(.minutes(10)))
struct `The way of a tap on a phone` {
    @Test func `ends with a calm answer, whatever was tapped by whom`() async throws {
        try await RunningOffice.withPhones { office in
            let key = try await office.desktap("reader", "add", "front door")
            let seen = try await office.browse("tap", office.url, key)
            for line in ["iPhone 15: done", "Pixel 7: done"] { #expect(seen.contains(line), "\(seen)") }
            #expect(!office.server.output.contains("unexpected:"), "\(office.server.output)")
        }
    }

    @Test func `goes on when the phone is online again, or the server there`() async throws {
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

    /// What stands between a phone and the server may answer in its place, with any status and any content.
    @Test func `is recorded once, whatever else answered it before`() async throws {
        try await RunningOffice.withPhones { office in
            let seen = try await office.browse("tap_wrongly_answered", office.url)
            let made = try #require(seen.firstMatch(of: /made: (\[.*\])/), "\(seen)")
            let recorded = try await office.office.value("select json_agg(id order by id)::text from event")
            #expect(try Self.numbers(recorded) == Self.numbers(String(made.1)))
            #expect(!office.server.output.contains("unexpected:"), "\(office.server.output)")
        }
    }

    private static func numbers(_ json: String?) throws -> [String] {
        try JSONDecoder().decode([String].self, from: Data((json ?? "").utf8))
    }

    /// Has PostgreSQL take connections to the office's database, or refuse them and end those there are.
    private func letConnect(_ isTaken: Bool, _ office: RunningOffice) async throws {
        let here = office.office.database.connectionString
        let name = try #require(here.firstMatch(of: /dbname=(\S+)/)).1
        var statements = [#"alter database "\#(name)" allow_connections \#(isTaken)"#]
        if !isTaken { statements.append("select pg_terminate_backend(pid) from pg_stat_activity where datname = '\(name)'") }
        let server = here.replacing("dbname=\(name)", with: "dbname=postgres")
        try await ChildProcess.run(
            ["/usr/bin/psql", "--quiet", "--set=ON_ERROR_STOP=1", server] + statements.flatMap { ["--command", $0] },
            in: office.folder)
    }
}
