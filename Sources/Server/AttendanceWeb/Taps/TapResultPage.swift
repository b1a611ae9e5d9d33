import Attendance
import AttendanceStore
import FoundationEssentials
import Localization

/// The result of a tap.
struct TapResultPage: Page {
    static let template = "pages/Taps/tap-result"
    let isRecorded: Bool
    /// Whether the tap is quarantined until HR decides.
    let isQuarantined: Bool
    /// nil without a sign-in.
    let name: String?
    let verb: String
    let kind: String
    /// The kind of a tap that counts, for its colour and mark; nil: the tap does not count, or only repeats the person's state.
    let event: String?
    /// The desk of the tap; of a break at another desk, the desk at which the person is now.
    let desk: String?
    /// The desk to which the person moved from another one, at work; nil: the tap is no move.
    let movedTo: String?
    /// The person's state, for a tap that was undone or repeats it; nil: the heading names the tap.
    let stateWords: String?
    /// Asks for a tap that may be missing; nil: none.
    let missing: MissingTap?
    /// `HH:MM` of the tap, or of the earlier one that it repeats, local time of the office; empty for a tap that is not recorded.
    let time: String
    /// The date of that time; nil: today.
    let date: String?
    let message: String
    let remarks: [String]
    /// Hours and minutes so far, and the effect of the next tap; nil for a tap that is not recorded.
    let soFar: String?
    let next: String?
    /// nil for a tap that is not recorded.
    let actions: TapResultActions?
    /// For a person who uses another person's phone; nil for a tap that is not recorded.
    let notMe: String?
    /// Whether the tap names no existing desk, so that the page leads to the desks.
    let isDeskUnknown: Bool
    /// Signs in and returns to a tag without an event, which offers a person at work a break and the clock-out; nil: not needed.
    let signInAddress: String?

    /// The page of a recorded tap.
    init(
        id: UUID, _ tap: RecordedTap, notes: [TapNote], person: Person, _ actions: TapResultActions, _ summary: TapSummary,
        now: Instant
    ) {
        let clock = LocalClock(tap.timeZone)
        isRecorded = true
        isDeskUnknown = false
        signInAddress = nil
        isQuarantined = tap.quarantine != nil && !actions.isUndone
        name = person.displayName
        let counted = summary.repeated ?? (tap.kind, tap.at.seconds)
        let isUnmatched = notes.contains(.pauseWithoutStart) || notes.contains(.endWithoutStart)
        let counts = tap.quarantine == nil && !actions.isUndone && !isUnmatched
        verb =
            counts
            ? Self.outcome(of: counted.kind, isResume: summary.isResume)
            : RecordWords.kind(counted.kind, isResume: summary.isResume)
        kind = counted.kind.rawValue
        desk = summary.deskThatStays ?? tap.desk
        let isMove =
            tap.kind == .start && (summary.movedFrom != nil || notes.contains(.deskMove)) && !summary.isResume
            && summary.repeated == nil && tap.quarantine == nil
        movedTo = isMove ? tap.desk : nil
        var actions = actions
        // Undoing a repeated tap changes nothing, unless the tap took a desk or asks for a correction.
        let effects: Set<TapNote> = [.deskTakenOver, .suspectMissingPause, .suspectMissingStart]
        if summary.repeated != nil, effects.isDisjoint(with: notes) { actions.undo = nil }
        self.actions = actions
        time = clock.time(counted.at)
        let day = clock.date(counted.at)
        date = day == clock.date(now.seconds) ? nil : day.withWeekday
        let isDoubtful =
            summary.repeated != nil && !actions.isUndone && tap.quarantine == nil
            && !Set(notes).isDisjoint(with: [.suspectMissingPause, .suspectMissingStart])
        missing = isDoubtful ? MissingTap(besides: counted.kind, on: clock.date(tap.at.seconds)) : nil
        stateWords =
            actions.isUndone
            ? localized("tap.undone")
            : missing == nil ? nil : localized(counted.kind == .pause ? "tap.already.pause" : "tap.already.work")
        event = counts && missing == nil ? kind : nil
        soFar = summary.soFar
        next = summary.next
        remarks = actions.isUndone ? [] : summary.remarks
        notMe = Address.notMe(id.uuidString.lowercased())
        // A remark of the summary says it.
        let notes = notes.filter { $0 != .deskTakenOver }
        let outcome = tap.quarantine.map(IngestOutcome.quarantined) ?? .accepted(notes: notes)
        message =
            if actions.isUndone {
                Self.again(summary.now)
            } else if missing != nil, counted.kind == .pause {
                localized("tap.alreadyOnBreakSince", ["time": time])
            } else if missing != nil, let desk = tap.desk {
                localized("tap.alreadyAtWorkSince", ["time": time, "desk": desk])
            } else if counted.kind == .end, summary.repeated != nil {
                localized("tap.alreadyOutAt", ["time": time])
            } else if counts, counted.kind == .end {
                // The heading says that the person is clocked out.
                localized("tap.farewell")
            } else if tap.quarantine == .unproven, !tap.requirement.isNothing {
                TapWords.message(ofUnproven: tap.requirement)
            } else if tap.quarantine == nil, summary.isResume, tap.desk == nil {
                localized("tap.backWithoutDesk")
            } else {
                TapWords.message(
                    for: outcome, kind: tap.kind, desk: tap.desk.flatMap { DeskID($0) }, from: summary.movedFrom)
            }
    }

    /// The sentence about the state after an undone tap.
    private static func again(_ now: TapSummary.Now) -> String {
        switch now.state {
        case .off: localized("tap.undone.out")
        case .work: now.desk.map { localized("tap.undone.at", ["desk": $0]) } ?? localized("tap.undone.atWork")
        case .pause: localized("tap.undone.onBreak")
        }
    }

    /// What a tap that counts has done.
    private static func outcome(of kind: TapKind, isResume: Bool) -> String {
        isResume ? localized("tap.outcome.resume") : localized("tap.outcome.\(kind.rawValue)")
    }

    /// The page of a tap that is not recorded.
    /// - Parameter person: nil without a sign-in.
    init(_ report: TapReport, _ answer: TapAnswer, person: Person?) {
        let kind = report.kind.flatMap(TapKind.init)
        (isRecorded, isQuarantined) = (false, false)
        name = person?.displayName
        verb = TapPage.verb(kind)
        self.kind = kind?.rawValue ?? "unknown"
        desk = report.desk.flatMap { DeskID($0)?.description }
        actions = nil
        time = ""
        (event, date) = (nil, nil)
        (movedTo, remarks, soFar, next, notMe) = (nil, [], nil, nil, nil)
        (stateWords, missing) = (nil, nil)
        message = answer.message
        isDeskUnknown = answer.reason == .unknownDesk
        signInAddress =
            person == nil && kind == nil ? Address.signIn(to: Address.tap(nil, desk: desk, office: report.office)) : nil
    }
}
