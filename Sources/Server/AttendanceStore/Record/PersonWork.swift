package import Attendance
package import Hours

/// What a person worked on some days, as the module Hours takes it, in little memory.
package struct PersonWork: PeriodValue, Equatable {
    private struct Day: Sendable, Equatable {
        let date: CivilDate
        var worked: Int64
        var night: Int64
        /// The number of the day's stretches.
        var stretches: Int32
    }

    /// The days with work, ascending.
    private var totals: [Day] = []
    /// Those of all days, one day after another; nil: not kept.
    private var stretches: [DayWork.Stretch]?

    package var keptDays: Int? { totals.count }

    /// The work of a record's days. The worked and night seconds are those of the rows, the sum over all offices: unconfirmed time is
    /// no work.
    /// - Parameters:
    ///   - calendars: those by which the record was derived.
    ///   - keepsStretches: whether the intervals of work are kept. They take four times the memory, and only warnings need them.
    package init(of record: PeriodRecord, in calendars: inout OfficeCalendars, keepsStretches: Bool) {
        for row in record.rows where row.workedSeconds > 0 {
            if let last = totals.indices.last, totals[last].date == row.key.date {
                totals[last].worked += row.workedSeconds
                totals[last].night += row.nightSeconds
            } else {
                totals.append(
                    Day(date: row.key.date, worked: row.workedSeconds, night: row.nightSeconds, stretches: 0))
            }
        }
        if keepsStretches { addStretches(of: record, in: &calendars) }
    }

    private mutating func addStretches(of record: PeriodRecord, in calendars: inout OfficeCalendars) {
        var byDate: [CivilDate: [DayWork.Stretch]] = [:]
        for session in record.continued + record.sessions {
            for part in session.workParts(&calendars) {
                byDate[part.date, default: []].append(
                    DayWork.Stretch(
                        start: part.start, end: part.end,
                        startOffset: calendars[part.office].offset(at: part.start, on: part.date),
                        endOffset: calendars[part.office].offset(at: part.end, on: part.date)))
            }
        }
        var all: [DayWork.Stretch] = []
        for index in totals.indices {
            let stretches = byDate[totals[index].date] ?? []
            totals[index].stretches = Int32(clamping: stretches.count)
            all += stretches.prefix(Int(Int32.max))
        }
        stretches = all
    }

    package mutating func add(_ next: PersonWork) {
        totals += next.totals
        if let more = next.stretches, stretches != nil { stretches?.append(contentsOf: more) } else { stretches = nil }
    }

    /// The days with work until a day, by date.
    package func days(until last: CivilDate) -> [DayWork] {
        var days: [DayWork] = []
        var next = 0
        for day in totals {
            if day.date > last { break }
            let end = next + Int(day.stretches)
            days.append(
                DayWork(
                    date: day.date, worked: day.worked, night: day.night,
                    stretches: stretches.map { Array($0[next..<end]) } ?? []))
            next = end
        }
        return days
    }
}
