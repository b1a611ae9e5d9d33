import Attendance

/// Work beyond the legal hours of Japan (Hours.docc, "Overtime").
///
/// Sources: Labour Standards Act, art. 32 (8 h a day, 40 h a week), art. 32-3 (flextime), art. 35 (rest day).
enum Overtime {
    private static let legalDay: Int64 = 28_800
    private static let legalWeek: Int64 = 144_000

    /// Sets ``DayHours/overtime`` and ``DayHours/restDay``. The balance does not depend on them.
    /// - Parameter days: all days of a person from the first one on.
    static func fill(_ days: inout [DayHours], through: CivilDate, _ periods: PeriodCalendar) {
        /// Of the days since Sunday, each up to the legal day.
        var week: Int64 = 0
        /// Of the days of the period.
        var worked: Int64 = 0
        var period: Period?
        for index in days.indices {
            let day = days[index]
            guard day.date <= through else { return }
            if day.date.daysAfterMonday == 6 { week = 0 }
            if day.date > period?.last ?? CivilDate(daysSince1970: .min) {
                (period, worked) = (periods.period(of: day.date), 0)
            }
            let rules = day.conditions.overtimeRules
            // A rest day is no part of the sums, also under other rules.
            if day.isStatutoryRestDay {
                if rules != nil { days[index].restDay = day.worked }
                continue
            }
            let legal = min(day.worked, legalDay)
            switch rules {
            case .jp: days[index].overtime = day.worked - legal + rise(week, by: legal, above: legalWeek)
            case .jpFlex:
                let frame = legalWeek * (period?.length ?? 0) / 7
                days[index].overtime = rise(worked, by: day.worked, above: frame)
            default: break
            }
            week += legal
            worked += day.worked
        }
    }

    /// The part of a sum's rise that lies above a limit.
    private static func rise(_ sum: Int64, by seconds: Int64, above limit: Int64) -> Int64 {
        max(0, sum + seconds - limit) - max(0, sum - limit)
    }
}

extension Conditions {
    /// The rules that define overtime: the first Japanese set of the list.
    var overtimeRules: RuleSet? { rules.first { $0 == .jp || $0 == .jpFlex } }
}

extension DayHours {
    /// Whether the schedule names its weekday as the statutory rest day.
    fileprivate var isStatutoryRestDay: Bool { conditions.schedule?.restWeekday == date.daysAfterMonday + 1 }
}
