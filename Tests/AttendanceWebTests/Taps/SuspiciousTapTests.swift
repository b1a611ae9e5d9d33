@testable import AttendanceWeb

import Attendance
import AttendanceStore
import Foundation
import HTTPTypes
import HummingbirdTesting
import TestOffice
import TestServers
import Testing
import WebServer

/// A second office, Hill, has the desk HF-A1. The client address of X-Forwarded-For is trusted here.
@Suite(.enabled(if: TestDatabase.isAvailable, "\(TestDatabase.help)"), .timeLimit(.minutes(10)))
struct `Suspicious taps` {
    private func withHill(_ body: (TestWeb, _ hill: OfficeID) async throws -> Void) async throws {
        var security = SecuritySettings()
        security.trustedProxies = TrustedProxies([try #require(try? NetworkRange("0.0.0.0"))])
        try await TestWeb.with(security: security) { (web) async throws in
            let hill = try await web.office.store.offices.addOffice(name: "Hill", timeZone: TestOffice.timeZone)
            let desk = try #require(DeskID("HF-A1"))
            try await web.office.store.floors.addFloor(
                Floor(name: "HF", width: 400, height: 400), position: 0, rooms: [], desks: [(desk, 40, 40)], to: hill)
            try await body(web, hill)
        }
    }

    /// - Returns: the flag of the tap.
    private func tap(
        _ web: TestWeb, _ user: String, _ address: String, after seconds: Int64 = 1, from client: String? = nil
    ) async throws -> String? {
        web.clock.advance(by: .seconds(seconds))
        var headers = HTTPFields()
        if let client { headers.set("X-Forwarded-For", to: client) }
        // A flagged tap is accepted, too.
        #expect(try await web.send(.post, "/t?" + address, as: user, headers: headers).json["outcome"] == "accepted")
        return try await web.office.value(
            "select flag from event left join log_place using (seq) order by event.seq desc limit 1")
    }

    @Test func `A tap at another office sooner than travel allows is flagged`() async throws {
        try await withHill { (web, hill) async throws in
            let (harbour, away) = ("event=start&desk=6F-A1", "event=start&desk=HF-A1")
            #expect(try await tap(web, "ada", harbour) == nil)
            #expect(try await tap(web, "ada", away, after: 60) == "two_offices")
            // A further tap at the same office is not flagged.
            #expect(try await tap(web, "ada", "event=end&desk=HF-A1", after: 60) == nil)
            // The session has ended, but the person was there just now.
            #expect(try await tap(web, "ada", harbour, after: 60) == "two_offices")
            #expect(try await tap(web, "ada", away, after: 301) == nil)
            // A tap without a desk is not flagged.
            #expect(try await tap(web, "ada", "event=pause", after: 1) == nil)
            // Another person is not affected.
            #expect(try await tap(web, "bo", harbour) == nil)
            #expect(try await web.office.store.ledger.verifyLedger().flaw == nil)

            let office = try await web.office.value("select name from office where id = \(hill)")
            let page = try await web.send(.get, "/admin/tags", as: "lea").text
            #expect(page.contains("<strong>Two offices</strong> <span class=\"where\">HF-A1, clock-in, \(office ?? "")</span>"))
            #expect(page.contains("opened by a phone"))
            let day = try await web.send(.get, "/people/ada", as: "cy", headers: .page).text
            #expect(day.contains("note: Two offices"))
            #expect(try await !web.send(.get, "/me", as: "ada", headers: .page).text.contains("note: "))
        }
    }

    @Test func `The flag for two offices uses the coordinates of the offices, if set`() async throws {
        try await withHill { (web, hill) async throws in
            let store = web.office.store
            func place(_ office: OfficeID, _ latitude: Double, _ longitude: Double) async throws {
                let place: Coordinates = try #require(Coordinates(latitude: latitude, longitude: longitude))
                try await store.offices.change(office, OfficeChange(place: place))
            }
            // The Hill office is two kilometres away, later in Osaka.
            try await place(web.office.office, 35.68, 139.76)
            try await place(hill, 35.70, 139.76)
            #expect(try await tap(web, "ada", "event=start&desk=6F-A1") == nil)
            #expect(try await tap(web, "ada", "event=start&desk=HF-A1", after: 5) == "two_offices")
            #expect(try await tap(web, "ada", "event=start&desk=6F-A1", after: 10) == nil)
            try await place(hill, 34.7025, 135.4959)
            #expect(try await tap(web, "ada", "event=start&desk=HF-A1", after: 1200) == "two_offices")
            #expect(try await tap(web, "ada", "event=start&desk=6F-A1", after: 1500) == nil)
        }
    }

    @Test func `A tag that is tapped from two networks within a minute is flagged`() async throws {
        try await withHill { (web, _) async throws in
            let desk = "event=start&desk=6F-A1"
            #expect(try await tap(web, "ada", desk, from: "192.0.2.1") == nil)
            #expect(try await tap(web, "bo", desk, after: 5, from: "192.0.2.77") == nil)
            #expect(try await tap(web, "cy", desk, after: 5, from: "198.51.100.1") == "two_networks")
            #expect(try await tap(web, "cy", "event=start&desk=6F-A2", after: 5, from: "203.0.113.1") == nil)
            #expect(try await tap(web, "ada", desk, after: 70, from: "2001:db8:1::1") == nil)
            // All people tap the tags at the door, each from their own network.
            #expect(try await tap(web, "ada", "event=end", from: "192.0.2.1") == nil)
            #expect(try await tap(web, "bo", "event=end", from: "198.51.100.1") == nil)
            // Without an address a tap is not flagged.
            #expect(try await tap(web, "cy", desk) == nil)
            #expect(try await web.office.store.ledger.verifyLedger().flaw == nil)
            let page = try await web.send(.get, "/admin/tags", as: "lea").text
            #expect(page.contains("<strong>Two networks</strong> <span class=\"where\">6F-A1, clock-in"))
        }
    }

    @Test func `A tag that readers read in two networks is flagged, but not for queued taps`() async throws {
        try await withHill { (web, _) async throws in
            let key = try await web.office.store.readers.addReader(name: "front door")
            func read(_ at: Int64, from client: String) async throws -> String? {
                var headers = HTTPFields()
                headers.set("X-Forwarded-For", to: client)
                let instant = (web.clock.now() + .seconds(at)).rfc3339(precision: .milliseconds)
                let body = """
                    [{"id": "\(UUID())", "user": "ada", "kind": "end", "at": "\(instant)", "desk": "6F-A1",
                      "tag": {"uid": "04A1B2C3D4E580"}}]
                    """
                let answer = try await web.send(.post, "/api/taps", key: key, headers: headers, body: body)
                #expect(answer.jsonList.first?["outcome"] == "accepted")
                return try await web.office.value(
                    "select flag from event left join log_place using (seq) order by event.seq desc limit 1")
            }
            #expect(try await read(0, from: "192.0.2.1") == nil)
            // Queued by another reader for an hour.
            #expect(try await read(-3600, from: "198.51.100.1") == nil)
            #expect(try await read(0, from: "198.51.100.1") == "two_networks")
        }
    }
}
