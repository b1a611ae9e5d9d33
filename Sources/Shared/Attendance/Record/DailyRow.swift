/// The totals of a person, working day and office, as HR exports them. Instants are whole seconds since 1970.
package struct DailyRow: Sendable, Equatable {
    package struct Key: Sendable, Hashable, Comparable {
        package var date: CivilDate
        package var office: OfficeID

        package init(date: CivilDate, office: OfficeID) {
            self.date = date
            self.office = office
        }

        package static func < (left: Key, right: Key) -> Bool { (left.date, left.office) < (right.date, right.office) }
    }

    package var key: Key
    /// The earliest start.
    package var firstIn: Int64?
    /// The end of the day's last session; nil if that session has no end.
    package var lastOut: Int64?
    package var workedSeconds: Int64 = 0
    /// The part of ``workedSeconds`` that is night work.
    package var nightSeconds: Int64 = 0
    package var pauseSeconds: Int64 = 0
    package var unconfirmedSeconds: Int64 = 0
    /// The part of ``unconfirmedSeconds`` in a session that is still open.
    package var openSeconds: Int64 = 0
    /// From when the latest session without a clock-out (``Session/State/auto``) does not count yet; nil: there is none.
    package var uncountedSince: Int64?
    package var sessions = 0
    package var flags: RowFlags = []
    /// The reasons of the flags that can be confirmed, in the order of time.
    package var doubts: [Doubt] = []
    /// The flags that people confirmed to be right, which are not in ``flags`` (``confirmed(by:)``).
    package var confirmed: RowFlags = []

    package init(key: Key) { self.key = key }
}

/// Collects a person's daily rows. A day never vanishes because of a correction: what was removed leaves a flag.
struct DailyRows {
    /// The contribution of each session or event. They arrive in the order of time, so they are mostly sorted already.
    private var parts: [DailyRow] = []

    /// One row per day and office, in this order.
    var rows: [DailyRow] {
        let isInOrder = zip(parts, parts.dropFirst()).allSatisfy { $0.key < $1.key }
        if isInOrder { return parts }
        var rows: [DailyRow] = []
        // The sort is stable: parts of one row stay in the order of time.
        for part in parts.sorted(by: { $0.key < $1.key }) {
            if let last = rows.indices.last, rows[last].key == part.key {
                rows[last].add(part)
            } else {
                rows.append(part)
            }
        }
        return rows
    }

    mutating func add(_ session: Session, _ offices: inout OfficeCalendars) {
        switch session.attribution {
        case .sessionStart: addWhole(session, &offices)
        case .split: addSplit(session, &offices)
        }
    }

    mutating func add(_ unmatchedTap: UnmatchedTap) {
        change(unmatchedTap.workingDay.date, unmatchedTap.office) { row in
            row.flags.formUnion(unmatchedTap.flags)
            row.doubts.append(unmatchedTap.doubt)
        }
    }

    /// Flags an event that does not count, or that a correction moved to another day or office.
    mutating func flagExclusion(of event: RecordedEvent, _ offices: inout OfficeCalendars) {
        let shown = event.isQuarantined ? event.receivedAt : event.at
        switch event.status {
        case .effective: break
        case .voided: flag(.voided, at: shown, in: event.office, &offices)
        case .quarantined: flag(.quarantined, at: shown, in: event.office, &offices)
        }
        let isAsReported = event.at == event.originalAt && event.office == event.originalOffice
        guard !isAsReported, event.quarantine == nil else { return }
        let before = offices[event.originalOffice].workingDay(at: event.originalAt.seconds)
        let after = offices[event.office].workingDay(at: event.at.seconds)
        if before.date != after.date || event.originalOffice != event.office {
            flag(.moved, on: before.date, in: event.originalOffice)
        }
    }

    private mutating func flag(
        _ flags: RowFlags, at instant: Instant, in office: OfficeID, _ offices: inout OfficeCalendars
    ) {
        flag(flags, on: offices[office].workingDay(at: instant.seconds).date, in: office)
    }

    private mutating func flag(_ flags: RowFlags, on date: CivilDate, in office: OfficeID) {
        change(date, office) { $0.flags.formUnion(flags) }
    }

    private mutating func change(_ date: CivilDate, _ office: OfficeID, _ body: (inout DailyRow) -> Void) {
        let key = DailyRow.Key(date: date, office: office)
        if parts.last?.key != key { parts.append(DailyRow(key: key)) }
        body(&parts[parts.count - 1])
    }

    private mutating func addWhole(_ session: Session, _ offices: inout OfficeCalendars) {
        change(session.workingDay.date, session.office) { row in
            row.addSession(from: session.start, until: session.end)
            row.workedSeconds += session.workedSeconds
            for stretch in session.stretches where !stretch.isPause {
                row.nightSeconds += session.nightSeconds(from: stretch.start, to: stretch.end ?? stretch.start, &offices)
            }
            row.pauseSeconds += session.pauseSeconds
            row.addUnended(session, seconds: session.unconfirmedSeconds)
            for tap in session.tapFlags { row.add(tap) }
            row.flags.formUnion(session.endFlags)
        }
    }

    /// Cuts a session at every day boundary up to its extent (`Session.extentEnd`).
    private mutating func addSplit(_ session: Session, _ offices: inout OfficeCalendars) {
        var day = session.workingDay
        var stretches = session.stretches[...]
        var tapFlags = session.tapFlags[...]
        while true {
            let continues = session.extentEnd > day.end
            change(day.date, session.office) { row in
                let from = max(session.start, day.start)
                row.addSession(from: from, until: continues && session.lastTap >= day.end ? day.end : session.end)
                if session.start < day.start { row.flags.insert(.continued) }
                row.flags.formUnion(continues ? .continuesNextDay : session.endFlags)
                while let tap = tapFlags.first, !continues || tap.at < day.end {
                    row.add(tap)
                    tapFlags.removeFirst()
                }
                while let stretch = stretches.first, stretch.start < day.end || !continues {
                    let end = stretch.end ?? session.extentEnd
                    let part = (start: max(stretch.start, day.start), end: min(end, day.end))
                    row.add(stretch, of: session, seconds: max(0, part.end - part.start))
                    if !stretch.isPause, stretch.end != nil {
                        row.nightSeconds += session.nightSeconds(from: part.start, to: part.end, &offices)
                    }
                    if end > day.end, continues { break }
                    stretches.removeFirst()
                }
            }
            guard continues else { return }
            day = offices[session.office].workingDay(at: day.end)
        }
    }
}

extension DailyRow {
    fileprivate mutating func addSession(from: Int64, until: Int64?) {
        sessions += 1
        firstIn = min(firstIn ?? from, from)
        lastOut = until
    }

    /// Adds a later part of the same row.
    fileprivate mutating func add(_ later: DailyRow) {
        firstIn = [firstIn, later.firstIn].compactMap { $0 }.min()
        if later.sessions > 0 { lastOut = later.lastOut }
        workedSeconds += later.workedSeconds
        nightSeconds += later.nightSeconds
        pauseSeconds += later.pauseSeconds
        unconfirmedSeconds += later.unconfirmedSeconds
        openSeconds += later.openSeconds
        uncountedSince = later.uncountedSince ?? uncountedSince
        sessions += later.sessions
        flags.formUnion(later.flags)
        doubts += later.doubts
    }

    fileprivate mutating func add(_ tap: Session.TapFlags) {
        flags.formUnion(tap.flags)
        if let doubt = tap.doubt { doubts.append(doubt) }
    }

    /// Adds work that no tap has ended.
    fileprivate mutating func addUnended(_ session: Session, seconds: Int64) {
        unconfirmedSeconds += seconds
        if session.state == .open { openSeconds += seconds }
        uncountedSince = session.uncountedSince ?? uncountedSince
    }

    fileprivate mutating func add(_ stretch: Session.Stretch, of session: Session, seconds: Int64) {
        switch (stretch.isPause, stretch.end) {
        case (false, nil): addUnended(session, seconds: seconds)
        case (true, nil): break
        case (false, _): workedSeconds += seconds
        case (true, _): pauseSeconds += seconds
        }
    }
}

extension Session {
    /// The flag that the state of a session puts on its last row.
    fileprivate var endFlags: RowFlags {
        switch state {
        case .closed: []
        case .auto: .missingEnd
        case .open: .open
        }
    }
}

extension [DailyRow.Key] {
    /// The first one of each day.
    package var firstOfDays: [CivilDate: DailyRow.Key] { Dictionary(map { ($0.date, $0) }) { first, _ in first } }
}
