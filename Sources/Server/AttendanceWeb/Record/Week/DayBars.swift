import Attendance
import AttendanceStore
import Localization

/// The bars of one day of a record. Positions are seconds after midnight of its date in the office's local time (``DayLine``).
struct DayBars: Sendable, Equatable {
    enum Kind: String, Sendable {
        case work, pause
        /// Work that no tap has ended.
        case unconfirmed
    }

    /// What ends a bar.
    enum End: Sendable {
        /// A tap, or the day boundary at which the bar is cut.
        case known
        /// The current time, in an open session.
        case now
        /// The tap that should end it is missing.
        case missing
    }

    struct Bar: Sendable, Equatable {
        let kind: Kind
        let from: Int64
        let to: Int64
        let end: End
        /// The local times, with the date if it is another day.
        let words: Words
    }

    struct Words: Sendable, Equatable {
        let from: String
        let to: String
    }

    private(set) var bars: [Bar] = []
    /// Unmatched taps.
    private(set) var unmatched: [Int64] = []
    /// Clock changes during work and breaks.
    private(set) var changes: [DayLine.Change] = []

    /// The days of a period that have anything to draw.
    /// - Parameter now: the instant up to which open sessions are drawn.
    static func days(
        of record: PeriodRecord, in period: ClosedRange<CivilDate>, asOf now: Int64, _ calendars: inout OfficeCalendars
    ) -> [CivilDate: DayBars] {
        var days: [CivilDate: DayBars] = [:]
        for session in record.sessions {
            let ends = session.ends(asOf: now)
            func line(_ date: CivilDate) -> DayLine {
                DayLine(date: date, zone: calendars[session.office].settings(for: date).zone)
            }
            var day = session.workingDay
            guard session.attribution == .split else {
                days[day.date, default: DayBars()].add(session, ends, from: day.start, to: .max, on: line(day.date))
                continue
            }
            while true {
                if period.contains(day.date) {
                    days[day.date, default: DayBars()].add(session, ends, from: day.start, to: day.end, on: line(day.date))
                }
                guard let last = ends.last, last > day.end, day.date < period.upperBound else { break }
                day = calendars[session.office].workingDay(at: day.end)
            }
        }
        for tap in record.unmatchedTaps {
            let (office, date) = (calendars[tap.office], tap.workingDay.date)
            let line = DayLine(date: date, zone: office.settings(for: date).zone)
            days[date, default: DayBars()].unmatched.append(line.place(of: tap.at))
        }
        return days.filter { period.contains($0.key) }
    }

    /// Adds the part of a session between two instants.
    /// - Parameter ends: the ends of the session's stretches.
    private mutating func add(_ session: Session, _ ends: [Int64], from start: Int64, to end: Int64, on line: DayLine) {
        let clock = LocalClock(zone: line.zone)
        for (stretch, stretchEnd) in zip(session.drawnStretches, ends) {
            let (from, to) = (max(stretch.start, start), min(stretchEnd, end))
            let isLast = stretch.end == nil && stretchEnd <= end
            guard from < to || isLast && from == to else { continue }
            changes += line.changes(from: from, to: to)
            bars.append(
                Bar(
                    kind: stretch.isPause ? .pause : stretch.end == nil ? .unconfirmed : .work, from: line.place(of: from),
                    to: line.place(of: to), end: !isLast ? .known : session.state == .open ? .now : .missing,
                    words: Words(
                        from: clock.time(from, on: line.date), to: clock.time(to, on: line.date))))
        }
    }
}

extension DayBars {
    /// Sessions that began on one date, from their start to their end. An open break ends with its last tap.
    init(of sessions: [Session], on line: DayLine) {
        self.init()
        for session in sessions { add(session, session.ends(asOf: .min), from: session.start, to: .max, on: line) }
    }
}

extension Session {
    /// The stretches, without those that only begin with a repeated tap: they continue the stretch before. Work without an end
    /// remains, because it is drawn as unconfirmed.
    fileprivate var drawnStretches: [Stretch] {
        stretches.reduce(into: []) { drawn, stretch in
            if let last = drawn.last, last.isPause == stretch.isPause, last.desk == stretch.desk, last.office == stretch.office,
                stretch.isPause || stretch.end != nil
            {
                drawn[drawn.count - 1].end = stretch.end
            } else {
                drawn.append(stretch)
            }
        }
    }

    /// The end of each drawn stretch. Work without an end extends over the session's unconfirmed time; a break without an end
    /// extends to now in an open session, otherwise to its last tap.
    fileprivate func ends(asOf now: Int64) -> [Int64] {
        drawnStretches.map { stretch in
            stretch.end
                ?? (!stretch.isPause ? stretch.start + unconfirmedSeconds : state == .open ? max(now, lastTap) : lastTap)
        }
    }
}
