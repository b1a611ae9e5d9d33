@testable import AttendanceWeb

import Foundation
import HTTPTypes
import HummingbirdTesting
import TestOffice
import TestServers
import Testing

@Suite(.enabled(if: TestDatabase.isAvailable, "\(TestDatabase.help)"), .timeLimit(.minutes(10)))
struct `Sign-in` {
    @Test func `A sign-in link signs in only by its button, once`() async throws {
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
            #expect(value.hasPrefix("__Host-desktap="))
            #expect(!cookie.contains("Domain"))
            let map = try await web.send(.get, "/map", headers: [.accept: "text/html", .cookie: String(value)])
            #expect(map.status == .ok)

            for method in [HTTPRequest.Method.get, .post] {
                let again = try await web.send(method, link, headers: .page)
                #expect(again.status == .notFound)
                #expect(again.headers[.setCookie] == nil)
                #expect(again.text.contains("This link was used, withdrawn or has expired"))
            }
        }
    }

    @Test(arguments: [
        ("en", "You are signed in as Ada Lindqvist. To clock in, tap the tag at your desk with your phone, or scan its code."),
        ("ja", "Ada Lindqvistさんとしてログインしました。出勤するには、座席のタグにスマートフォンをかざすか、座席のコードを読み取ってください。"),
    ])
    func `The map says once who signed in by a link, and how to clock in`(language: String, words: String) async throws {
        try await TestWeb.with { (web) async throws in
            let signedIn = try await web.send(.post, try await link(web, "ada"), headers: .page)
            let message = "__Host-desktap-done=signedIn"
            #expect(signedIn.headers[values: .setCookie].contains { $0.hasPrefix(message + ";") })
            var headers = HTTPFields.page
            headers[.acceptLanguage] = language
            headers[.cookie] = try await web.cookie("ada") + "; " + message
            let map = try await web.send(.get, Address.map, headers: headers)
            #expect(map.text.contains("role=\"status\" id=\"done\">\(words)</p>"), "\(map.text)")
            #expect(map.headers[values: .setCookie].contains { $0.hasPrefix("__Host-desktap-done=; Max-Age=0") })
            // The page of a tag says it itself.
            let tap = try await web.send(.get, "/t?event=start&desk=6F-A3", headers: headers)
            #expect(tap.text.contains("Ada Lindqvist") && !tap.text.contains("id=\"done\""))
        }
    }

    @Test func `A used link names the command on the server only if no administrator can sign in`() async throws {
        try await TestWeb.with { (web) async throws in
            let address = Address.signInLink("used")
            let command = "run “desktap person link” on the server"
            let ask = "Ask for a new one"
            try await web.office.execute("delete from local_password; delete from sign_in_session")
            let parts = try await web.send(.get, address, headers: .page).text.split(separator: command)
            #expect(parts.count == 2 && parts[0].contains("\(ask), or"))
            // A link that an administrator has not used yet.
            _ = try await link(web, "lea")
            let withLink = try await web.send(.get, address, headers: .page).text
            #expect(withLink.contains(ask) && !withLink.contains(command))
            try await web.office.execute("delete from sign_in_link")
            #expect(try await web.send(.get, Address.admin, as: "lea", headers: .page).status == .ok)
            let page = try await web.send(.get, address, headers: .page).text
            #expect(page.contains(ask) && !page.contains(command))
        }
    }

    @Test(arguments: [true, false]) func `A pasted sign-in link leads to its page, and then to the wanted one`(isWhole: Bool)
        async throws
    {
        try await TestWeb.with { (web) async throws in
            let link = try await link(web, "ada")
            let text = isWhole ? "Open this: https://other.example\(link)." : link
            let sent = try await web.sendForm(Address.signIn, ["link": text, "to": "/me"])
            #expect(sent.status == .seeOther && sent.headers[.location] == link)
            let goal = try #require(sent.cookie(web.services.cookies.goal.name))
            let signedIn = try await web.send(.post, link, headers: [.accept: "text/html", .cookie: goal])
            #expect(signedIn.headers[.location] == "/me")
        }
    }

    @Test(arguments: ["https://desk.example.com/map", "hello", "/sign-in/", "/sign-in/%2F"])
    func `A pasted text that is no sign-in link is refused with a sentence`(text: String) async throws {
        try await TestWeb.with { (web) async throws in
            let sent = try await web.sendForm(Address.signIn, ["link": text])
            #expect(sent.status == .unprocessableContent && sent.text.contains("This is not a sign-in link."))
        }
    }

    @Test func `After a pasted text that is no link, the page has a form with a password as before`() async throws {
        try await TestWeb.with { (web) async throws in
            for hasPasswords in [false, true] {
                if hasPasswords {
                    let ada = try await web.office.store.people.person(userName: "ada").id
                    let hash = try PasswordHash(of: Password("correct horse battery staple"), cost: PasswordCost(logN: 10))
                    try await web.office.store.passwords.setPasswordHash(hash.text, of: ada, now: web.clock.now())
                }
                let page = try await web.send(.get, Address.signIn, headers: .page).text
                let hidden = #"<input type="hidden" name="passwords" value="yes">"#
                #expect(page.contains(hidden) == hasPasswords && page.contains(#"name="password""#) == hasPasswords)
                let fields = ["link": "hello"].merging(hasPasswords ? ["passwords": "yes"] : [:]) { $1 }
                #expect(try await web.sendForm(Address.signIn, fields).text.contains(#"name="password""#) == hasPasswords)
            }
        }
    }

    @Test func `The sign-in page of an empty server says that it is not set up`() async throws {
        try await TestWeb.with { (web) async throws in
            #expect(try await !web.send(.get, Address.signIn, headers: .page).text.contains("not set up yet"))
            try await web.office.demoteAdministrators()
            let page = try await web.send(.get, Address.signIn, headers: .page).text
            #expect(page.contains("DeskTap is not set up yet.") && !page.contains("Paste a sign-in link"))
        }
    }

    @Test func `A form that is sent without a session leads to sign in and back to its page`() async throws {
        try await TestWeb.with { (web) async throws in
            var headers = HTTPFields.page
            headers[.referer] = "https://desk.example.com/me/ask?day=2026-11-19"
            let sent = try await web.send(.post, Address.myAsk, headers: headers, body: "reason=Forgot")
            #expect(sent.headers[.location] == "/sign-in?to=%2Fme%2Fask%3Fday%3D2026-11-19&lost=yes")
            let signIn = try await web.send(.get, try #require(sent.headers[.location]), headers: .page).text
            #expect(signIn.contains("You were signed out, so nothing was saved."))
            headers[.referer] = "https://evil.example//host"
            #expect(try await web.send(.post, Address.myAsk, headers: headers).status == .unauthorized)
            #expect(try await web.send(.post, Address.myAsk).status == .unauthorized)
        }
    }

    @Test func `Without https the session cookie is not marked Secure`() async throws {
        try await TestWeb.with(publicURL: "http://desk.lan:8080") { (web) async throws in
            let response = try await web.send(.post, try await link(web, "ada"))
            let cookie = try #require(response.headers[.setCookie])
            #expect(cookie.hasPrefix("desktap=") && !cookie.contains("Secure"))
        }
    }

    @Test(arguments: ["/sign-in/x", "/sign-in/%00", "/sign-in/%FF", "/sign-in/" + String(repeating: "a", count: 8000)])
    func `An unknown sign-in link is not found`(link: String) async throws {
        try await TestWeb.with { (web) async throws in
            for method in [HTTPRequest.Method.get, .post] {
                #expect(try await web.send(method, link, headers: .page).status == .notFound)
            }
        }
    }

    @Test func `A page of another site cannot use a sign-in link`() async throws {
        try await TestWeb.with { (web) async throws in
            let link = try await link(web, "ada")
            let response = try await web.send(.post, link, headers: [.origin: "https://evil.example"])
            #expect(response.status == .forbidden)
            #expect(try await web.send(.post, link).status == .seeOther)
        }
    }

    @Test func `Signing out ends the session on the server and in the browser`() async throws {
        try await TestWeb.with { (web) async throws in
            let cookie: HTTPFields = [.cookie: try await web.cookie("ada")]
            #expect(try await web.send(.get, "/sign-out", headers: cookie).status == .methodNotAllowed)
            let response = try await web.send(.post, "/sign-out", headers: cookie)
            #expect(response.status == .seeOther)
            #expect(response.headers[.setCookie]?.hasPrefix("__Host-desktap=; Max-Age=0; Path=/") == true)
            // In place of the feed, which empties the cache.
            web.services.access.invalidate()
            #expect(try await web.send(.get, "/map", headers: cookie).status == .unauthorized)
            #expect(response.headers[values: .setCookie].contains { $0.contains("desktap-done=signedOut") })
            var headers = HTTPFields.page
            headers[.cookie] = "__Host-desktap-done=signedOut"
            let next = try await web.send(.get, Address.signIn, headers: headers)
            #expect(next.text.contains("role=\"status\" id=\"done\">You are signed out.</p>"))
        }
    }

    @Test func `A page that needs a signed-in person redirects to the sign-in`() async throws {
        try await TestWeb.with { (web) async throws in
            for address in ["/", "/map", "/map/6F", "/api/presence", "/api/presence/stream", "/api/export/events.csv?a=b"] {
                let answer = try await web.send(.get, address)
                #expect(answer.status == .unauthorized)
                #expect(answer.headers[.contentType] == "application/problem+json")
                #expect(answer.headers[.wwwAuthenticate] == "Bearer")
                // A browser is redirected to the sign-in page, which leads back.
                let page = try await web.send(.get, address, headers: .page)
                #expect(page.status == .seeOther)
                #expect(page.headers[.location] == "/sign-in?to=" + Address.percentEncoded(address))
                let form = try await web.send(.post, address, headers: .page)
                #expect(form.status != .seeOther)
            }
            #expect(try await web.send(.get, "/", as: "ada").headers[.location] == "/map")
            #expect(try await web.send(.get, "/sign-in?to=%2Fme", as: "ada").headers[.location] == "/me")
        }
    }

    @Test(arguments: [
        ("/t?event=start&desk=6F-A1", "/t?event=start&desk=6F-A1"), ("//evil.example", "/map"),
        ("https://evil.example/", "/map"), ("/\\evil.example", "/map"), ("javascript:alert(1)", "/map"), ("", "/map"),
    ])
    func `A sign-in continues to the requested page, and never to another site`(to: String, place: String) async throws {
        try await TestWeb.with { (web) async throws in
            let address = try await link(web, "ada") + "?to=" + Address.percentEncoded(to)
            #expect(try await web.send(.post, address, headers: .page).headers[.location] == place)
            let page = try await web.send(.get, "/sign-in?to=" + Address.percentEncoded(to), headers: .page)
            #expect(page.status == .ok && !page.text.contains("evil"))
        }
    }

    @Test func `The page of a tag offers the sign-in and then continues with the same tap`() async throws {
        try await TestWeb.with { (web) async throws in
            let page = try await web.send(.get, "/t?event=start&desk=6F-A1", headers: .page)
            #expect(page.status == .ok)
            #expect(page.text.contains("href=\"/sign-in?to=%2Ft%3Fevent%3Dstart%26desk%3D6F-A1\""))
        }
    }

    @Test func `A sign-in starts a new session and ends a planted one`() async throws {
        try await TestWeb.with { (web) async throws in
            let (planted, link) = (try await web.cookie("bo"), try await link(web, "ada"))
            let response = try await web.send(.post, link, headers: [.cookie: planted])
            let cookie = try #require(response.headers[.setCookie]?.split(separator: ";").first)
            #expect(cookie != planted)
            web.services.access.invalidate()
            #expect(try await web.send(.get, "/map", headers: [.cookie: planted]).status == .unauthorized)
            #expect(try await web.send(.get, "/me", headers: [.cookie: String(cookie)]).text.contains("Ada Lindqvist"))
        }
    }

    @Test func `A browser gets another token after a day, but not with an error`() async throws {
        try await TestWeb.with { (web) async throws in
            let old: HTTPFields = [.cookie: try await web.cookie("ada")]
            #expect(try await web.send(.get, "/map", headers: old).headers[.setCookie] == nil)
            web.clock.advance(by: .seconds(86_400))
            #expect(try await web.send(.get, "/map/9F", headers: old).headers[.setCookie] == nil)
            let response = try await web.send(.post, "/t?event=start&desk=6F-A1", headers: old)
            #expect(response.status == .ok)
            let cookie = try #require(response.headers[.setCookie])
            #expect(cookie.contains("Max-Age=7776000; Path=/; HttpOnly; SameSite=Lax; Secure"))
            let new: HTTPFields = [.cookie: String(cookie.prefix { $0 != ";" })]
            for fields in [old, new, new, old] {
                let answer = try await web.send(.get, "/map", headers: fields)
                #expect(answer.status == .ok && answer.headers[.setCookie] == nil)
            }
            web.clock.advance(by: .seconds(100))
            #expect(try await web.send(.get, "/map", headers: old).status == .unauthorized)
            #expect(try await web.send(.get, "/map", headers: new).status == .ok)
        }
    }

    @Test func `A session ends once its person has left`() async throws {
        try await TestWeb.with { (web) async throws in
            let cookie: HTTPFields = [.cookie: try await web.cookie("ada")]
            #expect(try await web.send(.get, "/map", headers: cookie).status == .ok)
            try await web.office.execute("update person set left_at = now() where user_name = 'ada'")
            web.clock.advance(by: .seconds(30))
            #expect(try await web.send(.get, "/map", headers: cookie).status == .unauthorized)
        }
    }

    private func link(_ web: TestWeb, _ user: String) async throws -> String {
        let person = try await web.office.store.people.person(userName: user)
        return Address.signInLink(
            try await web.office.store.signInLinks.addSignInLink(for: person.id, now: TestOffice.noon).text)
    }
}

@Suite struct `Device names` {
    @Test(arguments: [
        (
            "Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Mobile Safari/537.36",
            "Chrome on Android"
        ),
        (
            "Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1",
            "Safari on iPhone"
        ),
        (
            "Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/131.0 Mobile/15E148 Safari/604.1",
            "Chrome on iPhone"
        ),
        ("Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0", "Firefox on Linux"),
        (
            "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36 Edg/131.0.0.0",
            "Edge on Windows"
        ),
        (
            "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Safari/605.1.15",
            "Safari on Mac"
        ),
        ("curl/8.9.1", "A program"), ("", "A program"), ("Dalvik/2.1.0 (Linux; U; Android 14)", "A program on Android"),
        (String(repeating: "x", count: 10_000), "A program"),
    ])
    func `A device name has only the families of the browser and the system`(agent: String, name: String) {
        #expect(DeviceName(userAgent: agent).text == name)
        #expect(DeviceName(userAgent: nil).text == "A program")
    }
}

@Suite struct `Device cookies` {
    private let cookies = DeviceCookie(key: Array(repeating: 7, count: 32))

    @Test func `A device cookie is valid only for the person who signed in there`() throws {
        let value = cookies.value(for: "ada")
        let device = try #require(cookies.device(in: value, of: "ada"))
        #expect(cookies.device(in: value, of: "bo") == nil)
        #expect(cookies.device(in: cookies.value(for: "ada"), of: "ada") != device)
        #expect(DeviceCookie(key: Array(repeating: 8, count: 32)).device(in: value, of: "ada") == nil)
        #expect(cookies.device(in: value.replacing(device, with: device + "0"), of: "ada") == nil)
        #expect(!value.contains("ada"))
    }

    @Test(arguments: ["", ".", "..", "...", "2.x.", "2.x.AAAA", "1.x.y", "2.x.é", String(repeating: "2.", count: 5000)])
    func `A malformed device cookie is rejected`(value: String) {
        #expect(cookies.device(in: value, of: "ada") == nil)
    }
}

@Suite struct `Return addresses` {
    @Test(arguments: ["/map", "/t?event=start&desk=6F-A3", "/hr?from=2026-11-01#day", "/people/ada%20b"])
    func `A return address is a path of this server`(text: String) {
        #expect(ReturnAddress(text)?.text == text)
    }

    @Test(arguments: [
        "", "map", "//evil.example", "/\\evil.example", "https://evil.example", "javascript:alert(1)", "/\t/evil.example",
        "/a\nb", "/%0a ", "/é", "\\\\evil.example", "/" + String(repeating: "a", count: 2000),
    ])
    func `A return address of another server is rejected`(text: String) {
        #expect(ReturnAddress(text) == nil)
    }
}
