/// An interval of a person's work on one working day, in seconds since 1970. A tap ended it, so it is never unconfirmed time.
package struct WorkPart: Sendable, Equatable {
    package let date: CivilDate
    /// The office of the session.
    package let office: OfficeID
    package let start: Int64
    package let end: Int64
}

extension Session {
    /// The work of the session, ordered by start. A split session is cut at the day boundaries, as the daily rows are.
    package func workParts(_ offices: inout OfficeCalendars) -> [WorkPart] {
        var day = workingDay
        var parts: [WorkPart] = []
        for stretch in stretches where !stretch.isPause {
            guard let end = stretch.end else { continue }
            var start = stretch.start
            while attribution == .split, day.end < end {
                if start < day.end {
                    parts.append(WorkPart(date: day.date, office: office, start: start, end: day.end))
                    start = day.end
                }
                day = offices[office].workingDay(at: day.end)
            }
            parts.append(WorkPart(date: day.date, office: office, start: start, end: end))
        }
        return parts
    }

    /// The seconds of an interval of the session's work that are night work. As for the whole session, the settings in force at its
    /// start apply (Attendance.docc, "Night work").
    func nightSeconds(from start: Int64, to end: Int64, _ offices: inout OfficeCalendars) -> Int64 {
        offices[office].nightSeconds(from: start, to: end, on: workingDay.date)
    }
}
