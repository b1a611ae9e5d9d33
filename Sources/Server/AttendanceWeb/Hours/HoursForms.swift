import Attendance
import AttendanceStore
import Localization

/// What the forms about a person's hours share.
enum HoursForms {
    /// Terms can be planned this far ahead, in days.
    private static let ahead: Int64 = 3660

    /// The days from which terms may hold.
    static func termsDays(_ today: CivilDate) -> ClosedRange<CivilDate> {
        RecordStore.firstDay...max(today.adding(days: ahead), RecordStore.firstDay)
    }

    /// The days of adjustments.
    static func adjustmentDays(_ today: CivilDate) -> ClosedRange<CivilDate> {
        RecordStore.firstDay...max(today, RecordStore.firstDay)
    }

    static func day(
        _ text: String, _ field: HoursProblem.Field, in days: ClosedRange<CivilDate>
    ) throws(HoursProblem) -> CivilDate {
        guard let day = CivilDate(text: text), days.contains(day) else {
            throw HoursProblem(
                field,
                localized("personHours.bad.day", ["first": days.lowerBound.short, "last": days.upperBound.short]), .badPeriod)
        }
        return day
    }

    /// An amount that changes the balance, in seconds.
    static func amount(_ text: String?) throws(HoursProblem) -> Int64 {
        guard let seconds = text.flatMap(HoursField.signed), seconds != 0 else { throw badAmount(.amount) }
        return seconds
    }

    static func badAmount(_ field: HoursProblem.Field) -> HoursProblem {
        HoursProblem(field, localized("personHours.bad.amount"), .badTime)
    }
}
