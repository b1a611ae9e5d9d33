package import Attendance

/// What a person worked on a day, by the rules of taps; the sum over all offices.
package struct DayWork: Sendable, Equatable {
    /// An interval of work, in seconds since 1970.
    package struct Stretch: Sendable, Equatable {
        package let start: Int64
        package let end: Int64
        /// Seconds east of UTC of the local clocks at both ends.
        package let startOffset: Int64
        package let endOffset: Int64

        package init(start: Int64, end: Int64, startOffset: Int64, endOffset: Int64) {
            (self.start, self.end, self.startOffset, self.endOffset) = (start, end, startOffset, endOffset)
        }
    }

    package let date: CivilDate
    package let worked: Int64
    /// The part of the work at night, in seconds.
    package let night: Int64
    /// Ordered by start. Empty: not known, so what needs them is not checked.
    package let stretches: [Stretch]

    package init(date: CivilDate, worked: Int64, night: Int64 = 0, stretches: [Stretch] = []) {
        (self.date, self.worked, self.night) = (date, worked, night)
        self.stretches = stretches.sorted { ($0.start, $0.end) < ($1.start, $1.end) }
    }
}
