@testable import AttendanceWeb

import Attendance
import AttendanceStore
import Foundation
import HTTPTypes
import HummingbirdTesting
import TestOffice
import TestServers
import Testing

/// Ada works at the Harbour Office, Eve at the office Hill. Ada's badge is enrolled.
@Suite(.enabled(if: TestDatabase.isAvailable, "\(TestDatabase.help)"), .timeLimit(.minutes(10)))
struct `Reader keys` {
    private static let badge = "04A1B2C3D4E580"

    private func withOffices(_ body: (TestWeb, CapturedLog) async throws -> Void) async throws {
        let log = CapturedLog()
        try await TestWeb.with(logger: log.logger) { (web) async throws in
            let store = web.office.store
            let hill = try await store.offices.addOffice(name: "Hill", timeZone: TestOffice.timeZone)
            try await store.people.addPerson(userName: "eve", displayName: "Eve Hill", role: .employee, office: hill)
            let reader = try await store.readers.addReader(name: "enrolment")
            try await web.office.execute(
                """
                insert into badge_enrolment (person_id, reader_id, asked_at, expires_at)
                select person.id, reader.id, '2026-11-20T11:50:00+09:00', '2026-11-20T12:10:00+09:00' from person, reader
                 where person.user_name = 'ada'
                """)
            let answer = try await web.send(
                .post, "/api/taps", key: reader, body: "[\(item(badge: Self.badge, at: "11:59:00"))]"
            ).jsonList
            #expect(answer.first?["reason"] == "badge_enrolled")
            try await body(web, log)
        }
    }

    private func item(
        user: String? = nil, badge: String? = nil, kind: String = "start", desk: String? = "6F-A3", at: String = "12:00:00"
    ) -> String {
        let who = badge.map { #""badge": {"kind": "nfca", "uid": "\#($0)"}"# } ?? #""user": "\#(user ?? "")""#
        let place = desk.map { #", "desk": "\#($0)""# } ?? ""
        return #"{"id": "\#(UUID())", \#(who), "kind": "\#(kind)", "at": "2026-11-20T\#(at)+09:00"\#(place)}"#
    }

    /// A reader of each scope sends the same taps. Each tap is accepted or refused on its own.
    @Test func `A reader's key is valid only for taps in its scope`() async throws {
        try await withOffices { (web, log) async throws in
            let items = [
                item(user: "ada"), item(user: "bo"), item(user: "eve"), item(badge: Self.badge),
                item(badge: Self.badge, desk: "6F-A4"), item(badge: Self.badge, kind: "pause", desk: nil),
                item(badge: "04FFFFFF"), item(user: "ada", kind: "toggle"),
            ]
            let scopes: [(ReaderScope, refused: Set<Int>)] = [
                (.anyone, []), (.office(web.office.office, name: "Harbour Office"), [2]),
                (.person(userName: "ada"), [1, 2, 3, 4, 5, 6]), (.badges(at: []), [0, 1, 2, 7]),
                (.badges(at: [try #require(DeskID("6F-A3"))]), [0, 1, 2, 4, 7]),
            ]
            for (scope, refused) in scopes {
                let unclaimed = "select count(*)::text from unclaimed_tap where badge_hash is not null"
                let (before, kept) = (try await web.recorded(), try await web.office.value(unclaimed))
                let key = try await web.office.store.readers.addReader(name: "\(scope)", scope: scope)
                // New ids, so that no tap is a duplicate.
                let fresh = items.map { $0.replacing(/"id": "[^"]*"/, with: "\"id\": \"\(UUID())\"") }
                let answers = try await web.send(
                    .post, "/api/taps", key: key, body: "[\(fresh.joined(separator: ","))]"
                ).jsonList
                let found = Set(answers.indices.filter { answers[$0]["reason"] == "not_in_scope" })
                #expect(found == refused, "\(scope)")
                #expect(answers.count == items.count)
                for index in answers.indices where !refused.contains(index) && index < 6 {
                    #expect(answers[index]["outcome"] == "accepted", "\(scope) \(index)")
                }
                #expect(try await web.recorded() - before == 6 - refused.count { $0 < 6 })
                // A tap of an unknown badge is not stored if it is out of scope.
                #expect(try await (web.office.value(unclaimed) == kept) == refused.contains(6))
                let line =
                    "warning refused taps of the reader number \(try await web.office.value("select max(id)::text from reader") ?? ""), whose key is for others: \(refused.count)"
                #expect(log.lines.contains(line) == !refused.isEmpty, "\(log.lines)")
            }
            #expect(try await web.office.store.ledger.verifyLedger().flaw == nil)
        }
    }

    /// Two accounts of one name in two spellings can exist from before names were compared by their key.
    @Test func `A personal reader taps for its owner only, also in the spelling of another account`() async throws {
        try await withOffices { (web, _) async throws in
            let key = try await web.office.store.readers.addReader(name: "Ada's own", scope: .person(userName: "ada"))
            try await web.office.execute("alter table person disable trigger keep_new_user_name_apart")
            try await web.office.execute(
                "insert into person (user_name, display_name, office_id) values ('ａｄａ', 'Another Ada', \(web.office.office))")
            try await web.office.execute("alter table person enable trigger keep_new_user_name_apart")
            let items = [item(user: "ａｄａ"), item(user: "ADA", kind: "pause", desk: nil, at: "12:00:01")]
            let answers = try await web.send(
                .post, "/api/taps", key: key, body: "[\(items.joined(separator: ","))]"
            ).jsonList
            #expect(answers.map { $0["outcome"] } == ["accepted", "accepted"])
            let whose = "select string_agg(user_name, ' ') from event join person on person.id = person_id"
            #expect(try await web.office.value(whose + " where at >= '2026-11-20T12:00:00+09:00'") == "ada ada")
        }
    }

    @Test func `The scope of a reader's key also applies to a tap by a tag's address`() async throws {
        try await withOffices { (web, _) async throws in
            let key = try await web.office.store.readers.addReader(name: "Ada's own", scope: .person(userName: "ada"))
            let refused = try await web.send(.post, "/t?event=start&desk=6F-A3&user=bo", key: key)
            #expect(refused.status == .forbidden)
            #expect(refused.json["reason"] == "not_in_scope")
            #expect(refused.json["detail"]?.contains("This reader cannot record this tap") == true)
            #expect(try await web.send(.post, "/t?event=start&desk=6F-A3&user=ada", key: key).status == .ok)
            let hill = try await web.office.store.offices.office(named: "Hill")
            let other = try await web.office.store.readers.addReader(name: "hill", scope: .office(hill.id, name: hill.name))
            #expect(try await web.send(.post, "/t?event=pause&user=ada", key: other).status == .forbidden)
            #expect(try await web.send(.post, "/t?event=pause&user=eve", key: other).status == .ok)
            #expect(try await web.recorded() == 2)
        }
    }

    @Test func `A rotated reader key is valid until its overlap ends`() async throws {
        try await TestWeb.with { web in
            let store = web.office.store
            func isGood(_ key: String) async throws -> Bool {
                try await web.send(.post, "/api/taps", key: key, body: "[]").status == .ok
            }
            let first = try await store.readers.addReader(name: "front door", scope: .badges(at: []))
            #expect(try await isGood(first))
            let second = try await store.readers.rotateReader(name: "front door", now: web.clock.now())
            #expect(try await isGood(first))
            #expect(try await isGood(second))
            web.clock.advance(by: .seconds(86_390))
            // Looked up again ten seconds before its end, and not cached beyond it.
            #expect(try await isGood(first))
            web.clock.advance(by: .seconds(11))
            #expect(try await !isGood(first))
            #expect(try await isGood(second))

            let third = try await store.readers.rotateReader(name: "front door", now: web.clock.now())
            _ = try await store.readers.rotateReader(name: "front door", now: web.clock.now())
            web.services.access.invalidate()
            // Only the last key before the rotation.
            #expect(try await !isGood(second))
            #expect(try await isGood(third))
            try await store.readers.revokeReader(name: "front door")
            web.services.access.invalidate()
            #expect(try await !isGood(third))
            await #expect(throws: StoreError.unknownReader("front door")) {
                _ = try await store.readers.rotateReader(name: "front door", now: web.clock.now())
            }
        }
    }

    @Test func `A reader added with replacing gets a new key, and its earlier keys stop working, also after it was revoked`()
        async throws
    {
        try await TestWeb.with { web in
            let store = web.office.store
            func isGood(_ key: String) async throws -> Bool {
                web.services.access.invalidate()
                return try await web.send(.post, "/api/taps", key: key, body: "[]").status == .ok
            }
            let first = try await store.readers.addReader(name: "front door", replacing: true)
            #expect(try await isGood(first))
            _ = try await store.readers.rotateReader(name: "front door", now: web.clock.now())
            await #expect(throws: StoreError.alreadyExists(.reader("front door"))) {
                _ = try await store.readers.addReader(name: "front door")
            }
            let second = try await store.readers.addReader(name: "front door", replacing: true)
            #expect(try await !isGood(first))
            #expect(try await isGood(second))
            try await store.readers.revokeReader(name: "front door")
            let third = try await store.readers.addReader(name: "front door", scope: .badges(at: []), replacing: true)
            #expect(try await isGood(third))
            #expect(try await store.readers.readers().map(\.reader.scope) == [.badges(at: [])])
        }
    }

    @Test func `The administration page creates reader keys of each scope, and rotates them`() async throws {
        try await TestWeb.with { web in
            func post(_ address: String, _ body: String) async throws -> TestResponse {
                var headers = HTTPFields.page
                headers[.contentType] = "application/x-www-form-urlencoded"
                return try await web.send(.post, address, as: "lea", headers: headers, body: body)
            }
            func key(_ response: TestResponse) throws -> String {
                try String(#require(response.text.firstMatch(of: /<code>(.*?)<\/code>/)).1)
            }
            let first = try key(try await post("/admin/readers", "name=door&scope=badges&desks=6f-a3%2C+6F-A4"))
            #expect(try await web.office.value("select array_to_string(desks, ' ') from reader") == "6F-A3 6F-A4")
            let id = try await web.office.value("select id::text from reader") ?? ""
            let rotated = try await post("/admin/readers/\(id)/rotate", "")
            let second = try key(rotated)
            #expect(rotated.text.contains("data-once") && rotated.text.contains("/base/once.js"))
            #expect(rotated.text.contains("<p id=\"new-key\"><code>\(second)</code></p>"))
            #expect(rotated.text.contains("data-copy=\"new-key\""))
            // The actions wrap together.
            #expect(
                rotated.text.contains("<div class=\"row tight\"><form method=\"post\" action=\"/admin/readers/\(id)/rotate\">"))
            for key in [first, second] {
                #expect(try await web.send(.post, "/api/taps", key: key, body: "[]").status == .ok)
            }
            #expect(
                rotated.text.contains("taps of badges at 6F-A3, 6F-A4 · last seen: never · the previous key is valid until 2"))
            let office = try await web.office.store.offices.office(named: nil)
            _ = try await post("/admin/readers", "name=hall&scope=office-\(office.id)")
            _ = try await post("/admin/readers", "name=own&scope=person&user=ada")
            _ = try await post("/admin/readers", "name=any&scope=anyone")
            #expect(
                try await web.office.store.readers.readers().map(\.reader.scope) == [
                    .anyone, .badges(at: ["6F-A3", "6F-A4"].compactMap { DeskID($0) }),
                    .office(office.id, name: office.name), .person(userName: "ada"),
                ])
        }
    }
}
