package import Attendance
import Postgres

/// An office's choice about reminders. Times are seconds after midnight by the office's clock.
package struct OfficeReminders: Sendable, Equatable {
    package var isOn = false
    /// When people are reminded of a missing end. Before 12:00: on the morning after the day.
    package var missingEndAt: Int64 = 20 * 3600
    /// Equal to ``quietTo``: there are no quiet hours.
    package var quietFrom: Int64 = 21 * 3600
    package var quietTo: Int64 = 7 * 3600

    /// A session that is still open in the evening counts as forgotten if it began this long ago.
    static let openFor = Duration.seconds(6 * 3600)

    package init() {}

    /// Whether people are reminded on the evening of the same day, when sessions may still be open.
    package var remindsInEvening: Bool { missingEndAt >= 12 * 3600 }

    /// The earliest instant from `instant` on at which a message may be sent: `instant` itself, or the end of its quiet hours.
    /// Where the clock is set back over that end, the first occurrence ends them; where it is set forward over it, the change.
    package func nextAllowed(after instant: Instant, zone: TimeZoneRules) -> Instant {
        let (day, second) = Self.reading(instant, zone)
        let isQuiet =
            quietFrom <= quietTo ? (quietFrom..<quietTo).contains(second) : second >= quietFrom || second < quietTo
        guard isQuiet else { return instant }
        let lastDay = second < quietTo ? day : day.adding(days: 1)
        return max(instant, Self.instant(on: lastDay, at: quietTo, zone))
    }

    /// The latest day whose time for missing ends has come.
    package func latestRun(at instant: Instant, zone: TimeZoneRules) -> CivilDate {
        let day = Self.reading(instant, zone).day
        return runTime(on: day, zone: zone) <= instant ? day : day.adding(days: -1)
    }

    /// When missing ends are looked for on a day.
    func runTime(on day: CivilDate, zone: TimeZoneRules) -> Instant { Self.instant(on: day, at: missingEndAt, zone) }

    /// The date that the clock shows.
    static func date(at instant: Instant, zone: TimeZoneRules) -> CivilDate { reading(instant, zone).day }

    /// The date and the seconds after midnight that the clock shows.
    private static func reading(_ instant: Instant, _ zone: TimeZoneRules) -> (day: CivilDate, second: Int64) {
        let local = instant.seconds + zone.span(at: instant.seconds).offset
        let second = (local % 86_400 + 86_400) % 86_400
        return (CivilDate(daysSince1970: (local - second) / 86_400), second)
    }

    private static func instant(on day: CivilDate, at second: Int64, _ zone: TimeZoneRules) -> Instant {
        Instant(millisecondsSince1970: zone.firstInstant(reading: day.daysSince1970 * 86_400 + second) * 1000)
    }
}

extension OfficeReminders {
    /// Reads columns by their names in the table `office_reminders`.
    init(_ row: PostgresRow) throws {
        isOn = try row.get("is_on")
        missingEndAt = try row.get("missing_end_s")
        quietFrom = try row.get("quiet_from_s")
        quietTo = try row.get("quiet_to_s")
    }
}

/// An office with reminders.
package struct RemindingOffice: Sendable {
    package let id: OfficeID
    package let reminders: OfficeReminders
    /// When reminders were switched on.
    let onSince: Instant
    /// The latest day on which missing ends were looked for; nil: never.
    package let lastRun: CivilDate?
}
