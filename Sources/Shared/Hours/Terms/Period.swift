package import Attendance

/// A pay month.
package struct Period: Sendable, Equatable {
    package let name: PeriodName
    package let first: CivilDate
    package let last: CivilDate

    package var length: Int64 { last.daysSince1970 - first.daysSince1970 + 1 }
}
