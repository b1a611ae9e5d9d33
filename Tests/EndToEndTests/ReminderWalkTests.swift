import TestServers
import Testing

/// Reminders in a browser, with the real server.
@Suite(
    .enabled(if: TestDatabase.isAvailable, Comment(rawValue: TestDatabase.help)),
    .enabled(if: RunningOffice.python != nil, Comment(rawValue: RunningOffice.pythonHelp)), .timeLimit(.minutes(10)))
struct `Reminders, end to end` {
    @Test func `A browser shows reminders after it is switched on, and not after it is switched off`() async throws {
        try await RunningOffice.with(settings: ["DESKTAP_PUSH_SERVICES": "push.example.com"]) { office in
            let seen = try await office.browse("reminders", office.url, try await office.link(for: "ada"))
            for line in [
                "browsers: Chrome on Linux this browser", "shown: You forgot to clock out Yesterday 7", "broken: DeskTap",
            ] {
                #expect(seen.contains(line), "\(line): \(seen)")
            }
            #expect(seen.contains("left: 0"), "\(seen)")
            #expect(!office.server.output.contains("unexpected:"), "\(office.server.output)")
        }
    }
}
