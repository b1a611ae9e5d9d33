package import FoundationEssentials

/// One record of the log, normalised: a tap, or what an authorised person said about one. All kinds share one space of ids.
package enum LogRecord: Sendable, Equatable {
    case tap(Tap)
    /// A tap that nobody's tag reported.
    case add(Tap, Justification)
    case correction(Correction)

    package var id: UUID {
        switch self {
        case .tap(let tap), .add(let tap, _): tap.id
        case .correction(let correction): correction.id
        }
    }

    /// Whether `later` says the same once more. One that names no office means the one the first was booked to.
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

/// Who said so, and why. Neither is blank.
package struct Justification: Sendable, Equatable {
    package var author: String
    package var reason: String

    package init(author: String, reason: String) {
        self.author = author
        self.reason = reason
    }
}

/// What an authorised person said about a recorded tap. The tap itself stays as it is.
package struct Correction: Sendable, Equatable {
    package var id: UUID
    /// The tap or addition it is about; nil where what was sent is no id at all.
    package var target: UUID?
    package var change: Change
    package var justification: Justification

    package enum Change: Sendable, Equatable {
        case amend(Amendment)
        /// It does not count.
        case void
        /// It counts, although it was voided or quarantined.
        case restore
    }

    package init(id: UUID, target: UUID?, change: Change, justification: Justification) {
        self.id = id
        self.target = target
        self.change = change
        self.justification = justification
    }
}

/// The new values of an amended tap; nil leaves a value as it is. Whose tap it is cannot be amended.
package struct Amendment: Sendable, Equatable {
    package var at: Instant?
    package var kind: TapKind?
    package var desk: Desk?
    package var office: String?

    package enum Desk: Sendable, Equatable {
        case named(DeskID)
        case unnamed
    }

    package init(at: Instant? = nil, kind: TapKind? = nil, desk: Desk? = nil, office: String? = nil) {
        self.at = at
        self.kind = kind
        self.desk = desk
        self.office = office
    }
}
