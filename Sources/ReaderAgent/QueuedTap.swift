package import Attendance
import Foundation
package import FoundationEssentials
package import NFCTag

/// A tap in the queue on disk.
package struct QueuedTap: Sendable, Equatable {
    /// The order in which taps were taken.
    package var number: Int64
    package var id: UUID
    package var person: TappingPerson
    package var kind: TapKind
    /// When, as RFC 3339 with milliseconds and the offset in force here at that instant.
    package var at: String
    package var desk: DeskID?
    package var office: String?
    /// The desk tag that was read; nil for badges.
    package var evidence: TagEvidence?
    /// The reader's name in PC/SC.
    package var reader: String

    package init(
        number: Int64 = 0, id: UUID, person: TappingPerson, kind: TapKind, at: String, desk: DeskID?, office: String? = nil,
        evidence: TagEvidence? = nil, reader: String
    ) {
        self.number = number
        self.id = id
        self.person = person
        self.kind = kind
        self.at = at
        self.desk = desk
        self.office = office
        self.evidence = evidence
        self.reader = reader
    }
}

/// Whose tap it is, as far as is known here.
package enum TappingPerson: Sendable, Equatable {
    case user(String)
    /// The server knows whose it is.
    case badge(Badge)

    package var user: String? {
        if case .user(let name) = self { name } else { nil }
    }

    package var badge: Badge? {
        if case .badge(let badge) = self { badge } else { nil }
    }
}

/// The desk tag that a tap was made with. A copied tag has another UID, or a certificate that was made for another one.
package struct TagEvidence: Sendable, Equatable {
    package var uid: TagUID
    /// The payload of the certificate's record as it stands on the tag; the server says what it is worth.
    package var certificate: [UInt8]?

    package init(uid: TagUID, certificate: [UInt8]? = nil) {
        self.uid = uid
        self.certificate = certificate
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

    /// The server answered about the whole list: it has not looked at this tap.
    var isOfList: Bool { outcome == .rejected && reason.flatMap(ListRefusal.init) != nil }

    /// No tap came of it because the badge was awaited, to become a person's: that is done now.
    var isEnrolment: Bool { outcome == .rejected && reason == "badge_enrolled" }

    package init(id: UUID, outcome: Name, reason: String? = nil, message: String) {
        self.id = id
        self.outcome = outcome
        self.reason = reason
        self.message = message
    }
}
