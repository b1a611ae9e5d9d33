import Attendance
import AttendanceStore
import Localization
import WebServer

/// The warnings of people's days, open ones first, and the form that checks the chosen ones.
struct WarningsPage: Page {
    static let template = "pages/HR/warnings"

    struct Line: Sendable {
        let name, user: String
        let date, dayAddress: String
        let warning: ShownWarning
        /// The name of the box of an open warning.
        let box: String
        let isChosen: Bool

        init(_ entry: WarningList.Entry, chosen: Set<WarningForm.Box>, _ clock: LocalClock) {
            let (person, warning) = (entry.person, entry.warning)
            (name, user) = (person.displayName, person.userName)
            date = warning.date.withWeekday
            dayAddress = RequestModel.address(of: person.userName, on: warning.date)
            self.warning = ShownWarning(warning, entry.note, clock, of: person.id)
            let box = WarningForm.Box(person.id, warning)
            (self.box, isChosen) = (box.name, chosen.contains(box))
        }
    }

    /// The form for the chosen warnings.
    struct Form: Sendable {
        let checkAction: String
        let typedComment: String
        let commentProblem: String?
    }

    let navigation: Navigation
    let title: String
    /// The page that leads here, with the same selection.
    let origin: Link
    /// The address of the filter. A manager's has the period only.
    let address: String
    let isOfTeam: Bool
    let months: [Link]
    let from, to: String
    let hasSeveralOffices: Bool
    let offices, teams: [Choice]
    /// The names in the field for people.
    let users: String
    let purpose: String?
    /// Why the filter was refused; nil: it was not.
    let filterProblem: String?
    /// What is wrong with the form, except the comment.
    let problem: String?
    /// nil: no warning of the page is open.
    let form: Form?
    let open: [Line]
    let openCount: Int
    /// Whether a warning of any page is open.
    let hasOpen: Bool
    let checked: [Line]
    let checkedCount: Int
    let pager: AttendancePage.Pager?

    /// - Parameters:
    ///   - offices: those to choose from.
    ///   - teams: the names of the teams to choose from.
    ///   - clock: of the viewer's office.
    init(
        navigation: Navigation, _ scope: WarningScope, _ list: WarningList, offices: [Office], teams: [String],
        _ clock: LocalClock, today: CivilDate, _ failed: WarningForm.Failed? = nil, refused: AttendancePage.Filter? = nil
    ) {
        self.navigation = navigation
        let (place, choice) = (scope.place, scope.choice)
        isOfTeam = place == .team
        title = scope.title
        origin =
            isOfTeam
            ? Link(name: localized("myTeam.title"), address: Address.team)
            : Link(name: localized("hr.title"), address: choice.with { $0.attentionPage = 1 }.address)
        address = place.address
        let thisMonth = today.month
        months = [("hr.thisMonth", thisMonth), ("hr.lastMonth", thisMonth.lowerBound.adding(days: -1).month)]
            .map { key, month in
                let chosen = choice.with {
                    $0.export.period = month
                    $0.attentionPage = 1
                }
                return Link(
                    name: localized(key), address: chosen.warningsAddress(at: place.address),
                    isCurrent: choice.period == month)
            }
        let filter = refused ?? AttendancePage.Filter(choice)
        filterProblem = filter.problem
        let period = choice.period
        (from, to) = (filter.from ?? period.lowerBound.description, filter.to ?? period.upperBound.description)
        self.offices = isOfTeam ? [] : offices.map { Choice(name: $0.name, isChosen: $0.name == filter.office) }
        hasSeveralOffices = self.offices.count > 1
        self.teams = isOfTeam ? [] : teams.map { Choice(name: $0, isChosen: $0 == filter.team) }
        users = filter.users ?? ""
        purpose = filter.purpose

        let (entries, chosen) = (list.entries, failed?.form.chosen ?? [])
        self.open = entries.filter { $0.note == nil }.map { Line($0, chosen: chosen, clock) }
        self.checked = entries.filter { $0.note != nil }.map { Line($0, chosen: chosen, clock) }
        (openCount, checkedCount) = (list.openCount, list.count - list.openCount)
        hasOpen = openCount > 0
        problem = failed.flatMap { $0.isAboutComment ? nil : $0.error.sentence }
        form =
            open.isEmpty
            ? nil
            : Form(
                checkAction: choice.warningsAddress(at: place.address), typedComment: failed?.form.typedComment ?? "",
                commentProblem: failed.flatMap { $0.isAboutComment ? $0.error.sentence : nil })
        pager = AttendancePage.Pager(
            page: choice.attentionPage, of: list.count, on: AttendanceChoice.rowsOnPage, anchor: ""
        ) { page in choice.with { $0.attentionPage = page }.warningsAddress(at: place.address) }
    }
}
