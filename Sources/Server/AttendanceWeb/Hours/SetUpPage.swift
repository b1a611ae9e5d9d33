import AttendanceStore

/// The first page of working time, while there is no schedule.
struct SetUpPage: Page {
    static let template = "pages/Hours/set-up"

    let navigation: Navigation
    let address = Address.workingTime
    let problem: String?
    let form: SetUpForm
    let weekdays: [Choice]
    /// Empty if there is one office.
    let officeChoices: [Choice]
    let countries: [Choice]
    let holidayCountries: [CalendarCountry]

    /// - Parameter zone: that of the viewer's office, whose country comes first.
    init(
        navigation: Navigation, _ form: SetUpForm, _ offices: [Office], _ shipped: [ShippedCalendars.Calendar], zone: String?,
        problem: WebError?
    ) {
        self.navigation = navigation
        self.problem = form.problems.first == nil ? problem?.sentence : nil
        self.form = form
        weekdays = form.week.weekdays
        officeChoices =
            offices.count == 1
            ? [] : offices.map { Choice(value: "office-\($0.id)", name: $0.name, isChosen: form.offices.contains($0.id)) }
        countries = RuleChoice.choices(form.rules)
        holidayCountries = CalendarCountry.all(shipped, chosen: form.calendar?.code ?? "", zone: zone)
    }
}
