import Attendance
import AttendanceStore
import Foundation
import Postgres
import TestOffice
import TestServers
import Testing

@Suite(.enabled(if: TestDatabase.isAvailable, Comment(rawValue: TestDatabase.help)), .timeLimit(.minutes(10)))
struct `Tag registry` {
    private static let noon = TestOffice.noon
    private static let desk = DeskID("6F-A1")

    private func uid(_ text: String) throws -> UID { try #require(UID(hex: text)) }

    private func issue(
        _ text: String, _ office: TestOffice, _ kind: TapKind = .start, _ desk: DeskID? = desk, certifying: Bool = true
    ) async throws -> TagEvidence {
        let place = try await office.store.tags.place(of: kind, at: desk, in: nil, home: office.office)
        let tag = try await office.store.tags.issueTag(try uid(text), for: place, certifying: certifying, now: Self.noon)
        return TagEvidence(uid: tag.uid, certificate: tag.certificate.map { .present($0) } ?? .absent)
    }

    private func finding(
        _ evidence: TagEvidence, _ office: TestOffice, _ kind: TapKind = .start, _ desk: DeskID? = desk, at: Instant = noon
    ) async throws -> TagVerification {
        try await AccessCache(store: office.store).tags.verifications(
            of: [(.init(evidence, kind: kind, desk: desk), at)], now: Self.noon)[0]
    }

    @Test func `A tag's certificate proves its tap`() async throws {
        try await TestOffice.with { office in
            let evidence = try await issue("04A1B2C3D4E580", office)
            let found = try await finding(evidence, office)
            #expect((found.proof, found.flag, found.uid) == (.certificate, nil, try uid("04A1B2C3D4E580")))
            let alone = try await finding(TagEvidence(uid: evidence.uid, certificate: .absent), office)
            #expect((alone.proof, alone.flag) == (.uid, nil))
        }
    }

    @Test func `A tag without a desk is valid at each desk`() async throws {
        try await TestOffice.with { office in
            let evidence = try await issue("04A1B2C3", office, .end, nil)
            #expect(try await finding(evidence, office, .end, nil).proof == .certificate)
            #expect(try await finding(evidence, office, .end, DeskID("7F-A2")).proof == .certificate)
            #expect(try await finding(evidence, office, .pause, nil).flag == .mismatch)
        }
    }

    @Test func `A tag with the certificate of another tag is flagged as copied`() async throws {
        try await TestOffice.with { office in
            let evidence = try await issue("04A1B2C3D4E580", office)
            _ = try await issue("E004010203040506", office, .start, DeskID("6F-A2"))
            for other in ["04FFFFFFFFFFFF", "E004010203040506"] {
                let copy = TagEvidence(uid: try uid(other), certificate: evidence.certificate)
                let found = try await finding(copy, office)
                #expect((found.proof, found.flag, found.uid) == (.none, .copied, copy.uid))
            }
        }
    }

    @Test func `A tag with an invalid certificate is flagged as copied`() async throws {
        try await TestOffice.with { office in
            let evidence = try await issue("04A1B2C3D4E580", office)
            guard case .present(let good) = evidence.certificate else {
                Issue.record("no certificate")
                return
            }
            let today = good.issued
            let bad = [
                TagCertificate(key: good.key, issued: today, signature: good.signature.reversed()),
                TagCertificate(key: good.key + 1, issued: today, signature: good.signature),
                TagCertificate(key: good.key, issued: CivilDate(daysSince1970: 0), signature: good.signature),
            ].compactMap { $0 }.map { TagEvidence.Certificate.present($0) }
            for certificate in bad + [.malformed] {
                let found = try await finding(TagEvidence(uid: evidence.uid, certificate: certificate), office)
                #expect((found.proof, found.flag) == (.none, .copied))
            }
        }
    }

    @Test func `A tag tapped for another desk or event than its own is flagged as a mismatch`() async throws {
        try await TestOffice.with { office in
            let certified = try await issue("04A1B2C3D4E580", office)
            let bare = try await issue("04A1B2C3", office, .start, DeskID("6F-A3"), certifying: false)
            #expect(try await finding(certified, office, .start, DeskID("6F-A2")).flag == .mismatch)
            #expect(try await finding(certified, office, .end, Self.desk).flag == .mismatch)
            #expect(try await finding(bare, office, .start, DeskID("6F-A2")).flag == .mismatch)
            #expect(try await finding(bare, office, .start, DeskID("6F-A3")).proof == .uid)
        }
    }

    @Test func `An unregistered tag is flagged once other tags are registered`() async throws {
        try await TestOffice.with { office in
            let stranger = TagEvidence(uid: try uid("04FFFFFF"), certificate: .absent)
            #expect(try await finding(stranger, office) == TagVerification(proof: .none, uid: try uid("04FFFFFF")))
            _ = try await issue("04A1B2C3D4E580", office)
            #expect(try await finding(stranger, office).flag == .unknown)
            #expect(try await finding(TagEvidence(uid: nil, certificate: .absent), office).flag == .unknown)
        }
    }

    @Test func `A retired tag proves nothing and is flagged`() async throws {
        try await TestOffice.with { office in
            let evidence = try await issue("04A1B2C3D4E580", office)
            let other = AccessCache(store: office.store)
            let claim = TagClaim(evidence, kind: .start, desk: Self.desk)
            #expect(try await other.tags.verifications(of: [(claim, Self.noon)], now: Self.noon)[0].proof == .certificate)
            try await office.store.tags.retireTag(try uid("04A1B2C3D4E580"), why: "lost", now: Self.noon)
            // Another server knows it at the latest when its cache expires.
            let later = Self.noon + AccessCache.lifetime + .seconds(1)
            let found = try await other.tags.verifications(of: [(claim, Self.noon)], now: later)[0]
            #expect((found.proof, found.flag) == (.none, .retired))
            let alone = TagEvidence(uid: evidence.uid, certificate: .absent)
            #expect(try await finding(alone, office).flag == .retired)
            await #expect(throws: TagRegisterError.unknownTag(try uid("04A1B2C3D4E580"))) {
                try await office.store.tags.retireTag(try uid("04A1B2C3D4E580"), why: "again", now: Self.noon)
            }
        }
    }

    @Test func `A tag proves the desk that it belonged to when it was tapped`() async throws {
        try await TestOffice.with { office in
            let evidence = try await issue("04A1B2C3D4E580", office)
            let (store, tag) = (office.store, try uid("04A1B2C3D4E580"))
            let elsewhere = try await store.tags.place(of: .start, at: DeskID("6F-A2"), in: nil, home: office.office)
            let (moved, lost) = (Self.noon + .seconds(100), Self.noon + .seconds(200))
            let later = try await store.tags.issueTag(tag, for: elsewhere, replacing: true, now: moved)
            try await store.tags.retireTag(tag, why: "lost", now: lost)
            // A reader that was offline sends the taps later.
            let new = TagEvidence(uid: tag, certificate: try #require(later.certificate.map { .present($0) }))
            let found = [
                try await finding(evidence, office, at: moved - .seconds(1)),
                try await finding(evidence, office, at: moved),
                try await finding(new, office, .start, DeskID("6F-A2"), at: moved),
                try await finding(new, office, .start, DeskID("6F-A2"), at: lost),
            ]
            #expect(found.map(\.proof) == [.certificate, .none, .certificate, .none])
            #expect(found.map(\.flag) == [nil, .retired, nil, .retired])
        }
    }

    @Test func `A tag has one desk and event at a time`() async throws {
        try await TestOffice.with { office in
            let first = try await issue("04A1B2C3D4E580", office)
            // A repeated request gives the same certificate.
            #expect(try await issue("04A1B2C3D4E580", office) == first)
            let (store, tag) = (office.store, try uid("04A1B2C3D4E580"))
            let elsewhere = try await store.tags.place(of: .start, at: DeskID("6F-A2"), in: nil, home: office.office)
            let error = await #expect(throws: TagRegisterError.self) {
                try await store.tags.issueTag(tag, for: elsewhere, now: Self.noon)
            }
            #expect(
                error
                    == .inUse(tag, try await store.tags.place(of: .start, at: DeskID("6F-A1"), in: nil, home: office.office)))
            let moved = try await store.tags.issueTag(tag, for: elsewhere, replacing: true, now: Self.noon)
            let tags = try await store.tags.tags()
            #expect(tags.map(\.state) == [.issued, .retired])
            #expect(tags[1].successor == tag)
            // Until it is rewritten, the tag has its old content.
            #expect(try await finding(first, office).flag == .retired)
            let evidence = TagEvidence(uid: tag, certificate: try #require(moved.certificate.map { .present($0) }))
            #expect(try await finding(evidence, office, .start, DeskID("6F-A2")).proof == .certificate)
        }
    }

    @Test func `Replacing a tag leaves its recorded taps unchanged`() async throws {
        try await TestOffice.with { office in
            let evidence = try await issue("04A1B2C3D4E580", office)
            let (old, new) = (try uid("04A1B2C3D4E580"), try uid("E004010203040506"))
            var tap = TestOffice.submission("ada", .start, desk: "6F-A1")
            tap.verification = try await finding(evidence, office)
            _ = try await TapRecorder.recordAlone([tap], pool: office.pool)
            let head = try await office.store.ledger.ledgerHead()
            for why in ["", "  \n"] {
                await #expect(throws: TagRegisterError.reasonMissing) {
                    try await office.store.tags.replaceTag(old, by: new, why: why, now: Self.noon)
                }
            }
            await #expect(throws: TagRegisterError.sameTag(old)) {
                try await office.store.tags.replaceTag(old, by: old, why: "x", now: Self.noon)
            }
            try await office.store.tags.replaceTag(old, by: new, why: "fell into the coffee", now: Self.noon)
            #expect(try await office.store.ledger.ledgerHead() == head)
            #expect(try await office.store.ledger.verifyLedger().flaw == nil)
            #expect(try await finding(evidence, office).flag == .retired)
            #expect(try await finding(TagEvidence(uid: new, certificate: .absent), office).proof == .uid)
            // Writing the new tag gives it a certificate.
            #expect(try await finding(try await issue("E004010203040506", office), office).proof == .certificate)
        }
    }

    /// Regression: two administrators replaced two lost tags by the same new tag at once, and one got a server error.
    @Test func `A tag cannot replace two other tags at the same time`() async throws {
        try await TestOffice.with { office in
            _ = try await issue("04A1B2C3D4E580", office)
            let (old, new) = (try uid("04A1B2C3D4E580"), try uid("04A1B2C3D4E582"))
            try await withThrowingTaskGroup(of: Void.self) { group in
                try await office.pool.withConnection { connection in
                    // The other administrator's transaction, still open.
                    _ = try await connection.execute(
                        """
                        begin; insert into tag (uid, office_id, desk, event, made_at)
                        values ('\\x04A1B2C3D4E582', \(office.office), '6F-A2', 'start', now())
                        """)
                    group.addTask {
                        let error = await #expect(throws: TagRegisterError.self) {
                            try await office.store.tags.replaceTag(old, by: new, why: "lost", now: Self.noon)
                        }
                        if case .inUse(new, let place) = error {
                            #expect(place.desk == DeskID("6F-A2"))
                        } else {
                            Issue.record("\(String(describing: error))")
                        }
                    }
                    // On another connection, because a transaction keeps its first view of pg_stat_activity.
                    let waiting = """
                        select pid::text from pg_stat_activity
                         where datname = current_database() and wait_event_type = 'Lock'
                        """
                    while try await office.value(waiting) == nil { try await Task.sleep(for: .milliseconds(5)) }
                    _ = try await connection.execute("commit")
                }
                try await group.waitForAll()
            }
            #expect(try await office.store.tags.isInUse(old))
        }
    }

    @Test func `A tag's certificate outlives key rotation until its key is retired`() async throws {
        try await TestOffice.with { office in
            let old = try await issue("04A1B2C3D4E580", office)
            #expect(try await office.store.signingKeys.addSigningKey(now: Self.noon) == 2)
            let new = try await issue("04A1B2C3D4E581", office)
            #expect(try await office.store.signingKeys.signingKeys().map(\.tags) == [1, 1])
            for evidence in [old, new] { #expect(try await finding(evidence, office).proof == .certificate) }
            try await office.store.signingKeys.retireSigningKey(1, now: Self.noon)
            let found = try await finding(old, office)
            #expect((found.proof, found.flag) == (.uid, nil))
            #expect(try await finding(new, office).proof == .certificate)
            // Issued again, the tag is signed with the current key.
            let again = try await issue("04A1B2C3D4E580", office)
            #expect(again != old)
            #expect(try await finding(again, office).proof == .certificate)
            await #expect(throws: TagRegisterError.unknownKey(1)) {
                try await office.store.signingKeys.retireSigningKey(1, now: Self.noon)
            }
            try await office.store.signingKeys.retireSigningKey(2, now: Self.noon)
            _ = try await issue("04A1B2C3D4E582", office)
            #expect(try await office.store.signingKeys.signingKeys().map(\.number) == [1, 2, 3])
        }
    }

    @Test func `A tag is marked as written when a tap proves its content`() async throws {
        try await TestOffice.with { office in
            let evidence = try await issue("04A1B2C3D4E580", office)
            let registry = AccessCache(store: office.store).tags
            let bare = try await issue("04A1B2C3", office, .end, nil, certifying: false)
            let claims = [
                TagClaim(evidence, kind: .start, desk: Self.desk), .init(bare, kind: .end, desk: nil),
                // The UID alone proves nothing about the content of a tag with a certificate.
                .init(
                    TagEvidence(uid: try await issue("04A1B2C4", office).uid, certificate: .absent), kind: .start,
                    desk: Self.desk),
            ]
            for _ in 0..<2 {
                try await registry.noteWritten(
                    try await registry.verifications(of: claims.map { ($0, Self.noon) }, now: Self.noon), now: Self.noon)
            }
            let written = try await office.store.tags.tags().filter { $0.writtenAt == Self.noon }.map(\.uid.description)
            #expect(Set(written) == ["04A1B2C3D4E580", "04A1B2C3"])
        }
    }

    @Test func `A tag that is registered several times at once is registered once`() async throws {
        try await TestOffice.with(connections: 6) { office in
            let certificates = try await withThrowingTaskGroup(of: TagEvidence.self) { group in
                for _ in 0..<6 { group.addTask { try await issue("04A1B2C3D4E580", office) } }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            #expect(try await office.store.tags.tags().count == 1)
            let known = try await issue("04A1B2C3D4E580", office)
            #expect(certificates.allSatisfy { $0 == known })
            #expect(try await office.store.signingKeys.signingKeys().map(\.tags) == [1])
        }
    }

    /// The Hill Office has a desk of the same name and requires proof for starts.
    @Test func `A tag proves nothing at a desk of the same name in another office`() async throws {
        try await TestOffice.with { office in
            let hill = try await office.store.offices.addOffice(name: "Hill Office", timeZone: "Europe/Berlin")
            try await office.store.floors.addFloor(
                Floor(name: "6F", width: 100, height: 100), position: 0, rooms: [],
                desks: [Self.desk].compactMap { $0 }.map { (id: $0, x: Int64(0), y: Int64(0)) }, to: hill)
            try await office.store.setRequiredProof(of: hill, to: .uid)
            let certified = try await issue("04A1B2C3D4E580", office)
            let bare = try await issue("04A1B2C3", office, certifying: false)
            let exit = try await issue("04A1B2C4", office, .end, nil)
            func recorded(
                _ evidence: TagEvidence, _ kind: TapKind = .start, _ desk: DeskID? = Self.desk, in name: String?,
                _ second: Int64
            ) async throws -> String {
                var tap = TestOffice.submission(
                    "ada", kind, at: Self.noon + .seconds(second), desk: desk?.description, office: name)
                tap.verification = try await finding(evidence, office, kind, desk)
                let outcome = try await TapRecorder.recordAlone([tap], pool: office.pool)[0]
                let found = try await office.value(
                    """
                    select proof || coalesce(' ' || flag, '')
                      from log_place join event using (seq) order by seq desc limit 1
                    """)
                return "\(outcome.reason ?? outcome.name) \(found ?? "")"
            }
            #expect(try await recorded(certified, in: "Hill Office", 1) == "unproven none tag_mismatch")
            #expect(try await recorded(bare, in: "Hill Office", 2) == "unproven none tag_mismatch")
            #expect(try await recorded(certified, in: nil, 3) == "accepted certificate")
            #expect(try await recorded(bare, in: "Harbour Office", 4) == "accepted uid")
            #expect(try await recorded(exit, .end, nil, in: "Hill Office", 5) == "accepted none tag_mismatch")
            #expect(try await recorded(exit, .end, nil, in: nil, 6) == "accepted certificate")
            #expect(try await office.store.ledger.verifyLedger().flaw == nil)
        }
    }

    @Test func `A tag needs a named office only if its desk does not identify one`() async throws {
        try await TestOffice.with { office in
            let other = try await office.store.offices.addOffice(name: "Hill Office", timeZone: "Europe/Berlin")
            let desks = ["6F-A1", "9F-A1"].compactMap { DeskID($0) }.map { (id: $0, x: Int64(0), y: Int64(0)) }
            try await office.store.floors.addFloor(
                Floor(name: "9F", width: 100, height: 100), position: 0, rooms: [], desks: desks, to: other)
            let store = office.store
            #expect(try await store.tags.place(of: .start, at: Self.desk, in: nil, home: office.office).office == office.office)
            #expect(try await store.tags.place(of: .start, at: DeskID("9F-A1"), in: nil, home: office.office).office == other)
            #expect(
                try await store.tags.place(of: .start, at: Self.desk, in: "Hill Office", home: office.office).office == other)
            #expect(try await store.tags.place(of: .end, at: nil, in: nil, home: other).office == other)
            await #expect(throws: TagRegisterError.officeNeeded) {
                try await store.tags.place(of: .start, at: Self.desk, in: nil, home: 0)
            }
            await #expect(throws: TagRegisterError.self) {
                try await store.tags.place(of: .start, at: DeskID("9F-A1"), in: "Harbour Office", home: 0)
            }
            await #expect(throws: StoreError.unknownOffice("Sea Office")) {
                try await store.tags.place(of: .end, at: nil, in: "Sea Office", home: other)
            }
        }
    }
}
