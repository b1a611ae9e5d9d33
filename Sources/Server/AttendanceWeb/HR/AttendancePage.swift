import Attendance
import AttendanceExport
import AttendanceStore
import Localization
import WebServer

/// HR's attendance page: rows that need attention, the totals of each person, and the days of one person.
struct AttendancePage: Page {
    static let template = "pages/HR/attendance"

    struct Line: Sendable {
        let id: String
        let user: String
        let name: String
        let hasLeft: Bool
        let recordAddress: String
        let sheetAddress: String
        let openAddress: String
        let isOpen: Bool
        /// Of a period of one day; empty without work.
        let firstIn, lastOut: String
        let worked: String
        let pause: String
        /// nil: no schedule applies to the person in the period.
        let personTarget, personCredit, personDifference, personBalance: String?
        /// Where the balance comes from; nil: there is none.
        let balanceAddress: String?
        let unconfirmed: String
        let days: Int
        /// The number of days to correct; nil instead of 0.
        let flags: String?
        /// The person's days; empty unless they are expanded.
        let rows: [DayLine]
    }

    struct DayLine: Sendable {
        let name: String
        /// The user name, if another person of the list has the same name.
        var user: String?
        let hasLeft: Bool
        let daysAddress: String
        let date: String
        let dayAddress: String
        let span: String
        let pause: String
        let worked: String
        let office: String?
        let flags: [DayModel.Flag]
        /// Those of the flags that require a correction.
        let issues: [DayModel.Flag]
        /// Whether the time of a session does not count because it has no clock-out.
        let isUncounted: Bool
        /// The form for a missing clock-out; nil: none is missing, or a page of its own adds it.
        let endForm: DayModel.EndForm?
        /// The id of the form's time field.
        let endID: String
        /// The time of the last clock-in or return, and the latest time on the next day. Empty without a form.
        let endAfter, endUntil: String
        /// Where the form leads; nil: to the record.
        var endBack: String?
        let fixes: [Link]
        /// When the person was asked for the clock-out, such as `asked 28 Nov`; nil: not, or a request waits.
        let asked: String?
        /// nil: the viewer cannot ask for the clock-out now.
        let question: QuestionForm?
        /// Shown instead of fixes: another person has to act.
        let others: String?
        /// The form for the answer that nothing is missing; nil: no flag can be confirmed.
        let confirmation: FlagConfirmationForm?
    }

    /// The form that asks the person for the clock-out.
    struct QuestionForm: Sendable {
        let askAction: String
        /// Where the form leads; nil: to the record.
        let askBack: String?
    }

    let navigation: Navigation
    /// The period and, if chosen, the office and the team.
    let title: String
    let from: String
    let to: String
    let team: String
    let users: String
    let purpose: String?
    let months: [Link]
    let offices: [Choice]
    let hasSeveralOffices: Bool
    let teams: [Choice]
    let attention: [DayLine]
    /// nil: the viewer cannot ask for several clock-outs, or other rows are listed.
    let askAll: AskAll?
    /// The number of all rows that need attention.
    let attentionCount: Int
    /// The number of these rows about which a request waits; nil: none, or not all rows are on the page.
    let requestedCount: Int?
    let hasAttention: Bool
    /// Links to all rows and to those with each flag, with their numbers; empty if there are not several flags.
    let kinds: [Link]
    /// Whether a row's time since the last tap does not count.
    let hasUncounted: Bool
    /// Whether the period has not begun and has no work. It then has no lists.
    let isToCome: Bool
    /// How many of the people have time that is not counted yet, as a sentence; nil: none.
    let uncounted: String?
    let orders: [Link]
    let attentionPages: Pager?
    /// Whether the period is one day. The totals then have the first clock-in and the last clock-out.
    let isOneDay: Bool
    /// Whether a schedule applies to a person of the selection. Without one, the totals have no columns about it.
    let hasBalances: Bool
    /// Whether the targets and differences have columns.
    let hasDifferences: Bool
    /// Whether credited time has a column.
    let hasCredits: Bool
    let balanceFilter: BalanceFilter?
    let headings: [Heading]
    let columnCount: Int
    let people: [Line]
    let peopleCount: Int
    let hasPeople: Bool
    /// The period, office, team and number of people of the exports.
    let exported: String
    let peoplePages: Pager?
    /// The sums of the listed people.
    let worked: String
    let pause: String
    let targetSum, creditSum, differenceSum: String?
    let unconfirmed: String
    /// The number of days with work, of all listed people.
    let days: Int
    /// The number of rows that need attention; nil instead of 0.
    let flagsSum: String?
    /// Whether the totals have the column of time that is not counted yet. It is empty in past periods.
    let hasUnconfirmed: Bool
    /// Why the filter was refused; nil: it was not.
    let problem: String?
    /// How many days have no clock-out, as a sentence for the exports; nil: none.
    let withoutEnd: String?
    /// How many days of last month have no clock-out, with the address of that month's list; nil: none, or it is not the time.
    let lastMonth: Link?
    let export: ExportForm
    /// The latest export, with the address of what changed since; nil: the selection was not exported.
    let latestExport: Link?
    let charts: String
    /// The page for opening balances; nil while no terms name a schedule for the office.
    let openingsAddress: String?
    /// The warnings of this selection; nil if no schedule applies to a person of the list.
    let warningsAddress: String?
    /// The monthly sheets of this selection, with their team and month.
    let sheets: [Link]
    let asOf: String
    let ledgerHead: String

    /// The position in a list with several pages, with links to the other pages.
    struct Pager: Sendable {
        let shown: String
        let previous: String?
        let next: String?

        /// nil if the list has only one page.
        init?(page: Int, of count: Int, on size: Int, anchor: String, _ address: (Int) -> String) {
            guard count > size || page > 1 else { return nil }
            let (first, last) = (min((page - 1) * size + 1, count), min(page * size, count))
            shown = localized("hr.shown", ["first": "\(first)", "last": "\(last)", "count": "\(count)"])
            previous = page > 1 ? address(page - 1) + anchor : nil
            next = AttendanceChoice.hasPage(after: page, of: count, on: size) ? address(page + 1) + anchor : nil
        }
    }

    /// The page's data besides the report.
    struct PageContext: Sendable {
        let viewer: Person
        let today: CivilDate
        let offices: [Office]
        /// The names of all offices by id.
        let officeNames: [OfficeID: String]
        let calendars: OfficeCalendars
        let teams: [String]
        /// The export layouts.
        let layouts: [ExportLayouts.Choice]
        let stamp: ExportStamp
        /// nil: the page shows no days.
        let requests: WaitingRequests?
        /// Whether there is a work schedule.
        let hasSchedules: Bool
        /// Whether terms name a schedule for the office, or for an office of the viewer, or for its teams and people.
        let hasOpenings: Bool
    }

    /// The fields of the filter.
    struct Filter: Sendable {
        let from, to, office, team, users, purpose: String?
        /// Why it was refused; nil: it was not.
        let problem: String?

        init(_ choice: AttendanceChoice) {
            (from, to) = (choice.period.lowerBound.description, choice.period.upperBound.description)
            (office, team, purpose) = (choice.export.office, choice.export.team, choice.export.purpose)
            users = choice.names.joined(separator: ", ")
            problem = nil
        }

        /// A filter that was refused, as typed.
        init(_ query: String?, problem: String) throws {
            let fields = try QueryParameters(query, repeatable: ["user"], maximumLength: ReturnAddress.maximumLength)
            (from, to, office) = (fields["from"], fields["to"], fields["office"])
            (team, purpose) = (fields["team"], fields["purpose"])
            users = AttendanceChoice.names(fields.values(of: "user")).joined(separator: ", ")
            self.problem = problem
        }
    }

    init(
        navigation: Navigation, _ choice: AttendanceChoice, _ report: AttendanceReport, _ around: PageContext,
        refused: Filter? = nil
    ) {
        let filter = refused ?? Filter(choice)
        problem = filter.problem
        self.navigation = navigation
        let period = choice.period
        title = choice.export.title(hasSeveralOffices: around.offices.count > 1)
        (from, to) = (filter.from ?? period.lowerBound.description, filter.to ?? period.upperBound.description)
        team = filter.team ?? ""
        users = filter.users ?? ""
        purpose = filter.purpose
        let thisMonth = around.today.month
        months = [
            ("hr.thisMonth", thisMonth), ("hr.lastMonth", thisMonth.lowerBound.adding(days: -1).month),
        ].map { key, month in
            let chosen = choice.with {
                $0.export.period = month
                $0.peoplePage = 1
                $0.attentionPage = 1
            }
            return Link(name: localized(key), address: chosen.address, isCurrent: period == month)
        }
        offices = around.offices.map { Choice(name: $0.name, isChosen: $0.name == filter.office) }
        hasSeveralOffices = offices.count > 1
        teams = around.teams.map { Choice(name: $0, isChosen: $0 == filter.team) }

        let lines = AttendanceRows(
            around.viewer, calendars: around.calendars, officeNames: around.officeNames, list: choice.address
        ) { _ in true }
        var waiting = around.requests
        let (flagged, toAsk) = (report.flagged.elements, report.rowsToAsk)
        let cards = waiting?.cards(at: flagged + toAsk) ?? [:]
        func request(_ day: AttendanceReport.FlaggedRow) -> String? { cards[day.person]?[day.row.key] }
        // A person on another page of the totals has the days on the record.
        let listed = report.totals(choice)
        let listsAll = listed.count == report.people.count && listed.count <= AttendanceChoice.peopleOnPage
        attention = lines.attention(
            report.flagged(choice), report.ends, report.questions,
            daysAddress: { listsAll ? lines.openAddress($0, choice) : nil },
            request: request)
        let listsUnended = report.kind == nil || report.kind == "missing_end"
        let unasked = toAsk.count { request($0) == nil }
        askAll = listsUnended ? AskAll(unasked, choice.askAddress) : nil
        hasUncounted = attention.contains(where: \.isUncounted)
        attentionCount = report.urgentCount
        let requested = flagged.count { request($0) != nil }
        let showsAll = report.kind == nil && attentionCount <= AttendanceChoice.rowsOnPage
        requestedCount = requested > 0 && showsAll ? requested : nil
        hasAttention = attentionCount > 0
        kinds = Self.kinds(choice, report)
        isToCome = period.lowerBound > around.today && report.people.allSatisfy { $0.totals == .none }
        let uncountedPeople = report.people.count { $0.totals.open > 0 }
        uncounted = uncountedPeople == 0 ? nil : localized("hr.uncounted", count: uncountedPeople)
        orders = AttendanceChoice.Order.allCases.map { order in
            let chosen = choice.with {
                $0.order = order
                $0.attentionPage = 1
            }
            return Link(
                name: localized("hr.order.\(order.rawValue)"), address: chosen.address + "#attention",
                isCurrent: choice.order == order)
        }
        attentionPages = Pager(
            page: choice.attentionPage, of: report.flagged.count, on: AttendanceChoice.rowsOnPage, anchor: "#attention"
        ) { page in choice.with { $0.attentionPage = page }.address }

        let total = listed.reduce(into: RecordTotals.none) { $0.add($1.totals) }
        (worked, pause) = (total.time.workedInWords, total.time.pauseInWords)
        (unconfirmed, days) = (hoursAndMinutes(minutes: total.open), total.days)
        flagsSum = total.urgent > 0 ? "\(total.urgent)" : nil
        hasUnconfirmed = total.open > 0
        isOneDay = choice.isOneDay
        let balances = report.balances
        (hasBalances, hasDifferences) = (balances != nil, balances?.hasDifferences ?? false)
        hasCredits = balances?.hasCredits ?? false
        balanceFilter = balances.map { _ in BalanceFilter(choice) }
        let sums = balances?.sums(of: listed.map(\.person))
        (targetSum, creditSum, differenceSum) = (sums?.target, sums?.credited, sums?.difference)
        headings = Self.headings(choice, balances, hasUnconfirmed: hasUnconfirmed)
        // The last column has the links.
        columnCount = headings.count + 1
        let page = listed.dropFirst((choice.peoplePage - 1) * AttendanceChoice.peopleOnPage)
            .prefix(AttendanceChoice.peopleOnPage)
        people = page.map {
            lines.person(
                $0, report.days, balances?.texts(of: $0.person), on: min(period.upperBound, around.today), choice)
        }
        peopleCount = listed.count
        hasPeople = peopleCount > 0
        exported = "\(title) · \(localized("hr.exported", count: report.people.count))"
        peoplePages = Pager(
            page: choice.peoplePage, of: peopleCount, on: AttendanceChoice.peopleOnPage, anchor: "#totals"
        ) { page in choice.with { $0.peoplePage = page }.address }

        withoutEnd = report.withoutEnd == 0 ? nil : localized("hr.withoutEnd", count: report.withoutEnd)
        let withoutEndLastMonth = report.withoutEndLastMonth
        lastMonth =
            withoutEndLastMonth == 0
            ? nil
            : choice.lastMonth(around.today).map { month in
                Link(
                    name: localized("hr.withoutEndLastMonth", count: withoutEndLastMonth),
                    address: month.address + "#attention")
            }
        export = ExportForm(choice.export, around.layouts, hasHours: around.hasSchedules)
        charts =
            "\(Address.charts)?from=\(period.lowerBound)&to=\(period.upperBound)"
            + (choice.export.office.map { "&office=" + Address.percentEncoded($0) } ?? "")
        openingsAddress = around.hasOpenings ? Address.openingBalances(of: choice.export.office) : nil
        warningsAddress = balances != nil ? choice.with { $0.attentionPage = 1 }.warningsAddress() : nil
        sheets = choice.sheetMonths.map { day in
            let month = day.monthAndYear
            return Link(
                name: choice.export.team.map { localized("hr.sheetsOfTeam", ["team": $0, "month": month]) }
                    ?? localized("hr.sheets", ["month": month]),
                address: choice.sheetsAddress(of: day))
        }
        let clock = LocalClock(zone: around.calendars[around.viewer.office].settings(for: around.today).zone)
        latestExport = report.latestExport.map {
            Link(name: $0.line(for: around.viewer, clock), address: choice.with { $0.peoplePage = 1 }.changesAddress)
        }
        asOf = clock.dayAndTimeWithSeconds(around.stamp.asOf.seconds)
        ledgerHead = around.stamp.head.text
    }

    /// The most frequent flag comes first.
    private static func kinds(_ choice: AttendanceChoice, _ report: AttendanceReport) -> [Link] {
        guard report.kinds.count > 1 else { return [] }
        func link(_ kind: String?, _ name: String, _ count: Int) -> Link {
            let chosen = choice.with {
                $0.kind = kind
                $0.attentionPage = 1
            }
            return Link(
                name: name, address: chosen.address + "#attention", isCurrent: report.kind == kind, waiting: "\(count)")
        }
        let sorted = report.kinds.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
        return [link(nil, localized("hr.all"), report.urgentCount)]
            + sorted.map { link($0.key, RecordWords.flag($0.key), $0.value) }
    }
}
