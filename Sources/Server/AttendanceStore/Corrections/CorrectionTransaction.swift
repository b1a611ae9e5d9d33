import Attendance
import FoundationEssentials
import Postgres

/// Evaluates additions and corrections and appends them to the log. Runs in the caller's transaction.
struct CorrectionTransaction {
    let connection: PostgresConnection

    /// Locks the log until the transaction ends.
    func record(_ submissions: [CorrectionSubmission]) async throws -> [IngestOutcome] {
        let (batch, version) = try await evaluate(submissions)
        try await write(batch, version)
        return batch.outcomes
    }

    /// What ``record(_:)`` would append to the log, at its version. Locks the log, too.
    func evaluate(_ submissions: [CorrectionSubmission]) async throws -> (batch: CorrectionBatch, version: LogVersion) {
        let targets = submissions.compactMap(\.target)
        let (ids, users) = (submissions.map(\.record.id), submissions.flatMap(\.users).writtenNames)
        let results = try await connection.pipeline([
            PostgresCommand("Taps/lock_log"),
            PostgresCommand("Taps/known_records", ["ids": ids]),
            PostgresCommand("Corrections/colleagues_by_user_name", ["user_names": users]),
            PostgresCommand("Offices/offices", ["office": nil]),
            PostgresCommand("Taps/events_by_id", ["ids": targets]),
            PostgresCommand("Corrections/corrections_by_target", ["targets": targets]),
            PostgresCommand("Offices/office_settings", ["seq": nil]),
        ])
        let events = try LoggedEvents(results[4], corrections: results[5]).events
        let desks = submissions.compactMap(\.desk) + events.compactMap(\.event.desk)
        var places = LogCache()
        let rows = try await connection.query("Taps/desks_by_id", ["desks": Set(desks).sorted().map(\.description)])
        try places.take(desks: rows, offices: results[3])
        try places.clocks.take(results[6])
        let version = try LogVersion(results[0][0])
        let context = CorrectionBatch.Context(
            known: try KnownRecords(results[1]), colleagues: try Self.colleagues(results[2]), places: places,
            targets: Dictionary(events.map { ($0.event.id, ($0.person, $0.event)) }) { first, _ in first })
        return (CorrectionBatch(submissions, in: context, at: version), version)
    }

    private static func colleagues(_ rows: PostgresResult) throws -> [WrittenName: CorrectionBatch.Colleague] {
        var colleagues: [WrittenName: CorrectionBatch.Colleague] = [:]
        for row in rows {
            let colleague = CorrectionBatch.Colleague(
                id: try row.get("id"), userName: try row.get("user_name"), homeOffice: try row.get("office_id"),
                worksHere: try row.get("works_here"))
            colleagues[WrittenName(try row.get("named"))] = colleague
            colleagues[WrittenName(colleague.userName)] = colleague
        }
        return colleagues
    }

    /// Appends what ``evaluate(_:)`` returned.
    func write(_ batch: CorrectionBatch, _ version: LogVersion) async throws {
        if batch.appended.isEmpty { return }
        let seq = version.seq + Int64(batch.appended.count)
        let appended = try await connection.pipeline([
            .appendCorrections(batch.appended, seqBefore: version.seq, seq: seq)
        ])
        guard appended[0].count == 1 else { throw InstallationError.logMoved }
    }
}

extension CorrectionSubmission {
    fileprivate var target: UUID? { if case .correction(let correction) = record { correction.target } else { nil } }

    /// The user names of the author and, for an addition, of the event's person.
    fileprivate var users: [String] {
        let author = [justification?.author].compactMap(\.self)
        if case .add(let tap, _) = record { return author + [tap.user] }
        return author
    }

    fileprivate var desk: DeskID? {
        switch record {
        case .tap(let tap), .add(let tap, _): return tap.desk
        case .correction(let correction):
            guard case .amend(let amendment) = correction.change, case .named(let desk) = amendment.desk else { return nil }
            return desk
        }
    }
}
