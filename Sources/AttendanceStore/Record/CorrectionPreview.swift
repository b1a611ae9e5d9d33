package import Attendance
import FoundationEssentials

/// What a correction would change in a person's record.
package struct CorrectionPreview: Sendable, Equatable {
    /// The row of a working day and office before and after; nil: there is none.
    package struct Day: Sendable, Equatable {
        package let key: DailyRow.Key
        package let before: DailyRow?
        package let after: DailyRow?
    }

    /// An end or a pause that would be before the start of its session.
    package struct BeforeStart: Sendable, Equatable {
        package let tap: UnmatchedTap
        /// The start of the next session of that working day; nil: the correction itself moves or changes the start before the tap.
        package let start: Int64?
    }

    /// The days that would change, by day and office.
    package let days: [Day]
    package let beforeStart: BeforeStart?

    /// - Parameters:
    ///   - events: of the person, around the correction, in the order of the record.
    ///   - office: the number of the office of an added tap, or of an amended one that changes its office.
    init(
        of record: LogRecord, to events: [RecordedEvent], office: OfficeID, in calendars: inout OfficeCalendars,
        asOf instant: Instant
    ) {
        let before = PersonRecord(of: events, in: &calendars, asOf: instant)
        let corrected = events.applying(record, office: office, at: instant)
        let after = PersonRecord(of: corrected, in: &calendars, asOf: instant)
        func rows(_ record: PersonRecord) -> [DailyRow.Key: DailyRow] {
            Dictionary(record.rows.map { ($0.key, $0) }) { first, _ in first }
        }
        let (old, new) = (rows(before), rows(after))
        days = Set(old.keys).union(new.keys).sorted().filter { old[$0] != new[$0] }.map { key in
            Day(key: key, before: old[key], after: new[key])
        }
        beforeStart = Self.beforeStart(record, before, after)
    }

    private static func beforeStart(
        _ record: LogRecord, _ before: PersonRecord, _ after: PersonRecord
    ) -> BeforeStart? {
        // Deleting the taps of a day one after the other leaves ends without a start for a while.
        if case .correction(let correction) = record, case .void = correction.change { return nil }
        let known = Set(before.unmatchedTaps.map(\.event))
        for tap in after.unmatchedTaps where !known.contains(tap.event) {
            if tap.event != record.subject { return BeforeStart(tap: tap, start: nil) }
            let next = after.sessions.first { $0.start > tap.at && $0.workingDay.date == tap.workingDay.date }
            // Without a session on that day, its start may be added next.
            if let next { return BeforeStart(tap: tap, start: next.start) }
        }
        return nil
    }
}

extension LogRecord {
    /// The id of the tap that the record adds or corrects; nil: the record names none.
    fileprivate var subject: UUID? {
        switch self {
        case .tap(let tap), .add(let tap, _): tap.id
        case .correction(let correction): correction.target
        }
    }
}

extension [RecordedEvent] {
    /// With a correction, as if it was recorded at `now`.
    func applying(_ record: LogRecord, office: OfficeID, at now: Instant) -> [RecordedEvent] {
        switch record {
        case .tap(let tap), .add(let tap, _):
            if contains(where: { $0.id == tap.id }) { return self }
            return self + [
                RecordedEvent(
                    id: tap.id, kind: tap.kind, at: tap.at, desk: tap.desk, office: office, receivedAt: now, isAdded: true)
            ]
        case .correction(let correction):
            var changesOffice = false
            if case .amend(let amendment) = correction.change { changesOffice = amendment.office != nil }
            return map { event in
                var event = event
                if event.id == correction.target { event.apply(correction.change, office: changesOffice ? office : nil) }
                return event
            }
        }
    }
}
