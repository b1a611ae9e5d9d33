import Attendance
import AttendanceStore
import Localization

/// The days of a period that changed since its latest export, by person and day.
struct ExportChangesPage: Page {
    static let template = "pages/HR/export-changes"

    struct Day: Sendable {
        let name: String
        let user: String
        let date: String
        let dayAddress: String
        /// nil: there is one office only.
        let office: String?
        let before, after: Hours
    }

    struct Hours: Sendable {
        /// The first clock-in and the last clock-out; nil: no work.
        let span: String?
        let worked: String
    }

    let navigation: Navigation
    let title: String
    /// The latest export, and the number of days that changed since.
    let line: String
    let days: [Day]
    let pager: AttendancePage.Pager?
    /// The attendance page of the same selection.
    let attendance: String

    /// - Parameters:
    ///   - latest: the latest export as text.
    ///   - changed: in the order of the list, at least until the end of the chosen page.
    ///   - homes: the own offices of the present employees.
    init(
        navigation: Navigation, _ choice: AttendanceChoice, title: String, latest: String, _ changed: TopElements<ChangedDay>,
        _ rows: AttendanceRows, _ homes: [PersonID: OfficeID]
    ) {
        (self.navigation, self.title) = (navigation, title)
        let count = changed.count
        line = latest + " · " + (count == 0 ? localized("hr.changes.none") : localized("hr.changes.days", count: count))
        let size = AttendanceChoice.peopleOnPage
        days = changed.elements.dropFirst((choice.peoplePage - 1) * size).prefix(size)
            .map { rows.changed($0, home: homes[$0.person]) }
        pager = AttendancePage.Pager(page: choice.peoplePage, of: count, on: size, anchor: "") { page in
            choice.with { $0.peoplePage = page }.changesAddress
        }
        attendance = choice.with { $0.peoplePage = 1 }.address
    }
}
