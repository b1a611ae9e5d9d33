package import Attendance
package import Hours

/// A holiday calendar, as its latest facts say.
package struct HolidayCalendar: Sendable, Equatable {
    package struct Day: Sendable, Equatable {
        package let date: CivilDate
        /// nil: the day is no holiday any more.
        package let name: String?
        package let part: DayPart
        /// Whether a file or a shipped calendar says so, and not a person.
        package let isImported: Bool

        package init(date: CivilDate, name: String?, part: DayPart = .full, isImported: Bool = false) {
            (self.date, self.name, self.part, self.isImported) = (date, name, part, isImported)
        }
    }

    package let name: String
    /// The holidays, by date.
    package let days: [Day]
    /// By date, also those that are no holidays any more.
    let entries: [CivilDate: Day]

    package init(name: String, _ entries: [Day] = []) {
        self.name = name
        self.entries = Dictionary(entries.map { ($0.date, $0) }) { $1 }
        days = self.entries.values.filter { $0.name != nil }.sorted { $0.date < $1.date }
    }

    package subscript(date: CivilDate) -> Day? { entries[date].flatMap { $0.name == nil ? nil : $0 } }

    /// The years from the first to the last holiday; nil: there is none.
    package var years: ClosedRange<Int64>? {
        guard let first = days.first, let last = days.last else { return nil }
        return first.date.components.year...last.date.components.year
    }

    /// The calendars that facts define, by name, also those without a holiday.
    /// - Parameter facts: those that concern all people, in the order of recording.
    static func calendars(_ facts: [HoursFact]) -> [HolidayCalendar] {
        let effective = Set(facts.map(\.fact).withoutVoided.map(\.id))
        var entries: [String: [Day]] = [:]
        for fact in facts where effective.contains(fact.fact.id) {
            guard case .holiday(let holiday) = fact.fact.content else { continue }
            entries[holiday.calendar, default: []].append(
                Day(
                    date: holiday.date, name: holiday.name, part: holiday.part,
                    isImported: fact.fields[isImportedField]?.boolean == true))
        }
        return entries.map { HolidayCalendar(name: $0, $1) }.sorted { $0.name < $1.name }
    }

    /// A field of facts that the rules do not read.
    static let isImportedField = "from_file"
}

extension HolidayCalendar.Day {
    func fact(in calendar: String) -> NewFact {
        let holiday = Holiday(calendar: calendar, date: date, name: name, part: part)
        var members = Fact.Content.holiday(holiday).json.object ?? [:]
        if isImported { members[HolidayCalendar.isImportedField] = true }
        return NewFact(.object(members))
    }
}
