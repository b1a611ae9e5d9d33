@testable import AttendanceWeb

import Attendance
import AttendanceStore
import HTTPTypes
import HummingbirdTesting
import TestOffice
import TestServers
import Testing

@Suite(.enabled(if: TestDatabase.isAvailable, "\(TestDatabase.help)"), .timeLimit(.minutes(10)))
struct `Security events` {
    @Test func `Wrong old passwords and unusable links of first administrators and displays are counted`() async throws {
        try await TestWeb.with { (web) async throws in
            func counted() -> String? { web.services.securityEvents.takeLine() }
            let ada = try await web.office.store.people.person(userName: "ada")
            let old = "correct horse battery staple", new = "seven green turtles sing"
            let hash = try await web.services.passwords.hash(of: Password(old), for: ada.id)
            try await web.office.store.passwords.setPasswordHash(hash, of: ada.id, now: web.clock.now())
            let cookie = try await web.cookie("ada")
            func change(_ fields: [String: String]) async throws -> Int {
                try await web.sendForm(Address.myPassword, cookie: cookie, fields).status.code
            }
            #expect(try await change(["old": "wrong", "new": new]) == 422)
            // A weak new password is no attack.
            #expect(try await change(["old": "wrong", "new": "short"]) == 422)
            #expect(counted() == "1 failed_sign_in")
            #expect(try await change(["old": old, "new": new]) == 303)
            #expect(counted() == nil)

            try await web.office.demoteAdministrators()
            let first = try #require(
                try await web.office.store.signInLinks.makeFirstAdministratorLink(now: web.clock.now())
            ).text
            for link in [Address.firstAdministrator("x"), Address.displayLink("x"), Address.signInLink("x")] {
                #expect(try await web.send(.get, link, headers: .page).status == .notFound)
                #expect(try await web.sendForm(link, ["user": "ned", "name": "Ned"]).status == .notFound)
                #expect(counted() == "2 failed_sign_in", "\(link)")
            }
            let page = Address.firstAdministrator(first)
            #expect(try await web.send(.get, page, headers: .page).status == .ok)
            #expect(try await web.sendForm(page, ["user": "ned"]).status == .unprocessableContent)
            _ = try await web.display("Lobby", floor: "6F")
            #expect(counted() == nil)
        }
    }

    /// The router skips empty parts of a path.
    @Test func `An attack is counted at each spelling of its address`() async throws {
        try await TestWeb.with { (web) async throws in
            let ada = try await web.office.store.people.person(userName: "ada")
            let hash = try await web.services.passwords.hash(of: Password("correct horse battery staple"), for: ada.id)
            try await web.office.store.passwords.setPasswordHash(hash, of: ada.id, now: web.clock.now())
            for address in ["//sign-in", "/sign-in/", "///sign-in//"] {
                let answer = try await web.sendForm(address, ["user": "ada", "password": "wrong"])
                #expect(answer.status == .unprocessableContent)
                #expect(web.services.securityEvents.takeLine() == "1 failed_sign_in", "\(address)")
            }
            for address in ["//display/x", "/display//x", "//sign-in/x", "//first-administrator/x/"] {
                #expect(try await web.send(.get, address, headers: .page).status == .notFound)
                #expect(web.services.securityEvents.takeLine() == "1 failed_sign_in", "\(address)")
            }
            let cookie = try await web.cookie("ada")
            var refused = 0
            for number in 0..<24 {
                let address = number.isMultiple(of: 2) ? "//me/password" : "/me/password/"
                let answer = try await web.sendForm(
                    address, cookie: cookie, ["old": "wrong", "new": "seven green turtles sing"])
                if answer.status == .tooManyRequests { refused += 1 }
            }
            #expect(refused == 4)
            #expect(web.services.securityEvents.takeLine() == "20 failed_sign_in, 4 throttled_sign_in")
        }
    }

    @Test func `What belongs to others is a denied request, although the response does not say that it exists`() async throws {
        try await TestWeb.with { (web) async throws in
            let store = web.office.store
            let berlin = try await store.offices.addOffice(name: "Berlin", timeZone: "Europe/Berlin")
            _ = try await store.people.addPerson(userName: "bea", displayName: "Bea", role: .employee, office: berlin)
            let key = try await store.personalKeys.addKey(
                for: try await store.people.person(userName: "cy").id, now: web.clock.now())
            for user in ["bea", "nobody"] {
                let page = try await web.send(.get, Address.person(user), as: "cy", headers: .page)
                let byKey = try await web.send(.get, Address.person(user), key: key)
                #expect(page.status == .notFound && byKey.status == .notFound && byKey.json["reason"] == "not_yours")
                #expect(web.services.securityEvents.takeLine() == "2 forbidden")
            }
            #expect(try await web.send(.get, Address.person("bea"), as: "ada").status == .forbidden)
            #expect(web.services.securityEvents.takeLine() == "1 forbidden")
            #expect(try await web.send(.get, "/nowhere", as: "cy").status == .notFound)
            #expect(try await web.send(.get, Address.person("ada"), as: "cy").status == .ok)
            #expect(web.services.securityEvents.takeLine() == nil)
        }
    }

    @Test func `Attacks on an account are counted, logged once, and shown to its owner`() async throws {
        let log = CapturedLog()
        try await TestWeb.with(logger: log.logger) { (web) async throws in
            let lea = try await web.office.store.people.person(userName: "lea")
            let hash = try await web.services.passwords.hash(of: Password("correct horse battery staple"), for: lea.id)
            try await web.office.store.passwords.setPasswordHash(hash, of: lea.id, now: web.clock.now())
            let writer = SecurityEventWriter(web.services)
            await writer.write()
            #expect(!log.lines.contains { $0.contains("refused requests") })
            func devices() async throws -> String {
                try await web.send(.get, Address.myDevices, as: "lea", headers: .page).text
            }
            #expect(try await !devices().contains("Wrong passwords"))
            for _ in 1...12 {
                _ = try await web.sendForm(Address.signIn, ["user": "lea", "password": "wrong"])
            }
            _ = try await web.sendForm(Address.signIn, ["user": "nobody", "password": "wrong"])
            _ = try await web.sendForm(Address.signInLink("unknown"), [:])
            _ = try await web.send(.get, "/api/presence", key: "unknown")
            _ = try await web.send(.get, Address.admin, as: "ada")
            await writer.write()
            await writer.write()
            let line = "notice refused requests: 12 failed_sign_in, 2 throttled_sign_in, 1 unknown_key, 1 forbidden"
            #expect(log.lines.filter { $0.contains("refused requests") } == [line])
            web.clock.advance(by: .seconds(7200))
            // A sign-in that succeeds and pages that ask for one are no events.
            _ = try await web.sendForm(Address.signIn, ["user": "lea", "password": "correct horse battery staple"])
            _ = try await web.send(.get, Address.me, headers: .page)
            _ = try await web.send(.get, "/api/presence")
            await writer.write()
            #expect(log.lines.filter { $0.contains("refused requests") }.count == 1)
            #expect(try await devices().contains("Wrong passwords in the last 90 days: 10, the latest on"))
            // Of several days together; after 90 days they are forgotten.
            web.clock.advance(by: .seconds(2 * 86_400))
            _ = try await web.sendForm(Address.signIn, ["user": "lea", "password": "wrong"])
            await writer.write()
            #expect(try await devices().contains("in the last 90 days: 11"))
            web.clock.advance(by: .seconds(89 * 86_400))
            _ = try await web.sendForm(Address.signIn, ["user": "lea", "password": "wrong"])
            await writer.write()
            #expect(try await web.office.store.passwords.failures(of: lea.id, now: web.clock.now())?.count == 2)
            #expect(try await web.office.value("select count(*)::text from failed_sign_in") == "2")
        }
    }
}
