package import Attendance

extension CivilDate {
    package var weekday: String { localized("date.weekday.\(isoWeekday)") }
    /// Such as `Fri`.
    package var shortWeekday: String { localized("date.shortWeekday.\(isoWeekday)") }

    /// 1: Monday, 7: Sunday (ISO 8601).
    private var isoWeekday: Int64 { daysAfterMonday + 1 }
    private var monthName: String { localized("date.month.\(components.month)") }
    private var values: [String: String] {
        ["day": "\(components.day)", "month": localized("date.shortMonth.\(components.month)"), "year": "\(components.year)"]
    }

    /// Such as `Friday 20 November`.
    package var long: String { localized("date.inWords.\(isoWeekday)", ["day": "\(components.day)", "month": monthName]) }
    /// Such as `Friday 20 November 2026`.
    package var longWithYear: String { localized("date.longWithYear", ["day": long, "year": "\(components.year)"]) }
    /// Such as `20 Nov 2026`.
    package var short: String { localized("date.short", values) }
    /// Such as `Fri 20 Nov 2026`.
    package var withWeekday: String { localized("date.withWeekday", values.merging(["weekday": shortWeekday]) { $1 }) }
    /// Such as `Fri 20 Nov`, with the year if it is not that of `today`.
    package func withWeekday(today: CivilDate) -> String {
        components.year == today.components.year
            ? localized("date.weekdayAndDay", values.merging(["weekday": shortWeekday]) { $1 }) : withWeekday
    }
    /// Such as `20 Nov`.
    package var dayAndMonth: String { localized("date.dayAndMonth", values) }
    /// Such as `November 2026`.
    package var monthAndYear: String { localized("date.monthAndYear", ["month": monthName, "year": "\(components.year)"]) }
    /// Such as `November`, with the year if it is not that of `today`.
    package func monthName(today: CivilDate) -> String {
        components.year == today.components.year ? monthName : monthAndYear
    }
    /// Such as `2026-11`.
    package var yearAndMonth: String { String(description.prefix(7)) }
}

extension ClosedRange<CivilDate> {
    /// Such as `1 Nov 2026 – 30 Nov 2026`.
    package var localizedText: String {
        lowerBound == upperBound
            ? lowerBound.short : localized("date.period", ["from": lowerBound.short, "to": upperBound.short])
    }
}
