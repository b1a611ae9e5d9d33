import Attendance
import Hours
import Localization

/// The list of schedules.
struct ScheduleListPage: Page {
    static let template = "pages/Hours/schedules"

    struct Row: Sendable {
        let name, address: String
        /// Such as `40:00 a week`; nil: it begins on a later day.
        let amount: String?
        let details: String
        let since: String
        /// Such as `From 1 Apr 2026: 38:30 a week`.
        let later: [String]

        init(_ schedule: ScheduleVersions, today: CivilDate) {
            let current = schedule.version(on: today)
            name = schedule.name
            address = Address.schedule(schedule.name)
            amount = current.map(ScheduleWords.amount)
            details = current.map(ScheduleWords.details) ?? ""
            since = current.map { $0.from.short } ?? ""
            later = schedule.later(than: today).map { version in
                localized("workingTime.later", ["day": version.from.short, "value": ScheduleWords.amount(version)])
            }
        }
    }

    let navigation: Navigation
    /// The form for a new schedule; nil: the viewer may not add one.
    let newAddress: String?
    let rows: [Row]
    let problem: String?

    init(navigation: Navigation, _ time: WorkingTime, problem: WebError? = nil) {
        self.navigation = navigation
        newAddress = time.mayChange ? Address.workingTimeSchedule : nil
        rows = time.overview.schedules.map { Row($0, today: time.today) }
        self.problem = problem?.sentence
    }
}
