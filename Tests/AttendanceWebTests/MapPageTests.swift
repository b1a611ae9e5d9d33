@testable import AttendanceStore
@testable import AttendanceWeb

import Attendance
import HTTPTypes
import HummingbirdTesting
import TestOffice
import TestServers
import Testing

@Suite(.enabled(if: TestDatabase.isAvailable, "\(TestDatabase.help)"), .timeLimit(.minutes(10)))
struct `Office map` {
    @Test func `shows every desk of the floor and who is there`() async throws {
        try await TestWeb.with { (web) async throws in
            _ = try await web.send(.post, "/t?event=start&desk=6F-A3", as: "ada")
            _ = try await web.send(.post, "/t?event=start&desk=6F-A4", as: "bo")
            _ = try await web.send(.post, "/t?event=pause", as: "bo")
            try await web.presence(isAt: 3)
            let page = try await web.send(.get, "/map/6F", as: "ada", headers: .page).text
            #expect(page.count(of: "data-desk=\"") == 8)
            #expect(page.count(of: "data-state=\"free\" ") >= 6)
            #expect(page.contains("aria-label=\"6F-A3: Ada Lindqvist, at work since 12:00\""))
            #expect(page.contains("aria-label=\"6F-A4: Bo Nakamura, on a break\""))
            #expect(page.contains("aria-label=\"6F-A1: free\""))
            #expect(page.contains("data-time-zone=\"Asia/Tokyo\""))
            // The first floor is shown where none is named, the other one has nobody.
            #expect(try await web.send(.get, "/map", as: "ada", headers: .page).text.contains("Floor 6F"))
            #expect(!(try await web.send(.get, "/map/7F", as: "ada", headers: .page).text.contains("Ada Lindqvist, at work")))
        }
    }

    @Test func `holds names as text, whatever they are`() async throws {
        try await TestWeb.with { (web) async throws in
            let name = "\"><script>alert('x')</script>&amp;"
            try await web.office.store.addPerson(
                userName: "eve", displayName: name, role: .employee, office: web.office.office)
            _ = try await web.send(.post, "/t?event=start&desk=6F-A1", as: "eve")
            try await web.presence(isAt: 1)
            for address in ["/map/6F", "/t?event=pause"] {
                let page = try await web.send(.get, address, as: "eve", headers: .page).text
                #expect(!page.contains("<script>alert"))
                #expect(page.contains("&lt;script&gt;alert(&#39;x&#39;)&lt;/script&gt;&amp;amp;"))
            }
        }
    }

    @Test(arguments: ["/map/8F", "/map/%3Cb%3E", "/map/%FF", "/map/6F/A1"])
    func `of a floor there is not says so`(address: String) async throws {
        try await TestWeb.with { (web) async throws in
            let page = try await web.send(.get, address, as: "ada", headers: .page)
            #expect(page.status == .notFound)
            #expect(!page.text.contains("<b>"))
        }
    }

    @Test func `finds a floor whose name needs encoding`() async throws {
        try await TestWeb.with { (web) async throws in
            try await web.office.store.addFloor(
                Floor(name: "4 Süd/西", width: 10, height: 10), position: 3, rooms: [], desks: [], to: web.office.office)
            let page = try await web.send(.get, Address.floor("4 Süd/西"), as: "ada", headers: .page)
            #expect(page.status == .ok)
            #expect(page.text.contains("Floor 4 Süd/西"))
        }
    }

    @Test func `of an office without a floor says what to do`() async throws {
        try await TestWeb.with { (web) async throws in
            let office = try await web.office.store.addOffice(name: "Empty Office", timeZone: "Europe/Berlin")
            try await web.office.store.addPerson(userName: "eve", displayName: "Eve", role: .employee, office: office)
            let page = try await web.send(.get, "/map", as: "eve", headers: .page)
            #expect(page.status == .ok)
            #expect(page.text.contains("Empty Office has no floor to show."))
            #expect(page.text.contains("desktap floor add"))
        }
    }

    @Test func `keeps to the viewer's own office`() async throws {
        try await TestWeb.with { (web) async throws in
            let office = try await web.office.store.addOffice(name: "Other Office", timeZone: "Europe/Berlin")
            try await web.office.store.addPerson(userName: "eve", displayName: "Eve", role: .employee, office: office)
            _ = try await web.send(.post, "/t?event=start&desk=6F-A1", as: "ada")
            try await web.presence(isAt: 1)
            #expect(try await web.send(.get, "/api/presence", as: "eve").text.contains(#""people":[]"#))
            #expect(try await web.send(.get, "/api/presence", as: "bo").text.contains("Ada Lindqvist"))
        }
    }
}

@Suite struct `Names on a desk` {
    @Test(arguments: [
        ("Ada Lindqvist", "AL", "Ada"), ("佐藤 恵美", "佐恵", "佐藤 恵美"), ("Cher", "C", "Cher"), ("", "", ""),
        ("Kai Müller-Lüdenscheidt", "KM", "Kai"), ("ines de la cruz", "IC", "ines"), ("Bo Li", "BL", "Bo Li"),
        ("Donaudampfschifffahrtsgesellschaft", "D", "Donaudampfs"), ("👩‍👩‍👧‍👦 Rossi", "👩‍👩‍👧‍👦R", "👩‍👩‍👧‍👦 Rossi"),
    ])
    func `are initials and as much of the name as fits`(name: String, initials: String, short: String) {
        #expect(MapPage.initials(name) == initials)
        #expect(MapPage.short(name) == short)
    }

    @Test(
        arguments: [
            ("work", "Ada", "12:00", "6F-A1: Ada, at work since 12:00"), ("work", "Ada", nil, "6F-A1: Ada, at work"),
            ("pause", "Ada", "12:00", "6F-A1: Ada, on a break"), ("closed", nil, nil, "6F-A1: out of service"),
            ("free", nil, nil, "6F-A1: free"),
        ] as [(String, String?, String?, String)])
    func `are read out with what the desk shows`(state: String, name: String?, since: String?, label: String) {
        #expect(MapPage.label("6F-A1", state: state, name: name, since: since) == label)
    }
}
