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

extension AttendanceStore {
    /// For which instant a period is asked where nobody names one: now, but no later than its rows are settled. So a period that is
    /// over says the same whenever it is exported.
    package func asOf(_ period: ClosedRange<CivilDate>, now: Instant, zones: TimeZoneDatabase) async throws -> Instant {
        min(now, RecordWindow.settled(period, try await calendars(zones).allSettings))
    }

    /// Where the log stands, for an export that goes no further.
    /// - Parameter head: an earlier export's, to have it made again.
    /// - Throws: ``StoreError/unknownCheckpoint(_:)`` where the ledger has no such entry.
    package func exportStamp(
        asOf instant: Instant, zones: TimeZoneDatabase, at head: LedgerCheckpoint? = nil
    ) async throws -> ExportStamp {
        if let head, head.seq > 0 {
            let hash = try await pool.query("Ledger/ledger_entry", head.seq).first?.bytes(0)
            guard hash == head.hash else { throw StoreError.unknownCheckpoint(head.text) }
        }
        let latest = if let head { head } else { try await ledgerHead() }
        return ExportStamp(head: latest, timeZones: zones.version, asOf: instant)
    }
}
