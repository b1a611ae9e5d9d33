@testable import AttendanceStore
@testable import AttendanceWeb

import Attendance
import Foundation
import HTTPTypes
import HummingbirdTesting
import TestClients
import TestOffice
import TestServers
import Testing

@Suite(.enabled(if: TestDatabase.isAvailable, "\(TestDatabase.help)"), .timeLimit(.minutes(10)))
struct `Wall displays` {
    @Test func `A display link enrols one browser, once`() async throws {
        try await TestWeb.with { (web) async throws in
            let store = web.office.store
            try await store.displays.addDisplay(name: "Lobby", floor: "6F", of: web.office.office)
            let link = Address.displayLink(try await store.displays.addDisplayLink(for: "Lobby", now: web.clock.now()).text)
            // Opening the link does not use it up.
            for _ in 0..<2 {
                let page = try await web.send(.get, link, headers: .page)
                #expect(page.status == .ok && page.text.contains("Lobby, 6F") && page.headers[.setCookie] == nil)
            }
            let answer = try await web.send(.post, link)
            #expect(answer.status == .seeOther && answer.headers[.location] == "/wall/6F")
            let cookie = try #require(answer.headers[.setCookie])
            #expect(cookie.hasSuffix("; Max-Age=34560000; Path=/; HttpOnly; SameSite=Lax; Secure"))
            #expect(try await web.send(.post, link).status == .notFound)
            let page = try await web.send(.get, "/wall/6F", headers: Self.page(cookie))
            #expect(page.status == .ok && page.text.count(of: "data-desk=\"") == 8)
            // Each page renews the cookie.
            #expect(page.headers[.setCookie] == cookie)
        }
    }

    @Test func `A display is refused with an expired link and with a replaced or revoked key`() async throws {
        try await TestWeb.with { (web) async throws in
            let store = web.office.store
            let cookie = try await web.display("Lobby", floor: "6F")
            #expect(try await web.send(.get, "/wall/6F", headers: Self.page(cookie)).status == .ok)
            let late = try await store.displays.addDisplayLink(for: "Lobby", now: web.clock.now())
            web.clock.advance(by: DisplayStore.linkLifetime + .seconds(1))
            #expect(try await web.send(.post, Address.displayLink(late.text)).status == .notFound)
            // Another browser replaces it.
            let next = try await store.displays.addDisplayLink(for: "Lobby", now: web.clock.now())
            #expect(try await web.send(.post, Address.displayLink(next.text)).status == .seeOther)
            web.clock.advance(by: AccessCache.lifetime)
            let dark = try await web.send(.get, "/wall/6F", headers: Self.page(cookie))
            #expect(dark.headers[.location] == "/sign-in?to=%2Fwall%2F6F")
            try await store.displays.revokeDisplay(name: "Lobby")
            await #expect(throws: StoreError.unknownDisplay("Lobby")) { try await store.displays.revokeDisplay(name: "Lobby") }
            await #expect(throws: StoreError.unknownDisplay("Lobby")) {
                try await store.displays.addDisplayLink(for: "Lobby", now: web.clock.now())
            }
        }
    }

    @Test func `A display shows its own floor and nothing else`() async throws {
        try await TestWeb.with { (web) async throws in
            let cookie = try await web.display("Lobby", floor: "6F")
            for (address, status) in [
                ("/wall/6F", HTTPResponse.Status.ok), ("/wall/7F", .seeOther), ("/api/wall/7F/stream", .notFound),
                ("/map/6F", .seeOther), ("/now", .seeOther), ("/api/presence", .seeOther),
            ] {
                #expect(try await web.send(.get, address, headers: Self.page(cookie)).status == status, "\(address)")
            }
            #expect(try await web.send(.get, "/wall/7F", headers: Self.page(cookie)).headers[.location] == "/wall/6F")
            // A person who may see the map may see the wall of each floor. An unknown floor is not found.
            #expect(try await web.send(.get, "/wall/7F", as: "ada", headers: .page).status == .ok)
            #expect(try await web.send(.get, "/wall/8F", as: "ada", headers: .page).status == .notFound)
            await #expect(throws: StoreError.unknownFloor("8F")) {
                try await web.office.store.displays.addDisplay(name: "Attic", floor: "8F", of: web.office.office)
            }
        }
    }

    @Test func `A wall shows no names unless the office allows it`() async throws {
        try await TestWeb.with(heartbeat: .milliseconds(100)) { (web) async throws in
            let cookie = try await web.display("Lobby", floor: "6F")
            _ = try await web.send(.post, "/t?event=start&desk=6F-A3", as: "ada")
            _ = try await web.send(.post, "/t?event=start&desk=7F-A1", as: "bo")
            try await web.presenceIsCurrent()
            let page = try await web.send(.get, "/wall/6F", headers: Self.page(cookie)).text
            #expect(page.contains("aria-label=\"6F-A3: at work since 12:00\""))
            #expect(!page.contains("Ada") && !page.contains(">AL<"))
            try await TestWebServer.with(web) { (server) async throws in
                let screen = try Self.screen(server, cookie)
                let first = try await screen.read(until: "}\n\n")
                #expect(
                    first.contains(
                        #""counts":{"free":7,"pause":0,"work":1},"desks":{"6F-A3":{"state":"work"}},"isStale":false"#))
                try await web.office.store.setNamesOnWall(of: web.office.office, to: true)
                // The next heartbeat brings the names, without a change at a desk.
                #expect(try await screen.read(until: "Lindqvist").contains(#""initials":"AL""#))
                #expect(!(try await screen.read(until: "}\n\n").contains("Nakamura")))
            }
            #expect(try await web.send(.get, "/wall/6F", headers: Self.page(cookie)).text.contains("Ada Lindqvist"))
        }
    }

    @Test func `A wall says that it may be out of date while the database is unavailable`() async throws {
        try await TestWeb.with(heartbeat: .milliseconds(100)) { (web) async throws in
            let cookie = try await web.display("Lobby", floor: "6F")
            try await TestWebServer.with(web) { (server) async throws in
                let screen = try Self.screen(server, cookie)
                try await screen.read(until: #""isStale":false"#)
                await web.broadcast.take(.interrupted)
                try await screen.read(until: #""isStale":true"#)
                await web.broadcast.take(.everybody([], seq: 1))
                try await screen.read(until: #""isStale":false"#)
            }
        }
    }

    @Test func `A wall goes dark when the display's key is revoked`() async throws {
        try await TestWeb.with(heartbeat: .milliseconds(100)) { (web) async throws in
            let cookie = try await web.display("Lobby", floor: "6F")
            try await TestWebServer.with(web) { (server) async throws in
                let screen = try Self.screen(server, cookie)
                try await screen.read(until: #""isStale":false"#)
                try await web.office.store.displays.revokeDisplay(name: "Lobby")
                // The last chunk of the body: the server ends the stream.
                try await screen.read(until: "\r\n0\r\n\r\n")
                let dark = try await web.send(.get, "/wall/6F", headers: Self.page(cookie))
                #expect(dark.headers[.location] == "/sign-in?to=%2Fwall%2F6F")
            }
        }
    }

    @Test func `A wall has another version once its floor is redrawn`() async throws {
        try await TestWeb.with { (web) async throws in
            func version() async throws -> String {
                let page = try await web.send(.get, "/wall/6F", as: "ada", headers: .page).text
                return String(try #require(page.firstMatch(of: /data-version="([^"]+)"/)).output.1)
            }
            let before = try await version()
            _ = try await web.send(.post, "/t?event=start&desk=6F-A3", as: "ada")
            try await web.presenceIsCurrent()
            #expect(try await version() == before)
            try await web.office.execute("update desk set x = x + 10 where id = '6F-A1'")
            #expect(try await version() != before)
        }
    }

    @Test func `A wall goes dark when the person who views it is signed out`() async throws {
        try await TestWeb.with(heartbeat: .milliseconds(100)) { (web) async throws in
            let cookie = try await web.cookie("ada")
            try await TestWebServer.with(web) { (server) async throws in
                let screen = try Self.screen(server, cookie)
                try await screen.read(until: #""isStale":false"#)
                let ada = try await web.office.store.people.person(userName: "ada")
                _ = try await web.office.store.sessions.endSessions(of: ada.id, now: web.clock.now())
                try await screen.read(until: "\r\n0\r\n\r\n")
            }
        }
    }

    @Test func `A wall receives a redrawn floor without waiting for a heartbeat`() async throws {
        try await TestWeb.with(heartbeat: .seconds(3600)) { (web) async throws in
            let cookie = try await web.display("Lobby", floor: "6F")
            try await TestWebServer.with(web) { (server) async throws in
                let screen = try Self.screen(server, cookie)
                func version(in text: String) throws -> String {
                    String(try #require(text.firstMatch(of: /"version":"([^"]+)"/)).output.1)
                }
                let before = try version(in: try await screen.read(until: "}\n\n"))
                try await web.office.execute("update desk set x = x + 10 where id = '6F-A1'")
                // Ends with the new version or at the test's time limit.
                while try version(in: try await screen.read(until: "}\n\n")) == before {}
            }
        }
    }

    @Test(arguments: [true, false])
    func `A wall follows its floor to a new name and shows the same people`(isDisplay: Bool) async throws {
        try await TestWeb.with(heartbeat: .seconds(3600)) { (web) async throws in
            let display = try await web.display("Lobby", floor: "6F")
            let cookie = isDisplay ? display : try await web.cookie("ada")
            _ = try await web.send(.post, "/t?event=start&desk=6F-A3", as: "ada")
            try await web.presenceIsCurrent()
            try await TestWebServer.with(web) { (server) async throws in
                let screen = try Self.screen(server, cookie)
                func page(in text: String) throws -> String {
                    String(try #require(text.firstMatch(of: /"page":"([^"]+)"/)).output.1)
                }
                var message = try await screen.read(until: "}\n\n")
                #expect(try page(in: message) == "/wall/6F")
                try await Self.rename("6F", to: "Level 2", web)
                // Ends with the new name or at the test's time limit. No message in between shows an empty floor.
                repeat {
                    message = try await screen.read(until: "}\n\n")
                    #expect(message.contains(#""counts":{"free":7,"pause":0,"work":1},"desks":{"6F-A3":{"state":"work"#))
                } while try page(in: message) == "/wall/6F"
                #expect(try page(in: message) == "/wall/Level%202")
            }
        }
    }

    @Test func `A display belongs to its floor: after a rename its link, key and former address still work`() async throws {
        try await TestWeb.with { (web) async throws in
            let cookie = try await web.display("Lobby", floor: "6F")
            let link = try await web.office.store.displays.addDisplayLink(for: "Lobby", now: web.clock.now())
            #expect(try await web.send(.get, "/wall/6F", headers: Self.page(cookie)).status == .ok)
            try await Self.rename("6F", to: "Level 2", web)
            let former = try await web.send(.get, "/wall/6F", headers: Self.page(cookie))
            #expect(former.status == .seeOther && former.headers[.location] == "/wall/Level%202")
            let page = try await web.send(.get, "/wall/Level%202", headers: Self.page(cookie))
            #expect(page.status == .ok && page.text.contains("<h1>Level 2 ") && page.text.count(of: "data-desk=\"") == 8)
            // The screen asks for its page again when the stream of the former name is not found.
            #expect(try await web.send(.get, "/api/wall/6F/stream", headers: Self.page(cookie)).status == .notFound)
            #expect(try await web.send(.post, Address.displayLink(link.text)).headers[.location] == "/wall/Level%202")
        }
    }

    @Test func `The stream of a wall ends when its floor is removed`() async throws {
        try await TestWeb.with(heartbeat: .seconds(3600)) { (web) async throws in
            let cookie = try await web.cookie("ada")
            try await TestWebServer.with(web) { (server) async throws in
                let screen = try Self.screen(server, cookie)
                try await screen.read(until: #""isStale":false"#)
                let floor = try #require(try await web.office.store.floors.floorsToEdit().first { $0.name == "6F" }).id
                try await web.office.store.floors.removeFloor(
                    FloorVersion(floor, version: nil, by: nil), now: web.clock.now())
                try await screen.read(until: "\r\n0\r\n\r\n")
            }
        }
    }

    /// Renames a floor on the page of floors.
    private static func rename(_ floor: String, to name: String, _ web: TestWeb) async throws {
        let id = try #require(try await web.office.store.floors.floorsToEdit().first { $0.name == floor }).id
        let answer = try await web.sendForm(Address.ofFloor(id, Address.adminRenameFloor), as: "lea", ["name": name])
        #expect(answer.status == .seeOther)
    }

    /// A display that follows floor 6F.
    private static func screen(_ server: TestWebServer, _ cookie: String) throws -> RawConnection {
        let screen = RawConnection(port: server.port)
        try screen.send("GET /api/wall/6F/stream HTTP/1.1\r\nHost: x\r\nCookie: \(cookie)\r\n\r\n")
        return screen
    }

    private static func page(_ cookie: String) -> HTTPFields {
        var headers = HTTPFields.page
        headers[.cookie] = String(cookie.prefix { $0 != ";" })
        return headers
    }
}
