import Attendance
import AttendanceStore
import Localization

/// The latest export of a selection, and the days that changed since.
struct ExportChanges: Sendable {
    let export: LoggedExport
    let days: [ChangedDay]

    /// Such as `Exported on 28 Nov 2026, 10:02 by you`, and `3 days changed since`.
    struct Line: Sendable {
        let exported, count: String
        /// The list of the days; nil: none changed, or the line stands on that list.
        let listAddress: String?
    }

    func line(for viewer: Person, _ clock: LocalClock, listAddress: String? = nil) -> Line {
        let at = clock.dayAndTime(export.at.seconds)
        return Line(
            exported: export.person == viewer.id
                ? localized("hr.changes.byYou", ["time": at])
                : localized("hr.changes.by", ["time": at, "name": export.displayName]),
            count: days.isEmpty ? localized("hr.changes.none") : localized("hr.changes.days", count: days.count),
            listAddress: days.isEmpty ? nil : listAddress)
    }
}
