@testable import AttendanceStore
@testable import AttendanceWeb

import Attendance
import Foundation
import HTTPTypes
import HummingbirdTesting
import NIOCore
import NIOPosix
import TestClients
import TestOffice
import TestServers
import Testing

@Suite(.enabled(if: TestDatabase.isAvailable, "\(TestDatabase.help)"), .timeLimit(.minutes(10)))
struct `Presence stream` {
    @Test func `The presence stream begins with a snapshot and continues with changes`() async throws {
        try await TestWeb.with(heartbeat: .seconds(3600)) { (web) async throws in
            try await tap(web, "bo", "6F-A1")
            try await web.presenceIsCurrent()
            var viewer = Viewer(web)
            let snapshot = try await viewer.next()
            #expect(snapshot.hasPrefix("event: snapshot\nid: \(TestOffice.facts + 1)\ndata: {"))
            #expect(snapshot.hasSuffix("}\n\n"))
            #expect(snapshot.contains(#""desk":"6F-A1","floor":"6F""#))
            #expect(snapshot.contains(#""name":"Bo Nakamura","since":"2026-11-20T03:00:0"#))
            try await tap(web, "ada", "7F-A1")
            let change = try await viewer.next()
            #expect(change.hasPrefix("id: \(TestOffice.facts + 2)\ndata: {\"people\":[{"))
            #expect(change.contains("Ada Lindqvist"))
            #expect(!change.contains("Bo Nakamura"))
        }
    }

    @Test func `The presence stream sends a new snapshot to a viewer who fell behind`() async throws {
        try await TestWeb.with(heartbeat: .seconds(3600)) { (web) async throws in
            var (slow, quick) = (Viewer(web), Viewer(web))
            _ = try await slow.next()
            _ = try await quick.next()
            let last = PresenceBroadcast.historyLength + 1
            for number in (1...last).map({ $0 + Int(TestOffice.facts) }) {
                await web.broadcast.take(.changes([Self.ada("Ada", at: "D-\(number)", of: web)], seq: Int64(number)))
                #expect(try await quick.next().hasPrefix("id: \(number)\ndata: "))
            }
            let events = try await slow.next()
            #expect(events.hasPrefix("event: snapshot\nid: \(last + Int(TestOffice.facts))\n"))
            #expect(events.contains("\"desk\":\"D-\(last + Int(TestOffice.facts))\""))
        }
    }

    @Test func `The presence stream sends heartbeats while nothing changes`() async throws {
        try await TestWeb.with(heartbeat: .milliseconds(30)) { (web) async throws in
            var viewer = Viewer(web)
            _ = try await viewer.next()
            for _ in 0..<3 { #expect(try await viewer.next() == ":\n\n") }
        }
    }

    @Test func `The presence stream ends a session at its deadline without a tap`() async throws {
        try await TestWeb.with(heartbeat: .milliseconds(30)) { (web) async throws in
            try await tap(web, "ada", "6F-A1")
            try await web.presenceIsCurrent()
            var viewer = Viewer(web)
            _ = try await viewer.next()
            web.clock.advance(by: .seconds(17 * 3600))
            var event = ":\n\n"
            while event == ":\n\n" { event = try await viewer.next() }
            #expect(event.contains(#""state":"off""#))
            #expect(try await web.send(.get, "/api/presence", as: "ada").text.contains(#""people":[]"#))
        }
    }

    @Test func `The presence stream ends the presence of a person whose account is deactivated, until it is reactivated`()
        async throws
    {
        try await TestWeb.with(heartbeat: .seconds(3600)) { (web) async throws in
            try await tap(web, "ada", "6F-A1")
            try await web.presenceIsCurrent()
            var viewer = Viewer(web)
            _ = try await viewer.next()
            let (people, now) = (web.office.store.people, web.clock.now())
            let ada = try await people.person(userName: "ada").id
            try await people.leave(ada, at: now, by: .command, now: now)
            #expect(try await viewer.next().contains(#""state":"off""#))
            #expect(try await web.send(.get, "/api/presence", as: "bo").text.contains(#""people":[]"#))
            try await people.reinstate(ada, by: .command, now: now)
            #expect(try await viewer.next().contains(#""desk":"6F-A1""#))
        }
    }

    @Test func `The presence stream reports a lost database, and sends a snapshot when it is back`() async throws {
        try await TestWeb.with(heartbeat: .seconds(3600)) { (web) async throws in
            var viewer = Viewer(web)
            _ = try await viewer.next()
            try await web.office.endConnections(of: "feed")
            #expect(try await viewer.next() == "event: stale\ndata: {}\n\n")
            #expect(try await viewer.next().hasPrefix("event: snapshot\n"))
            try await tap(web, "ada", "6F-A1")
            #expect(try await viewer.next().contains("Ada Lindqvist"))
        }
    }

    @Test func `The presence stream reports redrawn floors, and a snapshot names its drawing`() async throws {
        try await TestWeb.with(heartbeat: .seconds(3600)) { (web) async throws in
            func drawing(_ event: String) throws -> String {
                String(try #require(event.firstMatch(of: /event: floors\ndata: {"drawing":"(-?[0-9]+)"}\n\n$/)).output.1)
            }
            var viewer = Viewer(web)
            let first = try drawing(try await viewer.next())
            let page = try await web.send(.get, "/map/6F", as: "ada", headers: .page).text
            #expect(page.contains("data-drawing=\"\(first)\""))
            // Floors of other offices and drafts are not reported.
            let other = try await web.office.store.offices.addOffice(name: "Other Office", timeZone: "Europe/Berlin")
            _ = try await web.office.store.floors.addEmptyFloor(named: "1F", to: other, by: nil, now: web.clock.now())
            let floor = try #require(try await web.office.store.floors.floorsToEdit().first { $0.name == "6F" }).id
            let version = FloorVersion(floor, version: nil, by: nil)
            let drawn = try await web.office.store.floors.floor(floor).drawing
            _ = try await web.office.store.floors.saveDraft(FloorDrawing(), of: version, now: web.clock.now())
            _ = try await web.office.store.floors.publish(drawn, as: version, now: web.clock.now())
            try await web.office.execute("update desk set x = x + 10 where id = '6F-A1'")
            let event = try await viewer.next()
            #expect(event.count(of: "event: ") == 1, "\(event)")
            let second = try drawing(event)
            #expect(second != first)
            var late = Viewer(web)
            #expect(try drawing(try await late.next()) == second)
            // The earlier drawing has its earlier version again.
            try await web.office.execute("update desk set x = x - 10 where id = '6F-A1'")
            #expect(try drawing(try await viewer.next()) == first)
        }
    }

    @Test func `After a rename, the presence stream has the people on the new floor, and the page has its id`()
        async throws
    {
        try await TestWeb.with(heartbeat: .seconds(3600)) { (web) async throws in
            try await tap(web, "bo", "6F-A1")
            try await web.presenceIsCurrent()
            let floor = try #require(try await web.office.store.floors.floorsToEdit().first { $0.name == "6F" }).id
            var viewer = Viewer(web)
            _ = try await viewer.next()
            try await web.office.store.floors.renameFloor(floor, to: "Level 2", by: nil, now: web.clock.now())
            var events = ""
            // Ends with both events or at the test's time limit.
            while !events.contains("event: floors") || !events.contains(#""desk":"6F-A1","floor":"Level 2""#) {
                events += try await viewer.next()
            }
            #expect(!events.contains(#""floor":"6F""#))
            let page = try await web.send(.get, Address.map, as: "ada", headers: .page).text
            #expect(page.contains("data-floor=\"Level 2\" data-floor-id=\"\(floor)\""))
            #expect(page.contains("data-floor-tab=\"Level 2\" data-floor-id=\"\(floor)\""))
            #expect(page.contains("aria-label=\"6F-A1: Bo Nakamura, at work since"))
            #expect(try await web.send(.get, Address.floor("6F"), as: "ada", headers: .page).status == .notFound)
        }
    }

    @Test func `The presence stream has a retry time, and ends when the server stops`() async throws {
        try await TestWeb.with { (web) async throws in
            try await TestWebServer.with(web) { (server) async throws in
                let viewer = RawConnection(port: server.port)
                try await viewer.send(
                    "GET /api/presence/stream HTTP/1.1\r\nHost: x\r\nCookie: \(web.cookie("ada"))\r\n\r\n")
                let head = try await viewer.read(until: "\r\n\r\n")
                #expect(head.contains("200 OK"))
                #expect(head.lowercased().contains("content-type: text/event-stream\r\n"))
                #expect(head.lowercased().contains("x-accel-buffering: no\r\n"))
                #expect(try await viewer.read(until: "event: snapshot").contains("retry: 1000\n\n"))
                try await tap(web, "ada", "6F-A1")
                try await viewer.read(until: "Ada Lindqvist")
                await server.stop()
                // The chunked body is complete: the server ended it on purpose.
                #expect(try await viewer.readToEnd().hasSuffix("\r\n0\r\n\r\n"))
            }
        }
    }

    @Test func `The presence stream does not buffer events for a viewer who stopped reading`() async throws {
        try await TestWeb.with { (web) async throws in
            try await TestWebServer.with(web) { (server) async throws in
                let viewer = RawConnection(port: server.port, receiveBuffer: 4096)
                try await viewer.send(
                    "GET /api/presence/stream HTTP/1.1\r\nHost: x\r\nCookie: \(web.cookie("ada"))\r\n\r\n")
                try await viewer.read(until: "event: snapshot")
                // 12 MB, more than the sockets' buffers hold.
                let long = String(repeating: "x", count: 6000)
                func ada(_ number: Int) -> PersonPresence { Self.ada("Ada", at: "D-\(number)-\(long)", of: web) }
                var quick = Viewer(web)
                _ = try await quick.next()
                for number in 1...2000 {
                    await web.broadcast.take(.changes([ada(number)], seq: Int64(number)))
                    guard number.isMultiple(of: 100) else { continue }
                    _ = try await quick.next()
                    // The server notices full sockets only when its event loops run, which can be late on a busy machine.
                    for loop in MultiThreadedEventLoopGroup.singleton.makeIterator() { try await loop.submit {}.get() }
                }
                let rest = try await viewer.read(until: "\"D-2000-")
                #expect(rest.contains("event: snapshot"))
                #expect(rest.count(of: "\ndata: ") < 1500)
            }
        }
    }

    /// Ada at work, as the feed sends it.
    private static func ada(_ name: String, at desk: String, of web: TestWeb) -> PersonPresence {
        PersonPresence(
            id: 1, userName: "ada", displayName: name, state: .work, office: web.office.office, desk: desk, floor: "6F")
    }

    private func tap(_ web: TestWeb, _ user: String, _ desk: String) async throws {
        let response = try await web.send(.post, "/t?event=start&desk=\(desk)", as: user)
        #expect(response.status == .ok)
    }
}

/// A viewer of the map without a browser.
private struct Viewer {
    private let web: TestWeb
    private var cursor: PresenceBroadcast.Cursor?

    init(_ web: TestWeb) { self.web = web }

    /// The next events of the stream.
    mutating func next() async throws -> String {
        switch await web.broadcast.next(in: web.office.office, after: cursor) {
        case .events(let events, let position):
            cursor = position
            return events.map { String(buffer: $0) }.joined()
        case .heartbeat: return ":\n\n"
        case .end: throw CancellationError()
        }
    }
}
