package import Attendance
import Foundation
package import FoundationEssentials

/// A tap in the queue on disk.
package struct QueuedTap: Sendable, Equatable {
    /// The order in which taps were taken.
    package var number: Int64
    package var id: UUID
    package var user: String
    package var kind: TapKind
    /// When, as RFC 3339 with milliseconds and the offset in force here at that instant.
    package var at: String
    package var desk: DeskID?

    package init(number: Int64 = 0, id: UUID, user: String, kind: TapKind, at: String, desk: DeskID?) {
        self.number = number
        self.id = id
        self.user = user
        self.kind = kind
        self.at = at
        self.desk = desk
    }
}

/// What the server said of one tap.
package struct TapOutcome: Sendable, Equatable, Decodable {
    package enum Name: String, Sendable, Decodable {
        case accepted, duplicate, quarantined, conflict, rejected

        /// Whether the server holds the tap now. Otherwise it will never take it.
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
    /// The server's sentence for the person.
    package var message: String

    package init(id: UUID, outcome: Name, reason: String? = nil, message: String) {
        self.id = id
        self.outcome = outcome
        self.reason = reason
        self.message = message
    }
}
