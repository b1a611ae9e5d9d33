import Attendance
import AttendanceStore
import Hours
import Localization
import WebServer

/// The form for a schedule, or for a new version of one, as typed. Amounts of time are ``HoursField``.
struct ScheduleForm: Sendable {
    enum Pattern: String, Sendable, CaseIterable {
        /// Hours a week, split evenly over the chosen days.
        case even
        /// Hours of each weekday.
        case days
        /// Hours of each day of two weeks, in turn.
        case weeks

        var days: Int { self == .weeks ? 14 : 7 }
    }

    let name: String
    let pattern: Pattern
    let week: EvenWeek
    /// Of 14 days, Monday first. Blank: no hours.
    let own: [String]
    /// A day of the first of two weeks, `YYYY-MM-DD`.
    let cycleStart: String
    /// Blank: the days have the hours themselves.
    let monthHours: String
    /// `HH:MM`; both blank: no core time.
    let coreFrom, coreTo: String
    /// 1 (Monday) to 7; blank: none.
    let restWeekday: String
    /// The first day, `YYYY-MM-DD`.
    let from: String
    /// Whether days before today may change.
    let changesPast: Bool
    private(set) var problems = FieldProblems()
    private var described: Schedule?

    /// The first day of weekly cycles, a Monday.
    static let anchor = CivilDate(daysSince1970: 19_723)

    /// The form for a new schedule.
    /// - Parameter from: its first day.
    init(from: CivilDate) { self.init(Schedule(name: "", from: from, anchor: Self.anchor, days: []), from: from) }

    /// The form with the hours of `version`. A cycle of other lengths than one and two weeks is left out.
    init(_ version: Schedule, from: CivilDate) {
        let weeks = version.weeks
        (pattern, week, own) =
            if let weeks, weeks.days.count == 14 {
                (.weeks, EvenWeek(), weeks.days.map(Self.text))
            } else if let weeks {
                (EvenWeek(weeks.days) == nil ? .days : .even, EvenWeek(weeks.days) ?? EvenWeek(), weeks.days.map(Self.text))
            } else {
                (.even, EvenWeek(), [])
            }
        name = version.name
        cycleStart = (weeks?.days.count == 14 ? weeks?.start : nil)?.description ?? from.week.lowerBound.description
        monthHours = version.periodSeconds.map(HoursField.text) ?? ""
        coreFrom = version.core.map { WorkedTime.hoursAndMinutes($0.start) } ?? ""
        coreTo = version.core.map { WorkedTime.hoursAndMinutes($0.end) } ?? ""
        restWeekday = version.restWeekday.map { "\($0)" } ?? ""
        self.from = from.description
        changesPast = false
    }

    /// - Parameters:
    ///   - name: of the schedule that gets a version; nil: a new one.
    ///   - taken: the names of the schedules.
    init(_ fields: BodyFields, of name: String?, taken: [String]) {
        self.name = name ?? fields.trimmed("name")
        pattern = Pattern(rawValue: fields["pattern"] ?? "") ?? .even
        week = EvenWeek(fields)
        own = (1...14).map { fields.trimmed("hours-\($0)") }
        cycleStart = fields.trimmed("cycle_start")
        monthHours = fields.trimmed("month_hours")
        (coreFrom, coreTo) = (fields.trimmed("core_from"), fields.trimmed("core_to"))
        restWeekday = fields.trimmed("rest_weekday")
        from = fields.trimmed("from")
        changesPast = fields.isSet("past")
        var problems = FieldProblems()
        let given: String? = if let name { name } else { problems.name(self.name) }
        if name == nil, let given, taken.contains(given) {
            problems.add("name", localized("schedule.exists", ["name": given]))
        }
        described = schedule(given ?? "", &problems)
        self.problems = problems
    }

    /// The version that the form describes.
    /// - Throws: ``WebError`` for the first problem.
    func schedule() throws(WebError) -> Schedule { try problems.require(described) }

    private func schedule(_ name: String, _ problems: inout FieldProblems) -> Schedule? {
        var (anchor, days) = (Self.anchor, pattern == .even ? week.days(&problems) : ownDays(&problems))
        if pattern == .weeks {
            if let start = CivilDate(entered: cycleStart)?.week.lowerBound, start.isInEnteredYears {
                anchor = start
            } else {
                problems.add("cycleStart", localized("office.badDay"))
            }
        }
        let period = monthHours.isEmpty ? nil : HoursField.seconds(monthHours)
        if !monthHours.isEmpty, period.map({ $0 > 744 * 3600 }) ?? true {
            problems.add("monthHours", localized("schedule.hoursUpTo", ["most": "744:00"]))
        }
        if let hours = days, period != nil, hours.allSatisfy({ $0 == 0 }) {
            problems.add("own", localized("schedule.noWeights"))
            days = nil
        }
        let core = core(&problems)
        let rest = Int64(restWeekday)
        if !restWeekday.isEmpty, rest.map({ !(1...7 as ClosedRange<Int64>).contains($0) }) ?? true {
            problems.add("rest", localized("workingTime.badChoice"))
        }
        guard let day = problems.firstDay(from), let days else { return nil }
        return Schedule(
            name: name, from: day, anchor: anchor, days: days, periodSeconds: period, core: core, restWeekday: rest)
    }

    private func ownDays(_ problems: inout FieldProblems) -> [Int64]? {
        let days = own.prefix(pattern.days).map(Self.seconds)
        guard days.allSatisfy({ $0 != nil }), days.count == pattern.days else {
            problems.add("own", localized("schedule.hoursUpTo", ["most": "24:00"]))
            return nil
        }
        return days.compactMap { $0 }
    }

    private func core(_ problems: inout FieldProblems) -> Schedule.CoreTime? {
        if coreFrom.isEmpty, coreTo.isEmpty { return nil }
        guard let start = OfficeSettings.timeOfDay(coreFrom), let end = OfficeSettings.timeOfDay(coreTo), start < end else {
            problems.add("core", localized("schedule.badCore"))
            return nil
        }
        return Schedule.CoreTime(start: start, end: end)
    }

    /// Of a field for one day; nil if it is wrong.
    static func seconds(_ text: String) -> Int64? {
        if text.isEmpty { return 0 }
        guard let seconds = HoursField.seconds(text), seconds <= 86_400 else { return nil }
        return seconds
    }

    private static func text(_ seconds: Int64) -> String { seconds == 0 ? "" : HoursField.text(seconds) }
}

extension Schedule {
    /// The hours of one or two weeks, Monday first, and a Monday on which they begin; nil: the cycle has another length.
    var weeks: (start: CivilDate, days: [Int64])? {
        guard days.count == 7 || days.count == 14 else { return nil }
        let offset = Int(anchor.daysAfterMonday)
        return (
            anchor.adding(days: -Int64(offset)),
            days.indices.map { days[($0 - offset + days.count) % days.count] }
        )
    }
}
