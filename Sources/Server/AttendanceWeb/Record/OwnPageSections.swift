import Attendance
import AttendanceStore
import Localization

/// The sections of a person's own page besides the record: current presence, devices signed in, and exports of the own data.
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
    /// The devices used last; empty for a program with an API key.
    let devices: [DevicesPage.Device]
    /// The number of devices not shown; nil instead of 0.
    let furtherDevices: Int?
    let devicesAddress = Address.myDevices
    /// The latest sign-in method for this person that another person or a command created in the last two weeks; nil:
    /// none, or the person has confirmed it in this browser.
    let wayIn: SignInNotice?
    /// The period of an export: by default the month, or the one that was refused, as typed.
    private(set) var from: String
    private(set) var to: String
    /// Why the period of an export was refused; nil: it was not.
    private(set) var exportProblem: String?
    let exportCSV = Address.myExportCSV
    let exportXLSX = Address.myExportXLSX
    let dataJSON = Address.myDataJSON
    let dataCSV = Address.myDataCSV
    /// nil if the office leaves no choice about names on the map.
    let ownName: OwnName?

    private static let devicesShown = 3

    init(
        decisions: NewDecisions?, now: CurrentPresence, tapsWithoutTag: TapsWithoutTag?, tapSettings: String?,
        forgotten: (form: ForgottenEnd, count: Int, requested: Int, isLatest: Bool)?,
        devices: [DevicesPage.Device], wayIn: SignInNotice?, month: ClosedRange<CivilDate>, name: OwnName?
    ) {
        self.decisions = decisions
        self.now = now
        self.tapsWithoutTag = tapsWithoutTag
        self.tapSettings = tapSettings
        self.forgotten = forgotten?.form
        forgottenTitle = forgotten.map { found in
            let days = localized("me.forgotten", count: found.count)
            return found.requested == 0
                ? days : localized("me.forgotten.requested", ["days": days, "requested": "\(found.requested)"])
        }
        self.wayIn = wayIn
        self.devices = Array(devices.prefix(Self.devicesShown))
        let further = devices.count - self.devices.count
        furtherDevices = further > 0 ? further : nil
        (from, to) = (month.lowerBound.description, month.upperBound.description)
        ownName = name
    }

    /// Shows a refused export at its form.
    mutating func show(_ refused: RefusedExport) {
        (from, to, exportProblem) = (refused.from, refused.to, refused.problem)
    }
}

/// An export of the own record that was refused because of its period, as typed.
struct RefusedExport: Sendable {
    let from, to, problem: String
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
    /// Hours and minutes worked today until the last tap.
    let today: String
    /// The work since the last tap, which no total counts yet; nil below half a minute.
    let openWork: String?
    /// Whether ``today`` is of the day before, on which the session began.
    let sinceYesterday: Bool
    let weekSoFar: String

    /// - Parameters:
    ///   - record: the record of this week, of the month's days before it and of the day before.
    ///   - today: the current working day.
    init(
        _ record: PeriodRecord, presence: PersonPresence?, at now: Instant, today: CivilDate,
        clock: (_ office: OfficeID, _ date: CivilDate) -> LocalClock
    ) {
        let session = record.sessions.last { $0.state == .open }
        let day = session?.workingDay.date ?? today
        sinceYesterday = day < today
        let rows = record.rows.shown
        let time = rows.filter { $0.row.key.date == day }.time
        self.today = time.workedInWords
        openWork = time.openIfAny
        weekSoFar = rows.filter { today.week.contains($0.row.key.date) }.time.workedInWords
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
