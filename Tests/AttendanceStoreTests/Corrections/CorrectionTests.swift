import Attendance
import AttendanceStore
import Foundation
import TestOffice
import TestServers
import Testing

@Suite(.enabled(if: TestDatabase.isAvailable, Comment(rawValue: TestDatabase.help)), .timeLimit(.minutes(10)))
struct `Corrections in the store` {
    private static let noon = TestOffice.noon
    private static let because = Justification(author: "bo", reason: "The tag was broken")

    private func correction(
        _ change: Correction.Change, of target: UUID?, id: UUID = UUID(), because why: Justification = because,
        at second: Int64 = 100
    ) -> CorrectionSubmission {
        CorrectionSubmission(
            .correction(Correction(id: id, target: target, change: change, justification: why)),
            receivedAt: Self.noon + .seconds(second))
    }

    private func addition(
        _ user: String, _ kind: TapKind, at second: Int64, desk: String? = nil, office: String? = nil, id: UUID = UUID(),
        because why: Justification = because
    ) -> CorrectionSubmission {
        let tap = Tap(
            id: id, user: user, kind: kind, at: Self.noon + .seconds(second), desk: desk.flatMap { DeskID($0) },
            office: office)
        return CorrectionSubmission(.add(tap, why), receivedAt: Self.noon + .seconds(100))
    }

    private func desk(_ name: String) throws -> Amendment.Desk { .named(try #require(DeskID(name))) }

    @Test func `Each correction of a batch has its own outcome, in order`() async throws {
        try await TestOffice.with { office in
            let (start, added, voided) = (UUID(), UUID(), UUID())
            let (nobody, left) = (Justification(author: "nobody", reason: "x"), Justification(author: "dai", reason: "x"))
            try await office.withRecorder { (recorder) async throws in
                _ = try await recorder.record([TestOffice.submission("ada", .start, desk: "6F-A1", id: start)])
                let far = Amendment(at: Self.noon + .seconds(221))
                let outcomes = try await office.store.corrections.correct([
                    addition("ada", .end, at: 90, id: added),
                    addition("ada", .end, at: 90, id: added),
                    addition("ada", .end, at: 91, id: added),
                    addition("ada", .end, at: 90, id: start),
                    addition("ada", .end, at: 221),
                    addition("ada", .end, at: 90, office: "Nowhere"),
                    addition("ada", .start, at: 90, desk: "9F-Z9"),
                    addition("nobody", .end, at: 90),
                    addition("ada", .end, at: 90, because: nobody),
                    addition("ada", .end, at: 90, because: left),
                    // A forgotten end can still be added for a person who has left.
                    addition("dai", .end, at: 90),
                    correction(.void, of: UUID()),
                    correction(.void, of: nil),
                    correction(.void, of: start, id: voided),
                    correction(.void, of: start, id: voided),
                    correction(.restore, of: start, id: voided),
                    correction(.void, of: voided),
                    correction(.amend(Amendment(desk: .unnamed)), of: start),
                    correction(.amend(Amendment(office: "Nowhere")), of: start),
                    correction(.amend(far), of: start),
                    correction(.amend(Amendment(desk: try desk("9F-Z9"))), of: start),
                    // Only an added start can be away from a desk.
                    correction(.amend(Amendment(kind: .start)), of: added),
                    correction(.restore, of: start),
                    correction(.void, of: added),
                ])
                let fine = IngestOutcome.accepted(notes: [])
                #expect(
                    outcomes == [
                        fine, .duplicate, .conflict, .conflict, .rejected(.future), .rejected(.badOffice),
                        .rejected(.unknownDesk), .rejected(.unknownPerson), .rejected(.unknownPerson),
                        .rejected(.unknownPerson), fine, .rejected(.unknownTarget), .rejected(.unknownTarget), fine,
                        .duplicate, .conflict, .rejected(.unknownTarget), .rejected(.deskRequired), .rejected(.badOffice),
                        .rejected(.future), .rejected(.unknownDesk), .rejected(.deskRequired), fine, fine,
                    ])
                // A tap with the id of a correction is a conflict.
                let retry = TestOffice.submission("ada", .pause, id: voided)
                #expect(try await recorder.record([retry]) == [.conflict])
                #expect(try await recorder.record([TestOffice.submission("ada", .end, id: added)]) == [.conflict])
            }
            let ledger = try await office.value(
                "select string_agg(type, ' ' order by seq) from log_record where type <> 'facts'")
            #expect(ledger == "tap add add void restore void")
            #expect(try await office.store.ledger.verifyLedger().flaw == nil)
        }
    }

    @Test func `A correction that is sent again unchanged is a duplicate`() async throws {
        try await TestOffice.with { office in
            let target = UUID()
            try await office.withRecorder { (recorder) async throws in
                _ = try await recorder.record([TestOffice.submission("ada", .start, desk: "6F-A1", id: target)])
            }
            let whole = Amendment(
                at: Self.noon + .seconds(5), kind: .pause, desk: try desk("7F-A1"), office: "Harbour Office")
            for change: Correction.Change in [
                .amend(whole), .amend(Amendment(desk: .unnamed)), .amend(Amendment(kind: .end)), .void, .restore,
            ] {
                let sent = correction(change, of: target)
                #expect(try await office.store.corrections.correct([sent]) == [.accepted(notes: [])])
                #expect(try await office.store.corrections.correct([sent]) == [.duplicate])
            }
            let added = addition("ada", .end, at: 50, desk: "6F-A1")
            #expect(try await office.store.corrections.correct([added]) == [.accepted(notes: [])])
            #expect(try await office.store.corrections.correct([added]) == [.duplicate])
        }
    }

    /// Also checks that the next tap follows the corrected state.
    @Test func `A correction updates the desk map and returns a desk to its earlier holder`() async throws {
        try await TestOffice.with { office in
            let (mistake, end) = (UUID(), UUID())
            try await office.withRecorder { (recorder) async throws in
                _ = try await recorder.record([
                    TestOffice.submission("ada", .start, at: Self.noon, desk: "6F-A1"),
                    TestOffice.submission("bo", .start, at: Self.noon + .seconds(10), desk: "6F-A1", id: mistake),
                ])
                #expect(try await holders(office) == ["6F-A1": "bo"])
                _ = try await office.store.corrections.correct([correction(.void, of: mistake)])
                #expect(try await holders(office) == ["6F-A1": "ada"])
                _ = try await office.store.corrections.correct([correction(.restore, of: mistake)])
                #expect(try await holders(office) == ["6F-A1": "bo"])
                _ = try await office.store.corrections.correct([
                    correction(.amend(Amendment(desk: try desk("7F-A2"))), of: mistake)
                ])
                #expect(try await holders(office) == ["6F-A1": "ada", "7F-A2": "bo"])
                _ = try await office.store.corrections.correct([addition("ada", .end, at: 90, id: end)])
                #expect(try await holders(office) == ["7F-A2": "bo"])
                // The recorder's memory knows nothing of the corrections.
                let tap = TestOffice.submission("cy", .start, at: Self.noon + .seconds(95), desk: "6F-A1")
                #expect(try await recorder.record([tap]) == [.accepted(notes: [])])
                let pause = TestOffice.submission("ada", .pause, at: Self.noon + .seconds(96))
                #expect(try await recorder.record([pause]) == [.accepted(notes: [.pauseAfterEnd])])
                #expect(try await holders(office) == ["6F-A1": "cy", "7F-A2": "bo"])
                _ = try await office.store.corrections.correct([correction(.void, of: end)])
                #expect(try await FoldedPresence.all(in: office.store)["ada"]?.state == "pause")
            }
            let stored = try await FoldedPresence.all(in: office.store)
            for (user, presence) in try await FoldedPresence.derived(in: office) { #expect(stored[user] == presence) }
        }
    }

    @Test func `Work away from a desk frees the desk, and is erased with the places`() async throws {
        try await TestOffice.with { office in
            let away = UUID()
            let corrections = office.store.corrections
            func isAway() async throws -> Bool? { try await corrections.events([away])[away]?.isAway }
            try await office.withRecorder { (recorder) async throws in
                _ = try await recorder.record([TestOffice.submission("ada", .start, at: Self.noon, desk: "6F-A1")])
                let added = addition("ada", .start, at: 50, id: away)
                #expect(try await corrections.correct([added]) == [.accepted(notes: [])])
                #expect(try await corrections.correct([added]) == [.duplicate])
                #expect(try await holders(office) == [:])
                #expect(try await isAway() == true)
                let tap = TestOffice.submission("bo", .start, at: Self.noon + .seconds(60), desk: "6F-A1")
                #expect(try await recorder.record([tap]) == [.accepted(notes: [])])
                let seat = correction(.amend(Amendment(desk: try desk("6F-A2"))), of: away)
                #expect(try await corrections.correct([seat]) == [.accepted(notes: [])])
                #expect(try await holders(office) == ["6F-A1": "bo", "6F-A2": "ada"])
                #expect(try await isAway() == false)
                let back = correction(.amend(Amendment(desk: .unnamed)), of: away)
                #expect(try await corrections.correct([back]) == [.accepted(notes: [])])
                #expect(try await holders(office) == ["6F-A1": "bo"])
                #expect(try await isAway() == true)
                // On a break the place stays, and the way back is at a desk or without one.
                let pause = TestOffice.submission("ada", .pause, at: Self.noon + .seconds(70))
                #expect(try await recorder.record([pause]) == [.accepted(notes: [])])
                let resume = TestOffice.submission("ada", .start, at: Self.noon + .seconds(80), desk: "6F-A2")
                #expect(try await recorder.record([resume]) == [.accepted(notes: [.deskMove])])
                #expect(try await holders(office) == ["6F-A1": "bo", "6F-A2": "ada"])
            }
            let stored = try await FoldedPresence.all(in: office.store)
            for (user, presence) in try await FoldedPresence.derived(in: office) { #expect(stored[user] == presence) }
            #expect(try await office.store.ledger.verifyLedger().flaw == nil)
            // The state after an erasure of location data.
            try await office.execute("delete from log_place")
            #expect(try await isAway() == false)
        }
    }

    @Test func `A quarantined tap is listed under the person's office, not under the office of the tap`() async throws {
        try await TestOffice.with { office in
            let other = try await office.store.offices.addOffice(name: "Hill Office", timeZone: "Europe/Berlin")
            let tap = TestOffice.submission(
                "ada", .end, at: TestOffice.noon + .seconds(3600), office: "Hill Office", receivedAt: TestOffice.noon)
            let outcomes = try await TapRecorder.recordAlone([tap], pool: office.pool)
            #expect(outcomes == [.quarantined(.future)])
            #expect(try await office.store.corrections.quarantinedTaps(in: [office.office]).map(\.office) == [other])
            #expect(try await office.store.corrections.quarantinedTaps(in: [other]).isEmpty)
        }
    }

    @Test func `Several quarantined taps are released together, or none if one is refused`() async throws {
        try await TestOffice.with { office in
            let (old, early) = (UUID(), UUID())
            try await office.withRecorder { (recorder) async throws in
                _ = try await recorder.record([
                    TestOffice.submission(
                        "ada", .start, at: Self.noon - .seconds(40 * 86_400), desk: "6F-A1", id: old, receivedAt: Self.noon),
                    TestOffice.submission(
                        "bo", .start, at: Self.noon + .seconds(300), desk: "6F-A2", id: early,
                        receivedAt: Self.noon + .seconds(1)),
                ])
            }
            let (corrections, later) = (office.store.corrections, Self.noon + .seconds(400))
            #expect(
                try await corrections.settle([old, early], .restore, Self.because, now: Self.noon + .seconds(2))
                    == [.accepted(notes: []), .rejected(.future)])
            #expect(try await corrections.quarantinedTaps().map(\.id) == [old, early])
            #expect(
                try await corrections.settle([old, early], .restore, Self.because, now: later)
                    == [.accepted(notes: []), .accepted(notes: [])])
            #expect(try await corrections.quarantinedTaps().isEmpty)
        }
    }

    /// Regression: the later decision overturned the earlier one.
    @Test(arguments: [Correction.Change.restore, .void])
    func `A tap that was released or discarded meanwhile keeps its decision`(first: Correction.Change) async throws {
        try await TestOffice.with { office in
            let (decided, held) = (UUID(), UUID())
            try await office.withRecorder { (recorder) async throws in
                _ = try await recorder.record(
                    [("ada", "6F-A1", decided), ("bo", "6F-A2", held)].map { user, desk, id in
                        TestOffice.submission(
                            user, .start, at: Self.noon - .seconds(40 * 86_400), desk: desk, id: id, receivedAt: Self.noon)
                    })
            }
            let (corrections, now) = (office.store.corrections, Self.noon + .seconds(2))
            #expect(try await corrections.settle([decided], first, Self.because, now: now) == [.accepted(notes: [])])
            for second in [Correction.Change.restore, .void] {
                #expect(
                    try await corrections.settle([decided, held], second, Self.because, now: now)
                        == [nil, .accepted(notes: [])])
            }
            #expect(try await corrections.quarantinedTaps().map(\.id) == [held])
            #expect(try await office.value("select count(*)::text from correction") == "1")
        }
    }

    @Test func `Of a release and a discard at the same time, one is recorded`() async throws {
        try await TestOffice.with { office in
            let tap = UUID()
            try await office.withRecorder { (recorder) async throws in
                _ = try await recorder.record([
                    TestOffice.submission(
                        "ada", .start, at: Self.noon - .seconds(40 * 86_400), desk: "6F-A1", id: tap, receivedAt: Self.noon)
                ])
            }
            let (corrections, now) = (office.store.corrections, Self.noon + .seconds(2))
            async let released = corrections.settle([tap], .restore, Self.because, now: now)
            async let discarded = corrections.settle([tap], .void, Self.because, now: now)
            let outcomes = try await released + discarded
            #expect(outcomes.count { $0 == nil } == 1 && outcomes.contains(.accepted(notes: [])))
            #expect(try await office.value("select count(*)::text from correction") == "1")
        }
    }

    @Test func `What several releases would change is read at once, each alone and with those of the same person`() async throws
    {
        try await TestOffice.with { office in
            let (start, end, other) = (UUID(), UUID(), UUID())
            let nine = Self.noon - .seconds(40 * 86_400 + 3 * 3600)
            try await office.withRecorder { (recorder) async throws in
                _ = try await recorder.record([
                    TestOffice.submission("ada", .start, at: nine, desk: "6F-A1", id: start, receivedAt: Self.noon),
                    TestOffice.submission("ada", .end, at: nine + .seconds(8 * 3600), id: end, receivedAt: Self.noon),
                    TestOffice.submission(
                        "bo", .start, at: nine - .seconds(100 * 86_400), desk: "6F-A2", id: other, receivedAt: Self.noon),
                ])
            }
            let previews = try await office.store.record.previews(
                ofRestoring: [start, end, other, UUID()], asOf: Self.noon + .seconds(1), zones: try .system())
            func worked(_ days: [CorrectionPreview.Day]?) -> Int64? {
                days?.compactMap { $0.after?.row.workedSeconds }.max()
            }
            #expect(previews.count == 3)
            #expect(worked(previews[start]?.alone) == 0 && worked(previews[start]?.together) == Int64(8 * 3600))
            #expect(worked(previews[end]?.together) == Int64(8 * 3600))
            #expect(worked(previews[other]?.alone) == 0 && previews[other]?.together == nil)
        }
    }

    /// The taps of a month are read together. In UTC, the start is in September and the end in October.
    @Test func `What several releases would change together is known over the end of a month`() async throws {
        try await TestOffice.with { office in
            let (start, end) = (UUID(), UUID())
            // Thursday 1 October in Tokyo.
            let eight = Self.noon - .seconds(50 * 86_400 + 4 * 3600)
            try await office.withRecorder { (recorder) async throws in
                _ = try await recorder.record([
                    TestOffice.submission("ada", .start, at: eight, desk: "6F-A1", id: start, receivedAt: Self.noon),
                    TestOffice.submission("ada", .end, at: eight + .seconds(8 * 3600), id: end, receivedAt: Self.noon),
                ])
            }
            let previews = try await office.store.record.previews(
                ofRestoring: [start, end], asOf: Self.noon + .seconds(1), zones: try .system())
            for tap in [start, end] {
                let preview = try #require(previews[tap])
                #expect(preview.day == CivilDate(year: 2026, month: 10, day: 1))
                let worked = try #require(preview.together).compactMap { $0.after?.row.workedSeconds }
                #expect(worked == [8 * 3600])
            }
        }
    }

    @Test func `A quarantined tap can be released, voided and amended`() async throws {
        try await TestOffice.with { office in
            let (early, old, wrong) = (UUID(), UUID(), UUID())
            let now = Self.noon
            try await office.withRecorder { (recorder) async throws in
                _ = try await recorder.record([
                    TestOffice.submission(
                        "ada", .start, at: now + .seconds(300), desk: "6F-A1", id: early, receivedAt: now),
                    TestOffice.submission(
                        "bo", .start, at: now - .seconds(40 * 86_400), desk: "6F-A2", id: old,
                        receivedAt: now + .seconds(1)),
                    TestOffice.submission(
                        "bo", .end, at: now + .seconds(9000), id: wrong, receivedAt: now + .seconds(2)),
                ])
            }
            #expect(try await office.store.corrections.quarantinedTaps().map(\.id) == [early, old, wrong])
            #expect(try await office.store.corrections.quarantinedTaps(in: [999]).isEmpty)
            let first = try #require(try await office.store.corrections.quarantinedTaps(in: [office.office]).first)
            #expect(first.userName == "ada" && first.why == .future && first.desk == "6F-A1")

            func settle(_ tap: UUID, _ change: Correction.Change, now: Instant) async throws -> [IngestOutcome?] {
                try await office.store.corrections.settle([tap], change, Self.because, now: now)
            }
            #expect(try await settle(early, .restore, now: now) == [.rejected(.future)])
            let later = now + .seconds(400)
            #expect(try await settle(early, .restore, now: later) == [.accepted(notes: [])])
            #expect(try await holders(office) == ["6F-A1": "ada"])
            #expect(try await settle(wrong, .void, now: later) == [.accepted(notes: [])])
            #expect(try await office.store.corrections.quarantinedTaps().map(\.id) == [old])
            let amendment = Amendment(at: now)
            _ = try await office.store.corrections.correct([correction(.amend(amendment), of: old)])
            #expect(try await office.store.corrections.quarantinedTaps().isEmpty)
            #expect(try await holders(office) == ["6F-A1": "ada", "6F-A2": "bo"])
        }
    }

    @Test func `A person can undo their own tap for one minute`() async throws {
        try await TestOffice.with { office in
            let id = UUID()
            let (ada, bo) = (
                try await office.store.people.person(userName: "ada"), try await office.store.people.person(userName: "bo")
            )
            try await office.withRecorder { (recorder) async throws in
                _ = try await recorder.record([TestOffice.submission("ada", .start, desk: "6F-A1", id: id)])
            }
            let minute = Self.noon + .seconds(60)
            let late = Instant(millisecondsSince1970: minute.millisecondsSince1970 + 1)
            #expect(try await office.store.corrections.undo(id, of: bo, now: minute) == .unknownTap)
            #expect(try await office.store.corrections.undo(UUID(), of: ada, now: minute) == .unknownTap)
            #expect(try await office.store.corrections.undo(id, of: ada, now: late) == .tooLate)
            #expect(try await FoldedPresence.all(in: office.store)["ada"]?.state == "work")
            #expect(try await office.store.corrections.undo(id, of: ada, now: minute) == .undone)
            #expect(try await office.store.corrections.undo(id, of: ada, now: minute) == .undone)
            #expect(try await FoldedPresence.all(in: office.store)["ada"]?.state == "off")
            #expect(try await office.value("select min(reason) from correction") == "undo")
        }
    }

    private func holders(_ office: TestOffice) async throws -> [String: String] {
        try await FoldedPresence.all(in: office.store).reduce(into: [:]) { holders, entry in
            if entry.value.holdsDesk, let desk = entry.value.desk { holders[desk] = entry.key }
        }
    }
}
