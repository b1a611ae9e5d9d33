/// Everything that follows from one person's events: sessions, orphans and daily rows. It depends on the set of events, the
/// offices' settings and the instant it is asked for, and on nothing else; the order of arrival plays no part.
package struct PersonRecord: Sendable, Equatable {
    /// By start.
    package private(set) var sessions: [Session]
    /// By time.
    package private(set) var orphans: [OrphanTap]
    /// By working day and office number.
    package private(set) var rows: [DailyRow]

    /// Derives the record in one pass over the events.
    /// - Parameters:
    ///   - events: all of this person, corrections folded; in any order, best in that of ``RecordedEvent/order``.
    ///   - offices: every office that the events name.
    ///   - instant: decides only which sessions are still open and how long their unconfirmed time is.
    package init(of events: [RecordedEvent], in offices: inout OfficeCalendars, asOf instant: Instant) {
        var fold = SessionFold()
        var rows = DailyRows()
        for event in events.inOrder {
            if event.isEffective { fold.take(event, &offices) }
            rows.mention(event, &offices)
        }
        fold.finish(asOf: instant.seconds)
        for session in fold.sessions { rows.add(session, &offices) }
        for orphan in fold.orphans { rows.add(orphan) }
        sessions = fold.sessions
        orphans = fold.orphans
        self.rows = rows.rows
    }

    /// Notes that somebody else took over a desk this person held.
    mutating func add(_ takeover: DeskMap.Takeover) {
        guard let place = sessions.lastIndex(where: { $0.firstTap < takeover.by }) else { return }
        let note = Session.Note(code: .deskTakenOver, at: takeover.at, event: takeover.by.id, order: takeover.by)
        let index = sessions[place].notes.firstIndex { takeover.by < $0.order } ?? sessions[place].notes.endIndex
        sessions[place].notes.insert(note, at: index)
    }
}

extension [RecordedEvent] {
    /// The same events in the order of the record. They mostly come in it.
    fileprivate var inOrder: [RecordedEvent] {
        let isSorted = zip(self, dropFirst()).allSatisfy { $0.order < $1.order }
        return isSorted ? self : sorted { $0.order < $1.order }
    }
}
