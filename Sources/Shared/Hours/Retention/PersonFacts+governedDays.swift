package import Attendance

extension PersonFacts {
    /// The last day until `last` whose hours an office keeps: it is the office of the day, or without an employment that of the last
    /// one before, or of the first one. A person who was never employed is of each office. nil: there is no such day.
    package func lastDay(keptBy office: String, until last: CivilDate) -> CivilDate? {
        var spans = employments.inForce.compactMap { employment in employment.office.map { (employment.from, $0) } }
        guard !spans.isEmpty else { return last }
        // The first office keeps the days before, too.
        spans[0].0 = ConditionsTimeline.beginning
        var end = last
        for (from, own) in spans.reversed() where from <= end {
            if own == office { return end }
            end = from.adding(days: -1)
        }
        return nil
    }
}
