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

    init(navigation: Navigation, _ form: SetUpForm, _ offices: [Office], problem: WebError?) {
        self.navigation = navigation
        self.problem = form.problems.first == nil ? problem?.sentence : nil
        self.form = form
        weekdays = form.week.weekdays
        officeChoices =
            offices.count == 1
            ? [] : offices.map { Choice(value: "office-\($0.id)", name: $0.name, isChosen: form.offices.contains($0.id)) }
        countries = RuleChoice.choices(form.rules)
    }
}
