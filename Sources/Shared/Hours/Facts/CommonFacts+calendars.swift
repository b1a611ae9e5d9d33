package import Attendance

extension CommonFacts {
    /// The last holiday of each calendar that has one.
    package var lastHolidays: [String: CivilDate] {
        holidays.compactMapValues { days in days.values.lazy.filter { $0.name != nil }.map(\.date).max() }
    }

    /// The calendars that terms of teams and offices name on a day or later.
    package func calendarsInTerms(from day: CivilDate) -> Set<String> {
        var names: Set<String> = []
        for terms in terms.values {
            for date in [day] + terms.calendars.starts.filter({ $0 > day }) {
                if case .own(let calendars) = terms.calendars[date] { names.formUnion(calendars) }
            }
        }
        return names
    }
}
