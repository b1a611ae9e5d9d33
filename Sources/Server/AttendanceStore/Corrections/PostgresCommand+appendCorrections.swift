import Attendance
import FoundationEssentials
import Postgres

extension PostgresCommand {
    /// Appends additions and corrections with their ledger entries. Returns one row, or none if `seqBefore` is not the number of
    /// the log's latest record.
    /// - Parameter seq: the log's latest record after these.
    static func appendCorrections(
        _ appended: [(record: LedgerRecord, link: LedgerLink)], seqBefore: Int64, seq: Int64
    ) -> PostgresCommand {
        // One element for each record.
        let records = appended.map(\.record)
        let receivedInstants = records.map { PostgresTimestamp($0.receivedAt) }
        let contents = records.map { SharedContent($0) }
        let instants = contents.map { $0.at.map(PostgresTimestamp.init) }
        let ledger = LedgerColumns(appended.map(\.link))
        return PostgresCommand(
            "Corrections/append_corrections",
            [
                "seq": seq, "hashes": ledger.hashes, "seq_before": seqBefore,
                "types": records.map(\.type), "ids": records.map(\.id), "targets": contents.map(\.target),
                "people": contents.map(\.person), "authors": contents.map(\.author), "reasons": contents.map(\.reason),
                "received_instants": receivedInstants, "kinds": contents.map(\.kind), "instants": instants,
                "sent_instants": contents.map(\.atSent), "offices": contents.map(\.office),
                "desks": records.map(\.place?.desk), "sent_desks": records.map(\.place?.deskSent),
                "time_salts": ledger.timeSalts, "time_commitments": ledger.timeCommitments,
                "place_salts": ledger.placeSalts, "place_commitments": ledger.placeCommitments,
            ])
    }
}

/// The fields that additions and corrections share.
private struct SharedContent {
    var target: UUID?
    var person: PersonID?
    var author: PersonID?
    var reason: String?
    var at: Instant?
    var atSent: String?
    var kind: String?
    var office: OfficeID?

    init(_ record: LedgerRecord) {
        switch record.content {
        case .event(let event):
            (person, author, reason) = (event.person, event.author, event.reason)
            (at, atSent, kind, office) = (event.at, event.atSent, event.kind, event.office)
        case .correction(let correction):
            target = correction.target
            (person, author, reason) = (correction.person, correction.author, correction.reason)
            (at, atSent, kind, office) = (correction.at, correction.atSent, correction.kind, correction.office)
        case .erasure, .facts: break
        }
    }
}
