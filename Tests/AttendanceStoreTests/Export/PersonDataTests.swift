import Attendance
import AttendanceStore
import Foundation
import Hours
import JSON
import TestOffice
import TestServers
import Testing

@Suite(.enabled(if: TestDatabase.isAvailable, Comment(rawValue: TestDatabase.help)), .timeLimit(.minutes(10)))
struct `Personal data export` {
    private let noon = TestOffice.noon

    /// Ada taps, Bo corrects her taps, Cy has read her record.
    private func withData(_ body: (TestOffice, Person, [String: Any]) async throws -> Void) async throws {
        try await TestOffice.with { office in
            let (start, void) = (UUID(), UUID())
            _ = try await TapRecorder.recordAlone(
                [
                    TestOffice.submission("ada", .start, desk: "6F-A1", id: start),
                    TestOffice.submission("bo", .start, desk: "6F-A2"),
                    TestOffice.submission("ada", .pause, at: noon + .seconds(60), id: void),
                    TestOffice.submission("ada", .end, at: noon + .seconds(3600)),
                    TestOffice.submission(
                        "ada", .start, at: noon + .seconds(90_000), desk: "6F-A3", receivedAt: noon + .seconds(3601)),
                ], pool: office.pool)
            let why = Justification(author: "bo", reason: "She \"stayed\"")
            let amend = Correction.Change.amend(Amendment(at: noon - .seconds(600)))
            _ = try await office.store.corrections.correct(
                [(start, amend), (void, .void)].map { target, change in
                    CorrectionSubmission(
                        .correction(Correction(id: UUID(), target: target, change: change, justification: why)),
                        receivedAt: noon + .seconds(7200))
                })
            let people = try await office.store.people.people()
            let (ada, cy) = (people[0], people[2])
            let day = try #require(CivilDate(text: "2026-11-20"))
            try await office.store.audit.log(
                Access(by: cy.id, to: .person(ada.id), of: day...day, purpose: "Payroll"), now: noon + .seconds(9000))
            let data = try await office.store.personData.data(of: ada, asOf: noon + .seconds(86_400), zones: try .system())
            let document = try JSONSerialization.jsonObject(with: Data(try data.json())) as? [String: Any]
            try await body(office, ada, try #require(document))
        }
    }

    @Test func `The personal data export is written in pieces that join to the whole document`() async throws {
        try await withData { office, ada, _ in
            try await office.execute(
                """
                insert into access_log (at, reader_id, person_id, period_from, period_to, purpose)
                select '2026-11-20 05:00+00', \(ada.id), \(ada.id), '2026-11-20', '2026-11-20', repeat('é', 900)
                  from generate_series(1, 200)
                """)
            let data = try await office.store.personData.data(of: ada, asOf: noon + .seconds(86_400), zones: try .system())
            var pieces: [[UInt8]] = []
            try await data.writeJSON { pieces.append($0) }
            #expect(pieces.count > 4 && pieces.allSatisfy { $0.count < 80_000 })
            let whole = try data.json()
            #expect(Array(pieces.joined()) == whole)
            // The same layout as Foundation's pretty-printed JSON.
            let document = try JSONSerialization.jsonObject(with: Data(whole))
            #expect(((document as? [String: Any])?["accesses"] as? [Any])?.count == 201)
            let text = String(decoding: whole, as: UTF8.self)
            #expect(text.hasPrefix("{\n  \"accesses\" : [\n    {\n      \"at\" : \""))
            #expect(text.contains("\n    }\n  ],\n  \"badges\" : [\n\n  ],\n  \"correction_requests\" : ["))
            #expect(text.contains("\n  ],\n  \"made\" : {\n    \"as_of\" : ") && text.hasSuffix("\n  }\n}"))
        }
    }

    @Test func `The personal data export has events, corrections, daily rows, accesses and the ledger head`() async throws {
        try await withData { _, _, data in
            let events = try #require(data["events"] as? [[String: Any]])
            #expect(events.map { $0["kind"] as? String } == ["start", "pause", "end", "start"])
            #expect(events.map { $0["status"] as? String } == ["effective", "voided", "effective", "quarantined"])
            #expect(events[0]["at"] as? String == "2026-11-20T02:50:00.000+00:00")
            #expect(events[0]["at_original"] as? String == "2026-11-20T12:00:00.000+09:00")
            #expect(events[0]["desk"] as? String == "6F-A1")
            #expect(events[3]["quarantine"] as? String == "future")
            let corrections = try #require(events[0]["corrections"] as? [[String: Any]])
            #expect(corrections.map { $0["author"] as? String } == ["bo"])
            #expect(corrections.map { $0["reason"] as? String } == ["She \"stayed\""])
            let days = try #require(data["days"] as? [[String: Any]])
            #expect(days[0]["worked_seconds"] as? Int == 4200)
            #expect(days[0]["flags"] as? [String] == ["corrected", "quarantined", "voided"])
            let accesses = try #require(data["accesses"] as? [[String: Any]])
            #expect(accesses.map { $0["user"] as? String } == ["cy"])
            let made = try #require(data["made"] as? [String: Any])
            #expect((made["ledger_head"] as? String)?.hasPrefix("13:") == true)
        }
    }

    @Test func `The personal data export has what provisioners stored`() async throws {
        try await withData { office, ada, data in
            #expect((data["provisioned"] as? [[String: String]])?.isEmpty == true)
            try await office.execute("insert into provisioned (person_id, external_id) values (\(ada.id), 'e-7')")
            try await office.execute(
                """
                insert into provisioned_name (person_id, given_name, family_name, is_displayed)
                values (\(ada.id), 'Ada', 'Lindqvist', true)
                """)
            let all = try await office.store.personData.data(of: ada, asOf: noon, zones: try .system())
            let document = try JSONSerialization.jsonObject(with: Data(try all.json())) as? [String: Any]
            let provisioned = try #require(document?["provisioned"] as? [[String: String]])
            #expect(provisioned == [["external_id": "e-7", "given_name": "Ada", "family_name": "Lindqvist"]])
        }
    }

    @Test func `The personal data export has the address, browsers and messages of reminders`() async throws {
        try await withData { office, ada, _ in
            let store = office.store.reminders
            try await store.set(email: "one@example.com", isConfirmed: true, of: ada.id, now: noon)
            try await store.add(
                endpoint: "https://push.example.com/1", publicKey: [UInt8](repeating: 4, count: 65),
                authentication: [UInt8](repeating: 1, count: 16), name: "Chrome on Linux", of: ada.id, in: nil,
                now: noon)
            try await office.execute(
                """
                insert into reminder (person_id, kind, case_id, channel, state, not_before, created_at, ended_at)
                values (\(ada.id), 'missing_end', gen_random_uuid(), 'mail', 'sent', '2026-11-20 03:00Z', '2026-11-20 03:00Z',
                        '2026-11-20 03:01Z')
                """)
            let data = try await office.store.personData.data(of: ada, asOf: noon, zones: try .system())
            let document = try JSONSerialization.jsonObject(with: Data(try data.json())) as? [String: Any]
            let reminders = try #require(document?["reminders"] as? [String: Any])
            #expect(reminders["email"] as? String == "one@example.com" && reminders["language"] as? String == "en")
            let browsers = try #require(reminders["browsers"] as? [[String: String]])
            #expect(browsers == [["name": "Chrome on Linux", "added_at": "2026-11-20T03:00:00.000+00:00"]])
            let message = try #require((reminders["messages"] as? [[String: String]])?.first)
            #expect(message["kind"] == "missing_end" && message["channel"] == "mail" && message["state"] == "sent")
            #expect(message["sent_at"] == "2026-11-20T03:01:00.000+00:00")
        }
    }

    @Test func `The personal data export has correction requests, and badges without their UIDs`() async throws {
        try await withData { office, ada, _ in
            let (store, now, bo) = (
                office.store, noon + .seconds(8000), try await office.store.people.person(userName: "bo")
            )
            let why = Justification(author: "ada", reason: "I forgot.")
            let end = Tap(id: UUID(), user: "ada", kind: .end, at: noon + .seconds(4000), desk: nil)
            _ = try await store.requests.ask(.add(end, why), atSent: nil, by: ada, for: ada, now: now)
            _ = try await store.requests.refuse(end.id, by: bo, comment: "You did not.", now: now)
            // Her request for another person is not part of her data.
            let other = Tap(id: UUID(), user: "bo", kind: .end, at: noon + .seconds(4000), desk: nil)
            _ = try await store.requests.ask(.add(other, why), atSent: nil, by: ada, for: bo, now: now)
            try await office.execute(
                """
                insert into reader (name, key_hash) values ('front door', sha256('key'));
                insert into badge (hash, kind, person_id, reader_id, tap_id, enrolled_at)
                select sha256('badge'), 'felica', \(ada.id), id, gen_random_uuid(), '2026-11-20 03:00+00' from reader
                """)
            let data = try await store.personData.data(of: ada, asOf: now, zones: try .system())
            let document = try #require(
                try JSONSerialization.jsonObject(with: Data(try data.json())) as? [String: Any])
            let requests = try #require(document["correction_requests"] as? [[String: String]])
            #expect(requests.count == 1)
            #expect(requests[0]["state"] == "refused" && requests[0]["comment"] == "You did not.")
            #expect(requests[0]["type"] == "add" && requests[0]["kind"] == "end" && requests[0]["decided_by"] == "bo")
            #expect(requests[0]["at"] == "2026-11-20T04:06:40.000+00:00")
            let badges = try #require(document["badges"] as? [[String: String]])
            #expect(badges == [["kind": "felica", "enrolled_at": "2026-11-20T03:00:00.000+00:00", "reader": "front door"]])
        }
    }

    @Test func `The personal data export has present and earlier names as the ledger has them`() async throws {
        try await withData { office, ada, _ in
            try await office.execute("update person set display_name = 'Ada Berg' where user_name = 'ada'")
            let data = try await office.store.personData.data(of: ada, asOf: noon, zones: try .system())
            #expect(data.names.count == 2 && data.names[0].seq == 2)
            for name in data.names {
                let line = "person\n\(ada.id)\n" + String(decoding: name.opening.content, as: UTF8.self)
                let commitment = try await Self.sha256(name.opening.salt + Array(line.utf8), office)
                let hex = commitment.map { String(format: "%02x", $0) }.joined()
                let found = try await office.value("select encode(commitment, 'hex') from ledger_fact where seq = \(name.seq)")
                #expect(found == hex)
            }
            let document = try #require(
                try JSONSerialization.jsonObject(with: Data(try data.json())) as? [String: Any])
            let names = try #require(document["names"] as? [[String: Any]])
            #expect(names.map { $0["content"] as? String }[1] == #"{"user_name": "ada", "display_name": "Ada Berg"}"#)
        }
    }

    @Test func `The personal data export has targets and balances until yesterday, if a schedule applies to the person`()
        async throws
    {
        try await October.withOffice { office in
            func document(of user: String) async throws -> [String: Any] {
                let person = try await office.store.people.person(userName: user)
                let data = try await office.store.personData.data(of: person, asOf: noon, zones: try .system())
                return try #require(try JSONSerialization.jsonObject(with: Data(try data.json())) as? [String: Any])
            }
            #expect(try await document(of: "jg")["hours_of_days"] == nil)
            try await October.addSchedule(to: office)
            #expect(try await document(of: "aoyama")["hours_of_days"] == nil)
            let days = try #require(try await document(of: "jg")["hours_of_days"] as? [[String: Any]])
            #expect(days.last?["work_date"] as? String == "2026-11-19")
            let paid = try #require(days.first { $0["work_date"] as? String == "2026-10-30" })
            #expect(paid["target_s"] as? Int == 28800 && paid["adjustment_s"] as? Int == -5400)
            #expect(paid["balance_s"] as? Int == -34200 && paid["carried_s"] as? Int == 124_800)
            #expect(paid["counted"] as? Bool == true && paid["office"] as? String == "Harbour Office" && paid["team"] == nil)
            let holiday = try #require(days.first { $0["holiday"] != nil })
            #expect(holiday["holiday"] as? String == "Sports Day" && holiday["holiday_s"] as? Int == 28800)
        }
    }

    @Test
    func `The personal data export has the facts of hours as the ledger commits to them, and reasons until the name is erased`()
        async throws
    {
        try await withData { office, ada, _ in
            let reason = "Leave that she asked for"
            let json: JSONValue = ["type": "adjustment", "user": .string("\(ada.id)"), "date": "2026-11-20", "s": 3600]
            let cy = try await office.store.people.person(userName: "cy").id
            #expect(try await office.store.hours.append([NewFact(json)], by: cy, reason: reason) == .appended)
            let data = try await office.store.personData.data(of: ada, asOf: noon, zones: try .system())
            #expect(data.hours.count == 2)
            for fact in data.hours {
                let commitment = try await Self.sha256(fact.opening.salt + fact.opening.content, office)
                let hex = commitment.map { String(format: "%02x", $0) }.joined()
                let found = "select encode(commitment, 'hex') from hours_fact where entry = \(fact.seq)"
                #expect(try await office.value(found) == hex)
            }
            let opening = try #require(data.hours[1].reason)
            let content = try JSONValue(parsing: data.hours[1].opening.content).array
            let commitment = try await Self.sha256(opening.salt + opening.content, office)
            #expect(content?.last?.string == commitment.map { String(format: "%02x", $0) }.joined())
            #expect(data.hours[0].reason == nil && String(decoding: opening.content, as: UTF8.self) == reason)
            #expect(String(decoding: try data.json(), as: UTF8.self).contains(reason))
            let now = noon + .seconds(100_000)
            try await office.store.people.setLeft(userName: "ada", at: noon + .seconds(90_000))
            #expect(try await office.store.retention.eraseName(of: ada.id, now: now) != nil)
            let former = try await office.store.people.formerOrPresentPerson(userName: "former-\(ada.id)")
            let left = try await office.store.personData.data(of: former, asOf: now, zones: try .system())
            #expect(left.hours.prefix(2).map(\.opening) == data.hours.map(\.opening))
            #expect(left.hours.allSatisfy { $0.reason == nil })
            #expect(!String(decoding: try left.json(), as: UTF8.self).contains(reason))
        }
    }

    /// Only the salt opens a commitment, and the export includes it.
    @Test func `The personal data export proves its records against the ledger`() async throws {
        try await withData { office, ada, _ in
            let data = try await office.store.personData.data(of: ada, asOf: noon, zones: try .system())
            #expect(data.proofs.map(\.entry.seq) == [7, 9, 10, 11, 12, 13])
            for proof in data.proofs {
                let time = try #require(proof.time)
                #expect(try await Self.sha256(time.salt + time.content, office) == proof.entry.timeCommitment)
                #expect((proof.place == nil) == (proof.entry.placeCommitment == nil))
                if let place = proof.place {
                    #expect(try await Self.sha256(place.salt + place.content, office) == proof.entry.placeCommitment)
                }
            }
            let head = try await office.store.ledger.ledgerHead()
            #expect(data.proofs.last?.entry.hash == head.hash && data.stamp.head.seq == head.seq)
        }
    }

    /// Computed by PostgreSQL, independently of the code under test.
    private static func sha256(_ bytes: [UInt8], _ office: TestOffice) async throws -> [UInt8] {
        let hex = bytes.map { String(format: "%02x", $0) }.joined()
        let hash = try #require(try await office.value("select encode(sha256(decode('\(hex)', 'hex')), 'hex')"))
        return stride(from: 0, to: 64, by: 2).compactMap { UInt8(hash.dropFirst($0).prefix(2), radix: 16) }
    }

    @Test func `Erasing the name of a person who has left removes the name everywhere and no record`() async throws {
        try await withData { office, ada, _ in
            let (store, now) = (office.store, noon + .seconds(100_000))
            // Regression: an approval wrote the user name into the reason, which cannot be erased.
            let bo = try await store.people.person(userName: "bo")
            let pause = Tap(id: UUID(), user: "ada", kind: .pause, at: noon + .seconds(1800), desk: nil)
            _ = try await store.requests.ask(
                .add(pause, Justification(author: "ada", reason: "I forgot.")), atSent: nil, by: ada, for: ada, now: now)
            guard case .decided = try await store.requests.approve(pause.id, by: bo, comment: "Seen", now: now) else {
                Issue.record("not approved")
                return
            }
            let verified = try await store.ledger.verifyLedger()
            #expect(try await store.retention.eraseName(of: ada.id, now: now) == nil)
            try await store.people.setLeft(userName: "ada", at: noon + .seconds(90_000))
            await #expect(throws: StoreError.unknownPerson("ada")) { try await store.people.setLeft(userName: "ada", at: now) }
            let late = TestOffice.submission("ada", .end, at: noon + .seconds(90_001))
            #expect(try await TapRecorder.recordAlone([late], pool: office.pool) == [.rejected(.unknownPerson)])

            try await store.legalHolds.hold(ada.id, reason: "A dispute", by: nil, now: now)
            #expect(try await store.retention.eraseName(of: ada.id, now: now) == nil)
            #expect(try await store.legalHolds.releaseHold(on: ada.id, now: now))
            #expect(try await store.retention.eraseName(of: ada.id, now: now) == "former-\(ada.id)")
            // The end of the employment, the hold, its release and the pseudonym.
            let after = try await store.ledger.verifyLedger()
            #expect(after.entries == verified.entries + 4 && after.flaw == nil)
            let former = try await store.people.formerOrPresentPerson(userName: "former-\(ada.id)")
            #expect(former.displayName == "Former employee \(ada.id)")
            let data = try await store.personData.data(of: former, asOf: now, zones: try .system())
            #expect(data.events.count == 5)
            let json = String(decoding: try data.json(), as: UTF8.self)
            #expect(!json.contains("Lindqvist") && !json.contains("\"ada\"") && !json.contains(" ada"))
            // No table contains the name. Bytes print as hexadecimal words, which are longer than a name.
            let tables = "select string_agg(tablename, ' ') from pg_tables where schemaname = 'public'"
            for table in try #require(try await office.value(tables)).split(separator: " ") {
                let naming = "select string_agg(one::text, ' ') from \(table) as one where one::text ~* '\\m(ada|lindqvist)\\M'"
                #expect(try await office.value(naming) == nil, "\(table)")
            }
        }
    }

    @Test func `A tap that arrives after a person left is accepted if it was made before`() async throws {
        try await TestOffice.with { office in
            let (store, noon) = (office.store, TestOffice.noon)
            try await store.people.setLeft(userName: "ada", at: noon + .seconds(3600))
            let taps = [0, 3600, 3601].map { seconds in
                TestOffice.submission(
                    "ada", seconds == 0 ? .start : .end, at: noon + .seconds(seconds), desk: "6F-A1",
                    receivedAt: noon + .seconds(90_000))
            }
            let outcomes = try await TapRecorder.recordAlone(taps, pool: office.pool)
            #expect(outcomes.map(\.name) == ["accepted", "accepted", "rejected"])
        }
    }
}
