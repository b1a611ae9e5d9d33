import Attendance
import AttendanceStore
import Hours
import Localization

/// The days of a holiday calendar in a year, and for administrators a form for each.
struct HolidayCalendarPage: Page {
    static let template = "pages/Hours/holiday-calendar"

    struct Row: Sendable {
        /// Such as `2026-12-24`.
        let value: String
        let day, holiday: String
        /// nil: the whole day.
        let half: String?
        let isOpen: Bool
        let typedName: String
        let typedParts: [Choice]
        /// Not named as that of the page, which templates find in its place.
        let fault: String?
    }

    /// A refused form, to be shown again.
    struct Refused: Sendable {
        let form: HolidayDayForm
        let problem: WebError
    }

    let navigation: Navigation
    /// Whether the page has forms.
    let mayChange: Bool
    let calendar: String
    let address = Address.workingTimeCalendar
    let listAddress = Address.workingTimeHolidays
    let year: Int64
    /// The pages of the years that have holidays; empty if there is only this one.
    let years: [Link]
    let rows: [Row]
    /// Such as `Applies to: Harbour Office`; nil: to no office or team.
    let appliesTo: String?
    /// Chooses the calendar; nil: it is in use, or has no days.
    let termsAddress: String?
    /// Imports the shipped calendar of this name, or a file.
    let updateAddress: String
    /// The form for new days as it was typed.
    let date, to, name: String
    let parts: [Choice]
    let dateProblem, nameProblem: String?

    /// - Parameters:
    ///   - year: nil: the present one, or the nearest with a holiday.
    ///   - shipped: the code of the shipped calendar with this name; nil: there is none.
    ///   - places: the offices and teams whose terms name it.
    ///   - isUsed: whether any terms name it, also a person's own.
    init(
        navigation: Navigation, _ calendar: HolidayCalendar, year: Int64?, today: CivilDate, shipped: String?,
        places: [String], isUsed: Bool, mayChange: Bool, refused: Refused?
    ) {
        (self.navigation, self.mayChange) = (navigation, mayChange)
        let name = calendar.name
        appliesTo =
            places.isEmpty ? nil : localized("holidays.appliesTo", ["names": places.localizedList("record.separator")])
        termsAddress = isUsed || calendar.days.isEmpty ? nil : Address.workingTimeTerms
        self.calendar = name
        let present = today.components.year
        let usual = calendar.years.map { min(max(present, $0.lowerBound), $0.upperBound) } ?? present
        let shown = year ?? usual
        self.year = shown
        let known = Set(calendar.days.map(\.date.components.year)).sorted()
        years =
            known.isEmpty || known == [shown]
            ? [] : known.map { Link(name: "\($0)", address: Address.holidayCalendar(name, year: $0), isCurrent: $0 == shown) }
        let wrong = refused?.form.action == .add ? nil : refused
        rows = calendar.days.filter { $0.date.components.year == shown }.map { day in
            let own = wrong?.form.date == day.date.description ? wrong : nil
            return Row(
                value: day.date.description, day: day.date.withWeekday, holiday: day.name ?? "",
                half: day.part == .full ? nil : day.part.localizedText, isOpen: own != nil,
                typedName: own?.form.name ?? day.name ?? "",
                typedParts: DayPart.choices(own?.form.part ?? day.part.rawValue), fault: own?.problem.sentence)
        }
        updateAddress = Address.holidayImport(name, shipped: shipped)
        let added = refused?.form.action == .add ? refused : nil
        (date, to, self.name) = (added?.form.date ?? "", added?.form.to ?? "", added?.form.name ?? "")
        parts = DayPart.choices(added?.form.part ?? DayPart.full.rawValue)
        let isName = added?.problem.reason == .badName
        // A changed day that is not on the page has no form there.
        let lost = wrong != nil && !rows.contains { $0.isOpen }
        dateProblem = lost ? wrong?.problem.sentence : isName ? nil : added?.problem.sentence
        nameProblem = isName ? added?.problem.sentence : nil
    }
}
