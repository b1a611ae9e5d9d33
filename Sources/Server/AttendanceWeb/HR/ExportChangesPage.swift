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
    let line: ExportChanges.Line
    let days: [Day]
    let pager: AttendancePage.Pager?
    /// The attendance page of the same selection.
    let attendance: String

    /// - Parameter homes: the own offices of the present employees.
    init(
        navigation: Navigation, _ choice: AttendanceChoice, _ changes: ExportChanges, _ rows: AttendanceRows,
        _ homes: [PersonID: OfficeID], _ viewer: Person, _ clock: LocalClock
    ) {
        self.navigation = navigation
        title = [choice.period.monthOrDays, choice.export.office, choice.export.team].compactMap(\.self).joined(separator: " · ")
        line = changes.line(for: viewer, clock)
        let size = AttendanceChoice.peopleOnPage
        days = changes.days.sorted { ($0.displayName, $0.userName, $0.key) < ($1.displayName, $1.userName, $1.key) }
            .dropFirst((choice.peoplePage - 1) * size).prefix(size).map { rows.changed($0, home: homes[$0.person]) }
        pager = AttendancePage.Pager(page: choice.peoplePage, of: changes.days.count, on: size, anchor: "") { page in
            choice.with { $0.peoplePage = page }.changesAddress
        }
        attendance = choice.with { $0.peoplePage = 1 }.address
    }
}
