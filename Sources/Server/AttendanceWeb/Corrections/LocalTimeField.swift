import Attendance
import Localization

/// Parses a local date and time that a person typed.
enum LocalTimeField {
    /// The instants of a local time.
    enum Reading: Equatable {
        case once(Int64)
        /// Ambiguous, because the clock was set back over this time.
        case twice(Int64, Int64)
    }

    /// - Throws: ``WebError`` for a missing or malformed date or time, and for a local time that the clock skipped.
    static func read(date: String?, time: String?, _ clock: LocalClock) throws(WebError) -> Reading {
        guard let date = date.flatMap({ CivilDate(text: $0) }) else {
            throw .badRequest(localized("correction.needsDate"), reason: .badTime)
        }
        guard let time, let seconds = LocalClock.secondsAfterMidnight(time) else {
            throw .badRequest(localized("correction.needsTime"), reason: .badTime)
        }
        let reading = LocalClock.reading(date, seconds)
        let instants = clock.zone.instants(reading: reading)
        switch instants.count {
        case 0:
            let change = clock.zone.firstInstant(reading: reading)
            throw WebError(
                .unprocessableContent,
                localized(
                    "correction.skipped",
                    [
                        "time": time, "day": date.long, "before": clock.before(change), "after": clock.time(change),
                    ]), reason: .skippedTime)
        case 1: return .once(instants[0])
        default: return .twice(instants[0], instants[1])
        }
    }
}

extension LocalClock {
    /// The local time at which the clock was changed, by the old offset, as `HH:MM`.
    fileprivate func before(_ change: Int64) -> String {
        let earlier = LocalClock.reading(CivilDate(daysSince1970: 0), change + offset(change - 1))
        return String(Instant(millisecondsSince1970: earlier * 1000).rfc3339().dropFirst(11).prefix(5))
    }

    /// The UTC offset at this instant, such as `UTC+02:00`.
    func offsetInWords(_ seconds: Int64) -> String { "UTC" + rfc3339(seconds).suffix(6) }
}
