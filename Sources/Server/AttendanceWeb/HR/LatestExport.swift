import Attendance
import AttendanceStore
import Localization

/// The latest export of a selection.
struct LatestExport: Sendable {
    let export: LoggedExport
    /// The last day of the period that had ended at the export in all offices of the people; nil: all or none had.
    let lastDay: CivilDate?

    /// Such as `Exported on 30 Nov 2026, 10:02 by you · days until 29 Nov`.
    func line(for viewer: Person, _ clock: LocalClock) -> String {
        let at = clock.dayAndTime(export.at.seconds)
        let exported =
            export.person == viewer.id
            ? localized("hr.changes.byYou", ["time": at])
            : localized("hr.changes.by", ["time": at, "name": export.displayName])
        return exported + (lastDay.map { " · " + localized("hr.changes.until", ["day": $0.dayAndMonth]) } ?? "")
    }
}
