import Attendance
import AttendanceStore
import Localization

/// What is drawn of one day of a record. Places are seconds after the midnight of its date, by the clock of the office.
struct DayBars: Sendable, Equatable {
    enum Kind: String, Sendable {
        case work, pause
        /// Work that no tap has ended.
        case unconfirmed
    }

    /// What is at the end of a bar.
    enum End: Sendable {
        /// A tap, or the end of the day that the bar is cut at.
        case known
        /// It goes on: this is now.
        case now
        /// Nobody ended it in time.
        case missing
    }

    struct Bar: Sendable, Equatable {
        let kind: Kind
        let from: Int64
        let to: Int64
        let end: End
        /// What the clock read, with the date where that is another one.
        let words: Words
    }

    struct Words: Sendable, Equatable {
        let from: String
        let to: String
    }

    private(set) var bars: [Bar] = []
    /// Taps that found nobody at work.
    private(set) var stray: [Int64] = []
    /// During work and breaks.
    private(set) var changes: [DayLine.Change] = []

    /// The days of a period, as far as there is something to draw.
    /// - Parameter now: until when open sessions go on.
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
            days[date, default: DayBars()].stray.append(line.place(of: tap.at))
        }
        return days.filter { period.contains($0.key) }
    }

    /// Adds what of a session lies between two instants.
    /// - Parameter ends: of its stretches.
    private mutating func add(_ session: Session, _ ends: [Int64], from start: Int64, to end: Int64, on line: DayLine) {
        let clock = LocalClock(zone: line.zone)
        for (stretch, stretchEnd) in zip(session.stretches, ends) {
            let (from, to) = (max(stretch.start, start), min(stretchEnd, end))
            let isLast = stretch.end == nil && stretchEnd <= end
            guard from < to || isLast && from == to else { continue }
            changes += line.changes(from: from, to: to)
            bars.append(
                Bar(
                    kind: stretch.isPause ? .pause : stretch.end == nil ? .unconfirmed : .work, from: line.place(of: from),
                    to: line.place(of: to), end: !isLast ? .known : session.state == .open ? .now : .missing,
                    words: Words(
                        from: DayModel.time(from, on: line.date, clock), to: DayModel.time(to, on: line.date, clock))))
        }
    }
}

extension Session {
    /// Until when each stretch is drawn. What nobody ended goes as far as the record counts it as unconfirmed; a break that
    /// nobody ended is over at once.
    fileprivate func ends(asOf now: Int64) -> [Int64] {
        stretches.map { stretch in
            stretch.end
                ?? (state == .open
                    ? max(now, stretch.start) : stretch.start + (stretch.isPause ? 0 : unconfirmedSeconds))
        }
    }
}
