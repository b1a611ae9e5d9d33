package import Attendance
import Postgres

/// An access to other people's records, or an export of a person's own record. One entry of the access log.
package struct Access: Sendable, Equatable {
    package enum Subject: Sendable, Equatable {
        case person(PersonID)
        case people([PersonID])
        /// All people of these offices; nil: of all offices.
        case offices([OfficeID]?)
    }

    /// The person who viewed or exported the records.
    package var viewer: PersonID
    package var subject: Subject
    package var period: ClosedRange<CivilDate>
    /// The reason in words: a sentence of the viewer, or an ``AccessPurpose``.
    package var purpose: String

    package init(by viewer: PersonID, to subject: Subject, of period: ClosedRange<CivilDate>, purpose: String) {
        self.viewer = viewer
        self.subject = subject
        self.period = period
        self.purpose = purpose
    }
}
