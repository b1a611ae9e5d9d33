import Foundation
import TestServers
import Testing

/// All pages of the server in Chromium, as each role.
@Suite(
    .enabled(if: TestDatabase.isAvailable, Comment(rawValue: TestDatabase.help)),
    .enabled(if: RunningOffice.python != nil, Comment(rawValue: RunningOffice.pythonHelp)), .timeLimit(.minutes(20)))
struct `All pages, end to end` {
    /// Malicious names and reasons.
    private static let written = [
        "<img src=x onerror=alert(1)>", #""><svg onload=alert(2)>"#, "{{7*7}}[[map.title]]",
        "</script><script>alert(3)</script>", "javascript:alert(4)", "' autofocus onfocus=alert(5) x='",
    ]

    @Test(arguments: ["en", "ja"])
    func `Pages escape all texts, and work with keyboard and screen reader`(language: String) async throws {
        try await RunningOffice.with { office in
            try await office.office.execute(try Self.names())
            let display = try await office.desktap(
                "display", "add", Self.written[2], "--floor", "6F", "--public-url", office.url)
            try await office.office.execute("update desk set out_of_service = \(Self.quoted(0)) where id = '6F-A8'")
            let seen = try await office.browse(
                "walk", office.url, language, try await office.link(for: "lea"), try await office.link(for: "cy"),
                try await office.link(for: "ada"), display, try await office.link(for: "bo"),
                try await office.desktap("reader", "add", "desk box"),
                String(decoding: try JSONEncoder().encode(Self.written), as: UTF8.self))
            #expect(seen.contains("walked") && !seen.contains("PROBLEM"), "\(seen)")
            #expect(!office.server.output.contains("unexpected:"), "\(office.server.output)")
        }
    }

    private static func quoted(_ index: Int) -> String { "'\(written[index].replacing("'", with: "''"))'" }

    /// The SQL that gives such names to people and things.
    private static func names() throws -> String {
        """
        do $$ begin
            update person set display_name = \(quoted(0)) where user_name = 'ada';
            update person set display_name = \(quoted(1)) where user_name = 'bo';
            update person set display_name = \(quoted(5)) where user_name = 'cy';
            update person set user_name = \(quoted(0)) where user_name = 'dai';
            update office set name = \(quoted(3));
            insert into floor (office_id, name, position, width, height) select id, \(quoted(0)), 2, 1200, 400 from office;
            insert into desk (office_id, id, floor, x, y) select id, '8F-A1', \(quoted(0)), 100, 100 from office;
            update room set name = \(quoted(0));
            insert into team (office_id, name) select id, \(quoted(4)) from office;
            insert into team_manager (team_id, person_id) select team.id, person.id from team, person where user_name in ('bo', 'lea');
            update person set team_id = (select id from team) where user_name = 'ada';
            insert into reader (name, key_hash) values (\(quoted(1)), decode(repeat('00', 32), 'hex'));
        end $$
        """
    }
}
