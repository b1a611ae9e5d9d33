/// Folds a person's effective events, in order, into sessions and unmatched taps. Calculates in whole seconds.
struct SessionFold {
    private(set) var sessions: [Session] = []
    private(set) var unmatchedTaps: [UnmatchedTap] = []
    private var current: OpenSession?
    /// Until when a pause or an end repeats the end of the last of ``sessions``; nil: no end closed it.
    private var repeatsUntil: Int64?

    /// The session that further events may continue.
    fileprivate struct OpenSession {
        var session: Session
        var state: Presence.State
        var deadline: Int64?
        var lastTap: TapOrder
        var repeatWindow: Duration
        /// The desk worked or paused at, and its office.
        var desk: DeskID?
        var isAway: Bool
        var deskOffice: OfficeID
    }

    mutating func apply(_ event: RecordedEvent, _ offices: inout OfficeCalendars) {
        let at = event.at.seconds
        if let deadline = current?.deadline, at > deadline { autoClose() }
        let day = offices[event.office].workingDay(at: at)
        var flags = event.isCorrected ? RowFlags.corrected : []
        if event.isLate(offices[event.office].policy(for: day.date)) { flags.insert(.late) }
        if current != nil {
            continueSession(event, at: at, flags: flags)
        } else {
            let isSoon = repeatsUntil.map { at <= $0 } ?? false
            let (state, notes) = Presence.State.off.after(event.kind, at: .unnamed, isSoon: isSoon)
            if state != .off {
                startSession(event, at: at, flags: flags, day, &offices)
            } else if isSoon {
                sessions[sessions.count - 1].add(event, notes, at: at, flags)
            } else if let note = notes.first {
                unmatchedTaps.append(
                    UnmatchedTap(
                        code: note, event: event.id, office: event.office, at: at, workingDay: day,
                        flags: flags.union(RowFlags(note)),
                        doubt: Doubt(flag: RowFlags(note), tap: event.order, previous: nil)))
            }
        }
    }

    private mutating func startSession(
        _ event: RecordedEvent, at: Int64, flags: RowFlags, _ day: WorkingDay, _ offices: inout OfficeCalendars
    ) {
        let policy = offices[event.office].policy(for: day.date)
        var session = Session(
            office: event.office, workingDay: day, start: at, firstTap: event.order, attribution: policy.attribution,
            lastTap: at, extentEnd: at)
        session.add(event, [], at: at, flags)
        current = OpenSession(
            session: session, state: .work, deadline: policy.deadline(ofSessionFrom: at, on: day),
            lastTap: event.order, repeatWindow: policy.repeatWindow, desk: event.desk, isAway: event.isAway,
            deskOffice: event.office)
    }

    private mutating func continueSession(_ event: RecordedEvent, at: Int64, flags: RowFlags) {
        guard var ongoing = current.take() else { return }
        let desk = Presence.DeskComparison(
            event.desk, of: event.kind, in: event.office, with: ongoing.desk, in: ongoing.deskOffice)
        let (state, notes) = ongoing.state.after(
            event.kind, at: desk, isSoon: .seconds(at - ongoing.session.lastTap) <= ongoing.repeatWindow)
        ongoing.addStretch(until: at)
        ongoing.session.lastTap = at
        ongoing.session.add(event, notes, at: at, flags, after: ongoing.lastTap)
        ongoing.lastTap = event.order
        guard state != .off else {
            repeatsUntil = at + ongoing.repeatWindow.components.seconds
            ongoing.session.end = at
            ongoing.session.extentEnd = at
            sessions.append(ongoing.session)
            return
        }
        ongoing.state = state
        if event.kind == .start {
            (ongoing.desk, ongoing.isAway) = (event.desk, event.isAway)
            ongoing.deskOffice = event.office
        }
        current = ongoing
    }

    /// Auto-closes the open session at its deadline.
    private mutating func autoClose() {
        guard var ongoing = current.take() else { return }
        ongoing.session.autoClosedAt = ongoing.deadline
        repeatsUntil = nil
        ongoing.addLastStretch(until: ongoing.deadline ?? ongoing.session.lastTap)
        sessions.append(ongoing.session)
    }

    /// Ends the fold: the open session stays open, or is auto-closed if its deadline is before `now`.
    mutating func finish(asOf now: Int64) {
        guard var ongoing = current.take() else { return }
        if let deadline = ongoing.deadline, now > deadline {
            current = ongoing
            return autoClose()
        }
        ongoing.addLastStretch(until: max(now, ongoing.session.lastTap))
        sessions.append(ongoing.session)
    }
}

extension SessionFold.OpenSession {
    private func stretch(until end: Int64?) -> Session.Stretch {
        Session.Stretch(
            isPause: state == .pause, office: deskOffice, desk: desk, isAway: isAway, start: session.lastTap, end: end)
    }

    fileprivate mutating func addStretch(until at: Int64) {
        if at > session.lastTap { session.stretches.append(stretch(until: at)) }
    }

    /// Adds the last stretch, which no tap ends. Work in it is unconfirmed, a pause counts as nothing.
    fileprivate mutating func addLastStretch(until limit: Int64) {
        session.stretches.append(stretch(until: nil))
        session.extentEnd = state == .pause ? session.lastTap : limit
    }
}

extension Session {
    /// Adds the notes and flags of a tap. A note that puts a flag on the row is not listed as a note.
    /// - Parameter previous: the tap before it in the session; nil: it is the first one, or after the end.
    fileprivate mutating func add(
        _ event: RecordedEvent, _ notes: [TapNote], at: Int64, _ flags: RowFlags, after previous: TapOrder? = nil
    ) {
        for note in notes where RowFlags(note).isEmpty {
            self.notes.append(Note(code: note, at: at, event: event.id, order: event.order))
        }
        let flags = notes.reduce(flags) { $0.union(RowFlags($1)) }
        guard !flags.isEmpty else { return }
        let doubted = flags.intersection(.confirmable)
        let doubt = doubted.isEmpty ? nil : Doubt(flag: doubted, tap: event.order, previous: previous)
        tapFlags.append(TapFlags(at: at, flags: flags, doubt: doubt))
    }
}
