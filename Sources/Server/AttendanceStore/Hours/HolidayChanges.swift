import Attendance
import Hours

/// The days of a calendar that differ from new ones. Days that a person typed, changed or removed stay as they are.
package struct HolidayChanges: Sendable, Equatable {
    package struct Change: Sendable, Equatable {
        package let old, new: HolidayCalendar.Day
    }

    package private(set) var added: [HolidayCalendar.Day] = []
    /// Other names or parts.
    package private(set) var changed: [Change] = []
    package private(set) var removed: [HolidayCalendar.Day] = []
    package private(set) var unchanged = 0
    /// The number of days that differ and stay, because a person typed, changed or removed them.
    package private(set) var kept = 0

    /// - Parameter days: by date, each once. Imported days in their span of years that are not among them are removed.
    package init(_ calendar: HolidayCalendar, imported days: [NewHoliday]) {
        for day in days {
            let old = calendar.entries[day.date]
            let new = HolidayCalendar.Day(
                date: day.date, name: day.name, part: day.part ?? (old?.name == nil ? nil : old?.part) ?? .full,
                isImported: true)
            switch old {
            case nil: added.append(new)
            case let old? where old.name == new.name && old.part == new.part: unchanged += 1
            case let old? where !old.isImported: kept += 1
            case let old? where old.name == nil: added.append(new)
            case let old?: changed.append(Change(old: old, new: new))
            }
        }
        guard let first = days.first?.date.components.year, let last = days.last?.date.components.year else { return }
        let dates = Set(days.map(\.date))
        for day in calendar.days where (first...last).contains(day.date.components.year) && !dates.contains(day.date) {
            if day.isImported { removed.append(day) } else { kept += 1 }
        }
    }

    /// The number of facts.
    package var count: Int { added.count + changed.count + removed.count }

    /// The days with their new values, by date.
    var days: [HolidayCalendar.Day] {
        let gone = removed.map { HolidayCalendar.Day(date: $0.date, name: nil, isImported: true) }
        return (added + changed.map(\.new) + gone).sorted { $0.date < $1.date }
    }
}
