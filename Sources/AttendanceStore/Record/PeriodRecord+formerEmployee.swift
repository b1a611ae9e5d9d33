package import Attendance

// A person who has left makes no further tap, so a session that is still open lacks its clock-out. Only pages show it so: exports
// depend on the log alone, and the account is not part of it.

extension PeriodRecord {
    /// The record as pages show it.
    /// - Parameters:
    ///   - hasLeft: whether the person has left.
    ///   - instant: the record's `as_of`.
    package func shown(hasLeft: Bool, asOf instant: Instant) -> PeriodRecord {
        guard hasLeft else { return self }
        var record = self
        record.sessions = sessions.map { $0.withoutEnd(asOf: instant) }
        record.rows = rows.map { $0.withoutEnd(of: record.sessions.last) }
        return record
    }
}

extension RecordDay {
    /// The day as pages show it.
    /// - Parameters:
    ///   - hasLeft: whether the person has left.
    ///   - instant: the record's `as_of`.
    package func shown(hasLeft: Bool, asOf instant: Instant) -> RecordDay {
        guard hasLeft else { return self }
        let sessions = sessions.map { $0.withoutEnd(asOf: instant) }
        return RecordDay(
            row: row.withoutEnd(of: sessions.last), sessions: sessions, unmatchedTaps: unmatchedTaps, events: events, zone: zone
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
