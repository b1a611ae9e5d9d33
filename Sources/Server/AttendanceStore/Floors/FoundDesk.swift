package import Attendance

/// A desk that a search found.
package struct FoundDesk: Sendable, Equatable {
    package let office: OfficeID
    package let id: String
    package let floor: String
}
