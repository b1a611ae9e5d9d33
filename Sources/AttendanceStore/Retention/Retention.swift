package import Attendance

/// For how long an office keeps records.
package struct Retention: Sendable, Equatable {
    package let office: Int64
    package let officeName: String
    /// Months for which the time of a working day is kept after the end of its month; nil: nobody has decided, and all is kept.
    package let timeMonths: Int64?
    /// Days for which the place is kept after the end of the month.
    package let placeDays: Int64
    /// Months for which the logs of reading records and of changing accounts are kept, and revoked keys.
    package let logMonths: Int64

    /// The first working day that is kept: the first of a month, because a month is kept or goes as a whole.
    package func firstKept(_ part: RecordPart, today: CivilDate) -> CivilDate? {
        switch part {
        case .place: return CivilDate(daysSince1970: today.daysSince1970 - placeDays).firstOfMonth(0)
        case .time: return timeMonths.flatMap { today.firstOfMonth(-$0) }
        }
    }

    /// What the law asks in some countries, for whoever has to decide. No advice.
    package static let hints =
        "Spain 4 years, Japan 5 (3 at least), United Kingdom 2, USA 3, Germany 2, France 5"
}

extension CivilDate {
    /// The first of the month that lies `months` months later.
    fileprivate func firstOfMonth(_ months: Int64) -> CivilDate? {
        let (year, month, _) = components
        let count = year * 12 + month - 1 + months
        let newYear = count >= 0 ? count / 12 : (count - 11) / 12
        return CivilDate(year: newYear, month: count - newYear * 12 + 1, day: 1)
    }
}

/// How many entries of logs, and revoked keys, are due.
package struct LogRetentionReport: Sendable, Equatable {
    /// Nil: the entries are about all offices, and are kept as long as any office keeps its own.
    package let office: Int64?
    package let count: Int64
}

/// What retention would erase now, or has erased, of an office's records.
package struct RetentionReport: Sendable, Equatable {
    package let retention: Retention
    package let part: RecordPart
    /// nil where the office has not decided.
    package let firstKept: CivilDate?
    /// How many events are due, or how many records went.
    package let count: Int64
}
