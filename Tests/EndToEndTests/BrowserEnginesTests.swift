import Foundation
import TestServers
import Testing

/// The main features in Firefox and WebKit, with the real server.
@Suite(
    .enabled(if: TestDatabase.isAvailable, Comment(rawValue: TestDatabase.help)),
    .enabled(if: RunningOffice.python != nil, Comment(rawValue: RunningOffice.pythonHelp)), .timeLimit(.minutes(10)))
struct `Browser engines` {
    /// The programs of each engine.
    private static let programs = [
        "firefox": ["/usr/bin/firefox-esr"], "webkit": ["/usr/bin/WebKitWebDriver", "/usr/bin/Xvfb"],
    ]
    private static let areInstalled = programs.values.joined().allSatisfy(FileManager.default.isExecutableFile(atPath:))

    @Test(
        .enabled(if: areInstalled, "needs firefox-esr, webkit2gtk-driver and xvfb: run scripts/test"),
        arguments: ["firefox", "webkit"])
    func `The main features work in Firefox and WebKit`(engine: String) async throws {
        try await RunningOffice.with { office in
            let display = try await office.desktap("display", "add", "Lobby", "--floor", "6F", "--public-url", office.url)
            let seen = try await office.browse(
                "engines", engine, office.url, try await office.desktap("reader", "add", "front door"),
                try await office.link(for: "ada"), try await office.link(for: "lea"), display)
            #expect(seen.contains("\(engine): done"), "\(seen)")
            #expect(!office.server.output.contains("unexpected:"), "\(office.server.output)")
        }
    }
}
