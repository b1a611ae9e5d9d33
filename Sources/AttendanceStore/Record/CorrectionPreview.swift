package import Attendance
import FoundationEssentials

/// What a correction would change in a person's record.
package struct CorrectionPreview: Sendable {
    /// The row of a working day and office before and after; nil: there is none.
    package struct Day: Sendable, Equatable {
        package let key: DailyRow.Key
        package let before: DailyRow?
        package let after: DailyRow?
    }

    /// Why a correction makes no sense. Instants are whole seconds since 1970.
    package enum Contradiction: Sendable, Equatable {
        /// The end or pause would be before the start of its day, `start`.
        case beforeStart(start: Int64)
        /// The start would be after a tap of its session, at `tap`.
        case startAfter(tap: Int64)
        /// The end or pause would be after the end of its session, `end`, and have no effect.
        case afterEnd(end: Int64)
    }

    /// The days that would change, by day and office.
    package let days: [Day]
    /// nil: the correction makes sense, or deletes a tap.
    package let contradiction: Contradiction?
    /// The corrected tap after the correction, with its working day; nil: it no longer counts.
    package let subject: (at: Int64, place: DailyRow.Key)?

    /// - Parameters:
    ///   - events: of the person, around the correction, in the order of the record.
    ///   - office: the number of the office of an added tap, or of an amended one that changes its office.
    init(
        of record: LogRecord, to events: [RecordedEvent], office: OfficeID, in calendars: inout OfficeCalendars,
        asOf instant: Instant
    ) {
        let corrected = events.applying(record, office: office, at: instant)
        let before = PersonRecord(of: events, in: &calendars, asOf: instant)
        let after = PersonRecord(of: corrected, in: &calendars, asOf: instant)
        func rows(_ record: PersonRecord) -> [DailyRow.Key: DailyRow] {
            Dictionary(record.rows.map { ($0.key, $0) }) { first, _ in first }
        }
        let (old, new) = (rows(before), rows(after))
        days = Set(old.keys).union(new.keys).sorted().filter { old[$0] != new[$0] }.map { key in
            Day(key: key, before: old[key], after: new[key])
        }
        let subject = corrected.first { $0.id == record.subject && $0.isEffective }
        self.subject = subject.map { event in
            let at = event.at.seconds
            return (at, DailyRow.Key(date: calendars[event.office].workingDay(at: at).date, office: event.office))
        }
        contradiction = subject.flatMap { Self.contradiction($0, before, after) }
    }

    private static func contradiction(
        _ subject: RecordedEvent, _ before: PersonRecord, _ after: PersonRecord
    ) -> Contradiction? {
        let at = subject.at.seconds
        guard subject.kind != .start else {
            let known = Set(before.unmatchedTaps.map(\.event))
            let tap = after.unmatchedTaps.first { !known.contains($0.event) && $0.at < at }
            // It was in the session of this start.
            let session = tap.flatMap { tap in before.sessions.last { $0.start <= tap.at } }
            guard let tap, let session, session.firstTap.id == subject.id, tap.at <= session.end ?? tap.at else { return nil }
            return .startAfter(tap: tap.at)
        }
        if after.isWithoutEffect(subject.id), !before.isWithoutEffect(subject.id) {
            let day = after.unmatchedTaps.first { $0.event == subject.id }?.workingDay.date
            let sessions = after.sessions.filter { day == nil || $0.workingDay.date == day }
            if let end = sessions.last(where: { $0.start <= at })?.end, end <= at { return .afterEnd(end: end) }
            // On a day without a session, the start may be added next.
            if let next = sessions.first(where: { $0.start > at }) { return .beforeStart(start: next.start) }
        }
        return nil
    }
}

extension PersonRecord {
    /// Whether a pause or an end changes no time.
    fileprivate func isWithoutEffect(_ tap: UUID) -> Bool {
        unmatchedTaps.contains { $0.event == tap }
            || sessions.contains { session in
                session.notes.contains { $0.event == tap && [.repeatEnd, .pauseAfterEnd].contains($0.code) }
            }
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
