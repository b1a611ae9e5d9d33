@testable import AttendanceWeb
@testable import Localization

import Attendance
import AttendanceStore
import Foundation
import HTTPTypes
import HummingbirdTesting
import TestOffice
import TestServers
import Testing

/// The office has a registered tag at 6F-A1 (start), which was replaced by another one, and printed codes at every desk.
@Suite(.enabled(if: TestDatabase.isAvailable, "\(TestDatabase.help)"), .timeLimit(.minutes(10)))
struct `Tag page` {
    private struct Words {
        let printed: String
        let ofOffice: String
        let replaced: String
        let registered: String
    }

    private func words(_ web: TestWeb) async throws -> Words {
        let (store, now) = (web.office.store, web.clock.now())
        let (old, new) = (try #require(UID(hex: "04A1B2C3D4E580")), try #require(UID(hex: "04A1B2C3D4E581")))
        let place = try await store.tags.place(of: .start, at: DeskID("6F-A1"), in: nil, home: web.office.office)
        let replaced = try await store.tags.issueTag(old, for: place, certifying: false, now: now)
        try await store.tags.replaceTag(old, by: new, why: "lost", now: now)
        let registered = try await store.tags.issueTag(new, for: place, certifying: false, now: now)
        let printed = try await store.tagWords.addressWords(of: web.office.office)
        return Words(
            printed: try #require(printed["6F-A1"]).text, ofOffice: try #require(printed[nil]).text,
            replaced: try #require(replaced.word).text, registered: try #require(registered.word).text)
    }

    /// Whether the page that Ada opens taps without a touch.
    private func tapsByItself(_ web: TestWeb, _ query: String, site: String? = "cross-site") async throws -> Bool {
        var headers = HTTPFields.page
        headers.set("Sec-Fetch-Mode", to: "navigate")
        headers.set("Sec-Fetch-Dest", to: "document")
        if let site { headers.set("Sec-Fetch-Site", to: site) }
        let page = try await web.send(.get, "/t?" + query, as: "ada", headers: headers)
        #expect(page.status == .ok && page.text.contains("<form method=\"post\" action=\"/t?event="))
        #expect(!page.text.contains("&amp;k="), "the form carries the word")
        return !page.text.contains(" data-open")
    }

    @Test func `A tag page taps by itself only with the word of its desk and event, also from another site`() async throws {
        try await TestWeb.with { (web) async throws in
            let words = try await words(web)
            let other = try #require(try await web.office.store.tagWords.addressWords(of: web.office.office)["6F-A2"]).text
            for (query, isByItself) in [
                ("event=start&desk=6F-A1&k=\(words.printed)", true), ("event=end&desk=6f-a1&k=\(words.printed)", true),
                ("e=start&d=6F-A1&o=Harbour%20Office&k=\(words.registered)", true),
                ("event=end&k=\(words.ofOffice)", true), ("event=end&office=Harbour%20Office&k=\(words.ofOffice)", true),
                // A registered tag is for one event.
                ("event=end&desk=6F-A1&k=\(words.registered)", false),
                ("event=start&desk=6F-A1&k=\(words.replaced)", false), ("event=start&desk=6F-A1&k=\(other)", false),
                ("event=start&desk=6F-A1&k=\(words.ofOffice)", false), ("event=end&k=\(words.printed)", false),
                ("event=end&desk=9F-Z9&k=\(words.printed)", false), ("event=start&desk=6F-A1", false), ("event=end", false),
                ("event=start&desk=6F-A1&k=", false), ("event=start&desk=6F-A1&k=AAAAAAAAAAA", false),
                ("event=start&desk=6F-A1&k=\(words.printed)=", false),
                ("event=start&desk=6F-A1&k=\(words.printed.dropLast())", false),
                ("desk=6F-A1&k=\(words.printed)", false),
            ] {
                #expect(try await tapsByItself(web, query) == isByItself, "\(query)")
            }
            try await web.office.store.tags.retireTag(
                try #require(UID(hex: "04A1B2C3D4E581")), why: "lost", now: web.clock.now())
            #expect(try await !tapsByItself(web, "event=start&desk=6F-A1&k=\(words.registered)"))
            let desk = DeskID("6F-A1")
            #expect(try await web.office.store.tagWords.renewWords(of: web.office.office, desk: desk) == 1)
            #expect(try await !tapsByItself(web, "event=start&desk=6F-A1&k=\(words.printed)"))
            #expect(try await tapsByItself(web, "event=start&desk=6F-A2&k=\(other)"))
            #expect(try await web.recorded() == 0)
        }
    }

    @Test func `A tag page without a word taps by itself only if the office allows it and no page linked to it`() async throws {
        try await TestWeb.with { (web) async throws in
            let sites: [String?] = ["none", "same-origin", "same-site", "cross-site", nil]
            for site in sites { #expect(try await !tapsByItself(web, "event=end", site: site)) }
            try await web.office.store.setTaps(in: web.office.office, withoutWord: true)
            for site in sites {
                #expect(try await tapsByItself(web, "event=end", site: site) == (site == "none"))
                #expect(try await !tapsByItself(web, "event=end&k=AAAAAAAAAAA", site: site))
            }
            // If several offices are possible, all of them must allow it.
            let other = try await web.office.store.offices.addOffice(name: "Alster Office", timeZone: "Europe/Berlin")
            #expect(try await !tapsByItself(web, "event=end", site: "none"))
            #expect(try await tapsByItself(web, "event=end&office=Harbour%20Office", site: "none"))
            try await web.office.store.setTaps(in: other, withoutWord: true)
            #expect(try await tapsByItself(web, "event=end", site: "none"))
        }
    }

    @Test func `A tag with the former name of its office taps by itself`() async throws {
        try await TestWeb.with { (web) async throws in
            let words = try await words(web)
            try await web.office.store.offices.change(web.office.office, OfficeChange(name: "Pier"))
            for office in ["Harbour%20Office", "Pier"] {
                let query = "event=start&desk=6F-A1&office=\(office)&k=\(words.printed)"
                #expect(try await tapsByItself(web, query), "\(office)")
            }
        }
    }

    @Test func `A tag page that must ask for a touch does not tap by itself, also with the right word`() async throws {
        try await TestWeb.with { (web) async throws in
            let query = "event=start&desk=6F-A1&k=" + (try await words(web).printed)
            #expect(try await tapsByItself(web, query))
            #expect(try await !tapsByItself(web, query + "&touch=yes"))
        }
    }

    @Test func `A tag page remembers each tap for after the sign-in`() async throws {
        try await TestWeb.with { (web) async throws in
            let word = try await words(web).printed
            for query in ["event=start&desk=6F-A1&k=" + word, "event=start&desk=6F-A1", "event=end", "desk=6F-A1&k=" + word] {
                let page = try await web.send(.get, "/t?" + query, headers: .page)
                #expect(page.status == .ok)
                let goal = "__Secure-desktap-goal=" + Address.percentEncoded("/t?" + query) + ";"
                #expect(page.headers[values: .setCookie].contains { $0.hasPrefix(goal) }, "\(query)")
                let signedIn = try await web.send(.get, "/t?" + query, as: "ada", headers: .page)
                #expect(signedIn.headers[values: .setCookie].allSatisfy { !$0.contains("desktap-goal") }, "\(query)")
            }
        }
    }

    @Test func `A signed-out tag page promises a recorded tap only if the sign-in returns to an automatic tap`() async throws {
        try await TestWeb.with { (web) async throws in
            let printed = try await words(web).printed
            try await web.office.store.setTaps(in: web.office.office, withoutWord: true)
            for (query, isPromised) in [
                ("event=start&desk=6F-A1&k=\(printed)", true), ("event=start&desk=6F-A1&k=AAAAAAAAAAA", false),
                // Automatic for a tag that a phone reads now, but not for the page to which a sign-in leads.
                ("event=start&desk=6F-A1", false), ("desk=6F-A1&k=\(printed)", false),
            ] {
                var headers = HTTPFields.page
                headers.set("Sec-Fetch-Site", to: "none")
                let page = try await web.send(.get, "/t?" + query, headers: headers)
                #expect(page.status == .ok)
                #expect(page.text.contains("on this phone, to record your tap.") == isPromised, "\(query)")
                #expect(page.text.contains("Sign in, then press the button.") != isPromised, "\(query)")
                #expect(!page.text.contains("again or scan"), "\(query)")
                #expect(try await tapsByItself(web, query, site: "same-origin") == isPromised, "\(query)")
            }
        }
    }

    @Test func `A sign-in with a password leads back to the tag page with its word`() async throws {
        try await TestWeb.with { (web) async throws in
            let password = "correct horse battery staple"
            let ada = try await web.office.store.people.person(userName: "ada")
            let hash = try await web.services.passwords.hash(of: Password(password), for: ada.id)
            try await web.office.store.passwords.setPasswordHash(hash, of: ada.id, now: web.clock.now())
            let word = try await words(web).printed
            let tag = "/t?event=start&desk=6F-A1&k=\(word)"
            let signedOut = try await web.send(.get, tag, headers: .page)
            let address = try #require(signedOut.text.firstMatch(of: /href="(\/sign-in\?[^"]*)"/)).1
            let form = try await web.send(.get, String(address), headers: .page)
            let field = try #require(form.text.firstMatch(of: /name="to" value="([^"]*)"/)).1
            let goal = String(field).replacing("&amp;", with: "&")
            #expect(goal == tag)
            let body = "to=\(Address.percentEncoded(goal))&user=ada&password=\(Address.percentEncoded(password))"
            var headers = HTTPFields.page
            headers[.contentType] = "application/x-www-form-urlencoded"
            let signedIn = try await web.send(.post, Address.signIn, headers: headers, body: body)
            #expect(signedIn.status == .seeOther && signedIn.headers[.location] == tag)
            #expect(try await tapsByItself(web, String(tag.dropFirst("/t?".count)), site: "same-origin"))
        }
    }

    /// An offline page cannot check the word.
    @Test func `A tap that a tag page made offline is accepted only with the right word`() async throws {
        try await TestWeb.with { (web) async throws in
            let word = try await words(web).printed
            let id = UUID().uuidString.lowercased()
            for wrong in ["AAAAAAAAAAA", "", "x"] {
                let refused = try await web.send(.post, "/t?event=start&desk=6F-A1&id=\(id)&k=\(wrong)", as: "ada")
                #expect(refused.status == .forbidden)
                #expect(refused.json["reason"] == "wrong_word" && refused.json["tap"] == id)
            }
            #expect(try await web.recorded() == 0)
            #expect(try await web.send(.post, "/t?event=start&desk=6F-A1&id=\(id)&k=\(word)", as: "ada").status == .ok)
            // A touch needs no word, and a reader has its key.
            #expect(try await web.send(.post, "/t?event=pause", as: "ada").status == .ok)
            let reader = try await web.office.store.readers.addReader(name: "front door")
            let tap = "/t?event=end&user=ada&k=AAAAAAAAAAA"
            #expect(try await web.send(.post, tap, key: reader).status == .ok)
        }
    }

    @Test func `A tag page gives each tap a new id, whatever id the address has`() async throws {
        try await TestWeb.with { (web) async throws in
            for id in [UUID().uuidString.lowercased(), "1", ""] {
                let page = try await web.send(.get, "/t?event=start&desk=6F-A1&id=\(id)", as: "ada", headers: .page)
                let number = try #require(page.text.firstMatch(of: /desk=6F-A1&amp;id=([^"&]*)/)).1
                #expect(page.status == .ok && number != id && UUID(uuidString: String(number)) != nil)
            }
        }
    }

    @Test func `Problem details name the refused tap, and a recorded tap gives the address of its page`() async throws {
        try await TestWeb.with { (web) async throws in
            let id = UUID().uuidString.lowercased()
            let script: HTTPFields = [.accept: "text/html, application/problem+json"]
            for (query, reason) in [
                ("event=start&desk=9F-Z9", "unknown_desk"), ("event=toggle&desk=6F-A1", "bad_kind"),
                ("event=end&user=bo", "other_person"), ("event=end&at=2026-01-01T09:00:00Z", "not_now"),
            ] {
                let refused = try await web.send(.post, "/t?\(query)&id=\(id)", as: "ada", headers: script)
                #expect(refused.headers[.contentType] == "application/problem+json")
                #expect(refused.json["reason"] == reason && refused.json["tap"] == id)
            }
            let stranger = try await web.send(.post, "/t?event=end&id=\(id)", headers: script)
            #expect(stranger.json["reason"] == "sign_in_needed" && stranger.json["tap"] == nil)
            var headers = script
            headers.set("Sec-Fetch-Mode", to: "cors")
            let sent = try await web.send(.post, "/t?event=start&desk=6F-A1&id=\(id)", as: "ada", headers: headers)
            #expect(sent.headers[.contentLocation] == "/t/" + id)
            #expect(try await web.send(.get, "/t/" + id, as: "ada", headers: script).headers[.contentLocation] == "/t/" + id)
            let unknown = try await web.send(.get, "/t/" + UUID().uuidString, as: "ada", headers: script)
            #expect(unknown.status == .notFound && unknown.json["reason"] == "unknown_tap")
        }
    }
}
