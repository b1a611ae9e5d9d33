package import Attendance

/// The retention periods of an office.
package struct Retention: Sendable, Equatable {
    package let office: OfficeID
    package let officeName: String
    /// Months for which the time of a working day is kept after the end of its month; nil: not set, everything is kept.
    package var timeMonths: Int64?
    /// Days for which the place is kept after the end of the month. The default is that of the column in `0001_offices.sql`.
    package var placeDays: Int64
    /// Months for which the access log, the account log and revoked keys are kept.
    package var logMonths: Int64

    /// The valid ``timeMonths`` and ``logMonths``.
    package static let validMonths: ClosedRange<Int64> = 1...1200
    /// The valid ``placeDays``.
    package static let validDays: ClosedRange<Int64> = 0...36_500

    /// The first working day that is kept: the first day of a month, because months are erased as a whole.
    package func firstKept(_ part: RecordPart, today: CivilDate) -> CivilDate? {
        switch part {
        case .place: return CivilDate(daysSince1970: today.daysSince1970 - placeDays).firstOfMonth(0)
        case .time: return timeMonths.flatMap { today.firstOfMonth(-$0) }
        }
    }

    /// Whether the part's period is shorter than in `other`.
    func isShorter(_ part: RecordPart, than other: Retention) -> Bool {
        switch part {
        case .place: placeDays < other.placeDays
        case .time: (timeMonths ?? .max) < (other.timeMonths ?? .max)
        }
    }

    /// Whether any period is shorter than in `other`, so that data is deleted earlier.
    package func isShorter(than other: Retention) -> Bool {
        logMonths < other.logMonths || RecordPart.allCases.contains { isShorter($0, than: other) }
    }

    /// The working day on which the month that begins on `month` is due; nil: it is kept without limit.
    func dueDay(_ part: RecordPart, ofMonth month: CivilDate) -> CivilDate? {
        switch part {
        case .place: month.firstOfMonth(1)?.adding(days: placeDays)
        case .time: timeMonths.flatMap { month.firstOfMonth($0 + 1) }
        }
    }

    /// Legal retention periods of some countries, as a guide for administrators. Not legal advice.
    package static let hints =
        "Spain 4 years, Japan 5 (3 at least), United Kingdom 2, USA 3, Germany 2, France 5"
}

extension CivilDate {
    /// The first day of the month that is `months` months later.
    func firstOfMonth(_ months: Int64) -> CivilDate? {
        let (year, month, _) = components
        let count = year * 12 + month - 1 + months
        let newYear = count >= 0 ? count / 12 : (count - 11) / 12
        return CivilDate(year: newYear, month: count - newYear * 12 + 1, day: 1)
    }
}

/// The number of due log entries and revoked keys of an office.
package struct LogRetentionReport: Sendable, Equatable {
    /// Nil: entries that concern all offices. They are kept for the longest period of any office.
    package let office: OfficeID?
    package let count: Int64
}

/// The records of an office that retention would erase now, or has erased.
package struct RetentionReport: Sendable, Equatable {
    package let retention: Retention
    package let part: RecordPart
    /// nil: the office has no retention period for this part.
    package let firstKept: CivilDate?
    /// The number of due events, or of erased records.
    package let count: Int64
}

/// The data of an office that a shorter period no longer keeps.
package struct RetentionLoss: Sendable, Equatable {
    package let period: KeptData.Period
    package let firstKept: CivilDate
    /// The number of events, or of log entries and revoked keys. Those under a legal hold are not lost.
    package let count: Int64
}
