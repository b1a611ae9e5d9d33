package import FoundationEssentials

/// One normalised record of the log: a tap, an addition or a correction. All share one id space.
package enum LogRecord: Sendable, Equatable {
    case tap(Tap)
    /// A tap that an authorised person entered by hand.
    case add(Tap, Justification)
    case correction(Correction)

    package var id: UUID {
        switch self {
        case .tap(let tap), .add(let tap, _): tap.id
        case .correction(let correction): correction.id
        }
    }

    /// The id of the event to correct; nil for a tap or an addition.
    package var target: UUID? { if case .correction(let correction) = self { correction.target } else { nil } }

    /// Whether `later` has the same content. A record without an office equals one with the office that the first was booked
    /// to.
    package func isRepeated(by later: LogRecord) -> Bool {
        switch (self, later) {
        case (.tap(let first), .tap(let second)): first.isRepeated(by: second)
        case (.add(let first, let why), .add(let second, let again)): why == again && first.isRepeated(by: second)
        default: self == later
        }
    }
}

extension Tap {
    fileprivate func isRepeated(by later: Tap) -> Bool {
        var later = later
        later.office = later.office ?? office
        return self == later
    }
}

/// The author of a correction and the reason. Neither is blank.
package struct Justification: Sendable, Equatable {
    package var author: String
    package var reason: String

    package init(author: String, reason: String) {
        self.author = author
        self.reason = reason
    }
}

/// A change of a recorded tap by an authorised person. The tap itself is never modified.
package struct Correction: Sendable, Equatable {
    package var id: UUID
    /// The id of the tap or addition; nil if the text sent was no UUID.
    package var target: UUID?
    package var change: Change
    package var justification: Justification

    package enum Change: Sendable, Equatable {
        case amend(Amendment)
        /// The tap no longer counts.
        case void
        /// The tap counts again after it was voided or quarantined.
        case restore
    }

    package init(id: UUID, target: UUID?, change: Change, justification: Justification) {
        self.id = id
        self.target = target
        self.change = change
        self.justification = justification
    }
}

/// The new values of an amended tap; nil keeps a value. The person cannot be amended.
package struct Amendment: Sendable, Equatable {
    package var at: Instant?
    package var kind: TapKind?
    package var desk: Desk?
    package var office: String?

    package enum Desk: Sendable, Equatable {
        case named(DeskID)
        case unnamed

        package init(_ id: DeskID?) { self = id.map(Self.named) ?? .unnamed }

        /// nil: unnamed.
        package var id: DeskID? { if case .named(let id) = self { id } else { nil } }
    }

    package init(at: Instant? = nil, kind: TapKind? = nil, desk: Desk? = nil, office: String? = nil) {
        self.at = at
        self.kind = kind
        self.desk = desk
        self.office = office
    }
}
