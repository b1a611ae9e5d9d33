import Attendance
import AttendanceStore
import Localization

/// The sections of a person's own page besides the record: current presence, and what waits for the person.
struct OwnPageSections: Sendable {
    /// nil: there are none.
    let decisions: NewDecisions?
    /// The days with the person's own requests that wait for a decision.
    var waitingDays: [Link] = []
    let now: CurrentPresence
    /// nil: the office does not allow them, or the person is not at work.
    let tapsWithoutTag: TapsWithoutTag?
    /// The office's rules for taps, for an administrator of an office that does not allow taps without a tag; nil for others.
    let tapSettings: String?
    /// The latest day without an end, and a heading with the number of such days; nil: there is none.
    let forgotten: ForgottenEnd?
    let forgottenTitle: String?
    /// The latest sign-in method for this person that another person or a command created in the last two weeks; nil:
    /// none, or the person has confirmed it in this browser.
    let wayIn: SignInNotice?

    init(
        decisions: NewDecisions?, now: CurrentPresence, tapsWithoutTag: TapsWithoutTag?, tapSettings: String?,
        forgotten: (form: ForgottenEnd, count: Int, requested: Int, isLatest: Bool)?,
        wayIn: SignInNotice?
    ) {
        self.decisions = decisions
        self.now = now
        self.tapsWithoutTag = tapsWithoutTag
        self.tapSettings = tapSettings
        self.forgotten = forgotten?.form
        forgottenTitle = forgotten.map { found in
            let days = localized("record.withoutEnd", count: found.count)
            return found.requested == 0
                ? days : localized("me.forgotten.requested", ["days": days, "requested": "\(found.requested)"])
        }
        self.wayIn = wayIn
    }
}

/// A person's current presence, and the hours worked today and this week.
struct CurrentPresence: Sendable, Equatable {
    /// `work`, `pause` or `off`.
    let state: String
    let sentence: String
    /// The desk, or the time at which the person left.
    let place: String?
    /// How to clock in, for a person who has not worked today; nil for others.
    let howToClockIn: String?
    /// Hours and minutes worked today until the last tap, such as `2:00 of 8:00` for a person who owes time.
    let today: String
    /// The work since the last tap, which no total counts yet, such as `0:02 since the last tap`; nil below half a minute.
    let openWork: String?
    /// Whether ``today`` is of the day before, on which the session began.
    let sinceYesterday: Bool
    let weekSoFar: String

    /// - Parameters:
    ///   - record: the record of this week, of the month's days before it and of the day before.
    ///   - hours: with the days of this week; nil: no schedule applies to the person.
    ///   - today: the current working day.
    init(
        _ record: PeriodRecord, _ hours: ShownHours?, presence: PersonPresence?, at now: Instant, today: CivilDate,
        clock: (_ office: OfficeID, _ date: CivilDate) -> LocalClock
    ) {
        let session = record.sessions.last { $0.state == .open }
        let day = session?.workingDay.date ?? today
        sinceYesterday = day < today
        let rows = record.rows.shown
        let time = rows.filter { $0.row.key.date == day }.time
        func worked(_ time: ShownTime, in period: ClosedRange<CivilDate>) -> String {
            guard let owed = hours?.owed(in: period) else { return time.workedInWords }
            return localized("tap.workedOf", ["worked": time.workedInWords, "target": owed])
        }
        self.today = worked(time, in: day...day)
        openWork = time.openIfAny.map { localized("record.sinceLastTap", ["time": $0]) }
        weekSoFar = worked(rows.filter { today.week.contains($0.row.key.date) }.time, in: today.week)
        let standing = TapSummary.Now(presence, at: now)
        state = standing.state.rawValue
        guard standing.state != .off else {
            place = record.rows.last { $0.key.date == today }.flatMap { row in
                row.lastOut.map { localized("me.leftAt", ["time": clock(row.key.office, today).time($0)]) }
            }
            sentence = localized(place == nil ? "me.notHere" : "me.clockedOut")
            howToClockIn = place == nil ? localized("me.howToClockIn") : nil
            return
        }
        howToClockIn = nil
        let isOnBreak = standing.state == .pause
        // Without a limit set by the office, the session may have begun long before this week.
        let since = session.flatMap { session in
            presence?.stateSince.map { clock(session.office, day).time($0.seconds, on: day) }
        }
        sentence =
            since.map { localized(isOnBreak ? "me.onBreak" : "me.atWork", ["time": $0]) }
            ?? localized(isOnBreak ? "map.onBreak.title" : "map.atWork.title")
        place = standing.desk.map { localized("me.atDesk", ["desk": $0]) } ?? localized("me.noDesk")
    }
}
