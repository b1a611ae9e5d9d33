extension AttendancePolicy {
    /// The last second at which a session that started at `start` can be ended; nil: no limit.
    /// - Parameter day: the working day of the start.
    package func deadline(ofSessionFrom start: Int64, on day: WorkingDay) -> Int64? {
        let atLatest = maximumSession.map { start + $0.components.seconds }
        guard closesAtBoundary else { return atLatest }
        return min(atLatest ?? day.end, day.end)
    }
}
