import Attendance

/// The current working day of each office at an instant, read from its clock once for all people.
struct OfficeDays {
    private let utc: CivilDate
    /// By what facts call the offices.
    private var days: [String: CivilDate] = [:]

    /// - Parameter versions: those of which the calendars are.
    init(_ versions: [OfficeSettingsVersion], _ calendars: OfficeCalendars, at instant: Instant) {
        var calendars = calendars
        utc = CivilDate(daysSince1970: instant.seconds / 86_400)
        for office in Set(versions.map(\.office)) {
            days["\(office)"] = calendars[office].workingDay(at: instant.seconds).date
        }
    }

    /// The last day that is over at all offices and by UTC.
    var lastDayEverywhere: CivilDate { days.values.reduce(utc, min).adding(days: -1) }

    /// The last day that is over, by the clock of the office of that day; for a person who is not employed, by UTC.
    /// - Parameters:
    ///   - known: a day that is over; `office` is not called for it and for earlier days.
    ///   - office: the person's office on a day; nil: not employed.
    func lastDay(
        notBefore known: CivilDate = CivilDate(daysSince1970: .min), office: (CivilDate) -> String?
    ) -> CivilDate {
        // No clock is a day or more ahead of UTC, and no working day begins more than a day after its date.
        for offset: Int64 in stride(from: 1, through: -2, by: -1) {
            let date = utc.adding(days: offset)
            if date <= known { return known }
            if date < office(date).flatMap({ days[$0] }) ?? utc { return date }
        }
        return max(utc.adding(days: -3), known)
    }
}
