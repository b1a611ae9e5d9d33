@testable import AttendanceStore
@testable import AttendanceWeb
@testable import Localization

import Attendance
import Foundation
import HTTPTypes
import HummingbirdTesting
import TestOffice
import TestServers
import Testing

@Suite(.enabled(if: TestDatabase.isAvailable, "\(TestDatabase.help)"), .timeLimit(.minutes(10)))
struct `Japanese interface` {
    private static var page: HTTPFields {
        var headers = HTTPFields.page
        headers[.acceptLanguage] = "ja"
        return headers
    }

    /// The parts of English texts that are too long to be a word that both languages share.
    private static func english() throws -> [String] {
        let words = try Words(folder: TestOffice.checkout + "/web/words")
        // Without the example of an office's name, which the test office has, the roles, which forms send, and names of countries,
        // which time zones have.
        let texts = words[.en].texts.filter { text in
            text.key != "first.officeHint" && !["account.log.role.", "holidays.country."].contains { text.key.hasPrefix($0) }
        }
        return texts.values.flatMap { $0.other + ($0.one ?? []) }.compactMap { piece in
            guard case .words(let text) = piece, text.count(where: \.isLetter) > 8, !text.hasPrefix(".") else { return nil }
            return text
        }
    }

    /// Those of the texts that a page contains. Compares bytes: Foundation's `contains` takes seconds for the texts in a large page,
    /// and other tests wait for the thread.
    private static func found(_ texts: [String], in page: String) -> [String] {
        texts.filter { strstr(page, $0) != nil }
    }

    /// A page of the manual without the parts that say that they are in English.
    private static func withoutArticles(_ page: String) -> String {
        let links = page.replacing(/<a href="[^"]*" lang="en">[^<]*<\/a>/, with: "")
        return ["contents", "article"].reduce(links) { page, part in
            guard let start = page.range(of: "<div class=\"\(part)\" lang=\"en\">")?.lowerBound else { return page }
            let rest = page[start...]
            // The list of contents precedes an article.
            let end = part == "contents" ? rest.range(of: "<div class=\"article\"") : rest.range(of: "</main>")
            return String(page[..<start] + rest[(end?.lowerBound ?? start)...])
        }
    }

    @Test(arguments: ["lea", "cy", "bo", "ada", "ned"])
    func `A Japanese page contains no sentence in English`(user: String) async throws {
        let pages = try await countPages { web in try await web.cookie(user) }
        #expect(pages > 30)
    }

    @Test func `A Japanese page for strangers or displays contains no sentence in English`() async throws {
        #expect(try await countPages { _ in nil } > 5)
        #expect(try await countPages { web in try await web.display("Lobby", floor: "6F") } > 5)
        let english = try Self.english()
        try await TestWeb.with { (web) async throws in
            let store = web.office.store
            let link = try await store.signInLinks.addSignInLink(
                for: try await store.people.person(userName: "ada").id, now: web.clock.now())
            try await store.displays.addDisplay(name: "Lobby", floor: "6F", of: web.office.office)
            let display = try await store.displays.addDisplayLink(for: "Lobby", now: web.clock.now())
            for (address, words) in [
                (Address.signInLink(link.text), "この端末でログイン"), (Address.displayLink(display.text), "6Fをここに表示"),
            ] {
                let page = try await web.send(.get, address, headers: Self.page)
                #expect(page.status == .ok && page.text.contains(words))
                #expect(Self.found(english, in: page.text) == [], "\(address)")
            }
        }
    }

    /// Opens every address and expects no English.
    /// - Parameter cookie: the browser's cookie; nil: a stranger.
    /// - Returns: the number of responses that are pages.
    private func countPages(_ cookie: (TestWeb) async throws -> String?) async throws -> Int {
        let english = try Self.english()
        var pages = 0
        try await Authorization.withPeople { web, tap, request in
            var headers = Self.page
            headers[.cookie] = try await cookie(web)
            await web.endStreams()
            for entry in webRoutes(web.services).entries where entry.method == .get {
                let address = try Authorization.address(entry.address, tap, request)
                for query in ["", "open=ada&view=calendar", "day=2026-11-20&q=x&name=x&month=x"] {
                    let asked = query.isEmpty ? address : address + (address.contains("?") ? "&" : "?") + query
                    // Keeps below the rate limit.
                    web.clock.advance(by: .seconds(1))
                    let response = try await web.send(.get, asked, headers: headers)
                    let type = response.headers[.contentType] ?? ""
                    guard type.hasPrefix("text/html") || type.hasPrefix("image/svg") else { continue }
                    pages += 1
                    let page = asked.hasPrefix(Address.help) ? Self.withoutArticles(response.text) : response.text
                    #expect(page.contains("lang=\"ja\""), "\(asked)")
                    #expect(Self.found(english, in: page) == [], "\(asked)")
                }
            }
        }
        return pages
    }

    @Test func `A tap's result is in Japanese, and the reasons for programs stay the same`() async throws {
        try await TestWeb.with { (web) async throws in
            let page = try await web.send(.get, "/t?event=start&desk=6F-A1", as: "ada", headers: Self.page).text
            #expect(page.contains("<h1>6F-A1で出勤</h1>") && page.contains("\"recording\":\"打刻しています…\""))
            let sent = try await web.send(.post, "/t?event=start&desk=6F-A1", as: "ada", headers: Self.page)
            let result = try await web.send(.get, try #require(sent.headers[.location]), as: "ada", headers: Self.page).text
            #expect(result.contains("6F-A1で出勤しました。"))
            let refused = try await web.send(.post, "/t?event=start&desk=9Z-Z9", as: "ada", headers: Self.page)
            #expect(refused.status == .notFound && refused.text.contains("座席9Z-Z9はここにはありません。"))
            var program: HTTPFields = [:]
            program[.acceptLanguage] = "ja"
            let answer = try await web.send(.post, "/t?event=start&desk=9Z-Z9", as: "ada", headers: program)
            #expect(answer.json["reason"] == "unknown_desk" && answer.json["detail"]?.hasPrefix("座席9Z-Z9") == true)
            let plain = try await web.send(.post, "/t?event=start&desk=9Z-Z9", as: "ada")
            #expect(plain.json["detail"]?.hasPrefix("There is no desk 9Z-Z9") == true)
        }
    }

    @Test func `A Japanese page has Japanese dates, and exports stay unchanged`() async throws {
        try await Authorization.withPeople { web, _, _ in
            let record = try await web.send(.get, "/me?day=2026-11-20", as: "ada", headers: Self.page).text
            #expect(record.contains("<strong aria-current=\"page\">2026年11月</strong>"))
            #expect(record.contains("11月20日（金）"))
            let export = "/api/export/daily.csv?from=2026-11-01&to=2026-11-30"
            var japanese: HTTPFields = [:]
            japanese[.acceptLanguage] = "ja"
            let first = try await web.send(.get, export, as: "cy", headers: japanese).text
            #expect(try await web.send(.get, export, as: "cy").text == first && first.contains("employee_id"))
        }
    }

    @Test func `The list of accesses is in Japanese, with entered purposes unchanged`() async throws {
        try await Authorization.withPeople { web, _, _ in
            _ = try await web.send(.get, Address.person("ada"), as: "cy", headers: Self.page)
            _ = try await web.send(.get, Address.person("ada") + "?purpose=audit%20of%20May", as: "bo", headers: Self.page)
            let page = try await web.send(.get, Address.mySettings, as: "ada", headers: Self.page).text
            #expect(page.contains("人事として勤怠を閲覧") && page.contains("audit of May"))
            #expect(
                try await web.send(.get, Address.mySettings, as: "ada", headers: .page).text.contains("viewed the record as HR")
            )
        }
    }
}
