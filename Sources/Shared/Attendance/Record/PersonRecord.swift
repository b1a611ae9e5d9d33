/// Everything derived from one person's events: sessions, unmatched taps and daily rows. Depends only on the set of events,
/// the office settings and `as_of`, never on the order of arrival (Attendance.docc).
package struct PersonRecord: Sendable, Equatable {
    /// Ordered by start.
    package private(set) var sessions: [Session]
    /// Ordered by time.
    package private(set) var unmatchedTaps: [UnmatchedTap]
    /// Ordered by working day and office number.
    package private(set) var rows: [DailyRow]

    /// Derives the record in one pass over the events.
    /// - Parameters:
    ///   - events: all events of this person, with corrections applied; in any order, fastest in that of
    ///     ``RecordedEvent/order``.
    ///   - offices: the calendars of all offices that the events name.
    ///   - instant: `as_of`; decides only which sessions are open and how long their unconfirmed time is.
    package init(of events: [RecordedEvent], in offices: inout OfficeCalendars, asOf instant: Instant) {
        var fold = SessionFold()
        var rows = DailyRows()
        for event in events.inOrder {
            if event.isEffective { fold.apply(event, &offices) }
            rows.flagExclusion(of: event, &offices)
        }
        fold.finish(asOf: instant.seconds)
        for session in fold.sessions { rows.add(session, &offices) }
        for unmatchedTap in fold.unmatchedTaps { rows.add(unmatchedTap) }
        sessions = fold.sessions
        unmatchedTaps = fold.unmatchedTaps
        self.rows = rows.rows
    }

    /// Adds the note that another person took over this person's desk, to the session that was open then.
    mutating func add(_ takeover: DerivedDeskMap.Takeover) {
        guard let open = sessions.lastIndex(where: { $0.firstTap < takeover.by }) else { return }
        let note = Session.Note(code: .deskTakenOver, at: takeover.at, event: takeover.by.id, order: takeover.by)
        let index = sessions[open].notes.firstIndex { takeover.by < $0.order } ?? sessions[open].notes.endIndex
        sessions[open].notes.insert(note, at: index)
    }
}

extension [RecordedEvent] {
    /// The events in the order of the record. They mostly are already.
    fileprivate var inOrder: [RecordedEvent] {
        let isSorted = zip(self, dropFirst()).allSatisfy { $0.order < $1.order }
        return isSorted ? self : sorted { $0.order < $1.order }
    }
}
