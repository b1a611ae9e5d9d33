import Attendance
import AttendanceStore
import Localization

/// A person's month as one sheet to print, with links to the person's record and to other months.
struct MonthSheetPage: Page {
    static let template = "pages/HR/month-sheet"

    let navigation: Navigation
    let sheet: MonthSheet
    let recordAddress: String
    let previous: Link
    /// nil: the next month has not begun.
    let next: Link?
    /// HR's attendance page that led here, with its filter; nil: another page.
    let origin: Link?

    init(
        navigation: Navigation, _ sheet: MonthSheet, of person: Person, isOwn: Bool, _ month: ClosedRange<CivilDate>,
        today: CivilDate, from list: ReturnAddress?
    ) {
        self.navigation = navigation
        self.sheet = sheet
        let record = isOwn ? Address.me : Address.person(person.userName)
        recordAddress = "\(record)?month=\(month.lowerBound.yearAndMonth)\(RecordPage.daysFragment)"
        func link(_ day: CivilDate) -> Link {
            Link(
                name: day.monthAndYear,
                address: Address.monthSheet(person.userName) + "?"
                    + Address.query([("month", day.yearAndMonth)] + (list.map { [("back", $0.text)] } ?? [])))
        }
        previous = link(month.lowerBound.adding(days: -1))
        next = month.upperBound < today ? link(month.upperBound.adding(days: 1)) : nil
        origin = list.map { Link(name: localized("hr.title"), address: $0.text) }
    }
}
