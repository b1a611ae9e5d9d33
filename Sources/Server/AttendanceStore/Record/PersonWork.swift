package import Attendance
package import Hours

/// What a person worked on some days, as the module Hours takes it, in little memory.
package struct PersonWork: PeriodValue, Equatable {
    private struct Day: Sendable, Equatable {
        /// Since 1970.
        let day: Int32
        var worked: Int32
        var night: Int32
        /// The number of the day's stretches.
        var stretches: Int32 = 0

        init(_ date: CivilDate, worked: Int64, night: Int64) {
            (day, self.worked, self.night) = (
                Int32(clamping: date.daysSince1970), Int32(clamping: worked), Int32(clamping: night)
            )
        }

        var date: CivilDate { CivilDate(daysSince1970: Int64(day)) }
    }

    /// The days with work, ascending.
    private var totals: [Day] = []
    /// Those of all days, one day after another; nil: not kept.
    private var stretches: [DayWork.Stretch]?

    package var keptDays: Int? { totals.count }

    /// The work of a record's days, without the intervals of work. The worked and night seconds are those of the rows, the sum over
    /// all offices: unconfirmed time is no work.
    package init(of record: PeriodRecord) {
        totals.reserveCapacity(record.rows.count)
        for row in record.rows where row.workedSeconds > 0 {
            let day = Day(row.key.date, worked: row.workedSeconds, night: row.nightSeconds)
            if let last = totals.indices.last, totals[last].day == day.day {
                totals[last].worked += day.worked
                totals[last].night += day.night
            } else {
                totals.append(day)
            }
        }
    }

    /// - Parameters:
    ///   - calendars: those by which the record was derived.
    ///   - keepsStretches: whether the intervals of work are kept. They take four times the memory, and only warnings need them.
    package init(of record: PeriodRecord, in calendars: inout OfficeCalendars, keepsStretches: Bool) {
        self.init(of: record)
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
            totals[index].stretches = Int32(stretches.count)
            all += stretches
        }
        stretches = all
    }

    package mutating func add(_ next: PersonWork) {
        totals += next.totals
        if let more = next.stretches, stretches != nil { stretches?.append(contentsOf: more) } else { stretches = nil }
    }

    /// The seconds of work on a day.
    package func worked(on date: CivilDate) -> Int64 {
        var (low, high) = (0, totals.count)
        while low < high {
            let middle = (low + high) / 2
            if totals[middle].date < date { low = middle + 1 } else { high = middle }
        }
        return low < totals.count && totals[low].date == date ? Int64(totals[low].worked) : 0
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
                    date: day.date, worked: Int64(day.worked), night: Int64(day.night),
                    stretches: stretches.map { Array($0[next..<end]) } ?? []))
            next = end
        }
        return days
    }
}
