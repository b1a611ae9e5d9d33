import Attendance
import Hours
import Localization

/// A schedule with its versions, and for administrators the form for another version; or the form for a new schedule.
struct SchedulePage: Page {
    static let template = "pages/Hours/schedule"

    /// The hours of a day, Monday of the first week first.
    struct Day: Sendable {
        let input, label, hours: String
        let isWrong: Bool
    }

    let navigation: Navigation
    let heading: String
    /// nil: a new schedule.
    let scheduleName: String?
    let address = Address.workingTimeSchedule
    let listAddress = Address.workingTime
    let removeAddress = Address.workingTimeRemove
    /// Whether the page has forms.
    let mayChange: Bool
    let problem: String?
    let form: ScheduleForm
    let patterns, weekdays: [Choice]
    let firstWeek, secondWeek: [Day]
    let restDays: [Choice]
    /// Whether the form asks to confirm a change of past days.
    let asksAboutPast: Bool
    /// Whether the form's rare fields are shown.
    let opensMore: Bool
    let entries: [FactHistory.Entry]

    init(
        navigation: Navigation, of name: String?, _ form: ScheduleForm, _ entries: [FactHistory.Entry], mayChange: Bool,
        problem: WebError? = nil
    ) {
        self.navigation = navigation
        scheduleName = name
        heading = name ?? localized("schedule.add")
        self.form = form
        self.entries = entries
        self.mayChange = mayChange
        self.problem = form.problems.first == nil ? problem?.sentence : nil
        patterns = ScheduleForm.Pattern.allCases.map { pattern in
            Choice(
                value: pattern.rawValue, name: localized("schedule.pattern.\(pattern.rawValue)"),
                isChosen: pattern == form.pattern)
        }
        weekdays = form.week.weekdays
        let isWrong = form.problems["own"] != nil
        let days = (0..<14 as Range<Int>).map { index in
            let hours = index < form.own.count ? form.own[index] : ""
            return Day(
                input: "hours-\(index + 1)", label: Weekday.all[index % 7].name, hours: hours,
                isWrong: isWrong && ScheduleForm.seconds(hours) == nil)
        }
        (firstWeek, secondWeek) = (Array(days.prefix(7)), Array(days.suffix(7)))
        restDays =
            [Choice(value: "", name: localized("terms.none"), isChosen: form.restWeekday.isEmpty)]
            + Weekday.all.map { day in
                Choice(value: "\(day.number)", name: day.name, isChosen: form.restWeekday == "\(day.number)")
            }
        asksAboutPast = problem?.reason == .rowsWouldChange || form.changesPast
        opensMore = !form.monthHours.isEmpty || !form.coreFrom.isEmpty || !form.coreTo.isEmpty || !form.restWeekday.isEmpty
    }
}
