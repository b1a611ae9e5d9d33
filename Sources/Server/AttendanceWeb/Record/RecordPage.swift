import Attendance
import AttendanceStore
import Localization

/// A person's month: each day with its taps.
struct RecordPage: Page {
    static let template = "pages/Record/record"
    /// The part of an address that leads to the heading of the month's days, which are below the current day and the week.
    static let daysFragment = "#days"

    let navigation: Navigation
    let isOwn: Bool
    let person: String
    let user: String
    let title: String
    /// The last day of a former employee; nil on the own page.
    var left: String?
    let month: String
    let previous: Link
    let next: Link?
    let missingTap: String
    /// The calendar view; nil for the list view.
    private(set) var calendar: MonthCalendar?
    /// The address of the record, and the query that all its addresses share.
    private let home: String
    private let said: String
    let listAddress: String
    private let shownAddress: String
    let calendarAddress: String
    let sheetAddress: String
    /// The page about how long data is kept; nil if the viewer cannot open it.
    var retentionAddress: String?
    /// The person's page in the administration; nil on the own page and for others than administrators.
    var accountAddress: String?
    /// The person's hours for HR; nil on the own page, for viewers who may not change them, and while there is no schedule.
    var hoursAddress: String?
    /// nil on another person's record.
    var own: OwnPageSections?
    var week: WeekPicture?
    private(set) var days: [DayModel] = []
    /// Hours and minutes of the month.
    private(set) var monthWorked = "0:00"
    private(set) var monthPause = "0:00"
    /// The number of days without a clock-out, and on another person's page the time since the last tap of an open session; nil:
    /// neither.
    private(set) var monthUnconfirmed: String?
    /// Whether a schedule applies to the person. Without one the page says nothing about owed time.
    private(set) var hasHours = false
    /// The balance until yesterday, with its sign; nil: no day counts yet.
    private(set) var hoursBalance: String?
    /// Target and difference of the month's days until yesterday; empty: no schedule applied.
    private(set) var monthHours: [HoursAmount] = []
    /// Those about days that are not on the page.
    var requests: [RequestModel] = []

    init(
        navigation: Navigation, person: Person, isOwn: Bool, month: ClosedRange<CivilDate>, today: CivilDate,
        change: RecordChange, purpose: String?, isCalendar: Bool = false
    ) {
        self.navigation = navigation
        self.isOwn = isOwn
        self.person = person.displayName
        user = person.userName
        title = isOwn ? localized("navigation.me") : person.displayName
        let first = month.lowerBound
        self.month = first.monthAndYear
        let home = isOwn ? Address.me : Address.person(person.userName)
        let said = purpose.map { "&purpose=" + Address.percentEncoded($0) } ?? ""
        let view = isCalendar ? "&view=calendar" : ""
        func link(_ day: CivilDate) -> Link {
            Link(name: day.monthAndYear, address: "\(home)?month=\(day.yearAndMonth)\(said)\(view)\(Self.daysFragment)")
        }
        (self.home, self.said) = (home, said)
        let address = "\(home)?month=\(first.yearAndMonth)\(said)"
        shownAddress = address + view
        listAddress = address + Self.daysFragment
        calendarAddress = address + "&view=calendar" + Self.daysFragment
        sheetAddress = "\(Address.monthSheet(person.userName))?month=\(first.yearAndMonth)\(said)"
        previous = link(first.adding(days: -1))
        next = month.contains(today) || today < first ? nil : link(month.upperBound.adding(days: 1))
        missingTap = change.address
    }

    /// Shows the month as a calendar. Each day links to the same day in the list.
    mutating func showCalendar(
        _ rows: [ShownRow], _ hours: ShownHours?, of month: ClosedRange<CivilDate>, today: CivilDate, home office: OfficeID
    ) {
        calendar = MonthCalendar(rows, hours, of: month, today: today, home: office) { address(of: $0, home: office) }
    }

    /// Shows the balance and the sums of the month.
    mutating func show(_ hours: ShownHours?, of month: ClosedRange<CivilDate>) {
        guard let hours else { return }
        hasHours = true
        hoursBalance = hours.balance
        monthHours = hours.sums(of: month)?.amounts ?? []
    }

    /// The address of the same month with another week.
    func address(ofWeek monday: CivilDate) -> String { "\(shownAddress)&week=\(monday)#week" }

    /// The address of a day in the list, in any month.
    /// - Parameter office: the person's own office.
    func address(of key: DailyRow.Key, home office: OfficeID) -> String {
        let date = key.date
        return "\(home)?month=\(date.yearAndMonth)\(said)&day=\(date)#"
            + key.elementID(isElsewhere: key.office != office)
    }

    /// Shows a request at its working day if the page has it, and in the week.
    /// - Returns: whether the page has its day.
    mutating func add(_ request: RequestModel, at place: DailyRow.Key?) -> Bool {
        if let place { week?.add(request, on: place.date) }
        if calendar == nil, let index = days.firstIndex(where: { $0.key == place }) {
            days[index].add(request)
            return true
        }
        requests.append(request)
        return false
    }

    mutating func show(_ days: [DayModel], _ rows: [ShownRow]) {
        self.days = days
        let totals = RecordTotals(rows)
        (monthWorked, monthPause) = (totals.time.workedInWords, totals.time.pauseInWords)
        // The own page says it beside the current state.
        let open = isOwn ? nil : totals.time.openIfAny.map { localized("record.sinceLastTap", ["time": $0]) }
        let unconfirmed = [totals.withoutEndInWords, open].compactMap(\.self)
        monthUnconfirmed = unconfirmed.isEmpty ? nil : unconfirmed.localizedList("record.separator")
    }
}
