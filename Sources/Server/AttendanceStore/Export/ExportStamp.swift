package import Attendance

/// The inputs that determine an export's bytes. With them, the export can be repeated and compared with the ledger.
package struct ExportStamp: Sendable, Equatable {
    /// The latest record that the export reads, and the ledger's hash at this record.
    package let head: LedgerCheckpoint
    /// The version of the time zone database, such as `2025b`.
    package let timeZones: String
    /// The instant of evaluation. It only decides which sessions are still open.
    package let asOf: Instant

    package var state: RecordState { RecordState(seq: head.seq, asOf: asOf) }
}
