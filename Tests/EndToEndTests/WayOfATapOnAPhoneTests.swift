import Foundation
import TestServers
import Testing

/// The page of a tag in Chromium, as an iPhone and a Pixel show it, on the real server.
@Suite(
    .enabled(if: TestDatabase.isAvailable, Comment(rawValue: TestDatabase.help)),
    .enabled(if: RunningOffice.python != nil, Comment(rawValue: RunningOffice.pythonHelp)), .timeLimit(.minutes(10)))
struct `The way of a tap on a phone` {
    @Test func `ends with a calm answer, whatever was tapped by whom`() async throws {
        try await with { office in
            let key = try await office.desktap("reader", "add", "front door")
            let seen = try await office.browse("tap", office.url, key)
            for line in ["iPhone 15: done", "Pixel 7: done"] { #expect(seen.contains(line), "\(seen)") }
            #expect(!office.server.output.contains("unexpected:"), "\(office.server.output)")
        }
    }

    @Test func `goes on when the phone is online again, or the server there`() async throws {
        try await with { office in
            let browser = try office.browsing("tap_offline", office.url)
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

    /// Lends an office with people whose phones are new, a desk out of service, and an office where a phone alone starts nothing.
    private func with(_ body: (RunningOffice) async throws -> Void) async throws {
        try await RunningOffice.with { office in
            try await office.desktap("office", "add", "Alster Office", "--time-zone", "Europe/Berlin")
            try await office.desktap("floor", "add", "E", "--office", "Alster Office", "--groups", "1", "--desks", "2")
            try await office.office.execute(Self.phones)
            try await body(office)
        }
    }

    private static let phones = """
        do $$ begin
            insert into person (user_name, display_name, role, office_id)
            select 'phone' || n, (array['Ada Lindqvist', '佐々木 美咲', 'Dr. Maximiliane Freifrau von Hohenstein-Donnersmarck'])[1 + n % 3],
                   'employee', (select id from office where name = 'Harbour Office')
              from generate_series(1, 60) as n;
            insert into presence (person_id) select id from person where user_name like 'phone%';
            insert into sign_in_link (token_hash, person_id, expires_at)
            select sha256(convert_to('link-of-' || user_name, 'UTF8')), id, now() + interval '1 day'
              from person where user_name like 'phone%';
            update desk set out_of_service = 'no lamp' where id = '6F-A8';
            update office set reader_suffices = true where name = 'Alster Office';
        end $$
        """
}
