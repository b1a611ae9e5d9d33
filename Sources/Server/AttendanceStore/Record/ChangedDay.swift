package import Attendance

/// A row of a person whose first clock-in, last clock-out, work or breaks differ between two states of the log.
package struct ChangedDay: Sendable {
    package let person: PersonID
    package let userName: String
    package let displayName: String
    package let key: DailyRow.Key
    /// nil: there was no row.
    package let before: ShownRow?
    /// nil: there is no row any more.
    package let after: ShownRow?
}

/// A state of the log, and the instant at which its sessions are evaluated (`as_of`).
package struct RecordState: Sendable, Equatable {
    /// The number of the latest record that counts.
    package let seq: Int64
    package let asOf: Instant

    package init(seq: Int64, asOf: Instant) {
        (self.seq, self.asOf) = (seq, asOf)
    }
}
