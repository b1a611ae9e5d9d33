@testable import AttendanceWeb

import Attendance
import AttendanceStore
import Foundation
import HTTPTypes
import HummingbirdTesting
import TestOffice
import TestServers
import Testing

/// Lea is the administrator. There is a reader at the front door.
@Suite(.enabled(if: TestDatabase.isAvailable, "\(TestDatabase.help)"), .timeLimit(.minutes(10)))
struct `Tag routes` {
    private static let address = "https://desk.example.com/t?event=start&desk=6F-A3"

    /// Passes the web application and the keys of Lea and of the reader.
    private func withKeys(_ body: (TestWeb, _ lea: String, _ reader: String) async throws -> Void) async throws {
        try await TestWeb.with { (web) async throws in
            let lea = try await web.office.store.people.person(userName: "lea")
            try await body(
                web, try await web.office.store.personalKeys.addKey(for: lea.id, use: .tags, now: TestOffice.noon),
                try await web.office.store.readers.addReader(name: "front door"))
        }
    }

    private func issue(
        _ web: TestWeb, _ key: String?, _ uid: String = "04A1B2C3D4E580", _ address: String = address, _ more: String = ""
    ) async throws -> TestResponse {
        try await web.send(
            .post, "/api/tags/certificates", key: key, body: #"{"uid": "\#(uid)", "address": "\#(address)"\#(more)}"#)
    }

    /// Ada's tap at a tag, as the reader sends it.
    private func tap(
        _ web: TestWeb, _ reader: String, uid: String, certificate: String?, kind: String = "start", desk: String = "6F-A3",
        at: String = "2026-11-20T12:00:00+09:00"
    ) async throws -> String? {
        let certificate = certificate.map { #", "certificate": "\#($0)""# } ?? ""
        let body = """
            [{"id": "\(UUID())", "type": "tap", "user": "ada", "kind": "\(kind)", "at": "\(at)",
              "desk": "\(desk)", "tag": {"uid": "\(uid)"\(certificate)}}]
            """
        return try await web.send(.post, "/api/taps", key: reader, body: body).jsonList.first?["outcome"]
    }

    @Test func `A copied tag is shown to the administrator once it is tapped`() async throws {
        try await withKeys { (web, lea, reader) async throws in
            let issued = try await issue(web, lea)
            #expect(issued.status == .created)
            #expect(
                issued.json.filter { !["certificate", "word"].contains($0.key) } == [
                    "uid": "04A1B2C3D4E580", "desk": "6F-A3", "event": "start", "office": "Harbour Office",
                    "issued": "2026-11-20",
                    "key": "1",
                ])
            let certificate = try #require(issued.json["certificate"])
            #expect(try TagCertificate(base64URL: certificate).key == 1)
            // A repeated request gives the same word. A tag without room for a word gets none.
            let word = try #require(issued.json["word"])
            #expect(TagWord(word) != nil)
            #expect(try await issue(web, lea).json["word"] == word)
            #expect(try await issue(web, lea, "04A1B2C3", Self.address, #", "word": false"#).json["word"] == nil)
            try await web.office.store.tags.retireTag(try #require(UID(hex: "04A1B2C3")), why: "try", now: web.clock.now())
            #expect(try await web.send(.post, "/api/tags/04A1B2C3D4E580/written", key: lea, body: "{}").status == .noContent)

            #expect(try await tap(web, reader, uid: "04A1B2C3D4E580", certificate: certificate) == "accepted")
            #expect(try await web.office.value("select proof from log_place") == "certificate")
            let calm = try await web.send(.get, "/admin/tags", as: "lea").text
            #expect(!calm.contains("id=\"odd\""))
            #expect(calm.contains("certified"))

            #expect(try await tap(web, reader, uid: "04FFFFFFFFFFFF", certificate: certificate) == "accepted")
            let page = try await web.send(.get, "/admin/tags", as: "lea").text
            #expect(page.contains("<strong>Copied tag</strong> <span class=\"where\">6F-A3, clock-in</span>"))
            #expect(page.contains("20 Nov 2026 12:00, read as UID 04FFFFFFFFFFFF at reader “front door”."))
            #expect(try await web.office.store.ledger.verifyLedger().flaw == nil)
            #expect(try await web.recorded() == 2)
        }
    }

    @Test func `A suspicious tag is recorded and flagged with its tap, never refused`() async throws {
        try await withKeys { (web, lea, reader) async throws in
            let certificate = try #require(try await issue(web, lea).json["certificate"])
            let other = try #require(try await issue(web, lea, "E004010203040506", Self.address).json["certificate"])
            let bare = try await issue(
                web, lea, "04A1B2C3", "https://x/t?event=end", #", "certificate": false"#)
            #expect(bare.status == .created)
            #expect(bare.json["certificate"] == nil)
            let cases = [
                ("04A1B2C3D4E580", certificate, "start", "6F-A3", "certificate"),
                ("04a1b2c3d4e580", nil, "start", "6F-A3", "uid"),
                ("04A1B2C3", nil, "end", "6F-A3", "uid"), ("04A1B2C3D4E580", other, "start", "6F-A3", "tag_copied"),
                ("04A1B2C3D4E580", "garbage!", "start", "6F-A3", "tag_copied"),
                ("04A1B2C3D4E580", "", "start", "6F-A3", "tag_copied"),
                ("04A1B2C3D4E580", certificate, "start", "6F-A4", "tag_mismatch"),
                ("04A1B2C3D4E580", certificate, "end", "6F-A3", "tag_mismatch"),
                ("04EEEEEE", nil, "start", "6F-A3", "tag_unknown"),
                ("nonsense", certificate, "start", "6F-A3", "tag_unknown"), ("", nil, "start", "6F-A3", "tag_unknown"),
            ]
            for (uid, certificate, kind, desk, expected) in cases {
                let outcome = try await tap(web, reader, uid: uid, certificate: certificate, kind: kind, desk: desk)
                #expect(outcome == "accepted")
                let found = try await web.office.value(
                    """
                    select coalesce(flag, proof) from log_place join event on event.seq = log_place.seq
                     order by event.seq desc limit 1
                    """)
                #expect(found == expected, "\(uid) \(kind) \(desk)")
            }
            #expect(try await web.office.store.ledger.verifyLedger().flaw == nil)
        }
    }

    @Test func `A tap that is sent again is a duplicate, even if its tag was retired since`() async throws {
        try await withKeys { (web, lea, reader) async throws in
            let certificate = try #require(try await issue(web, lea).json["certificate"])
            let body = """
                [{"id": "\(UUID())", "user": "ada", "kind": "start", "at": "2026-11-20T11:00:00+09:00", "desk": "6F-A3",
                  "tag": {"uid": "04A1B2C3D4E580", "certificate": "\(certificate)"}}]
                """
            #expect(try await web.send(.post, "/api/taps", key: reader, body: body).jsonList.first?["outcome"] == "accepted")
            try await web.office.store.tags.retireTag(
                try #require(UID(hex: "04A1B2C3D4E580")), why: "lost", now: web.clock.now())
            // Another process retired the tag. This one learns of it by a notification.
            let at = "2026-11-20T12:01:00+09:00"
            while try await tap(web, reader, uid: "04A1B2C3D4E580", certificate: certificate, at: at) == "accepted",
                try await web.office.value("select count(*)::text from log_place where flag = 'tag_retired'") == "0"
            {
                try await Task.sleep(for: .milliseconds(10))
            }
            #expect(try await web.send(.post, "/api/taps", key: reader, body: body).jsonList.first?["outcome"] == "duplicate")
            #expect(
                try await web.office.value(
                    "select proof from log_place join event on event.seq = log_place.seq order by event.seq limit 1")
                    == "certificate")
        }
    }

    @Test func `A tag that a person's own client sends proves nothing`() async throws {
        try await withKeys { (web, lea, reader) async throws in
            let certificate = try #require(try await issue(web, lea).json["certificate"])
            try await web.office.store.setRequiredProof(of: web.office.office, to: .uid)
            let ada = try await web.office.store.people.person(userName: "ada")
            let key = try await web.office.store.personalKeys.addKey(for: ada.id, now: TestOffice.noon)
            #expect(try await tap(web, key, uid: "04A1B2C3D4E580", certificate: certificate) == "quarantined")
            #expect(try await tap(web, reader, uid: "04A1B2C3D4E580", certificate: certificate) == "accepted")
            let phone = try await web.send(.post, "/t?event=start&desk=6F-A3", as: "ada")
            #expect(phone.status == .accepted)
            #expect(phone.json["reason"] == "unproven")
        }
    }

    @Test func `A tag in use for another desk is replaced only if the request says so`() async throws {
        try await withKeys { (web, lea, _) async throws in
            let first = try await issue(web, lea)
            #expect(try await issue(web, lea).json == first.json)
            let elsewhere = Self.address.replacing("6F-A3", with: "6F-A4")
            let refused = try await issue(web, lea, "04A1B2C3D4E580", elsewhere)
            #expect(refused.status == .conflict)
            #expect(refused.json["reason"] == "tag_in_use")
            #expect(refused.json["detail"]?.contains("clock-in at 6F-A3") == true)
            let replaced = try await issue(web, lea, "04A1B2C3D4E580", elsewhere, #", "replace": true"#)
            #expect(replaced.status == .created)
            #expect(replaced.json["desk"] == "6F-A4")
            // The reason is the server's own, so each reader has it in their language.
            for (language, reason) in [("en", "The tag got another place."), ("ja", "タグを別の場所に登録しました。")] {
                var headers = HTTPFields.page
                headers[.acceptLanguage] = language
                #expect(try await web.send(.get, "/admin/tags", as: "lea", headers: headers).text.contains(reason))
            }
        }
    }

    @Test func `A refused form of a tag keeps what was typed, and fills no other form`() async throws {
        try await withKeys { (web, lea, _) async throws in
            #expect(try await issue(web, lea).status == .created)
            let page = try await web.sendForm(
                "/admin/tags/04A1B2C3D4E580/replace", as: "lea", ["uid": " ", "why": "lost"])
            #expect(page.status == .badRequest)
            let filled = page.text.split(separator: "</form>").filter { $0.contains("value=\"lost\"") }
            #expect(filled.map { $0.contains("name=\"uid\"") } == [true])
        }
    }

    @Test(arguments: [
        (#"{"address": "https://x/t?event=end"}"#, "bad_uid"), (#"{"uid": 5, "address": "https://x/t?event=end"}"#, "bad_uid"),
        (#"{"uid": "04A1", "address": "https://x/t?event=end"}"#, "bad_uid"), (#"{"uid": "04A1B2C3"}"#, "bad_address"),
        (#"{"uid": "04A1B2C3", "address": 5}"#, "bad_address"), (#"{"uid": "04A1B2C3", "address": ""}"#, "bad_address"),
        (#"{"uid": "04A1B2C3", "address": "ftp://x/t?event=end"}"#, "bad_address"),
        (#"{"uid": "04A1B2C3", "address": "https:///t?event=end"}"#, "bad_address"),
        (#"{"uid": "04A1B2C3", "address": "https://x/u?event=end"}"#, "bad_address"),
        (#"{"uid": "04A1B2C3", "address": "https://x/a/t?event=end"}"#, "bad_address"),
        (#"{"uid": "04A1B2C3", "address": "https://x/t"}"#, "bad_address"),
        (#"{"uid": "04A1B2C3", "address": "https://x/t?event=end#x"}"#, "bad_address"),
        (#"{"uid": "04A1B2C3", "address": "https://x/t?desk=6F-A3"}"#, "bad_address"),
        (#"{"uid": "04A1B2C3", "address": "https://x/t?event=toggle"}"#, "bad_address"),
        (#"{"uid": "04A1B2C3", "address": "https://x/t?event=start"}"#, "bad_address"),
        (#"{"uid": "04A1B2C3", "address": "https://x/t?event=start&desk=%20"}"#, "bad_address"),
        (#"{"uid": "04A1B2C3", "address": "https://x/t?event=start&desk=A_1"}"#, "bad_address"),
        (#"{"uid": "04A1B2C3", "address": "https://x/t?event=end", "replace": "yes"}"#, "bad_replace"),
        (#"{"uid": "04A1B2C3", "address": "https://x/t?event=end", "certificate": null}"#, "bad_certificate"),
        ("", "bad_json"), ("{", "bad_json"), ("[]", "bad_json"), ("5", "bad_json"), ("null", "bad_json"),
    ])
    func `A malformed request for a tag certificate is refused with its reason`(body: String, reason: String) async throws {
        try await withKeys { (web, lea, _) async throws in
            let response = try await web.send(.post, "/api/tags/certificates", key: lea, body: body)
            #expect(response.status == .badRequest)
            #expect(response.json["reason"] == reason)
            #expect(try await web.office.store.tags.tags().isEmpty)
        }
    }

    @Test(arguments: [
        ("event=start&desk=9F-Z9", "unknown_desk"), ("event=end&office=Nowhere", "unknown_office"),
        ("event=start&desk=6F-A3&office=Nowhere", "unknown_office"),
    ])
    func `An unknown desk, office or tag is not found`(query: String, reason: String) async throws {
        try await withKeys { (web, lea, _) async throws in
            let response = try await issue(web, lea, "04A1B2C3", "https://x/t?" + query)
            #expect(response.status == .notFound)
            #expect(response.json["reason"] == reason)
            for uid in ["04A1B2C3", "04A1B2C3D4E580"] {
                let written = try await web.send(.post, "/api/tags/\(uid)/written", key: lea, body: "{}")
                #expect(written.status == .notFound)
            }
            #expect(try await web.send(.post, "/api/tags/zz/written", key: lea, body: "{}").status == .badRequest)
        }
    }

    @Test(arguments: ["ada", "bo", "cy"])
    func `Tag routes are for administrators only`(user: String) async throws {
        try await withKeys { (web, _, reader) async throws in
            let person = try await web.office.store.people.person(userName: user)
            let key = try await web.office.store.personalKeys.addKey(for: person.id, now: TestOffice.noon)
            let addresses: [(HTTPRequest.Method, String)] = [
                (.post, "/api/tags/certificates"), (.post, "/api/tags/04A1B2C3/written"), (.get, "/admin/tags"),
                (.post, "/admin/tags/04A1B2C3/retire"), (.post, "/admin/tags/04A1B2C3/replace"),
            ]
            for (method, address) in addresses {
                #expect(try await web.send(method, address, key: key, body: "{}").status == .forbidden, "\(address)")
                #expect(try await web.send(method, address, as: user, body: "{}").status == .forbidden, "\(address)")
                for other in [nil, reader, "wrong"] {
                    let response = try await web.send(method, address, key: other, body: "{}")
                    #expect(response.status == .unauthorized, "\(address)")
                }
            }
        }
    }

    @Test func `Tag routes refuse a revoked key`() async throws {
        try await withKeys { (web, lea, _) async throws in
            #expect(try await issue(web, lea).status == .created)
            let person = try await web.office.store.people.person(userName: "lea")
            #expect(try await web.office.store.personalKeys.revokeKeys(of: person.id, now: TestOffice.noon) == 1)
            // The feed notifies each server process.
            while try await issue(web, lea).status == .created { try await Task.sleep(for: .milliseconds(10)) }
            #expect(try await issue(web, lea).status == .unauthorized)
        }
    }

    @Test func `A server that cannot decrypt its signing key signs no tags`() async throws {
        try await withKeys { (web, lea, _) async throws in
            #expect(try await issue(web, lea).status == .created)
            try await web.office.execute(
                """
                update signing_key
                   set wrapped_private_key = set_byte(wrapped_private_key, 20, get_byte(wrapped_private_key, 20) # 1)
                """)
            let response = try await issue(web, lea)
            #expect(response.status == .serviceUnavailable)
            #expect(response.json["reason"] == "no_secret")
        }
    }
}
