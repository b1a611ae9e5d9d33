/// The settings of an office's working days.
package struct OfficeSettings: Sendable, Equatable {
    package var zone: TimeZoneRules
    /// The start of a working day by the local clock, in seconds after midnight.
    package var dayBoundary: Int64
    package var policy: AttendancePolicy
    /// nil: night work is not counted.
    package var nightBand: NightBand?

    package init(
        zone: TimeZoneRules, dayBoundary: Int64 = 0, policy: AttendancePolicy = AttendancePolicy(), nightBand: NightBand? = nil
    ) {
        self.zone = zone
        self.dayBoundary = dayBoundary
        self.policy = policy
        self.nightBand = nightBand
    }

    /// The start of the working day `date`, in seconds since 1970: the earliest instant at which the local clock reads the
    /// boundary of that date or later.
    package func start(of date: CivilDate) -> Int64 {
        zone.firstInstant(reading: date.daysSince1970 * 86400 + dayBoundary)
    }

    /// Parses `HH:MM` to seconds after midnight.
    /// - Returns: nil unless the text is a time from 00:00 to 23:59.
    package static func timeOfDay(_ text: String) -> Int64? {
        var reader = DigitReader(text.utf8)
        guard let seconds = reader.time(), reader.isAtEnd else { return nil }
        return seconds
    }
}

/// A working day and its instants: from `start` until before `end`, in seconds since 1970.
package struct WorkingDay: Sendable, Equatable {
    package var date: CivilDate
    package var start: Int64
    package var end: Int64

    package func contains(_ seconds: Int64) -> Bool { start <= seconds && seconds < end }
}
