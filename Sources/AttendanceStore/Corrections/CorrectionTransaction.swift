import Attendance
import FoundationEssentials
import Postgres

/// Decides additions and corrections and writes what follows: the log, its ledger, and the presence of everybody concerned.
/// The caller's transaction holds it together, and what else belongs to it.
struct CorrectionTransaction {
    let connection: PostgresConnection

    /// Locks the log until the transaction ends.
    func record(_ submissions: [CorrectionSubmission]) async throws -> [IngestOutcome] {
        let targets = submissions.compactMap(\.target)
        let results = try await connection.pipeline([
            PostgresCommand("Taps/lock_log"),
            PostgresCommand("Taps/known_records", submissions.map(\.record.id)),
            PostgresCommand("Corrections/colleagues_by_user_name", Set(submissions.flatMap(\.users)).sorted()),
            PostgresCommand("Offices/offices"),
            PostgresCommand("Taps/events_by_id", targets),
            PostgresCommand("Corrections/corrections_by_target", targets),
            PostgresCommand("Offices/office_settings"),
        ])
        let events = try LoggedEvents(results[4], corrections: results[5]).events
        let desks = submissions.compactMap(\.desk) + events.compactMap(\.event.desk)
        var places = LogMirror()
        let rows = try await connection.query("Floors/desks_by_id", ["desks": Set(desks).sorted().map(\.description)])
        try places.take(desks: rows, offices: results[3])
        try places.clocks.take(results[6])
        let version = try LogMirror.Version(results[0][0])
        let context = CorrectionBatch.Context(
            known: try KnownRecords(results[1]), colleagues: try Self.colleagues(results[2]), places: places,
            targets: Dictionary(events.map { ($0.event.id, ($0.person, $0.event)) }) { first, _ in first })
        let batch = CorrectionBatch(submissions, in: context, at: version)
        try await write(batch, version, places.clocks.calendars)
        return batch.outcomes
    }

    private static func colleagues(_ rows: PostgresResult) throws -> [String: CorrectionBatch.Colleague] {
        var colleagues: [String: CorrectionBatch.Colleague] = [:]
        for row in rows {
            colleagues[try row.get(0)] = CorrectionBatch.Colleague(
                id: try row.get(1), homeOffice: try row.get(2), worksHere: try row.get(3))
        }
        return colleagues
    }

    private func write(
        _ batch: CorrectionBatch, _ version: LogMirror.Version, _ calendars: OfficeCalendars
    ) async throws {
        if batch.appended.isEmpty { return }
        let seq = version.seq + Int64(batch.appended.count)
        let appended = try await connection.pipeline([Self.append(batch, after: version.seq, to: seq)])
        guard appended[0].count == 1 else { throw StoreError.logMoved }
        var derivation = PresenceDerivation(connection, calendars)
        try await derivation.deriveClaims(at: batch.desks)
        let people = try await derivation.derive(batch.people, claiming: batch.desks)
        _ = try await connection.pipeline([TapTransaction.tell(people, seq: seq)])
    }

    private static func append(_ batch: CorrectionBatch, after seq: Int64, to last: Int64) -> PostgresCommand {
        let rows = batch.appended.map { Row($0.record) }
        let (records, links) = (batch.appended.map(\.record), batch.appended.map(\.link))
        var values: [(any PostgresEncodable)?] = [seq, last]
        values += [
            records.map(\.type), records.map(\.id), rows.map(\.target), rows.map(\.person), rows.map(\.author),
            rows.map(\.reason), records.map { PostgresTimestamp($0.receivedAt) }, rows.map(\.kind),
            rows.map { $0.at.map(PostgresTimestamp.init) }, rows.map(\.atSent), rows.map(\.office),
            records.map { $0.place?.desk }, records.map { $0.place?.deskSent },
        ]
        values += LedgerLink.columns(of: links)
        return PostgresCommand("Corrections/append_corrections", values: values)
    }

    /// What additions and corrections have in common, as they are written.
    private struct Row {
        var target: UUID?
        var person: Int64?
        var author: Int64?
        var reason: String?
        var at: Instant?
        var atSent: String?
        var kind: String?
        var office: Int64?

        init(_ record: LedgerRecord) {
            switch record.content {
            case .event(let event):
                (person, author, reason) = (event.person, event.author, event.reason)
                (at, atSent, kind, office) = (event.at, event.atSent, event.kind, event.office)
            case .correction(let correction):
                target = correction.target
                (person, author, reason) = (correction.person, correction.author, correction.reason)
                (at, atSent, kind, office) = (correction.at, correction.atSent, correction.kind, correction.office)
            case .erasure: break
            }
        }
    }
}

extension CorrectionSubmission {
    fileprivate var target: UUID? { if case .correction(let correction) = record { correction.target } else { nil } }

    /// Its author, and whose event it adds.
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
