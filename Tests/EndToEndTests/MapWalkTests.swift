import Foundation
import FoundationNetworking
import TestServers
import Testing

/// The map and a wall display in Chromium, with the real server.
@Suite(
    .enabled(if: TestDatabase.isAvailable, Comment(rawValue: TestDatabase.help)),
    .enabled(if: RunningOffice.python != nil, Comment(rawValue: RunningOffice.pythonHelp)), .timeLimit(.minutes(10)))
struct `The map, end to end` {
    @Test func `The map works with mouse, touch, keyboard and screen reader, on desktop and phones`() async throws {
        try await RunningOffice.with { office in
            let display = try await office.desktap("display", "add", "Lobby", "--floor", "6F", "--public-url", office.url)
            try await office.office.execute("update desk set out_of_service = 'no lamp' where id = '6F-A8'")
            try await office.desktap("office", "add", "Alster Office", "--time-zone", "Europe/Berlin")
            try await office.desktap("floor", "add", "E", "--office", "Alster Office", "--groups", "1", "--desks", "2")
            try await office.desktap("floor", "add", "XL", "--office", "Alster Office", "--groups", "26", "--desks", "8")
            try await office.office.execute(
                """
                with made as (insert into team (office_id, name) select id, 'Design' from office where name = 'Harbour Office'
                              returning id)
                update person set team_id = made.id from made where user_name = 'bo'
                """)
            let seen = try await office.browse(
                "map", office.url, try await office.link(for: "ada"), try await office.link(for: "bo"),
                try await office.link(for: "lea"), display)
            for line in seen.split(separator: "\n") where line.contains(" ms") || line.contains(" bytes") { print("  \(line)") }
            for line in ["desktop: done", "iPhone 15: done", "Pixel 7: done", "all done"] {
                #expect(seen.contains(line), "\(seen)")
            }
        }
    }

    @Test func `The map and the wall say that they are stale while the server is down, and then reconnect`() async throws {
        try await RunningOffice.with { office in
            let display = try await office.desktap("display", "add", "Lobby", "--floor", "6F", "--public-url", office.url)
            // A desk property that a wall display does not show.
            try await office.office.execute("update desk set has_monitor = true where id = '6F-A3'")
            let browser = try await office.browsing(
                "watch_server", office.url, try await office.link(for: "ada"), display, "6F-A3")
            for page in ["map", "wall"] { try await browser.waitForOutput("\(page): free fresh") }
            #expect(await office.server.stop() == 0, "\(office.server.output)")
            try await browser.waitForOutput("map: free No connection since [0-9:]{8}")
            try await browser.waitForOutput("wall: free No connection since [0-9:]{5}")
            try await tap(office)
            let server = try office.serving(on: office.url)
            for page in ["map", "wall"] { try await browser.waitForOutput("\(page): work fresh") }
            // A second time, because a wall display runs for weeks.
            #expect(await server.stop() == 0, "\(server.output)")
            try await browser.waitForOutput("wall: work No connection since")
            let next = try office.serving(on: office.url)
            try await browser.waitForOutput("(?s)wall: work No connection since.*wall: work fresh")
            browser.signal(SIGKILL)
            #expect(await next.stop() == 0, "\(next.output)")
        }
    }

    /// Records Bo's start at 6F-A3 with another server of the same database.
    private func tap(_ office: RunningOffice) async throws {
        let other = try office.starting(desktap: "serve", "--port", "0")
        let url = try await other.waitForOutput("127.0.0.1:[0-9]+")
        var request = URLRequest(url: try #require(URL(string: "http://\(url)/t?event=start&desk=6F-A3&user=bo")))
        request.httpMethod = "POST"
        request.setValue("Bearer \(try await office.desktap("reader", "add", "desk box"))", forHTTPHeaderField: "Authorization")
        request.setValue("application/json", forHTTPHeaderField: "Accept")
        let (answer, _) = try await URLSession.shared.data(for: request)
        try #require(String(decoding: answer, as: UTF8.self).contains("accepted"))
        #expect(await other.stop() == 0, "\(other.output)")
    }
}
