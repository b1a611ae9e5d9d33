/// Folds a person's effective events, in order, into sessions and unmatched taps. Calculates in whole seconds.
struct SessionFold {
    private(set) var sessions: [Session] = []
    private(set) var orphans: [OrphanTap] = []
    private var current: Running?

    /// The session that further events may continue.
    fileprivate struct Running {
        var session: Session
        var state: Presence.State
        var deadline: Int64?
        var repeatWindow: Int64
        /// The desk worked or paused at, and its office.
        var desk: DeskID?
        var deskOffice: Int64
    }

    mutating func take(_ event: RecordedEvent, _ offices: inout OfficeCalendars) {
        let at = event.at.seconds
        if let deadline = current?.deadline, at > deadline { closeUnended() }
        let day = offices[event.office].workingDay(at: at)
        var flags = event.isCorrected ? RowFlags.corrected : []
        if event.isLate(offices[event.office].policy(for: day.date)) { flags.insert(.late) }
        if current != nil {
            continueSession(event, at: at, flags: flags)
        } else {
            let (state, notes) = Presence.State.off.after(event.kind, at: .unnamed, gap: 0, repeatWindow: 0)
            if state != .off {
                startSession(event, at: at, flags: flags, day, &offices)
            } else if let note = notes.first {
                orphans.append(
                    OrphanTap(
                        code: note, event: event.id, office: event.office, at: at, workingDay: day,
                        flags: flags.union(RowFlags(note))))
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
        session.mark(flags, at: at)
        current = Running(
            session: session, state: .work, deadline: policy.deadline(ofSessionFrom: at, on: day),
            repeatWindow: policy.repeatWindowSeconds, desk: event.desk, deskOffice: event.office)
    }

    private mutating func continueSession(_ event: RecordedEvent, at: Int64, flags: RowFlags) {
        guard var running = current.take() else { return }
        let desk = Presence.DeskComparison(
            event.desk, of: event.kind, in: event.office, with: running.desk, in: running.deskOffice)
        let (state, notes) = running.state.after(
            event.kind, at: desk, gap: at - running.session.lastTap, repeatWindow: running.repeatWindow)
        running.addStretch(until: at)
        running.session.lastTap = at
        var flags = flags
        for note in notes {
            let flag = RowFlags(note)
            flags.formUnion(flag)
            // A note that puts a flag on the row is not listed as a note.
            if flag.isEmpty {
                running.session.notes.append(Session.Note(code: note, at: at, event: event.id, order: event.order))
            }
        }
        running.session.mark(flags, at: at)
        guard state != .off else {
            running.session.end = at
            running.session.extentEnd = at
            sessions.append(running.session)
            return
        }
        running.state = state
        if event.kind == .start {
            running.desk = event.desk
            running.deskOffice = event.office
        }
        current = running
    }

    /// Auto-closes the open session at its deadline.
    private mutating func closeUnended() {
        guard var running = current.take() else { return }
        running.session.autoClosedAt = running.deadline
        running.leaveOpen(until: running.deadline ?? running.session.lastTap)
        sessions.append(running.session)
    }

    /// Ends the fold: the open session stays open, or is auto-closed if its deadline is before `now`.
    mutating func finish(asOf now: Int64) {
        guard var running = current.take() else { return }
        if let deadline = running.deadline, now > deadline {
            current = running
            return closeUnended()
        }
        running.leaveOpen(until: max(now, running.session.lastTap))
        sessions.append(running.session)
    }
}

extension SessionFold.Running {
    private func stretch(until end: Int64?) -> Session.Stretch {
        Session.Stretch(
            isPause: state == .pause, office: deskOffice, desk: desk, start: session.lastTap, end: end)
    }

    fileprivate mutating func addStretch(until at: Int64) {
        if at > session.lastTap { session.stretches.append(stretch(until: at)) }
    }

    /// Adds the last stretch, which no tap ends. Work in it is unconfirmed, a pause counts as nothing.
    fileprivate mutating func leaveOpen(until limit: Int64) {
        session.stretches.append(stretch(until: nil))
        session.extentEnd = state == .pause ? session.lastTap : limit
    }
}

extension Session {
    fileprivate mutating func mark(_ flags: RowFlags, at: Int64) {
        if !flags.isEmpty { marks.append(Mark(at: at, flags: flags)) }
    }
}
