import Attendance
import AttendanceExport
import Localization

/// The beginning of the file that HR chose in ``ExportForm``, below the form with the same choices.
struct ExportPreviewPage: Page {
    static let template = "pages/HR/export"

    struct Row: Sendable {
        let cells: [String]
    }

    let navigation: Navigation
    /// The period and, if chosen, the office and the team.
    let title: String
    /// The address of the attendance page with the same people.
    let attendance: String
    let export: ExportForm
    /// Why there is no such file; nil: there is.
    let problem: String?
    /// The lines before the head.
    let before: [Row]
    let head: [String]
    let rows: [Row]

    init(
        navigation: Navigation, _ wanted: ExportRequest, hasSeveralOffices: Bool, _ export: ExportForm,
        _ preview: ExportPreview?, attendance: String, problem: String?
    ) {
        self.navigation = navigation
        title = wanted.title(hasSeveralOffices: hasSeveralOffices)
        (self.attendance, self.export, self.problem) = (attendance, export, problem)
        before = (preview?.before ?? []).map { Row(cells: $0) }
        head = preview?.head ?? []
        rows = (preview?.rows ?? []).map { Row(cells: $0) }
    }
}

extension ExportRequest {
    /// The period, the office if there are several, and the team.
    func title(hasSeveralOffices: Bool) -> String {
        [period.monthOrDays, hasSeveralOffices ? office : nil, team].compactMap(\.self).joined(separator: " · ")
    }
}

extension ClosedRange<CivilDate> {
    /// Such as `November 2026` for a whole month, otherwise the days.
    var monthOrDays: String { self == lowerBound.month ? lowerBound.monthAndYear : localizedText }
}
