import Attendance
import Hours
import Localization

/// The terms of an office or a team: for administrators the form for a change from a day on, and the entries until now.
struct TermsPage: Page {
    static let template = "pages/Hours/terms-of"

    let navigation: Navigation
    let heading: String
    /// The office of a team; nil: these are the terms of an office.
    let office: String?
    let address: String
    let listAddress = Address.workingTimeTerms
    let removeAddress = Address.workingTimeRemove
    /// Whether the page has forms.
    let mayChange: Bool
    let problem: String?
    let form: TermsForm
    let isTeam: Bool
    let schedules, holidayCalendars, countries: [Choice]
    let carryFields: CarryFields
    /// Whether the fields begin with planned values. The form takes any day.
    let showsPlanned: Bool
    /// Whether the form asks to confirm a change of past days.
    let asksAboutPast: Bool
    let entries: [FactHistory.Entry]

    init(
        navigation: Navigation, _ place: TermsPlace, _ form: TermsForm, _ before: Terms, _ time: WorkingTime,
        _ entries: [FactHistory.Entry], problem: WebError? = nil
    ) {
        self.navigation = navigation
        (heading, office, address, isTeam) = (place.name, place.office, place.address, place.isTeam)
        self.form = form
        self.entries = entries
        let overview = time.overview
        mayChange = time.mayChange
        self.problem = form.problems.first == nil ? problem?.sentence : nil
        let inherited = place.isTeam ? [(value: TermsForm.inherit, name: localized("terms.asOffice"))] : []
        func choices(_ values: [(value: String, name: String)], _ chosen: String) -> [Choice] {
            (inherited + values).map { Choice(value: $0.value, name: $0.name, isChosen: $0.value == chosen) }
        }
        var names = overview.schedules.map(\.name)
        if case .own(let name?)? = before.schedule, !names.contains(name) { names.append(name) }
        schedules = choices(
            [(value: TermsForm.none, name: localized("terms.none"))]
                + names.map { (value: TermsForm.named + $0, name: $0) }, form.schedule)
        var known = overview.calendars
        if case .own(let names)? = before.calendars { known += names.filter { !known.contains($0) } }
        holidayCalendars = known.map { Choice(value: "calendar-\($0)", name: $0, isChosen: form.calendars.contains($0)) }
        countries = choices(RuleChoice.choices(form.rules).map { ($0.value, $0.name) }, form.rules)
        carryFields = CarryFields(form.carry, after: inherited, problem: form.problems["carry"])
        showsPlanned = entries.contains { $0.isPlanned && $0.id != nil }
        asksAboutPast = problem?.reason == .rowsWouldChange || form.changesPast
    }
}

/// An office or team whose terms a page shows.
struct TermsPlace: Sendable {
    let scope: Terms.Scope
    let name: String
    /// The name of a team's office; nil: an office.
    let office: String?
    let address: String

    var isTeam: Bool { office != nil }
}
