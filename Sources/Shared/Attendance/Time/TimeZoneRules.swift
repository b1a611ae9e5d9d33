/// The UTC offsets of a time zone and the instants at which they change.
///
/// The only source for working days and local times of the record. It does not distinguish summer and standard time: a
/// change is a change of the offset, whatever its size, hour and cause.
package struct TimeZoneRules: Sendable, Equatable {
    /// The IANA name.
    package let name: String
    /// The first instant of each span, ascending, in seconds since 1970; `.min` for the first span.
    private let starts: [Int64]
    /// Seconds east of UTC, one per span.
    private let offsets: [Int64]
    /// The rule from the last start on; nil: the last offset stays.
    private let future: YearlyTimeZoneRule?

    /// No zone is further from UTC (RFC 8536, 3.2).
    static let greatestOffset: Int64 = 26 * 3600 - 1

    package static let utc = TimeZoneRules(name: "UTC", firstOffset: 0, changes: [], future: nil)

    /// - Parameter changes: ascending instants in seconds since 1970, each with the offset from then on.
    init(name: String, firstOffset: Int64, changes: [(at: Int64, offset: Int64)], future: YearlyTimeZoneRule?) {
        self.name = name
        starts = [.min] + changes.map(\.at)
        offsets = [firstOffset] + changes.map(\.offset)
        self.future = future
    }

    /// Whether two zones have the same offsets from their last listed change on.
    func hasPresentClock(of other: TimeZoneRules) -> Bool {
        future == other.future && (future != nil || offsets.last == other.offsets.last)
    }

    /// A stretch of time with a constant offset: from `from` until before `to`, in seconds since 1970.
    package struct Span: Sendable, Equatable {
        package var from: Int64
        package var to: Int64
        /// Seconds east of UTC.
        package var offset: Int64

        package func contains(_ seconds: Int64) -> Bool { from <= seconds && seconds < to }
    }

    /// The span that contains an instant.
    package func span(at seconds: Int64) -> Span {
        var low = 0
        var high = starts.count
        while high - low > 1 {
            let middle = (low + high) / 2
            if starts[middle] <= seconds { low = middle } else { high = middle }
        }
        if high < starts.count { return Span(from: starts[low], to: starts[high], offset: offsets[low]) }
        if let future { return future.span(at: seconds, notBefore: starts[low]) }
        return Span(from: starts[low], to: .max, offset: offsets[low])
    }

    /// The earliest instant at which the local clock reads `local` or later. Where the clock is set back over `local`: the
    /// first occurrence. Where it is set forward over it: the instant of the change.
    /// - Parameter local: the clock's reading, counted like seconds since 1970 in UTC.
    package func firstInstant(reading local: Int64) -> Int64 {
        // At this instant and before, even the easternmost clock reads less than `local`.
        var span = span(at: local - Self.greatestOffset - 1)
        while true {
            let instant = max(span.from, local - span.offset)
            if instant < span.to { return instant }
            span = self.span(at: span.to)
        }
    }

    /// When a day begins by the local clock, in seconds since 1970.
    package func midnight(_ day: CivilDate) -> Int64 { firstInstant(reading: day.daysSince1970 * 86_400) }

    /// When it ends.
    package func midnight(after day: CivilDate) -> Int64 { midnight(day.adding(days: 1)) }

    /// Whether the local clock ever shows this date. A zone that crosses the date line skips one.
    package func contains(_ date: CivilDate) -> Bool {
        let midnight = date.daysSince1970 * 86400
        var span = span(at: midnight - Self.greatestOffset)
        while true {
            let from = max(span.from, midnight - span.offset)
            if from < span.to, from < midnight + 86400 - span.offset { return true }
            if span.to > midnight + 86400 + Self.greatestOffset { return false }
            span = self.span(at: span.to)
        }
    }
}
