package import Attendance

/// A legal limit that a day of the record passed, or a difference between the record and the schedule. It changes no time
/// (Hours.docc, "Warnings").
package struct HoursWarning: Sendable, Hashable {
    package enum Code: String, Sendable, CaseIterable {
        /// The breaks of the day are too short in sum.
        case breakShort = "break_short"
        /// Too much work without a break that counts.
        case unbroken
        case dayLong = "day_long"
        /// The rest before the day's work is too short.
        case restShort = "rest_short"
        /// The weekly work is too long on average.
        case weekAverage = "week_average"
        case overtimeMonth = "overtime_month"
        case overtimeYear = "overtime_year"
        /// The overtime of a period, with work on rest days, reached the absolute limit.
        case overtimeHard = "overtime_hard"
        /// The overtime of two to six periods, with work on rest days, is too long on average.
        case overtimeAverage = "overtime_average"
        /// Owed time without any work.
        case missingDay = "missing_day"
        /// Work began after the start of the core time.
        case coreLate = "core_late"
        /// Work ended before the end of the core time.
        case coreEarly = "core_early"
    }

    package let date: CivilDate
    package let rule: RuleSet
    package let code: Code
    /// In seconds, as ``limit``.
    package let value: Int64
    package let limit: Int64

    package init(date: CivilDate, rule: RuleSet, code: Code, value: Int64, limit: Int64) {
        (self.date, self.rule, self.code, self.value, self.limit) = (date, rule, code, value, limit)
    }
}
