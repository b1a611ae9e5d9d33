@testable import AttendanceWeb
@testable import Localization

import Foundation
import HTTPTypes
import HummingbirdTesting
import TestOffice
import TestServers
import Testing

@Suite(.enabled(if: TestDatabase.isAvailable, "\(TestDatabase.help)"), .timeLimit(.minutes(10)))
struct `Interface language` {
    /// The headers of a request, and the language of its response.
    struct Case: Sendable, CustomTestStringConvertible {
        var accept: String?
        var cookie: String?
        var isPage = true
        let language: Language
        var testDescription: String { "\(accept ?? "–"), \(cookie ?? "–") \(isPage)" }
    }

    @Test(arguments: [
        Case(language: .en), Case(accept: "ja", language: .ja), Case(accept: "fr", language: .en),
        Case(accept: "ja", cookie: "en", language: .en), Case(accept: "en", cookie: "ja", language: .ja),
        Case(accept: "ja", cookie: "xx", language: .ja), Case(accept: "ja", isPage: false, language: .ja),
        Case(accept: "*", isPage: false, language: .en),
    ])
    func `The interface language is the chosen one, otherwise the browser's`(wanted: Case) async throws {
        try await TestWeb.with { (web) async throws in
            var headers: HTTPFields = wanted.isPage ? .page : [:]
            headers[.acceptLanguage] = wanted.accept
            headers[.cookie] = wanted.cookie.map { "\(web.services.cookies.language.name)=\($0)" }
            let response = try await web.send(.get, "/nowhere", headers: headers)
            let sentence = wanted.language == .ja ? "このアドレスのページはありません。" : "There is no page at this address."
            #expect(response.text.contains(sentence))
            if wanted.isPage {
                #expect(response.text.contains("<html lang=\"\(wanted.language)\">"))
                #expect(response.headers[.contentLanguage] == wanted.language.rawValue)
            }
        }
    }

    @Test func `The default interface language is the server's for browsers and English for programs`() async throws {
        try await TestWeb.with(language: .ja) { (web) async throws in
            for accept in [nil, "*", "fr"] {
                var headers = HTTPFields.page
                headers[.acceptLanguage] = accept
                #expect(try await web.send(.get, "/nowhere", headers: headers).text.contains("lang=\"ja\""))
            }
            #expect(try await web.send(.get, "/nowhere").json["detail"] == "There is no page at this address.")
        }
    }

    @Test func `A form sets the interface language and returns to its page`() async throws {
        try await TestWeb.with { (web) async throws in
            let page = try await web.send(.get, Address.me, as: "ada", headers: .page).text
            #expect(page.contains("action=\"\(Address.language)\""))
            var headers: HTTPFields = [.contentType: "application/x-www-form-urlencoded"]
            for (referer, address) in [
                ("\(TestWeb.publicURL)/me?month=2026-10", "/me?month=2026-10"), (nil, "/map"), ("about:blank", "/map"),
                ("https://elsewhere.example//evil.example/", "/map"), ("https://elsewhere.example/me", "/me"),
            ] {
                headers[.referer] = referer
                let answer = try await web.send(.post, Address.language, headers: headers, body: "language=ja")
                #expect(answer.status == .seeOther && answer.headers[.location] == address)
                let cookie = try #require(answer.headers[.setCookie])
                #expect(cookie.hasPrefix("__Host-desktap-language=ja; Max-Age=34560000; Path=/;"))
                #expect(cookie.hasSuffix("; Secure"))
            }
            for body in ["language=xx", "language=", ""] {
                #expect(try await web.send(.post, Address.language, headers: headers, body: body).status == .badRequest)
            }
        }
    }
}
