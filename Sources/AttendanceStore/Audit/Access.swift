package import Attendance
import Postgres

/// That somebody read a record that is not their own, or took one away.
package struct Access: Sendable, Equatable {
    package enum Whose: Sendable, Equatable {
        case person(Int64)
        case people([Int64])
        /// Everybody's of an office, or nil of all.
        case office(Int64?)
    }

    /// Who.
    package var reader: Int64
    package var whose: Whose
    package var period: ClosedRange<CivilDate>
    /// What for, in words.
    package var purpose: String

    package init(by reader: Int64, to whose: Whose, of period: ClosedRange<CivilDate>, purpose: String) {
        self.reader = reader
        self.whose = whose
        self.period = period
        self.purpose = purpose
    }
}
