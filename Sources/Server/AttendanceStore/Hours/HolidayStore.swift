package import Attendance
import Hours
import Postgres

/// The holiday calendars. Their days are facts of hours.
package struct HolidayStore: Sendable {
    let pool: PostgresPool
    let commonFacts: CommonFactCache

    /// The most days that are saved at once: no tap is recorded until then.
    package static let mostDays = 400

    /// All calendars, by name, also those without a holiday.
    package func calendars() async throws -> [HolidayCalendar] {
        HolidayCalendar.calendars(try await HoursStore(pool: pool).commonFacts().facts)
    }

    /// The calendar with this name, which can be a new one.
    package func calendar(named name: String) async throws -> HolidayCalendar {
        try await calendars().first { $0.name == name } ?? HolidayCalendar(name: name)
    }

    /// Saves all changes or none. The caller checks the author's permission.
    /// - Parameter facts: recorded together with the changes.
    package func save(
        _ changes: HolidayChanges, in calendar: HolidayCalendar, with facts: [NewFact] = [], by author: PersonID, now: Instant
    ) async throws {
        let counts = "+\(changes.added.count) ±\(changes.changed.count) −\(changes.removed.count)"
        let years = changes.days.first.map { first in
            "\(first.date.components.year)–\((changes.days.last ?? first).date.components.year): "
        }
        try await save(changes.days, in: calendar, noting: (years ?? "") + counts, with: facts, by: author, now: now)
    }

    /// Saves days that a person typed, all or none. The caller checks the author's permission.
    /// - Parameter days: not empty.
    package func save(
        _ days: [HolidayCalendar.Day], in calendar: HolidayCalendar, by author: PersonID, now: Instant
    ) async throws {
        try await save(days, in: calendar, noting: Self.detail(days.map { ($0.date, $0.name) }), by: author, now: now)
    }

    /// The first and the last day with the name of the first.
    private static func detail(_ days: [(date: CivilDate, name: String?)]) -> String {
        let dates = [days.first, days.count > 1 ? days.last : nil].compactMap { $0?.date.description }
        return "\(dates.joined(separator: "–")): \(days.first?.name ?? "–")"
    }

    /// What the log says about holidays that a program sends, one change for each calendar.
    static func changes(by facts: [NewFact]) -> [ConfigurationChange] {
        let holidays = facts.compactMap { fact -> Holiday? in
            if case .holiday(let holiday)? = try? Fact.Content(reading: fact.json) { holiday } else { nil }
        }
        return Dictionary(grouping: holidays, by: \.calendar).sorted { $0.key < $1.key }.map { calendar, days in
            let detail = Self.detail(days.sorted { $0.date < $1.date }.map { ($0.date, $0.name) })
            return ConfigurationChange(.holidayCalendar, .changed, calendar, detail)
        }
    }

    private func save(
        _ days: [HolidayCalendar.Day], in calendar: HolidayCalendar, noting detail: String, with others: [NewFact] = [],
        by author: PersonID, now: Instant
    ) async throws {
        let facts = days.map { $0.fact(in: calendar.name) } + others
        guard !facts.isEmpty else { return }
        try await pool.withTransaction { connection in
            if !days.isEmpty {
                try await ConfigurationChange(
                    .holidayCalendar, calendar.entries.isEmpty ? .added : .changed, calendar.name, detail
                ).note(by: .person(author), now: now, connection)
            }
            let outcome = try await HoursStore.append(facts, by: author, reason: nil, connection)
            guard outcome == .appended else { throw NotAppended(outcome: outcome) }
        }
    }

    /// A day that was not checked before.
    package struct NotAppended: Error { package let outcome: AppendOutcome }

    /// The names of the calendars in people's own terms.
    package func calendarsOfPeople() async throws -> Set<String> {
        Set(try await pool.query("Hours/calendars_of_people").map { try $0.get("calendar", as: String.self) })
    }

    /// A calendar that ends soon, or is over.
    package struct EndingCalendar: Sendable, Equatable {
        package let name: String
        /// 31 December.
        package let end: CivilDate
    }

    /// The calendars that terms name, and whose last year with a holiday ends within two months or is over, by name.
    package func endingCalendars(today: CivilDate) async throws -> [EndingCalendar] {
        let facts = try await commonFacts.facts()
        // Without a schedule, no calendar is in use.
        if facts.isEmpty { return [] }
        let (year, month, _) = today.components
        let lastYear = month >= 11 ? year : year - 1
        let ending = facts.lastHolidays.mapValues(\.components.year).filter { $0.value <= lastYear }
        if ending.isEmpty { return [] }
        var used = facts.calendarsInTerms(from: today)
        if !used.isSuperset(of: ending.keys) { used.formUnion(try await calendarsOfPeople()) }
        return ending.filter { used.contains($0.key) }.sorted { $0.key < $1.key }.compactMap { name, year in
            CivilDate(year: year, month: 12, day: 31).map { EndingCalendar(name: name, end: $0) }
        }
    }
}
