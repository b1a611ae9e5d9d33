package import Attendance

// A person who has left makes no further tap, so a session that is still open lacks its clock-out. Confirmed flags need no
// correction. Only pages show it so: exports depend on the log alone, and accounts and confirmations are not part of it.

extension PeriodRecord {
    /// The record as pages show it.
    /// - Parameters:
    ///   - hasLeft: whether the person has left.
    ///   - instant: the record's `as_of`.
    ///   - confirmed: the confirmed doubts (``FlagConfirmationStore/confirmedDoubts(in:)``).
    package func shown(hasLeft: Bool, asOf instant: Instant, confirmed: Set<String>) -> PeriodRecord {
        var record = self
        record.rows = rows.map { $0.confirmed(by: confirmed) }
        guard hasLeft else { return record }
        record.sessions = sessions.map { $0.withoutEnd(asOf: instant) }
        record.rows = record.rows.map { $0.withoutEnd(of: record.sessions.last) }
        return record
    }
}

extension RecordDay {
    /// The day as pages show it.
    /// - Parameters:
    ///   - hasLeft: whether the person has left.
    ///   - instant: the record's `as_of`.
    ///   - confirmed: the confirmed doubts.
    package func shown(hasLeft: Bool, asOf instant: Instant, confirmed: Set<String>) -> RecordDay {
        let row = row.confirmed(by: confirmed)
        let sessions = hasLeft ? sessions.map { $0.withoutEnd(asOf: instant) } : sessions
        return RecordDay(
            row: hasLeft ? row.withoutEnd(of: sessions.last) : row, sessions: sessions, unmatchedTaps: unmatchedTaps,
            events: events, zone: zone
        )
    }
}

extension Session {
    fileprivate func withoutEnd(asOf instant: Instant) -> Session {
        var session = self
        if state == .open { session.autoClosedAt = instant.seconds }
        return session
    }
}

extension DailyRow {
    /// - Parameter last: the last session; an open one is always the last.
    fileprivate func withoutEnd(of last: Session?) -> DailyRow {
        var row = self
        if row.flags.remove(.open) != nil { row.flags.insert(.missingEnd) }
        if openSeconds > 0 {
            row.openSeconds = 0
            row.uncountedSince = last?.uncountedSince
        }
        return row
    }
}
