package import Attendance
import Postgres

/// An access to other people's records, or an export of a person's own record. One entry of the access log.
package struct Access: Sendable, Equatable {
    package enum Whose: Sendable, Equatable {
        case person(PersonID)
        case people([PersonID])
        /// All people of an office; nil: of all offices.
        case office(OfficeID?)
    }

    /// The person who viewed or exported the records.
    package var reader: PersonID
    package var whose: Whose
    package var period: ClosedRange<CivilDate>
    /// The reason in words: a sentence of the viewer, or an ``AccessPurpose``.
    package var purpose: String

    package init(by reader: PersonID, to whose: Whose, of period: ClosedRange<CivilDate>, purpose: String) {
        self.reader = reader
        self.whose = whose
        self.period = period
        self.purpose = purpose
    }
}
