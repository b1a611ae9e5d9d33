import Attendance
import Localization

/// The time line of a date. The position of an instant is its local time in the office, in seconds after the midnight at which
/// the date began. The line continues past the next midnight.
///
/// Positions never decrease with time. Where the clock was set back, both occurrences of the repeated time share its space;
/// where it was set forward, the skipped time stays empty.
struct DayLine: Sendable, Equatable {
    let date: CivilDate
    let zone: TimeZoneRules

    /// A clock change: its position, and the local times before and after.
    struct Change: Sendable, Equatable {
        let place: Int64
        let before: Int64
        let after: Int64
    }

    func place(of instant: Int64) -> Int64 {
        let span = zone.span(at: instant)
        return shared(instant, span) ?? instant + span.offset - midnight
    }

    /// The clock changes after `start` and before `end`.
    func changes(from start: Int64, to end: Int64) -> [Change] {
        var changes: [Change] = []
        var span = zone.span(at: start)
        while span.to < end {
            let next = zone.span(at: span.to)
            changes.append(
                Change(
                    place: place(of: span.to), before: span.to + span.offset - midnight,
                    after: span.to + next.offset - midnight))
            span = next
        }
        return changes
    }

    private var midnight: Int64 { LocalClock.reading(date, 0) }

    /// The position of an instant whose local time occurs twice; nil if it occurs once.
    private func shared(_ instant: Int64, _ span: TimeZoneRules.Span) -> Int64? {
        for change in [span.from, span.to] where change > .min && change < .max {
            let (before, after) = (zone.span(at: change - 1).offset, zone.span(at: change).offset)
            let back = before - after
            guard back > 0, instant >= change - back, instant < change + back else { continue }
            return change + after - midnight + (instant - (change - back)) / 2
        }
        return nil
    }
}
