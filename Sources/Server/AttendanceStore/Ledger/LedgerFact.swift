import Postgres

/// A fact that does not fit the ledger: a setting, a person's names, a legal hold or a fact of hours.
package struct LedgerFact: Sendable, Equatable {
    package enum Subject: String, Sendable {
        case settings, person, hold, hours
    }

    package enum Flaw: String, Sendable {
        /// The recorded fact does not fit its commitment.
        case changed
        /// The row that it describes is gone.
        case missing
        /// The row that it describes was changed without a record.
        case outdated
        /// The ledger does not have it.
        case unrecorded
    }

    package let subject: Subject
    /// The number of the setting, person or hold, or the position of the fact of hours.
    package let id: Int64
    /// Its latest record; nil: the ledger does not have it.
    package let seq: Int64?
    package let flaw: Flaw

    package init(_ subject: Subject, _ id: Int64, seq: Int64?, _ flaw: Flaw) {
        (self.subject, self.id, self.seq, self.flaw) = (subject, id, seq, flaw)
    }

    /// Reads a row of `fact_flaw`.
    init(_ row: PostgresRow) throws {
        self.init(
            try row.choice("subject"), try row.get("subject_id"), seq: try row.getIfPresent("seq"), try row.choice("flaw"))
    }
}

extension LedgerFact: CustomStringConvertible {
    package var description: String {
        let what =
            switch subject {
            case .settings: "office settings number \(id)"
            case .person: "names of person number \(id)"
            case .hold: "legal hold number \(id)"
            case .hours: "hours, number \(id),"
            }
        let entry = "entry \(seq ?? 0)"
        return switch flaw {
        case .changed: "the fact of \(entry) about the \(what) was changed"
        case .missing: "\(entry) is about the \(what), which no longer exists"
        case .outdated: "\(entry) does not fit the \(what)"
        case .unrecorded: "no entry is about the \(what)"
        }
    }
}
