@testable import AttendanceWeb

import Attendance
import AttendanceStore
import Foundation
import HTTPTypes
import HummingbirdTesting
import TestOffice
import TestServers
import Testing

/// There are readers at the front door and the back door. An enrolment of Ada is open at the front door since noon.
@Suite(.enabled(if: TestDatabase.isAvailable, "\(TestDatabase.help)"), .timeLimit(.minutes(10)))
struct `Badge taps` {
    private static let card = #"{"kind": "nfca", "uid": "04A1B2C3D4E580"}"#

    private func withReaders(_ body: (TestWeb, _ front: String, _ back: String) async throws -> Void) async throws {
        try await TestWeb.with { (web) async throws in
            let front = try await web.office.store.readers.addReader(name: "front door")
            let back = try await web.office.store.readers.addReader(name: "back door")
            // As an enrolment, which then listens.
            try await web.office.execute(
                """
                insert into badge_enrolment (person_id, reader_id, asked_at, expires_at)
                select person.id, reader.id, '2026-11-20T12:00:00+09:00', '2026-11-20T12:10:00+09:00' from person, reader
                 where person.user_name = 'ada' and reader.name = 'front door'
                """)
            try await body(web, front, back)
        }
    }

    private func item(
        _ badge: String = card, id: UUID = UUID(), second: Int = 1, kind: String = "start", more: String = ""
    ) -> String {
        """
        {"id": "\(id)", "type": "tap", "badge": \(badge), "kind": "\(kind)",
         "at": "2026-11-20T12:00:\(second < 10 ? "0" : "")\(second)+09:00", "desk": "6F-A3"\(more)}
        """
    }

    private func send(_ web: TestWeb, _ key: String, _ items: String...) async throws -> [[String: String]] {
        web.clock.advance(by: .seconds(30))
        let response = try await web.send(.post, "/api/taps", key: key, body: "[\(items.joined(separator: ","))]")
        #expect(response.status == .ok)
        return response.jsonList
    }

    @Test func `A badge tap is recorded for the badge's owner`() async throws {
        try await withReaders { (web, front, back) async throws in
            let enrolling = UUID()
            let answers = try await send(
                web, front, item(second: 0), item(id: enrolling), item(second: 2), item(id: enrolling),
                item(second: 3, kind: "end"))
            #expect(
                answers.map { $0["reason"] ?? $0["outcome"] } == [
                    "unknown_badge", "badge_enrolled", "accepted", "badge_enrolled", "accepted",
                ])
            #expect(answers[1]["outcome"] == "rejected")
            #expect(answers[1]["message"] == "This badge now belongs to Ada Lindqvist. The next tap counts.")
            #expect(try await send(web, back, item(second: 9))[0]["outcome"] == "accepted")
            // Including the tap that was stored until the enrolment.
            #expect(try await web.office.value("select count(*)::text from event where person_id = 1") == "4")
            #expect(try await web.office.value("select string_agg(quarantine, ' ') from event") == "before_enrolment")
            #expect(try await web.office.value("select distinct proof from log_place") == "uid")
            #expect(try await web.office.value("select count(tag_uid)::text from log_place") == "0")
            #expect(try await web.office.store.ledger.verifyLedger().flaw == nil)
        }
    }

    @Test func `A badge tap that is sent again is recorded once`() async throws {
        try await withReaders { (web, front, _) async throws in
            _ = try await send(web, front, item())
            let id = UUID()
            #expect(try await send(web, front, item(id: id, second: 5))[0]["outcome"] == "accepted")
            #expect(try await send(web, front, item(id: id, second: 5))[0]["outcome"] == "duplicate")
            #expect(try await send(web, front, item(id: id, second: 6))[0]["outcome"] == "conflict")
            // Also after the badge was removed: it was Ada's at the time of the tap.
            let badge = try #require(try await web.office.store.badges.badges().first)
            #expect(try await web.office.store.badges.removeBadge(badge.id, now: web.clock.now()))
            web.services.access.invalidate()
            #expect(try await send(web, front, item(id: id, second: 5))[0]["outcome"] == "duplicate")
        }
    }

    @Test func `A badge tap at another reader, or sent by a person, is not recorded`() async throws {
        try await withReaders { (web, _, back) async throws in
            #expect(try await send(web, back, item())[0]["reason"] == "unknown_badge")
            let cookie = try await web.cookie("ada")
            let response = try await web.send(
                .post, "/api/taps", headers: [.cookie: cookie], body: "[\(item())]")
            #expect(response.jsonList.first?["reason"] == "other_person")
            #expect(try await web.recorded() == 0)
        }
    }

    @Test(arguments: [
        (card, #", "user": "ada""#, "bad_user"), (#"{"kind": "nfca", "uid": "08A1B2C3"}"#, "", "random_badge"),
        (#"{"kind": "felica", "uid": "01FE020304050607"}"#, "", "random_badge"), ("5", "", "bad_badge"),
        ("{}", "", "bad_badge"),
        (#""04A1B2C3D4E580""#, "", "bad_badge"), (#"{"kind": "nfca"}"#, "", "bad_badge"),
        (#"{"kind": "nfca", "uid": 5}"#, "", "bad_badge"), (#"{"kind": "nfca", "uid": ""}"#, "", "bad_badge"),
        (#"{"kind": "nfca", "uid": "04A1B2C3D4E5800"}"#, "", "bad_badge"),
        (#"{"kind": "wifi", "uid": "04A1B2C3D4E580"}"#, "", "bad_badge"), ("null", "", "bad_user"),
        (card, #", "kind": "toggle""#, "bad_kind"),
    ])
    func `A malformed badge tap is refused and enrols no badge`(badge: String, more: String, reason: String) async throws {
        try await withReaders { (web, front, _) async throws in
            let bad = more.contains("kind") ? item(badge).replacing("\"start\"", with: "\"toggle\"") : item(badge, more: more)
            let good = #"{"id": "\#(UUID())", "user": "bo", "kind": "end", "at": "2026-11-20T12:00:00+09:00"}"#
            let answers = try await send(web, front, bad, good)
            #expect(answers.map { $0["reason"] ?? $0["outcome"] } == [reason, "accepted"])
            #expect(try await web.office.store.badges.badges().isEmpty)
        }
    }

    /// A visitor tapped with a pool card before the card was given to Ada.
    @Test func `A badge tap from before the enrolment is stored, and then quarantined for the owner`() async throws {
        try await withReaders { (web, front, back) async throws in
            let (visit, late) = (UUID(), UUID())
            for _ in 1...2 {
                let answer = try await send(web, back, item(id: visit, second: 0))[0]
                #expect(answer["outcome"] == "rejected" && answer["reason"] == "unknown_badge")
                #expect(answer["message"]?.contains("The tap is saved until an administrator enrols the badge.") == true)
            }
            #expect(try await web.recorded() == 0)
            #expect(try await send(web, front, item(second: 2))[0]["reason"] == "badge_enrolled")
            // A tap that the reader had queued is quarantined at once.
            let answer = try await send(web, back, item(id: late, second: 1))[0]
            #expect(answer["outcome"] == "quarantined" && answer["reason"] == "before_enrolment")
            for id in [visit, late] {
                let second = id == visit ? 0 : 1
                #expect(try await send(web, back, item(id: id, second: second))[0]["outcome"] == "duplicate")
            }
            let waiting = try await web.office.store.corrections.quarantinedTaps()
            #expect(waiting.map(\.id) == [visit, late])
            #expect(waiting.allSatisfy { $0.userName == "ada" && $0.reader == "back door" && $0.desk == "6F-A3" })
            #expect(try await web.office.state(of: "ada") == .off)
            let page = try await web.send(.get, "/quarantine", headers: [.cookie: try await web.cookie("cy")])
            #expect(page.text.contains("the badge was not assigned to this person yet"))
            #expect(try await web.office.store.ledger.verifyLedger().flaw == nil)
        }
    }

    @Test func `A badge tap is stored even if no badge was ever enrolled`() async throws {
        try await TestWeb.with { (web) async throws in
            let key = try await web.office.store.readers.addReader(name: "front door")
            #expect(try await send(web, key, item())[0]["reason"] == "unknown_badge")
            #expect(try await web.office.value("select count(*)::text from unclaimed_tap") == "1")
        }
    }
}
