import Attendance
import AttendanceStore
import Foundation
import Postgres
import TestOffice
import TestServers
import Testing

/// The tag data that is stored with a tap.
@Suite(.enabled(if: TestDatabase.isAvailable, Comment(rawValue: TestDatabase.help)), .timeLimit(.minutes(10)))
struct `Tag evidence` {
    private func record(
        _ office: TestOffice, _ kind: TapKind = .start, _ finding: TagVerification?, at: Instant = TestOffice.noon,
        id: UUID = UUID()
    ) async throws -> IngestOutcome {
        var tap = TestOffice.submission("ada", kind, at: at, desk: "6F-A1", id: id)
        tap.verification = finding
        return try await TapRecorder.recordAlone([tap], pool: office.pool)[0]
    }

    private func copied() -> TagVerification {
        TagVerification(proof: .none, flag: .copied, uid: UID(hex: "04FFFFFFFFFFFF"))
    }

    @Test func `Tag evidence is committed to by the ledger and erased with the location data`() async throws {
        try await TestOffice.with { office in
            let at = Instant(millisecondsSince1970: 1_760_000_000_000)
            _ = try await record(office, .start, nil, at: at)
            _ = try await record(office, .pause, copied(), at: at + .seconds(1))
            _ = try await record(office, .end, .knownBadge, at: at + .seconds(2))
            #expect(try await office.store.ledger.verifyLedger().flaw == nil)
            let flagged = try await office.store.tags.flaggedTaps(since: at)
            #expect(flagged.map(\.flag) == [.copied])
            #expect(flagged.first?.uid?.description == "04FFFFFFFFFFFF")

            let erased = try await office.store.retention.runRetention(now: TestOffice.noon, zones: try .system())
            #expect(erased?.first { $0.part == .place }?.count == 3)
            #expect(try await office.store.ledger.verifyLedger().flaw == nil)
            #expect(try await office.store.tags.flaggedTaps(since: at).isEmpty)
            #expect(try await office.value("select count(*)::text from log_place") == "0")
        }
    }

    /// One reader's clock is a year slow, another's a year fast.
    @Test func `Flagged taps are listed by the time of receipt, not by the time of the tap`() async throws {
        try await TestOffice.with { office in
            let taps = [(-365, "04AAAAAA"), (365, "04BBBBBB"), (0, "04CCCCCC")].enumerated().map { place, tap in
                var submission = TestOffice.submission(
                    "ada", .start, at: TestOffice.noon + .seconds(Int64(tap.0) * 86_400), desk: "6F-A1",
                    receivedAt: TestOffice.noon + .seconds(Int64(-place)))
                submission.verification = TagVerification(proof: .none, flag: .copied, uid: UID(hex: tap.1))
                return submission
            }
            _ = try await TapRecorder.recordAlone(taps, pool: office.pool)
            let shown = try await office.store.tags.flaggedTaps(since: TestOffice.noon - .seconds(60))
            #expect(shown.map { $0.uid?.description } == ["04AAAAAA", "04BBBBBB", "04CCCCCC"])
            #expect(shown.map(\.latest) == [0, -1, -2].map { TestOffice.noon + .seconds($0) })
            #expect(try await office.store.tags.flaggedTaps(since: TestOffice.noon + .seconds(1)).isEmpty)
        }
    }

    @Test(arguments: [
        "update log_place set flag = null where flag is not null", "update log_place set proof = 'certificate'",
        "update log_place set tag_uid = '\\x04aaaaaa' where tag_uid is not null",
        "update log_place set proof = null, flag = null, tag_uid = null",
    ])
    func `Ledger verification finds changed tag evidence`(statement: String) async throws {
        try await TestOffice.with { office in
            let id = UUID()
            _ = try await record(office, .start, copied(), id: id)
            try await office.execute(statement)
            #expect(try await office.store.ledger.verifyLedger().flaw == .changedPlace(seq: TestOffice.facts + 1, id: id))
        }
    }

    @Test func `Ledger verification finds tag evidence that was added to a tap`() async throws {
        try await TestOffice.with { office in
            let id = UUID()
            _ = try await record(office, .start, nil, id: id)
            try await office.execute("update log_place set proof = 'certificate'")
            #expect(try await office.store.ledger.verifyLedger().flaw == .changedPlace(seq: TestOffice.facts + 1, id: id))
        }
    }

    @Test(
        arguments: [
            (.none, nil, true), (.uid, nil, false), (.certificate, nil, false), (.none, TagProof.none, true),
            (.uid, TagProof.none, false), (.uid, .uid, true), (.certificate, .uid, false), (.certificate, .certificate, true),
            (.uid, .certificate, true),
        ] as [(TagProof, TagProof?, Bool)])
    func `A start without the required proof is quarantined`(required: TagProof, given: TagProof?, counts: Bool) async throws {
        try await TestOffice.with { office in
            try await office.store.setRequiredProof(of: office.office, to: required)
            let finding = given.map { TagVerification(proof: $0) }
            let expected = counts ? IngestOutcome.accepted(notes: []) : .quarantined(.unproven)
            #expect(try await record(office, .start, finding) == expected)
            #expect(try await record(office, .end, nil, at: TestOffice.noon + .seconds(9)).name == "accepted")
        }
    }

    @Test func `A change of the required proof applies to the next start`() async throws {
        try await TestOffice.with { office in
            try await office.withRecorder { recorder in
                let at = TestOffice.noon
                func start(_ second: Int64) -> TapSubmission {
                    TestOffice.submission("ada", .start, at: at + .seconds(second), desk: "6F-A1")
                }
                #expect(try await recorder.record([start(1)]) == [.accepted(notes: [])])
                try await office.store.setRequiredProof(of: office.office, to: .uid)
                #expect(try await recorder.record([start(2)]) == [.quarantined(.unproven)])
                try await office.store.setRequiredProof(of: office.office, to: .none)
                #expect(try await recorder.record([start(3)])[0].name == "accepted")
            }
        }
    }

    @Test func `HR can release a start that was quarantined for missing proof`() async throws {
        try await TestOffice.with { office in
            try await office.store.setRequiredProof(of: office.office, to: .certificate)
            let id = UUID()
            #expect(try await record(office, .start, nil, id: id) == .quarantined(.unproven))
            // The same start sent again is a duplicate, also after the office has dropped the requirement.
            try await office.store.setRequiredProof(of: office.office, to: .none)
            #expect(try await record(office, .start, nil, id: id) == .duplicate)
            #expect(try await office.store.corrections.quarantinedTaps().map(\.why) == [.unproven])
            let why = Justification(author: "cy", reason: "The reader was broken")
            #expect(
                try await office.store.corrections.settle([id], .restore, why, now: TestOffice.noon + .seconds(60))
                    == [.accepted(notes: [])])
            #expect(try await office.store.corrections.quarantinedTaps().isEmpty)
            #expect(try await office.state(of: "ada") == .work)
            #expect(try await office.store.ledger.verifyLedger().flaw == nil)
        }
    }
}
