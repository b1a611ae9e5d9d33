/// The working days and local time of an office. Caches them, because all people of an office have the same days.
package struct OfficeCalendar: Sendable {
    /// Ascending. The first also applies to all earlier days.
    private let versions: [(from: CivilDate, settings: OfficeSettings)]
    private var span: TimeZoneRules.Span
    private var spanVersion = 0
    /// A cache indexed by day; empty until the first request.
    private var days: [WorkingDay] = []
    /// A cache by the number of the version.
    private var nights: [Int: Nights] = [:]

    private static let cacheSize = 1024

    /// - Parameter later: settings with the first working day to which they apply. They change no earlier day.
    package init(_ settings: OfficeSettings, later: [(from: CivilDate, settings: OfficeSettings)] = []) {
        versions = [(CivilDate(daysSince1970: .min), settings)] + later.sorted { $0.from < $1.from }
        span = settings.zone.span(at: 0)
    }

    /// The settings for a working day.
    package func settings(for date: CivilDate) -> OfficeSettings { versions[version(for: date)].settings }

    package func policy(for date: CivilDate) -> AttendancePolicy { versions[version(for: date)].settings.policy }

    /// The policy in force on the working day of an instant.
    package mutating func policy(at seconds: Int64) -> AttendancePolicy {
        versions.count == 1 ? versions[0].settings.policy : policy(for: workingDay(at: seconds).date)
    }

    /// The last second at which a session that started at `start` can be ended; nil: no limit.
    package mutating func deadline(ofSessionFrom start: Int64) -> Int64? {
        let day = workingDay(at: start)
        return policy(for: day.date).deadline(ofSessionFrom: start, on: day)
    }

    /// The zone in which an instant is shown.
    package func zone(at seconds: Int64) -> TimeZoneRules {
        versions.count == 1 ? versions[0].settings.zone : settings(for: findWorkingDay(at: seconds).date).zone
    }

    /// The settings of all days until a date, ordered by first day.
    fileprivate func settings(until date: CivilDate) -> [OfficeSettings] {
        versions.filter { $0.from <= date }.map(\.settings)
    }

    private func version(for date: CivilDate) -> Int {
        versions.count == 1 ? 0 : versions.lastIndex { $0.from <= date } ?? 0
    }

    /// The working day of an instant: the latest date that exists in the zone and has begun by then. Working days are
    /// contiguous.
    package mutating func workingDay(at seconds: Int64) -> WorkingDay {
        let guess = (seconds + span.offset - versions[0].settings.dayBoundary).flooredQuotient(86400)
        let index = Int(truncatingIfNeeded: guess & Int64(Self.cacheSize - 1))
        if days.isEmpty {
            days = Array(repeating: WorkingDay(date: CivilDate(daysSince1970: 0), start: 0, end: 0), count: Self.cacheSize)
        }
        if days[index].contains(seconds) { return days[index] }
        let day = findWorkingDay(at: seconds)
        days[index] = day
        return day
    }

    private func findWorkingDay(at seconds: Int64) -> WorkingDay {
        // No later date has begun in any zone.
        var date = CivilDate(daysSince1970: (seconds + TimeZoneRules.greatestOffset).flooredQuotient(86400))
        while true {
            if let start = start(of: date), start <= seconds { return WorkingDay(date: date, start: start, end: end(of: date)) }
            date = CivilDate(daysSince1970: date.daysSince1970 - 1)
        }
    }

    /// - Returns: nil if the date does not exist in the zone.
    private func start(of date: CivilDate) -> Int64? {
        let settings = settings(for: date)
        return settings.zone.contains(date) ? settings.start(of: date) : nil
    }

    /// The start of the next day. With new settings the day after next may begin before the next one.
    private func end(of date: CivilDate) -> Int64 {
        var next = date
        var starts: [Int64] = []
        while starts.count < 3 {
            next = CivilDate(daysSince1970: next.daysSince1970 + 1)
            if let start = start(of: next) { starts.append(start) }
        }
        return starts.reduce(Int64.max, min)
    }

    /// The seconds of an interval that are night work by the settings of a working day; 0 without a night band.
    package mutating func nightSeconds(from start: Int64, to end: Int64, on date: CivilDate) -> Int64 {
        let version = version(for: date)
        let settings = versions[version].settings
        guard let band = settings.nightBand else { return 0 }
        return nights[version, default: Nights(band, settings.zone)].seconds(from: start, to: end)
    }

    /// Seconds east of UTC of the clock used on the working day `date`.
    package mutating func offset(at seconds: Int64, on date: CivilDate) -> Int64 {
        let version = version(for: date)
        if version != spanVersion || !span.contains(seconds) {
            span = versions[version].settings.zone.span(at: seconds)
            spanVersion = version
        }
        return span.offset
    }
}

/// The calendars of all offices in a derivation, by office number.
package struct OfficeCalendars: Sendable {
    private var calendars: [OfficeCalendar] = []
    private var indexes: [OfficeID: Int] = [:]

    package init(_ calendars: [OfficeID: OfficeCalendar]) {
        for (office, calendar) in calendars {
            indexes[office] = self.calendars.count
            self.calendars.append(calendar)
        }
    }

    package func contains(_ office: OfficeID) -> Bool { indexes[office] != nil }

    /// - Precondition: the office exists.
    package subscript(_ office: OfficeID) -> OfficeCalendar {
        get { calendars[index(of: office)] }
        _modify { yield &calendars[index(of: office)] }
    }

    /// The settings of all offices and of all days until a date.
    package func settings(until date: CivilDate) -> [OfficeSettings] { calendars.flatMap { $0.settings(until: date) } }

    private func index(of office: OfficeID) -> Int {
        guard let index = indexes[office] else { preconditionFailure("no calendar for office \(office)") }
        return index
    }
}
