import Attendance
import FoundationEssentials
import Postgres

/// The parameters of `append_corrections`: additions and corrections with their ledger entries.
struct AppendCorrectionsStatement {
    private let seqBefore: Int64
    private let seq: Int64

    // One element per record.
    private let types: [String]
    private let ids: [UUID]
    private let targets: [UUID?]
    private let people: [PersonID?]
    private let authors: [PersonID?]
    private let reasons: [String?]
    private let receivedInstants: [PostgresTimestamp]
    private let kinds: [String?]
    private let instants: [PostgresTimestamp?]
    private let sentInstants: [String?]
    private let offices: [OfficeID?]
    private let desks: [String?]
    private let sentDesks: [String?]
    private let ledger: LedgerColumns

    /// - Parameters:
    ///   - seqBefore: the log's latest record.
    ///   - seq: the log's latest record after these.
    init(_ appended: [(record: LedgerRecord, link: LedgerLink)], seqBefore: Int64, seq: Int64) {
        self.seqBefore = seqBefore
        self.seq = seq
        let records = appended.map(\.record)
        types = records.map(\.type)
        ids = records.map(\.id)
        receivedInstants = records.map { PostgresTimestamp($0.receivedAt) }
        desks = records.map { $0.place?.desk }
        sentDesks = records.map { $0.place?.deskSent }

        let contents = records.map { Content($0) }
        targets = contents.map(\.target)
        people = contents.map(\.person)
        authors = contents.map(\.author)
        reasons = contents.map(\.reason)
        kinds = contents.map(\.kind)
        instants = contents.map { $0.at.map(PostgresTimestamp.init) }
        sentInstants = contents.map(\.atSent)
        offices = contents.map(\.office)

        ledger = LedgerColumns(appended.map(\.link))
    }

    /// The statement. It returns one row, or none if `seqBefore` is not the log's latest record.
    var command: PostgresCommand {
        PostgresCommand(
            "Corrections/append_corrections",
            [
                "seq": seq, "hashes": ledger.hashes, "seq_before": seqBefore,
                "types": types, "ids": ids, "targets": targets, "people": people, "authors": authors, "reasons": reasons,
                "received_instants": receivedInstants, "kinds": kinds, "instants": instants, "sent_instants": sentInstants,
                "offices": offices, "desks": desks, "sent_desks": sentDesks,
                "previous_hashes": ledger.previousHashes, "time_salts": ledger.timeSalts,
                "time_commitments": ledger.timeCommitments, "place_salts": ledger.placeSalts,
                "place_commitments": ledger.placeCommitments,
            ])
    }

    /// The fields that additions and corrections share.
    private struct Content {
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
            case .erasure: break
            }
        }
    }
}
