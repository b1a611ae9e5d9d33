@testable import AttendanceWeb

import AttendanceStore
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import NIOCore
import TestOffice
import TestServers
import Testing

@Suite(.enabled(if: TestDatabase.isAvailable, "\(TestDatabase.help)"), .timeLimit(.minutes(10)))
struct `Error pages` {
    private static let menu = "<nav class=\"links\""

    @Test(
        arguments: [
            ("ada", "/nowhere", 404, "Not found"), ("ada", Address.adminPeople, 403, "You don’t have access to this page"),
            ("cy", Address.person("nobody"), 404, "Not found"), ("lea", Address.floor("9F"), 404, "Not found"),
            ("ada", Address.now + "?find=%FF", 400, "That did not work"),
        ] as [(String, String, Int, String)])
    func `A signed-in person's error page has the main navigation`(
        user: String, address: String, status: Int, title: String
    ) async throws {
        try await TestWeb.with { (web) async throws in
            let page = try await web.send(.get, address, as: user, headers: .page)
            #expect(page.status.code == status && page.headers[.cacheControl] == "no-store")
            #expect(page.text.contains("<h1>\(title)</h1>") && page.text.contains("<p data-sentence>"))
            #expect(page.text.contains(Self.menu) && !page.text.contains("card-page"))
            let person = try await web.office.store.people.person(userName: user)
            let navigation = try await Navigation(for: person, at: nil, web.office.store, now: web.clock.now())
            for link in navigation.bar + navigation.more {
                #expect(page.text.contains("<a href=\"\(link.address)\">\(link.name)"), "\(link.name)")
            }
            #expect(page.text.contains("<span>\(person.displayName)</span>"))
            #expect(page.text.contains("<a class=\"button small-button\" href=\"/\">Office map</a>"))
        }
    }

    @Test(
        arguments: [
            ("/api/requests/1/refuse", "/requests"), ("/api/requests/1/withdraw", "/me"),
            ("/api/quarantine/1/void", "/quarantine"),
            ("/me/tap", "/me"), ("/me/devices/3/end", "/me/devices"), ("/t/1/undo", "/t/1"),
            ("/admin/people/b%20o/badges/1/remove", "/admin/people/b%20o"),
            ("/admin/teams/1/managers/bo/remove", "/admin/teams"),
        ])
    func `A browser that opens the address of a form gets the form's page`(address: String, page: String) async throws {
        try await TestWeb.with { (web) async throws in
            for user in [nil, "ada"] {
                let answer = try await web.send(.get, address, as: user, headers: .page)
                #expect(answer.status == .seeOther && answer.headers[.location] == page)
            }
            // A program learns that the method is wrong.
            #expect(try await web.send(.get, address, as: "ada").status == .methodNotAllowed)
        }
    }

    @Test func `A browser that opens a form's address without a page above it is told what to do`() async throws {
        try await TestWeb.with { (web) async throws in
            let answer = try await web.send(.get, Address.signOut, as: "ada", headers: .page)
            #expect(answer.status == .methodNotAllowed && answer.text.contains("open the page from the menu and try again"))
            #expect(try await web.send(.get, "/me/nothing", as: "ada", headers: .page).status == .notFound)
        }
    }

    @Test func `A refused form of a signed-in person has the main navigation`() async throws {
        try await TestWeb.with { (web) async throws in
            try await web.office.execute("update office set allows_private = false")
            let page = try await web.sendForm(Address.myName, as: "ada", ["shown": "no"])
            #expect(page.status == .forbidden && page.text.contains(Self.menu))
        }
    }

    @Test func `The error page of a stranger or a display is a card`() async throws {
        try await TestWeb.with { (web) async throws in
            var display = HTTPFields.page
            display[.cookie] = try await web.display("Lobby", floor: "6F")
            for (address, headers) in [
                ("/nowhere", HTTPFields.page), ("/nowhere", display), (Address.wallStream("7F"), display),
            ] {
                let page = try await web.send(.get, address, headers: headers)
                #expect(page.status == .notFound && page.text.contains("<main class=\"card\">"), "\(address)")
                #expect(page.text.contains("class=\"card-page\"") && !page.text.contains(Self.menu), "\(address)")
                #expect(page.text.contains("action=\"\(Address.language)\""), "\(address)")
            }
        }
    }

    @Test func `An error page is a card if the server failed or the navigation cannot be made`() async throws {
        try await TestWeb.with { (web) async throws in
            try await web.office.execute("alter table display rename to display_away")
            let failed = try await web.send(.get, Address.adminDisplays, as: "lea", headers: .page)
            #expect(failed.status == .internalServerError && failed.text.contains("<h1>Something went wrong</h1>"))
            #expect(failed.text.contains("<main class=\"card\">") && !failed.text.contains(Self.menu))
            // The navigation counts the open requests.
            try await web.office.execute("alter table correction_request rename to request_away")
            let unknown = try await web.send(.get, "/nowhere", as: "ada", headers: .page)
            #expect(unknown.status == .notFound && unknown.text.contains("<h1>Not found</h1>"))
            #expect(unknown.text.contains("<main class=\"card\">") && !unknown.text.contains(Self.menu))
        }
    }

    @Test func `A page of a server error and a program's problem need no navigation`() async throws {
        try await TestWeb.with { (web) async throws in
            let person = try await web.office.store.people.person(userName: "ada")
            let errors = ErrorResponses(pages: web.services.pages) { _ in
                Issue.record("the navigation was requested")
                throw CancellationError()
            }
            for (error, headers) in [
                (.databaseAway, .page), (.shuttingDown, .page), (.notFound, [:]),
            ] as [(WebError, HTTPFields)] {
                let head = HTTPRequest(method: .get, scheme: nil, authority: nil, path: "/x", headerFields: headers)
                let request = Request(head: head, body: RequestBody(buffer: ByteBuffer()))
                let failure = FailedRequest(error: error, person: person)
                let response = await errors.response(to: request, failure, logger: TestOffice.logger)
                #expect(response.status == error.status)
                #expect(ErrorPage(.databaseAway, nil, for: request).way?.address == "/x")
            }
        }
    }
}
