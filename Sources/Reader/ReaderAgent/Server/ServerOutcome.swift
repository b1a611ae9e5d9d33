package import FoundationEssentials

/// The server's outcome of one tap.
package struct ServerOutcome: Sendable, Equatable, Decodable {
    package enum Name: String, Sendable, Decodable {
        case accepted, duplicate, quarantined, conflict, rejected

        /// True if the server has recorded the tap. Otherwise the server refused it permanently.
        package var isRecorded: Bool {
            switch self {
            case .accepted, .duplicate, .quarantined: true
            case .conflict, .rejected: false
            }
        }
    }

    package var id: UUID
    package var outcome: Name
    package var reason: String?
    /// The server's message for the person.
    package var message: String

    /// True if the server refused the whole list without checking this tap.
    var isOfList: Bool { outcome == .rejected && reason.flatMap(ListRefusal.init) != nil }

    /// True if the badge was enrolled: the server linked it to a person instead of recording a tap.
    var isEnrolment: Bool { outcome == .rejected && reason == "badge_enrolled" }

    package init(id: UUID, outcome: Name, reason: String? = nil, message: String) {
        self.id = id
        self.outcome = outcome
        self.reason = reason
        self.message = message
    }
}
