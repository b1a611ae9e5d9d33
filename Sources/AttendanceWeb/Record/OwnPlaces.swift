import Attendance
import AttendanceStore
import Localization

/// What stands on somebody's own page beside their record: where they are now, where they are signed in, and how they take away
/// what is theirs.
struct OwnPlaces: Sendable {
    let now: OwnNow
    /// Those used last; none for a program that came with a key.
    let devices: [DevicesPage.Device]
    /// How many further ones there are; nil where all are shown.
    let furtherDevices: Int?
    let devicesAddress = Address.myDevices
    /// The latest way to sign in as this person that another person or a command made in the last two weeks.
    let wayIn: SignInNotice?
    /// The period that is offered for taking away.
    let from: String
    let to: String
    let exportCSV = Address.myExportCSV
    let exportXLSX = Address.myExportXLSX
    let dataJSON = Address.myDataJSON
    let dataCSV = Address.myDataCSV
    /// Nil where the office leaves nothing to choose.
    let ownName: OwnName?

    private static let devicesShown = 3

    init(
        now: OwnNow, devices: [DevicesPage.Device], wayIn: SignInNotice?, month: ClosedRange<CivilDate>, name: OwnName?
    ) {
        self.now = now
        self.wayIn = wayIn
        self.devices = Array(devices.prefix(Self.devicesShown))
        let further = devices.count - self.devices.count
        furtherDevices = further > 0 ? further : nil
        (from, to) = (month.lowerBound.description, month.upperBound.description)
        ownName = name
    }
}

/// Where somebody stands now, and what came together today and this week.
struct OwnNow: Sendable, Equatable {
    /// `work`, `pause` or `off`.
    let state: String
    let sentence: String
    /// What more there is to say: the desk, or when they left.
    let place: String?
    /// Hours and minutes of the day so far, between two taps and of open work until now.
    let today: String
    /// Whether that is of the day before, on which they began.
    let sinceYesterday: Bool
    let weekSoFar: String

    /// - Parameters:
    ///   - record: of this week and the day before it.
    ///   - today: the working day that it is.
    init(
        _ record: PeriodRecord, presence: PersonPresence?, at now: Instant, today: CivilDate,
        clock: (_ office: Int64, _ date: CivilDate) -> LocalClock
    ) {
        let session = record.sessions.last { $0.state == .open }
        let day = session?.workingDay.date ?? today
        sinceYesterday = day < today
        self.today = hoursAndMinutes(record.rows.filter { $0.key.date == day }.workedSoFar)
        weekSoFar = hoursAndMinutes(record.rows.filter { today.week.contains($0.key.date) }.workedSoFar)
        let standing = TapSummary.Now(presence, at: now)
        state = standing.state.rawValue
        guard standing.state != .off else {
            sentence = localized("me.notHere")
            place = record.rows.last { $0.key.date == today }.flatMap { row in
                row.lastOut.map { localized("me.left", ["time": clock(row.key.office, today).time($0)]) }
            }
            return
        }
        let isOnBreak = standing.state == .pause
        // Where an office sets no limit, a session may have begun long before this week.
        let since = session.flatMap { session in
            (isOnBreak ? session.stretches.last?.start : session.start).map {
                DayModel.time($0, on: day, clock(session.office, day))
            }
        }
        sentence =
            since.map { localized(isOnBreak ? "me.onBreak" : "me.atWork", ["time": $0]) }
            ?? localized(isOnBreak ? "map.onBreak.title" : "map.atWork.title")
        place = standing.desk.map { localized("me.atDesk", ["desk": $0]) } ?? localized("me.noDesk")
    }
}
