import Attendance

/// The interval from which events are read, so that the rows of a period are the same as from the whole log.
///
/// A session can begin in the period and end after it: the interval contains all events that can end such a session. A session
/// can begin before the period: reading starts at an instant before the period at which the person was certainly off.
struct RecordWindow {
    let period: ClosedRange<CivilDate>
    /// The earliest beginning of the period in any office.
    let from: Instant
    /// The first instant from which no event matters.
    let to: Instant
    /// Whether no session of the period can be ended any more at the record's `as_of`.
    let isSettled: Bool

    /// - Parameter instant: the record's `as_of`. If events after the window could matter for it, all later events are read.
    init(_ period: ClosedRange<CivilDate>, _ calendars: OfficeCalendars, asOf instant: Instant) {
        self.period = period
        let settings = calendars.settings(of: period)
        from = Instant(millisecondsSince1970: (settings.map { $0.start(of: period.lowerBound) }.min() ?? 0) * 1000)
        let settled = Self.settled(period, calendars)
        isSettled = Self.hasLongestSession(period, calendars) && settled <= instant
        to = isSettled ? settled : .endOfTime
    }

    /// Whether every session until the end of the period has a limit. Without one, no day of the period is ever settled.
    static func hasLongestSession(_ period: ClosedRange<CivilDate>, _ calendars: OfficeCalendars) -> Bool {
        calendars.settings(of: period).allSatisfy { $0.policy.maximumSession != nil }
    }

    /// The first instant from which no session of the period can be ended, nor its end repeated. From then on, the period's rows
    /// are final. For an office without a limit of sessions, it follows the end of the period: a session that is open then stays
    /// open.
    static func settled(_ period: ClosedRange<CivilDate>, _ calendars: OfficeCalendars) -> Instant {
        let settings = calendars.settings(of: period)
        let end = settings.map { $0.start(of: period.upperBound.adding(days: 1)) }.max() ?? 0
        let longestSession = settings.compactMap(\.policy.maximumSession).max() ?? .zero
        let longestRepeat = settings.map(\.policy.repeatWindow).max() ?? .zero
        let longest = (longestSession + longestRepeat).components.seconds
        return Instant(millisecondsSince1970: (end + longest + 1) * 1000)
    }
}

extension OfficeCalendars {
    /// The settings that can matter in a period. Its last day ends where the next day begins, so settings planned for later days
    /// do not matter.
    func settings(of period: ClosedRange<CivilDate>) -> [OfficeSettings] { settings(until: period.upperBound.adding(days: 1)) }
}

extension Instant {
    /// Later than the instant of any tap.
    static let endOfTime = Instant(millisecondsSince1970: 253_402_300_800_000)
}
