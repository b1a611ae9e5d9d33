@testable import AttendanceWeb

import Attendance
import AttendanceStore
import HTTPTypes
import HummingbirdTesting
import TestOffice
import TestServers
import Testing

@Suite(.enabled(if: TestDatabase.isAvailable, "\(TestDatabase.help)"), .timeLimit(.minutes(10)))
struct Invitations {
    private func get(_ web: TestWeb, _ query: String = "") async throws -> String {
        let response = try await web.send(.get, Address.adminInvitations + query, as: "lea", headers: .page)
        #expect(response.status == .ok)
        return response.text
    }

    private func post(_ web: TestWeb, _ body: String) async throws -> TestResponse {
        var headers = HTTPFields.page
        headers[.contentType] = "application/x-www-form-urlencoded"
        return try await web.send(.post, Address.adminInvitations, as: "lea", headers: headers, body: body)
    }

    /// The ids that the form of the page sends.
    private func people(_ page: String) throws -> String {
        String(try #require(page.firstMatch(of: /name="people" value="([0-9,]+)"/)).output.1)
    }

    @Test func `Links for everybody on the page sign each person in, and the page shows how far each one is`() async throws {
        try await TestWeb.with { (web) async throws in
            var page = try await get(web)
            // Lea is signed in, Dai has left.
            #expect(["Ada Lindqvist", "Bo Nakamura", "Cy Okonkwo"].allSatisfy(page.contains))
            #expect(!page.contains("Dai Morgan") && page.contains("Create 3 sign-in links"))
            let made = try await post(web, "people=\(try people(page))&state=new")
            #expect(made.headers[.cacheControl] == "no-store")
            #expect(made.text.contains("data-once"))
            #expect(made.text.contains("print or copy them before") && made.text.contains("A lost link can be withdrawn"))
            let links = made.text.matches(of: /<code id="link-\d+">https:\/\/[^\/]+([^<]+)<\/code>/).map { String($0.output.1) }
            #expect(Set(links).count == 3 && made.text.matches(of: /class="qr"/).count == 3)
            // Three links and the list.
            #expect(made.text.matches(of: /data-refused="Not copied. The text is selected/).count == 4)
            #expect(try await !get(web).contains("Ada Lindqvist"))
            func overview() async throws -> String { try await web.send(.get, Address.admin, as: "lea", headers: .page).text }
            #expect(try await overview().contains("3 links wait to be opened."))
            // Everyone has a link, so there is nothing left to create.
            #expect(try await overview().contains("<h2>Wait for people to sign in: 1 of 4 signed in</h2>"))
            // The next step is one that can be done.
            #expect(try await overview().contains("Next: Set your password"))
            let lea = try await web.office.store.people.person(userName: "lea").id
            try await web.office.store.passwords.setPasswordHash("$scrypt$x", of: lea, now: web.clock.now())
            #expect(try await overview().contains("Next: Put codes on the desks"))
            #expect(try await overview().contains("href=\"/admin/invitations?state=invited\">Show who has not signed in"))
            #expect(try await !overview().contains(">Create sign-in links<"))
            page = try await get(web, "?state=invited")
            #expect(page.contains("Ada Lindqvist") && page.contains("link until"))
            #expect(page.contains("<a href=\"/admin/people/ada#ways\">Withdraw<"))
            #expect(page.contains("Creates links for the people in this list"))

            let used = try await web.send(.post, links[0])
            #expect(used.status == .seeOther)
            #expect(try await overview().contains("2 links wait to be opened."))
            #expect(try await overview().contains("Wait for people to sign in: 2 of 4 signed in"))
            #expect(try await get(web, "?state=signed_in").matches(of: /signed in, last used/).count == 2)
            #expect(try await get(web, "?state=all&q=lea").contains("Lea Root"))
            let ada = try await web.office.store.people.person(userName: "ada")
            let log = try await web.office.store.audit.adminLog(of: ada.id)
            #expect(log.contains { $0.field == .signInLink })
        }
    }

    @Test func `A person who was signed out is not invited again`() async throws {
        try await TestWeb.with { (web) async throws in
            let store = web.office.store
            _ = try await web.cookie("ada")
            let ada = try await store.people.person(userName: "ada").id
            try await store.sessions.endSessions(of: ada, now: web.clock.now())
            #expect(try await !get(web).contains("Ada Lindqvist"))
            let page = try await get(web, "?state=signed_out")
            #expect(page.contains("<td>signed out</td>") && page.contains("name=\"only\" value=\"\(ada)\""))
            #expect(!page.contains("Bo Nakamura"))
            let overview = try await web.send(.get, Address.admin, as: "lea", headers: .page).text
            #expect(overview.contains("2 of 4 people have signed in."))
        }
    }

    @Test func `A button creates the link of one person`() async throws {
        try await TestWeb.with { (web) async throws in
            let page = try await get(web)
            let ada = try await web.office.store.people.person(userName: "ada").id
            #expect(page.contains("form=\"invite\" name=\"only\" value=\"\(ada)\""))
            // Lea is signed in.
            #expect(try await !get(web, "?state=all&q=lea").contains("name=\"only\""))
            let made = try await post(web, "people=\(try people(page))&state=new&only=\(ada)")
            #expect(made.status == .ok && made.text.matches(of: /<code id="link-/).count == 1)
            #expect(try await web.office.value("select count(*)::text from sign_in_link") == "1")
        }
    }

    @Test func `Former employees and unknown people get no link`() async throws {
        try await TestWeb.with { (web) async throws in
            let dai = try #require(try await web.office.value("select id::text from person where user_name = 'dai'"))
            let made = try await post(web, "people=\(dai),999,x")
            #expect(made.status == .ok && !made.text.contains("<code"))
            #expect(try await web.office.value("select count(*)::text from sign_in_link") == "0")
        }
    }
}
