@testable import AttendanceWeb

import Foundation
import HTTPTypes
import HummingbirdTesting
import TestServers
import Testing

@Suite(.enabled(if: TestDatabase.isAvailable, "\(TestDatabase.help)"), .timeLimit(.minutes(10)))
struct `A tag's address` {
    static let tag = "/t?event=start&desk=6F-A1"

    @Test func `taps by POST and says what was recorded`() async throws {
        try await TestWeb.with { (web) async throws in
            let response = try await web.send(.post, Self.tag, as: "ada")
            #expect(response.status == .ok)
            #expect(response.json["outcome"] == "accepted")
            #expect(response.json["message"] == "You are at work at 6F-A1.")
            #expect(
                try await web.office.value(
                    """
                    select concat_ws(' ', user_name, kind, desk) from event
                      join person on person.id = person_id join log_place using (seq)
                    """) == "ada start 6F-A1")
        }
    }

    @Test(arguments: [HTTPRequest.Method.get, .head])
    func `writes nothing when it is only looked at`(method: HTTPRequest.Method) async throws {
        try await TestWeb.with { (web) async throws in
            let previews = ["Mozilla/5.0", "Slackbot-LinkExpanding 1.0", "WhatsApp/2.23", "facebookexternalhit/1.1"]
            for agent in previews {
                for user in ["ada", nil] {
                    let response = try await web.send(
                        method, Self.tag, as: user, headers: [.accept: "text/html", .userAgent: agent])
                    #expect(response.status == .ok)
                    #expect(response.headers[.cacheControl] == "no-store")
                }
            }
            #expect(try await web.recorded() == 0)
        }
    }

    struct Bad: Sendable, CustomTestStringConvertible {
        let query: String
        let status: HTTPResponse.Status
        let reason: String?
        init(_ query: String, _ status: HTTPResponse.Status, _ reason: String?) {
            (self.query, self.status, self.reason) = (query, status, reason)
        }
        var testDescription: String { String(query.prefix(60)) }
    }

    @Test(arguments: [
        Bad("", .badRequest, "bad_kind"),
        Bad("event=start", .badRequest, "desk_required"),
        Bad("event=&desk=6F-A1", .badRequest, "bad_kind"),
        Bad("event=start&desk=", .badRequest, "desk_required"),
        Bad("event=toggle&desk=6F-A1", .badRequest, "bad_kind"),
        Bad("event=START&desk=6F-A1", .badRequest, "bad_kind"),
        Bad("event=start%00&desk=6F-A1", .badRequest, "bad_text"),
        Bad("event=start&desk=6F-A1&desk=6F-A2", .badRequest, nil),
        Bad("event=start&event=start&desk=6F-A1", .badRequest, nil),
        Bad("event=start&desk=%FF%FE", .badRequest, nil),
        Bad("event=start&desk=%C3%28", .badRequest, nil),
        Bad("event=start&desk=%", .badRequest, nil),
        Bad("event=start&desk=%zz", .badRequest, nil),
        Bad("event=start&desk=6F-A1%00", .badRequest, "bad_desk"),
        Bad("event=start&desk=6F%00A1", .badRequest, "bad_desk"),
        Bad("event=start&desk=6F--A1", .badRequest, "bad_desk"),
        Bad("event=start&desk=%EF%BC%96F", .badRequest, "bad_desk"),
        Bad("event=start&desk=\(String(repeating: "A", count: 33))", .badRequest, "bad_desk"),
        Bad("event=start&desk=\(String(repeating: "A", count: 257))", .badRequest, nil),
        Bad("event=start&desk=\(String(repeating: "%41", count: 3000))", .badRequest, nil),
        Bad("event=start&desk=6F-A1&id=", .badRequest, "bad_id"),
        Bad("event=start&desk=6F-A1&id=1", .badRequest, "bad_id"),
        Bad("event=start&desk=6F-A1&at=yesterday", .badRequest, "bad_time"),
        Bad("event=start&desk=6F-A1&at=2026-11-20T12:00:00", .badRequest, "bad_time"),
        Bad("event=start&desk=6F-A1&at=2026-02-30T12:00:00Z", .badRequest, "bad_time"),
        Bad("event=start&desk=6F-A1&user=", .badRequest, "bad_user"),
        Bad("event=start&desk=6F-A1&user=%00", .badRequest, "bad_text"),
        Bad("event=start&desk=6F-A1&user=bo", .forbidden, "other_person"),
    ])
    func `that is wrong is refused with a sentence, looked at or tapped`(bad: Bad) async throws {
        try await TestWeb.with { (web) async throws in
            // Whoever only looks is given another number, whatever the address says.
            for method in [HTTPRequest.Method.get, .post] where method == .post || bad.reason != "bad_id" {
                let response = try await web.send(method, "/t?" + bad.query, as: "ada")
                #expect(response.status == bad.status)
                #expect(response.headers[.contentType] == "application/problem+json")
                #expect(response.json["reason"] == bad.reason)
                #expect(response.json["detail"]?.hasSuffix(".") == true)

                let page = try await web.send(method, "/t?" + bad.query, as: "ada", headers: .page)
                #expect(page.status == bad.status)
                #expect(page.text.contains("<!doctype html>"))
            }
            #expect(try await web.recorded() == 0)
        }
    }

    @Test(
        arguments: [
            ("event=start&desk=9F-Z9", "ada", HTTPResponse.Status.notFound, "unknown_desk"),
            ("event=start&desk=6F-A1&user=nobody", nil, .notFound, "unknown_person"),
            ("event=start&desk=6F-A1&user=dai", nil, .notFound, "unknown_person"),
            ("event=start&desk=6F-A1", nil, .badRequest, "bad_user"),
            ("event=start&desk=6F-A1&office=%00", "ada", .badRequest, "bad_text"),
            ("event=start&desk=6F-A1&office=Nowhere", "ada", .badRequest, "bad_office"),
        ] as [(String, String?, HTTPResponse.Status, String)])
    func `that names what there is not is refused`(
        query: String, user: String?, status: HTTPResponse.Status, reason: String
    ) async throws {
        try await TestWeb.with { (web) async throws in
            let key = user == nil ? try await web.office.store.readers.addReader(name: "front door") : nil
            let response = try await web.send(.post, "/t?" + query, as: user, key: key)
            #expect(response.status == status)
            #expect(response.json["reason"] == reason)
            #expect(try await web.recorded() == 0)
        }
    }

    @Test(arguments: ["desk=%006F-A1", "desk=%00%00%206f-a1%20", "desk=6f-a1", "desk=6F-A1&utm_source=mail"])
    func `is read leniently where tags are known to be sloppy`(desk: String) async throws {
        try await TestWeb.with { (web) async throws in
            let response = try await web.send(.post, "/t?event=start&" + desk, as: "ada")
            #expect(response.json["outcome"] == "accepted")
            #expect(try await web.office.value("select desk from log_place") == "6F-A1")
        }
    }

    @Test func `sent again with its number is the same tap, though the server's clock went on`() async throws {
        try await TestWeb.with { (web) async throws in
            let address = Self.tag + "&id=\(UUID().uuidString)"
            #expect(try await web.send(.post, address, as: "ada").json["outcome"] == "accepted")
            web.clock.advance(by: .seconds(5))
            #expect(try await web.send(.post, address, as: "ada").json["outcome"] == "duplicate")
            let other = try await web.send(.post, address.replacing("6F-A1", with: "6F-A2"), as: "ada")
            #expect(other.status == .conflict)
            #expect(try await web.recorded() == 1)
        }
    }

    @Test func `without its number is another tap`() async throws {
        try await TestWeb.with { (web) async throws in
            for _ in 0..<2 { _ = try await web.send(.post, Self.tag, as: "ada") }
            #expect(try await web.recorded() == 2)
        }
    }

    @Test func `leads a browser on to the tap's own address, which taps nothing`() async throws {
        try await TestWeb.with { (web) async throws in
            let answer = try await web.send(.post, Self.tag, as: "ada", headers: .page)
            #expect(answer.status == .seeOther)
            let address = try #require(answer.headers[.location])
            for _ in 0..<3 {
                let page = try await web.send(.get, address, as: "ada", headers: .page)
                #expect(page.status == .ok)
                #expect(page.text.contains("Ada Lindqvist"))
                #expect(page.text.contains("6F-A1"))
                #expect(page.text.contains("12:00"))
            }
            #expect(try await web.recorded() == 1)
            #expect(try await web.send(.get, address, as: "bo", headers: .page).status == .notFound)
            #expect(try await web.send(.get, address, headers: .page).status == .seeOther)
            #expect(try await web.send(.get, "/t/1", as: "ada").status == .notFound)
            #expect(try await web.send(.get, "/t/\(UUID())", as: "ada").status == .notFound)
        }
    }

    @Test func `gives a script the page at once, which it shows at the tap's own address`() async throws {
        try await TestWeb.with { (web) async throws in
            var headers = HTTPFields.page
            headers[try #require(HTTPField.Name("Sec-Fetch-Mode"))] = "cors"
            let answer = try await web.send(.post, Self.tag, as: "ada", headers: headers)
            #expect(answer.status == .ok && answer.text.contains("You are at work at 6F-A1."))
            let address = try #require(answer.headers[.contentLocation])
            let page = try await web.send(.get, address, as: "ada", headers: .page)
            #expect(page.text == answer.text)
            // The repeat is told the same way, and is the same tap.
            let id = address.dropFirst("/t/".count)
            let again = try await web.send(.post, "\(Self.tag)&id=\(id)", as: "ada", headers: headers)
            #expect(again.status == .ok && again.headers[.contentLocation] == address)
            #expect(try await web.recorded() == 1)
        }
    }

    @Test func `tells a browser what the tap meant`() async throws {
        try await TestWeb.with { (web) async throws in
            _ = try await web.send(.post, Self.tag, as: "ada", headers: .page)
            let answer = try await web.send(.post, "/t?event=start&desk=7F-A1", as: "ada", headers: .page)
            let page = try await web.send(.get, try #require(answer.headers[.location]), as: "ada", headers: .page)
            #expect(page.text.contains("You moved to 7F-A1.") && page.text.contains("</span>Moved to 7F-A1 <time>"))
            let wrong = try await web.send(.post, "/t?event=start&desk=9F-Z9", as: "ada", headers: .page)
            #expect(wrong.status == .notFound)
            #expect(wrong.text.contains("There is no desk 9F-Z9 here."))
        }
    }

    @Test func `shows a form with a number of its own`() async throws {
        try await TestWeb.with { (web) async throws in
            let first = try await web.send(.get, Self.tag, as: "ada", headers: .page).text
            let second = try await web.send(.get, Self.tag, as: "ada", headers: .page).text
            #expect(first.contains("<form method=\"post\" action=\"/t?event=start&amp;desk=6F-A1&amp;id="))
            #expect(first != second)
            let stranger = try await web.send(.get, Self.tag, headers: .page).text
            #expect(!stranger.contains("action=\"/t"))
            #expect(stranger.contains("Sign in, then press the button"))
        }
    }

    @Test func `is not carried out for a page of another site`() async throws {
        try await TestWeb.with { (web) async throws in
            let site = try #require(HTTPField.Name("Sec-Fetch-Site"))
            for foreign: HTTPFields in [
                [site: "cross-site"], [site: "same-site"], [.origin: "https://evil.example"], [.origin: "null"],
                [.origin: "https://desk.example.com.evil.example"],
            ] {
                let response = try await web.send(.post, Self.tag, as: "ada", headers: foreign)
                #expect(response.status == .forbidden)
                #expect(response.json["reason"] == "cross_site")
            }
            #expect(try await web.recorded() == 0)
            for own: HTTPFields in [
                [site: "same-origin"], [.origin: TestWeb.publicURL], [.origin: "http://localhost"],
            ] {
                #expect(try await web.send(.post, Self.tag, as: "ada", headers: own).status == .ok)
            }
        }
    }

    @Test func `needs somebody signed in or a reader's key`() async throws {
        try await TestWeb.with { (web) async throws in
            let nobody = try await web.send(.post, Self.tag)
            #expect(nobody.status == .unauthorized)
            #expect(nobody.json["reason"] == "sign_in_needed")
            for authorization in ["Bearer wrong", "Bearer ", "Basic YTpi", "bearer"] {
                let response = try await web.send(.post, Self.tag, headers: [.authorization: authorization])
                #expect(response.status == .unauthorized)
                #expect(response.json["reason"] == "unknown_key")
            }
            let key = try await web.office.store.readers.addReader(name: "front door")
            #expect(try await web.send(.post, Self.tag + "&user=bo", key: key).json["outcome"] == "accepted")
            try await web.office.store.readers.revokeReader(name: "front door")
            while try await web.send(.post, Self.tag + "&user=bo", key: key).status == .ok {
                try await Task.sleep(for: .milliseconds(10))
            }
        }
    }

    @Test func `takes an instant with a bare plus sign`() async throws {
        try await TestWeb.with { (web) async throws in
            let response = try await web.send(.post, Self.tag + "&at=2026-11-20T11:59:00+09:00", as: "ada")
            #expect(response.json["outcome"] == "accepted")
            let key = try await web.office.store.readers.addReader(name: "front door")
            let late = try await web.send(.post, Self.tag + "&user=ada&at=2026-11-20T13:00:00%2B09:00", key: key)
            #expect(late.status == .accepted)
            #expect(late.json["outcome"] == "quarantined")
            #expect(late.json["reason"] == "future")
        }
    }

    @Test(arguments: ["08:00:00", "11:57:59", "12:02:01", "13:00:00"])
    func `takes no other time from a person than now`(time: String) async throws {
        try await TestWeb.with { (web) async throws in
            let ada = try await web.office.store.people.person(userName: "ada")
            let own = try await web.office.store.personalKeys.addKey(for: ada.id, now: web.clock.now())
            let address = Self.tag + "&at=2026-11-20T\(time)%2B09:00"
            for (user, key) in [("ada", nil), (nil, own)] as [(String?, String?)] {
                let response = try await web.send(.post, address, as: user, key: key)
                #expect(response.status == .unprocessableContent)
                #expect(response.json["reason"] == "not_now")
                #expect(response.json["detail"]?.contains("Request a correction") == true)
                let item = #"{"id": "\#(UUID())", "kind": "start", "at": "2026-11-20T\#(time)+09:00", "desk": "6F-A1"}"#
                let list = try await web.send(.post, "/api/taps", as: user, key: key, body: "[\(item)]")
                #expect(list.jsonList.map { $0["reason"] } == ["not_now"])
            }
            let page = try await web.send(.post, address, as: "ada", headers: .page)
            #expect(page.status == .unprocessableContent && page.text.contains("Request a correction"))
            #expect(page.text.contains("href=\"/me\""))
            #expect(try await web.recorded() == 0)
            let reader = try await web.office.store.readers.addReader(name: "front door")
            #expect(try await web.send(.post, address + "&user=ada", key: reader).json["id"] != nil)
            #expect(try await web.recorded() == 1)
        }
    }

    @Test func `sent again later by a person is the same tap, and under that number no other`() async throws {
        try await TestWeb.with { (web) async throws in
            let id = UUID()
            let address = Self.tag + "&id=\(id)&at=2026-11-20T12:00:00%2B09:00"
            #expect(try await web.send(.post, address, as: "ada").json["outcome"] == "accepted")
            web.clock.advance(by: .seconds(3600))
            #expect(try await web.send(.post, address, as: "ada").json["outcome"] == "duplicate")
            #expect(try await web.send(.post, address, as: "bo").json["reason"] == "not_now")
            let moved = address.replacing("T12:00", with: "T09:00")
            #expect(try await web.send(.post, moved, as: "ada").status == .conflict)
            let item = #"{"id": "\#(id)", "kind": "start", "at": "2026-11-20T12:00:00+09:00", "desk": "6F-A1"}"#
            let list = try await web.send(.post, "/api/taps", as: "ada", body: "[\(item)]")
            #expect(list.jsonList.map { $0["outcome"] } == ["duplicate"])
            #expect(try await web.recorded() == 1)
        }
    }
}
