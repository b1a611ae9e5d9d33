package import Attendance
import FoundationEssentials

/// What a correction would change in a person's record.
package struct CorrectionPreview: Sendable, Equatable {
    /// The row of a working day and office before and after; nil: there is none.
    package struct Day: Sendable, Equatable {
        package let key: DailyRow.Key
        package let before: ShownRow?
        package let after: ShownRow?
    }

    /// The corrected tap after the correction.
    package struct Subject: Sendable, Equatable {
        /// In seconds since 1970.
        package let at: Int64
        /// Its working day, with that day's time zone.
        package let place: DailyRow.Key
        package let zone: TimeZoneRules
    }

    package struct UncountedTap: Sendable, Equatable {
        package let kind: TapKind
        /// In seconds since 1970.
        package let at: Int64
    }

    /// Why a correction makes no sense. Instants are whole seconds since 1970.
    package enum Contradiction: Sendable, Equatable {
        /// The end or pause would be before the start of its day, `start`.
        case beforeStart(start: Int64)
        /// The start would be after a tap of its session, at `tap`.
        case startAfter(tap: Int64)
        /// The end or pause would be after the end of its session, `end`, and have no effect.
        case afterEnd(end: Int64)
        /// The end or pause would be after the last instant at which its session, from `start`, can end, `deadline`.
        /// - Parameter longest: the office's longest session, if it gives the deadline; nil: the end of the working day gives it.
        case afterDeadline(deadline: Int64, start: Int64, longest: Duration?)
        /// The end would be before a tap of its session, `kind` at `at`, which would then have no end or no start.
        /// - Parameters:
        ///   - isResume: the tap is a start after a pause.
        ///   - last: the last tap of the session.
        case beforeTap(kind: TapKind, isResume: Bool, at: Int64, last: Int64)
        /// A whole day has another tap at `at` between its start and its end, or begins before the end of an earlier session, from
        /// `at`.
        case overlap(at: Int64)
    }

    /// The days that would change, by day and office, from the record as it is.
    package let days: [Day]
    /// nil: the correction makes sense, or deletes or restores a tap.
    package internal(set) var contradiction: Contradiction?
    /// nil: the tap no longer counts.
    package let subject: Subject?
    /// The day that lists the tap after the correction: that of its session. nil: there is no such tap.
    package let listedOn: DailyRow.Key?
    /// The pauses and ends that belong to no session after an addition or amendment, in the order of the record: the added or moved
    /// tap, and those that count now.
    package let uncounted: [UncountedTap]
    /// From the tap to the next one, if it is a pause within a session after the correction and the next tap is no start; nil
    /// otherwise.
    package internal(set) var missingResume: ClosedRange<Int64>?
    /// From a pause to the end of its session, if the correction adds or moves that end; nil otherwise.
    package internal(set) var endedBreak: ClosedRange<Int64>?
    /// The sessions of the day of ``listedOn``, as they are before the correction.
    package let sessions: [Session]
    /// The pauses and ends of that day that belong to no session before the correction.
    package let unmatched: [UncountedTap]

    /// - Parameters:
    ///   - events: of the person, from the first day of a month until after the correction, in the order of the record.
    ///   - assumed: the events with other corrections that are assumed to be recorded before.
    ///   - office: the number of the office of an added tap, or of an amended one that changes its office.
    init(
        of record: LogRecord, to events: [RecordedEvent], assuming assumed: [RecordedEvent], office: OfficeID,
        in calendars: inout OfficeCalendars, asOf instant: Instant
    ) {
        let corrected = assumed.applying(record, office: office, at: instant)
        let before = PersonRecord(of: assumed, in: &calendars, asOf: instant)
        let now = events == assumed ? before : PersonRecord(of: events, in: &calendars, asOf: instant)
        let after = PersonRecord(of: corrected, in: &calendars, asOf: instant)
        days = Self.days(from: now, to: after)
        let subject = corrected.first { $0.id == record.subject && $0.isEffective }
        self.subject = subject.map { event in
            let (at, date) = (event.at.seconds, calendars[event.office].workingDay(at: event.at.seconds).date)
            return Subject(
                at: at, place: DailyRow.Key(date: date, office: event.office),
                zone: calendars[event.office].settings(for: date).zone)
        }
        let listedOn = corrected.first { $0.id == record.subject }.map { event in
            RecordStore.place(of: event, in: after.sessions, &calendars)
        }
        self.listedOn = listedOn
        sessions = now.sessions.filter { DailyRow.Key(date: $0.workingDay.date, office: $0.office) == listedOn }
        unmatched = now.unmatchedTaps.filter { DailyRow.Key(date: $0.workingDay.date, office: $0.office) == listedOn }
            .compactMap { tap in events.first { $0.id == tap.event }.map { UncountedTap(kind: $0.kind, at: tap.at) } }
        missingResume = record.changesTap ? subject.flatMap { Self.missingResume($0, among: corrected, after) } : nil
        endedBreak = record.changesTap ? subject.flatMap { Self.endedBreak($0, after) } : nil
        uncounted = record.changesTap ? Self.uncounted(corrected, assumed, before, after) : []
        // A tap that did not count before is held, or was deleted by mistake.
        let earlier = assumed.first { $0.id == record.subject }
        let counted = earlier?.isEffective ?? true
        let day = self.subject?.place.date
        contradiction =
            counted
            ? subject.flatMap { subject in
                Self.beforeTap(subject, earlier, among: assumed, before, after)
                    ?? Self.contradiction(subject, on: day, before, after, &calendars)
            } : nil
    }

    /// The days whose rows differ, by day and office.
    static func days(from before: PersonRecord, to after: PersonRecord) -> [Day] {
        func rows(_ record: PersonRecord) -> [DailyRow.Key: ShownRow] {
            Dictionary(record.rows.shown.map { ($0.row.key, $0) }) { first, _ in first }
        }
        let (old, new) = (rows(before), rows(after))
        return Set(old.keys).union(new.keys).sorted().filter { old[$0]?.row != new[$0]?.row }.map { key in
            Day(key: key, before: old[key], after: new[key])
        }
    }

    private static func missingResume(
        _ subject: RecordedEvent, among events: [RecordedEvent], _ after: PersonRecord
    ) -> ClosedRange<Int64>? {
        guard subject.kind == .pause, let session = after.sessions.last(where: { $0.start <= subject.at.seconds }),
            subject.at.seconds < session.end ?? session.lastTap
        else { return nil }
        let later = events.filter { $0.isEffective && subject.order < $0.order }
        guard let next = later.min(by: { $0.order < $1.order }), next.kind != .start else { return nil }
        return subject.at.seconds...next.at.seconds
    }

    private static func endedBreak(_ subject: RecordedEvent, _ after: PersonRecord) -> ClosedRange<Int64>? {
        let at = subject.at.seconds
        guard subject.kind == .end, let session = after.sessions.last(where: { $0.start <= at }), session.end == at,
            let last = session.stretches.last, last.isPause, last.start < at
        else { return nil }
        return last.start...at
    }

    private static func uncounted(
        _ events: [RecordedEvent], _ assumed: [RecordedEvent], _ before: PersonRecord, _ after: PersonRecord
    ) -> [UncountedTap] {
        let unmatched = Set(after.unmatchedTaps.map(\.event))
        let lost = events.filter { event in
            guard unmatched.contains(event.id) else { return false }
            return !before.isWithoutEffect(event.id) || assumed.contains { $0.id == event.id && $0.at != event.at }
        }
        return lost.sorted { $0.order < $1.order }.map { UncountedTap(kind: $0.kind, at: $0.at.seconds) }
    }

    /// Whether an end cuts a session before a later tap of it, so that the day is incomplete. An end that is added to a session
    /// with an end makes two sessions, so the last end of such a day is added first.
    /// - Parameter earlier: the end before an amendment; nil: it is added.
    private static func beforeTap(
        _ subject: RecordedEvent, _ earlier: RecordedEvent?, among events: [RecordedEvent], _ before: PersonRecord,
        _ after: PersonRecord
    ) -> Contradiction? {
        guard subject.kind == .end, let session = before.sessions.last(where: { $0.start <= subject.at.seconds }),
            session.end == nil || session.end == earlier?.at.seconds
        else { return nil }
        // A clock-in without a break before it can begin a session of its own. A tap soon after the end repeats it, and a session
        // that is still open can get its end later.
        let tap = events.first { event in
            event.isEffective && event.id != subject.id && subject.order < event.order && event.at.seconds <= session.lastTap
                && (after.unmatchedTaps.contains { $0.event == event.id }
                    || session.isResume(event.kind, at: event.at)
                        && after.sessions.contains { $0.firstTap.id == event.id && $0.state == .auto })
        }
        return tap.map { tap in
            .beforeTap(
                kind: tap.kind, isResume: session.isResume(tap.kind, at: tap.at), at: tap.at.seconds, last: session.lastTap)
        }
    }

    private static func contradiction(
        _ subject: RecordedEvent, on day: CivilDate?, _ before: PersonRecord, _ after: PersonRecord,
        _ calendars: inout OfficeCalendars
    ) -> Contradiction? {
        let at = subject.at.seconds
        if subject.kind == .start { return startAfter(subject, on: day, before, after) }
        guard after.isWithoutEffect(subject.id), !before.isWithoutEffect(subject.id) else { return nil }
        let unmatched = after.unmatchedTaps.first { $0.event == subject.id }
        if let last = after.sessions.last(where: { $0.start <= at }) {
            // A night's session can end on the tap's working day.
            let isItsDay = unmatched.map { last.workingDay.date == day || last.extentEnd >= $0.workingDay.start } ?? true
            if let end = last.end, end <= at, isItsDay { return .afterEnd(end: end) }
            if let deadline = last.autoClosedAt, deadline < at, isItsDay {
                return .afterDeadline(
                    deadline: deadline, start: last.start, longest: longest(last, endsAt: deadline, &calendars))
            }
        }
        // On a day without a session, the start may be added next.
        let next = after.sessions.first { $0.start > at && $0.workingDay.date == day }
        return next.map { .beforeStart(start: $0.start) }
    }

    /// The office's longest session if it gives the deadline of a session; nil: the end of the working day gives it.
    static func longest(
        _ session: Session, endsAt deadline: Int64, _ calendars: inout OfficeCalendars
    ) -> Duration? {
        calendars[session.office].policy(at: session.start).maximumSession.flatMap { length in
            session.start + length.components.seconds == deadline ? length : nil
        }
    }

    /// Whether a start was moved behind a tap of its own session, on the same day and not past another session.
    private static func startAfter(
        _ subject: RecordedEvent, on day: CivilDate?, _ before: PersonRecord, _ after: PersonRecord
    ) -> Contradiction? {
        let at = subject.at.seconds
        let known = Set(before.unmatchedTaps.map(\.event))
        guard let tap = after.unmatchedTaps.first(where: { !known.contains($0.event) && $0.at < at }),
            let session = before.sessions.last(where: { $0.start <= tap.at }), session.firstTap.id == subject.id,
            session.workingDay.date == day, tap.at <= session.end ?? tap.at,
            !before.sessions.contains(where: { tap.at < $0.start && $0.start < at })
        else { return nil }
        return .startAfter(tap: tap.at)
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
    /// The id of the tap that the record adds or corrects.
    fileprivate var subject: UUID { target ?? id }

    /// Whether the record is an addition or an amendment.
    fileprivate var changesTap: Bool {
        guard case .correction(let correction) = self else { return true }
        if case .amend = correction.change { return true }
        return false
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
                    id: tap.id, kind: tap.kind, at: tap.at, desk: tap.desk, namesNoDesk: tap.isAwayIfAdded, office: office,
                    receivedAt: now, isAdded: true)
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
