extension CivilDate {
    package func adding(days: Int64) -> CivilDate { CivilDate(daysSince1970: daysSince1970 + days) }

    /// 0 on a Monday, 6 on a Sunday.
    package var daysAfterMonday: Int64 { (daysSince1970 % 7 + 10) % 7 }

    /// The days of its week, from Monday to Sunday (ISO 8601).
    package var week: ClosedRange<CivilDate> {
        let monday = adding(days: -daysAfterMonday)
        return monday...monday.adding(days: 6)
    }

    /// The days of its month.
    package var month: ClosedRange<CivilDate> {
        let first = adding(days: 1 - components.day)
        let next = first.adding(days: 31)
        return first...next.adding(days: -next.components.day)
    }
}

extension ClosedRange<CivilDate> {
    /// Every day of the period, earliest first.
    package var days: [CivilDate] {
        (lowerBound.daysSince1970...upperBound.daysSince1970).map { CivilDate(daysSince1970: $0) }
    }
}
