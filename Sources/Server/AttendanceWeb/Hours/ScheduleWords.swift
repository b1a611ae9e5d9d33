import Attendance
import Hours
import Localization

/// Schedules in words.
enum ScheduleWords {
    /// Such as `40:00 a week`.
    static func amount(_ schedule: Schedule) -> String {
        if let period = schedule.periodSeconds { return localized("schedule.aMonth", ["hours": HoursField.text(period)]) }
        let total = schedule.days.reduce(0, +)
        if schedule.days.count == 7 { return localized("schedule.aWeek", ["hours": HoursField.text(total)]) }
        let average = total * 7 / Int64(max(schedule.days.count, 1))
        return localized("schedule.aWeekOnAverage", ["hours": hoursAndMinutes(average)])
    }

    /// Such as `Mon–Thu 8:00, Fri 6:00 · Core time 10:00–15:00`.
    static func details(_ schedule: Schedule) -> String {
        var parts = [days(schedule)]
        if let core = schedule.core {
            parts.append(localized("schedule.core", ["from": hoursAndMinutes(core.start), "to": hoursAndMinutes(core.end)]))
        }
        if let rest = schedule.restWeekday {
            parts.append(localized("schedule.rest", ["day": Weekday(number: Int(rest)).name]))
        }
        return parts.joined(separator: " · ")
    }

    private static func days(_ schedule: Schedule) -> String {
        guard let weeks = schedule.weeks else {
            let hours = schedule.days.map { HoursField.text($0) }.localizedList("record.separator")
            return localized("schedule.cycle", ["count": "\(schedule.days.count)", "hours": hours])
        }
        if weeks.days.count == 7 { return week(weeks.days) }
        return localized(
            "schedule.twoWeeks",
            ["first": week(Array(weeks.days.prefix(7))), "second": week(Array(weeks.days.suffix(7))), "day": weeks.start.short])
    }

    /// Neighbouring days with the same hours stand together. Days without hours are left out.
    private static func week(_ days: [Int64]) -> String {
        var runs: [(first: Int, last: Int, hours: Int64)] = []
        for (index, hours) in days.enumerated() where hours > 0 {
            if let run = runs.last, run.last == index - 1, run.hours == hours {
                runs[runs.count - 1].last = index
            } else {
                runs.append((index, index, hours))
            }
        }
        if runs.isEmpty { return HoursField.text(0) }
        return runs.map { run in
            let (first, last) = (Weekday.all[run.first].shortName, Weekday.all[run.last].shortName)
            let day = run.first == run.last ? first : localized("schedule.days", ["first": first, "last": last])
            return localized("schedule.hoursOfDay", ["day": day, "hours": HoursField.text(run.hours)])
        }.localizedList("record.separator")
    }
}
