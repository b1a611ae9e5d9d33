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
struct `Own devices` {
    @Test func `Devices are listed with their last use, and end one by one or all others at once`() async throws {
        try await TestWeb.with { (web) async throws in
            let here: HTTPFields = [.cookie: try await web.cookie("ada")]
            let others = [try await web.cookie("ada"), try await web.cookie("ada"), try await web.cookie("ada")]
            let bo = try await web.cookie("bo")
            func list() async throws -> [String] {
                let page = try await web.send(.get, "/me/devices", headers: here)
                #expect(page.status == .ok)
                return page.text.matches(of: /\/me\/devices\/\d+\/end/).map { String($0.output) }
            }
            let page = try await web.send(.get, "/me/devices", headers: here).text
            #expect(page.count(of: "this device") == 1)
            #expect(page.contains("Chrome on Linux"))
            #expect(
                page.contains("<summary>last used 12:00</summary> signed in on 20 Nov 2026 with a sign-in link"))
            #expect(try await list().count == 4)

            // A person cannot end another person's session.
            let first = try #require(try await list().first)
            #expect(try await web.send(.post, first, headers: [.cookie: bo]).status == .notFound)
            for wrong in ["/me/devices/x/end", "/me/devices/9223372036854775808/end", "/me/devices/0/end"] {
                #expect(try await web.send(.post, wrong, headers: here).status == .notFound)
            }
            #expect(try await list().count == 4)
            #expect(try await web.send(.post, first, headers: here).headers[.location] == "/me/devices")
            #expect(try await list().count == 3)
            #expect(try await web.send(.get, first, headers: here).status == .methodNotAllowed)
            #expect(try await web.send(.post, "/me/devices/end-others", headers: here).status == .seeOther)
            #expect(try await list().count == 1)
            web.services.access.invalidate()
            for cookie in others {
                #expect(try await web.send(.get, "/map", headers: [.cookie: cookie]).status == .unauthorized)
            }
            #expect(try await web.send(.get, "/map", headers: [.cookie: bo]).status == .ok)
        }
    }

    @Test func `The device page and the own page name who made a link or key`() async throws {
        try await TestWeb.with { (web) async throws in
            let (store, now) = (web.office.store, web.clock.now())
            #expect(try await !web.send(.get, Address.me, as: "ada", headers: .page).text.contains("data-way-in"))
            let made = try await web.send(.post, "/admin/people/ada/sign-in-link", as: "lea", headers: .page).text
            let link = try #require(made.firstMatch(of: /desk\.example\.com(\/sign-in\/[^<]+)</)).output.1
            let me = try await web.send(.get, Address.me, as: "ada", headers: .page).text
            let when = "<span class=\"where\">20 Nov 2026, 12:00</span>"
            #expect(me.contains("data-way-in"))
            #expect(
                me.contains(
                    "Lea Root created a sign-in link for you. \(when) If you did not expect this, tell your administrator."
                ))
            let used = try await web.send(.post, String(link), headers: .page)
            #expect(used.status == .seeOther)
            // On the invited device itself, the sign-in is no warning. On the person's other devices it is.
            var invited = HTTPFields.page
            invited[.cookie] = String(try #require(used.headers[.setCookie]?.split(separator: ";").first))
            let plain = "<p>You signed in on this device with a link from Lea Root. \(when) <a"
            #expect(try await web.send(.get, Address.me, headers: invited).text.contains(plain))
            let warning = "<p>A new device was signed in with a link from Lea Root: "
            let others = try await web.send(.get, Address.me, as: "ada", headers: .page).text
            #expect(others.contains(warning) && others.contains(when))
            let page = try await web.send(.get, Address.myDevices, as: "ada", headers: .page).text
            for words in [
                "signed in on 20 Nov 2026 with a sign-in link", "with a link from Lea Root",
                "Lea Root created a sign-in link for you",
                "A new device was signed in",
            ] {
                #expect(page.contains(words), "\(words)")
            }
            let account = try await web.send(.get, "/admin/people/ada", as: "lea", headers: .page).text
            #expect(account.contains("<span>Signed in with a link from Lea Root: "))
            // Lea created the link, but did not sign in as Ada.
            #expect(account.count(of: "by Lea Root") == 1)
            // A code of one's own and its use are listed, but the own page does not announce them.
            let bo = try await store.people.person(userName: "bo").id
            let code = try await store.signInLinks.addSignInLink(for: bo, by: .person(bo), now: now)
            #expect(try await web.send(.post, Address.signInLink(code.text), headers: .page).status == .seeOther)
            let ofBo = try await web.send(.get, Address.myDevices, as: "bo", headers: .page).text
            #expect(ofBo.contains("You created a code to sign in a device. \(when)"))
            #expect(ofBo.contains("A device was signed in with your code: ") && ofBo.count(of: when) == 2)
            #expect(try await !web.send(.get, Address.me, as: "bo", headers: .page).text.contains("data-way-in"))
            // A key made by a command is announced.
            _ = try await store.personalKeys.addKey(for: bo, now: now)
            #expect(
                try await web.send(.get, Address.me, as: "bo", headers: .page).text.contains(
                    "An administrator created an API key for you. \(when)"))
            web.clock.advance(by: SignInNotice.noticedFor + .seconds(1))
            #expect(try await !web.send(.get, Address.me, as: "bo", headers: .page).text.contains("data-way-in"))
        }
    }

    @Test func `Signing out everywhere else is offered and advised only with another device`() async throws {
        try await TestWeb.with { (web) async throws in
            let bo = try await web.office.store.people.person(userName: "bo").id
            _ = try await web.office.store.signInLinks.addSignInLink(for: bo, by: .person(bo), now: web.clock.now())
            let here: HTTPFields = [.accept: "text/html", .cookie: try await web.cookie("bo")]
            let alone = try await web.send(.get, Address.myDevices, headers: here).text
            #expect(alone.contains("If you do not recognise an entry, tell an administrator."))
            #expect(!alone.contains("everywhere else"))
            _ = try await web.cookie("bo")
            let several = try await web.send(.get, Address.myDevices, headers: here).text
            #expect(several.contains("Sign out everywhere else</button>"))
            #expect(several.contains("sign out everywhere else, too."))
        }
    }

    @Test func `A person ends a notice in their browser, and a later one is shown again`() async throws {
        try await TestWeb.with { (web) async throws in
            let (store, now) = (web.office.store, web.clock.now)
            let ada = try await store.people.person(userName: "ada").id
            _ = try await store.signInLinks.addSignInLink(for: ada, now: now())
            let session = try await web.cookie("ada")
            func page(_ cookies: String) async throws -> String {
                var headers = HTTPFields.page
                headers[.cookie] = cookies
                return try await web.send(.get, Address.me, headers: headers).text
            }
            let first = try await page(session)
            #expect(
                first.contains(
                    "<p>An administrator created a sign-in link for you. <span class=\"where\">20 Nov 2026, 12:00</span>"))
            let until = try #require(first.firstMatch(of: /devices\/seen"><input type="hidden" name="until" value="([^"]+)"/)).1
            // Created while the page is open, so that the person has not seen it.
            web.clock.advance(by: .seconds(1))
            _ = try await store.personalKeys.addKey(for: ada, now: now())
            var form = HTTPFields.page
            form[.cookie] = session
            form[.contentType] = "application/x-www-form-urlencoded"
            func end(_ body: String) async throws -> String {
                let ended = try await web.send(.post, Address.seenNotices, headers: form, body: body)
                #expect(ended.status == .seeOther && ended.headers[.location] == Address.me)
                let cookie = try #require(ended.headers[values: .setCookie].first { $0.contains("desktap-notices=") })
                #expect(cookie.contains("; Max-Age=1209600; Path=/me;"))
                return String(cookie.prefix { $0 != ";" })
            }
            let seen = try await end(Address.query([("until", String(until))]))
            #expect(try await page("\(session); \(seen)").contains("An administrator created an API key for you"))
            let seenAll = try await end("")
            #expect(try await !page("\(session); \(seenAll)").contains("data-way-in"))
            // Another browser, and another person in this browser, have not seen it.
            #expect(try await page(session).contains("data-way-in"))
            let bo = try await store.people.person(userName: "bo").id
            _ = try await store.signInLinks.addSignInLink(for: bo, now: now())
            let other = try await web.cookie("bo")
            #expect(try await page("\(other); \(seenAll)").contains("data-way-in"))
            for broken in ["", "x", "1.2.3", "\(ada).", "\(ada).x"] {
                let cookie = "\(web.services.cookies.notices.name)=\(broken)"
                #expect(try await page("\(session); \(cookie)").contains("data-way-in"), "\(broken)")
            }
        }
    }

    @Test func `Devices are managed in a browser and not with a key`() async throws {
        try await TestWeb.with { (web) async throws in
            let ada = try await web.office.store.people.person(userName: "ada")
            let key = try await web.office.store.personalKeys.addKey(for: ada.id, now: web.clock.now())
            for address in [Address.addPhone, Address.endOtherDevices, Address.seenNotices, Address.myPassword] {
                let answer = try await web.send(.post, address, key: key, body: "new=correct+horse+battery+staple")
                #expect(answer.status == .forbidden && answer.json["reason"] == "browser_needed")
            }
            for address in [Address.myDevices, Address.myPassword] {
                #expect(try await web.send(.get, address, key: key).status == .forbidden)
            }
            #expect(try await web.office.value("select count(*)::text from sign_in_link") == "0")
        }
    }

    @Test func `A phone signs in by a QR code of the device page`() async throws {
        try await TestWeb.with { (web) async throws in
            #expect(try await web.send(.get, "/me/devices", as: "ada").text.contains("class=\"qr\"") == false)
            #expect(try await web.send(.get, "/me/devices/phone", as: "ada").status == .methodNotAllowed)
            let page = try await web.send(.post, "/me/devices/phone", as: "ada", headers: .page)
            #expect(page.status == .ok && page.headers[.cacheControl] == "no-store")
            let svg = try #require(page.text.firstMatch(of: /<svg class="qr".*<\/svg>/)).output
            let seen = try await TestFolder.with { folder in
                try await QRCodeReader.text(
                    ofSVG: String(svg), in: folder)
            }
            let link = try #require(page.text.firstMatch(of: /id="code-link">([^<]+)</)).output.1
            #expect(seen == String(link))
            let path = try #require(seen.split(separator: TestWeb.publicURL).last.map(String.init))
            #expect(try await web.send(.get, path, headers: .page).text.contains("Ada Lindqvist"))
            web.clock.advance(by: .seconds(590))
            #expect(try await web.send(.post, path, headers: .page).status == .seeOther)
            #expect(try await web.send(.post, path, headers: .page).status == .notFound)
            let devices = try await web.send(.get, "/me/devices", as: "ada").text
            #expect(devices.contains("signed in on 20 Nov 2026 with a code or link from another device"))

            let late = try await web.send(.post, "/me/devices/phone", as: "ada", headers: .page).text
            let other = try #require(late.firstMatch(of: /id="code-link">https:\/\/[^\/]+([^<]+)</)).output.1
            web.clock.advance(by: .seconds(601))
            #expect(try await web.send(.post, String(other), headers: .page).status == .notFound)
        }
    }
}

@Suite(.enabled(if: QRCodeReader.isAvailable, "\(QRCodeReader.help)"), .timeLimit(.minutes(10)))
struct `QR codes` {
    @Test(arguments: [
        "https://desk.example.com/sign-in/" + String(repeating: "Ab-_9", count: 9), "a", "机の上のタグ", "\"<>&'",
        String(repeating: "x", count: 1500),
    ])
    func `A QR code is read by an independent program`(text: String) async throws {
        let code = try #require(QRCode(text))
        try await TestFolder.with { (folder) async throws in
            #expect(try await QRCodeReader.text(ofSVG: code.svg, in: folder) == text)
            #expect(try await QRCodeReader.text(ofLines: code.lines, in: folder) == text)
        }
    }

    @Test func `A QR code holds at most 2331 bytes`() {
        #expect(QRCode("") == nil)
        #expect(QRCode(String(repeating: "x", count: 2331))?.size == 177)
        #expect(QRCode(String(repeating: "x", count: 2332)) == nil)
    }
}
