@testable import AttendanceWeb

import Foundation
import HTTPTypes
import HummingbirdTesting
import TestOffice
import TestServers
import Testing

@Suite(.enabled(if: TestDatabase.isAvailable, "\(TestDatabase.help)"), .timeLimit(.minutes(10)))
struct `Signing in` {
    @Test func `by a link takes a press of its button, once`() async throws {
        try await TestWeb.with { (web) async throws in
            let link = try await link(web, "ada")
            for method in [HTTPRequest.Method.get, .head, .get] {
                let page = try await web.send(method, link, headers: .page)
                #expect(page.status == .ok)
                #expect(page.headers[.setCookie] == nil)
            }
            #expect(try await web.send(.get, link).text.contains("Ada Lindqvist"))

            let response = try await web.send(.post, link, headers: .page)
            #expect(response.status == .seeOther)
            #expect(response.headers[.location] == "/map")
            let cookie = try #require(response.headers[.setCookie])
            for attribute in ["Path=/", "Max-Age=7776000", "HttpOnly", "SameSite=Lax", "Secure"] {
                #expect(cookie.contains("; " + attribute))
            }
            let value = try #require(cookie.split(separator: ";").first)
            let map = try await web.send(.get, "/map", headers: [.accept: "text/html", .cookie: String(value)])
            #expect(map.status == .ok)

            for method in [HTTPRequest.Method.get, .post] {
                let again = try await web.send(method, link, headers: .page)
                #expect(again.status == .notFound)
                #expect(again.headers[.setCookie] == nil)
                #expect(again.text.contains("used up"))
            }
        }
    }

    @Test func `without https leaves the cookie usable`() async throws {
        try await TestWeb.with(publicURL: "http://desk.lan:8080") { (web) async throws in
            let response = try await web.send(.post, try await link(web, "ada"))
            #expect(response.headers[.setCookie]?.contains("Secure") == false)
        }
    }

    @Test(arguments: ["/sign-in/x", "/sign-in/%00", "/sign-in/%FF", "/sign-in/" + String(repeating: "a", count: 8000)])
    func `by a link that never was says so`(link: String) async throws {
        try await TestWeb.with { (web) async throws in
            for method in [HTTPRequest.Method.get, .post] {
                #expect(try await web.send(method, link, headers: .page).status == .notFound)
            }
        }
    }

    @Test func `is not done for a page of another site`() async throws {
        try await TestWeb.with { (web) async throws in
            let link = try await link(web, "ada")
            let response = try await web.send(.post, link, headers: [.origin: "https://evil.example"])
            #expect(response.status == .forbidden)
            #expect(try await web.send(.post, link).status == .seeOther)
        }
    }

    @Test func `ends by signing out`() async throws {
        try await TestWeb.with { (web) async throws in
            let response = try await web.send(.post, "/sign-out", as: "ada")
            #expect(response.status == .seeOther)
            #expect(response.headers[.setCookie]?.hasPrefix("desktap=; Path=/; Max-Age=0") == true)
            #expect(try await web.send(.get, "/sign-out", as: "ada").status == .notFound)
        }
    }

    @Test func `is asked for where somebody must be known`() async throws {
        try await TestWeb.with { (web) async throws in
            for address in ["/", "/map", "/map/6F", "/api/presence", "/api/presence/stream", "/api/export/events.csv"] {
                let answer = try await web.send(.get, address)
                #expect(answer.status == .unauthorized)
                #expect(answer.headers[.contentType] == "application/problem+json")
                #expect(answer.headers[.wwwAuthenticate] == "Bearer")
                let page = try await web.send(.get, address, headers: .page)
                #expect(page.status == .unauthorized)
                #expect(page.text.contains("Please sign in"))
            }
            #expect(try await web.send(.get, "/", as: "ada").headers[.location] == "/map")
        }
    }

    @Test func `does not outlast somebody's time here`() async throws {
        try await TestWeb.with { (web) async throws in
            let cookie: HTTPFields = [.cookie: try await web.cookie("ada")]
            #expect(try await web.send(.get, "/map", headers: cookie).status == .ok)
            try await web.office.execute("update person set left_at = now() where user_name = 'ada'")
            web.clock.goOn(seconds: 30)
            #expect(try await web.send(.get, "/map", headers: cookie).status == .unauthorized)
        }
    }

    private func link(_ web: TestWeb, _ user: String) async throws -> String {
        let person = try await web.office.store.person(userName: user)
        return Address.signInLink(try await web.office.store.addSignInLink(for: person.id, now: TestOffice.noon).text)
    }
}

@Suite struct `Session cookie` {
    private let cookies = SessionCookie(key: Array(repeating: 7, count: 32))
    private let now = TestOffice.noon

    @Test func `says whose it is, for 90 days`() {
        let cookie = cookies.value(for: 42, now: now)
        #expect(cookies.person(in: cookie, now: now) == 42)
        #expect(cookies.person(in: cookie, now: now.adding(seconds: SessionCookie.lifetime - 1)) == 42)
        #expect(cookies.person(in: cookie, now: now.adding(seconds: SessionCookie.lifetime + 1)) == nil)
        #expect(cookies.person(in: cookie, now: now.adding(seconds: -1)) == nil)
    }

    @Test func `of another key or with another name is nobody's`() {
        let cookie = cookies.value(for: 42, now: now)
        #expect(SessionCookie(key: Array(repeating: 8, count: 32)).person(in: cookie, now: now) == nil)
        #expect(cookies.person(in: cookie.replacing("42", with: "43"), now: now) == nil)
        #expect(cookies.person(in: cookie.replacing("\(now.seconds)", with: "\(now.seconds + 1)"), now: now) == nil)
    }

    @Test(arguments: [
        "", ".", "...", "1.42", "1.42.5", "1.42.5.", "1.42.5.zz", "1.42.5.0", "2.42.5.00", "1.x.5.00", "1.42.x.00",
        "1.42.9223372036854775807.00", "1.42.-9223372036854775808.00", String(repeating: "1.", count: 5000),
    ])
    func `that was not made here is nobody's`(cookie: String) {
        #expect(cookies.person(in: cookie, now: now) == nil)
    }
}
