package import Attendance

/// What an export was made of and by: whoever has it can have the same made again, and hold it against the ledger.
package struct ExportStamp: Sendable, Equatable {
    /// The latest record that is in it, and the ledger's hash there.
    package let head: LedgerCheckpoint
    /// Such as `2025b`.
    package let timeZones: String
    /// For which instant it was asked: it decides only which sessions are still open.
    package let asOf: Instant
}
