/// The outcome of one record.
package enum IngestOutcome: Sendable, Equatable {
    /// Stored.
    case accepted(notes: [TapNote])
    /// Stored, without effect until it is released.
    case quarantined(QuarantineReason)
    /// The same record was stored before. Nothing is stored.
    case duplicate
    /// Another record is stored under this id. Nothing is stored.
    case conflict
    case rejected(RejectionReason)

    /// Whether the record counts, or was stored before.
    package var isAcceptedOrKnown: Bool {
        switch self {
        case .accepted, .duplicate: true
        case .quarantined, .conflict, .rejected: false
        }
    }

    package var name: String {
        switch self {
        case .accepted: "accepted"
        case .quarantined: "quarantined"
        case .duplicate: "duplicate"
        case .conflict: "conflict"
        case .rejected: "rejected"
        }
    }

    package var reason: String? {
        switch self {
        case .quarantined(let reason): reason.rawValue
        case .rejected(let reason): reason.rawValue
        case .accepted, .duplicate, .conflict: nil
        }
    }
}
