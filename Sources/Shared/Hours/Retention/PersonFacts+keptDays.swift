package import Attendance

extension PersonFacts {
    /// The last day until `last` whose hours an office keeps: it is the office of the day, or without an employment that of the last
    /// one before, or of the first one. A person who was never employed is of each office. nil: there is no such day.
    package func lastDay(keptBy office: String, until last: CivilDate) -> CivilDate? {
        let spans = employments.inForce.compactMap { employment in employment.office.map { (from: employment.from, office: $0) }
        }
        if spans.isEmpty { return last }
        var end = last
        for (index, span) in spans.enumerated().reversed() where index == 0 || span.from <= end {
            if span.office == office { return end }
            end = span.from.adding(days: -1)
        }
        return nil
    }
}
