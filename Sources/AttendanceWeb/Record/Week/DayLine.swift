import Attendance
import Localization

/// A date drawn along a line: where an instant stands is what the office's clock read, in seconds after the midnight at which the
/// date began. It goes on behind the next midnight.
///
/// What is later always stands further on. Where the clock was set back, the time that it showed twice shares the place of once;
/// where it was set forward, nothing stands on the time that it left out.
struct DayLine: Sendable, Equatable {
    let date: CivilDate
    let zone: TimeZoneRules

    /// A change of the clock: where it stands, and what the clock read before and after.
    struct Change: Sendable, Equatable {
        let place: Int64
        let before: Int64
        let after: Int64
    }

    func place(of instant: Int64) -> Int64 {
        let span = zone.span(at: instant)
        return shared(instant, span) ?? instant + span.offset - midnight
    }

    /// The changes of the clock after `start` and before `end`.
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

    /// The place of an instant whose reading comes twice; nil where it comes once.
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
