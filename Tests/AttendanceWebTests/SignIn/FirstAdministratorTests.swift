@testable import AttendanceWeb

import Attendance
import AttendanceStore
import Foundation
import HTTPTypes
import HummingbirdTesting
import TestOffice
import TestServers
import Testing

@Suite(.enabled(if: TestDatabase.isAvailable, "\(TestDatabase.help)"), .timeLimit(.minutes(10)))
struct `First administrator page` {
    private let form: HTTPFields = [.accept: "text/html", .contentType: "application/x-www-form-urlencoded"]

    @Test func `The first administrator's page adds the administrator and signs them in`() async throws {
        try await TestWeb.with { (web) async throws in
            let store = web.office.store
            try await web.office.demoteAdministrators()
            let token = try #require(try await store.signInLinks.makeFirstAdministratorLink(now: web.clock.now())).text
            let address = Address.firstAdministrator(token)
            for _ in 0..<2 {
                let page = try await web.send(.get, address, headers: .page)
                #expect(page.status == .ok && page.headers[.setCookie] == nil)
                // There is an office, so the page does not ask for one.
                #expect(page.text.contains("name=\"user\"") && !page.text.contains("name=\"time_zone\""))
            }
            for (body, kept) in [
                ("name=Ned", "value=\"Ned\""), ("user=+ned&name=+", "value=\"ned\""),
                ("user=ada&name=%3Cb%3E", "value=\"&lt;b&gt;\""),
            ] {
                let answer = try await web.send(.post, address, headers: form, body: body)
                #expect(answer.status == .unprocessableContent && answer.text.contains(kept), "\(body)")
                #expect(answer.headers[.setCookie] == nil)
            }
            for (user, sentence) in [
                ("Mary+Cole", "You could use mary.cole."),
                ("%E4%BD%90%E8%97%A4+%E6%81%B5", "Enter one such as"),
                ("former-12", "Names such as former-12, “.” and “..” are reserved."),
            ] {
                let refused = try await web.send(.post, address, headers: form, body: "user=\(user)&name=Mary+Cole")
                #expect(refused.status == .unprocessableContent)
                #expect(refused.text.contains(sentence), "\(user)")
                #expect(refused.text.contains("aria-describedby=\"user-problem\"") && !refused.text.contains("data-problem"))
            }
            let wrong = try await web.send(.post, Address.firstAdministrator("x"), headers: form, body: "user=ned&name=Ned")
            #expect(wrong.status == .notFound)

            let answer = try await web.send(.post, address, headers: form, body: "user=ned&name=Ned+Root")
            #expect(answer.status == .seeOther && answer.headers[.location] == Address.admin)
            let cookie = try #require(answer.headers[.setCookie]?.split(separator: ";").first)
            #expect(try await web.send(.get, "/admin/tags", headers: [.cookie: String(cookie)]).status == .ok)
            for method in [HTTPRequest.Method.get, .post] {
                #expect(try await web.send(method, address, headers: form, body: "user=x&name=X").status == .notFound)
            }
            let ned = try await store.people.person(userName: "ned")
            #expect(ned.role == .administrator)
            // Logged as added by the server.
            let log = try await store.audit.adminLog(of: ned.id)
            #expect(log.map(\.field) == [.added] && log[0].author == .command && log[0].new == "administrator")
        }
    }
}
