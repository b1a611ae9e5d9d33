@testable import AttendanceWeb

import AttendanceStore
import HTTPTypes
import HummingbirdTesting
import TestOffice
import TestServers
import Testing

@Suite(.enabled(if: TestDatabase.isAvailable, "\(TestDatabase.help)"), .timeLimit(.minutes(10)))
struct `List of wall displays` {
    /// The path of the enrolment link on a page.
    private func link(on page: TestResponse) throws -> String {
        let address = String(try #require(page.text.firstMatch(of: /<code>(.*?)<\/code>/)).1)
        #expect(page.status == .ok && address.hasPrefix(TestWeb.publicURL + "/display/"))
        return String(address.dropFirst(TestWeb.publicURL.count))
    }

    /// The headers of a display's browser.
    private func headers(_ cookie: String) -> HTTPFields {
        var headers = HTTPFields.page
        headers[.cookie] = String(cookie.prefix { $0 != ";" })
        return headers
    }

    private func list(_ web: TestWeb) async throws -> String {
        let page = try await web.send(.get, Address.adminDisplays, as: "lea", headers: .page)
        #expect(page.status == .ok)
        return page.text
    }

    /// Adds the display Lobby of floor 6F.
    private func add(_ web: TestWeb) async throws -> (page: TestResponse, id: String) {
        let floor = try await web.office.value("select id::text from floor where name = '6F'") ?? ""
        let page = try await web.sendForm(Address.adminDisplays, as: "lea", ["name": " Lobby ", "floor": floor])
        return (page, try await web.office.value("select id::text from display") ?? "")
    }

    @Test func `A display added on the page is enrolled with the link that the page shows once`() async throws {
        try await TestWeb.with { (web) async throws in
            #expect(try await list(web).contains("There are no displays yet."))
            let added = try await add(web)
            let link = try link(on: added.page)
            #expect(added.page.headers[.cacheControl] == "no-store")
            #expect(added.page.text.contains("data-copy=\"new-link\"") && added.page.text.contains("/base/copy.js"))
            #expect(added.page.text.contains("data-once") && added.page.text.contains("/base/once.js"))
            #expect(added.page.text.contains("<svg class=\"qr\"") && added.page.text.contains("within 24 hours"))
            let listed = try await list(web)
            // The actions wrap together.
            #expect(listed.contains("<div class=\"row tight\"><details class=\"confirm\">"))
            #expect(listed.contains("action=\"/admin/displays/\(added.id)/link\">"))
            #expect(!listed.contains(link) && listed.contains("Lobby<span class=\"small\">6F · waiting for its link"))
            let page = try await web.send(.get, link, headers: .page)
            #expect(page.status == .ok && page.text.contains("Lobby, 6F"))
            let enrolled = try await web.send(.post, link, headers: .page)
            #expect(enrolled.status == .seeOther && enrolled.headers[.location] == "/wall/6F")
            let cookie = try #require(enrolled.headers[.setCookie])
            #expect(try await web.send(.get, "/wall/6F", headers: headers(cookie)).status == .ok)
            #expect(try await list(web).contains("6F · in use since 20 Nov 2026, 12:00"))
            // The link works once.
            let again = try await web.send(.post, link, headers: .page)
            #expect(again.status == .notFound && again.text.contains("Ask an administrator for a new one"))
        }
    }

    @Test func `A new link replaces an unused one, and its use ends the earlier browser`() async throws {
        try await TestWeb.with { (web) async throws in
            let added = try await add(web)
            let first = try link(on: added.page)
            let second = try link(on: try await web.sendForm("/admin/displays/\(added.id)/link", as: "lea", [:]))
            #expect(try await web.send(.post, first).status == .notFound)
            let cookie = try #require(try await web.send(.post, second).headers[.setCookie])
            let third = try link(on: try await web.sendForm("/admin/displays/\(added.id)/link", as: "lea", [:]))
            #expect(try await web.send(.get, "/wall/6F", headers: headers(cookie)).status == .ok)
            #expect(try await list(web).contains(", new link valid until 21 Nov 2026, 12:00"))
            #expect(try await web.send(.post, third).status == .seeOther)
            web.services.access.invalidate()
            let dark = try await web.send(.get, "/wall/6F", headers: headers(cookie))
            #expect(dark.headers[.location] == "/sign-in?to=%2Fwall%2F6F")
        }
    }

    @Test func `An expired link is shown as such`() async throws {
        try await TestWeb.with { (web) async throws in
            _ = try await add(web)
            web.clock.advance(by: DisplayStore.linkLifetime + .seconds(1))
            #expect(try await list(web).contains("6F · no screen yet"))
        }
    }

    @Test func `A revoked display stops at once, and stays in the list without actions`() async throws {
        try await TestWeb.with { (web) async throws in
            let added = try await add(web)
            let cookie = try #require(try await web.send(.post, try link(on: added.page)).headers[.setCookie])
            #expect(try await web.send(.get, "/wall/6F", headers: headers(cookie)).status == .ok)
            let revoked = try await web.sendForm("/admin/displays/\(added.id)/revoke", as: "lea", [:])
            #expect(revoked.status == .seeOther && revoked.headers[.location] == Address.adminDisplays)
            #expect(revoked.headers[values: .setCookie].contains { $0.contains("desktap-done=displayRevoked;") })
            let dark = try await web.send(.get, "/wall/6F", headers: headers(cookie))
            #expect(dark.headers[.location] == "/sign-in?to=%2Fwall%2F6F")
            let listed = try await list(web)
            #expect(listed.contains("6F · revoked ") && !listed.contains("/admin/displays/\(added.id)/"))
            for action in ["link", "revoke"] {
                let refused = try await web.sendForm("/admin/displays/\(added.id)/\(action)", as: "lea", [:])
                #expect(refused.status == .notFound && refused.text.contains("“Lobby” does not exist, or is no longer in use."))
            }
            // Its name stays in use.
            let same = try await add(web).page
            #expect(same.status == .conflict && same.text.contains("“Lobby” already exists."))
        }
    }

    @Test(arguments: ["", " \u{3000}", "a\nb", String(repeating: "x", count: 65)])
    func `A display's name has 1 to 64 characters, and a refused form keeps what was typed`(name: String) async throws {
        try await TestWeb.with { (web) async throws in
            let floor = try await web.office.value("select id::text from floor where name = '7F'") ?? ""
            let page = try await web.sendForm(Address.adminDisplays, as: "lea", ["name": name, "floor": floor])
            #expect(page.status == .badRequest && page.text.contains("A name is one line of 1 to 64 visible characters."))
            #expect(page.text.contains("<option value=\"\(floor)\" selected>7F</option>"))
            if name.hasPrefix("x") { #expect(page.text.contains("value=\"\(name)\"")) }
            #expect(try await web.office.value("select count(*)::text from display") == "0")
        }
    }

    @Test func `The page names the offices of floors if there are several`() async throws {
        try await TestWeb.with { (web) async throws in
            let hill = try await web.office.store.offices.addOffice(name: "Hill", timeZone: "Europe/Berlin")
            let floor = try await web.office.store.floors.addEmptyFloor(named: "6F", to: hill, by: nil, now: web.clock.now())
            #expect(try await list(web).contains("<option value=\"\(floor)\">Hill, 6F</option>"))
            _ = try await web.sendForm(Address.adminDisplays, as: "lea", ["name": "Hall", "floor": "\(floor)"])
            #expect(try await web.office.store.displays.displays().map(\.display.office) == [hill])
            #expect(try await list(web).contains("Hall<span class=\"small\">Hill, 6F · "))
        }
    }

    @Test func `Without a floor the page links to the floors instead of a form`() async throws {
        try await TestWeb.with { (web) async throws in
            try await web.office.execute("delete from room; delete from desk; delete from floor")
            let page = try await list(web)
            #expect(page.contains("There are no floors yet. <a href=\"/admin/floors\">Add a floor</a>"))
            #expect(!page.contains("<select name=\"floor\">"))
        }
    }

    @Test func `The page says for each office whether its displays show names, and links to the setting`() async throws {
        try await TestWeb.with { (web) async throws in
            let office = web.office.office
            let change = "<a href=\"/admin/offices/\(office)#names\">Change this"
            #expect(
                try await list(web).contains(
                    "<p class=\"small\">Wall displays show no names. \(change)"))
            try await web.office.store.setNamesOnWall(of: office, to: true)
            #expect(try await list(web).contains(">Wall displays show the names of people. \(change)"))
            let hill = try await web.office.store.offices.addOffice(name: "Hill", timeZone: "Europe/Berlin")
            let both = try await list(web)
            #expect(both.contains(">Hill: Wall displays show no names") && both.contains("/admin/offices/\(hill)#names"))
            #expect(both.contains(": Wall displays show the names"))
        }
    }

    @Test(arguments: ["ada", "bo", "cy"])
    func `Only administrators see and change displays`(user: String) async throws {
        try await TestWeb.with { (web) async throws in
            let id = try await add(web).id
            #expect(try await web.send(.get, Address.adminDisplays, as: user, headers: .page).status == .forbidden)
            for address in [Address.adminDisplays, "/admin/displays/\(id)/link", "/admin/displays/\(id)/revoke"] {
                let refused = try await web.sendForm(address, as: user, ["name": "Hall", "floor": "1"])
                #expect(refused.status == .forbidden, "\(address)")
            }
            #expect(try await web.office.store.displays.displays().map(\.revokedAt) == [nil])
        }
    }
}
