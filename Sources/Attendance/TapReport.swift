/// A tap as received: texts that may be missing or malformed, and what a reader read for it.
package struct TapReport: Sendable, Equatable {
    package var id: String?
    package var type: String?
    package var user: String?
    package var kind: String?
    package var at: String?
    package var desk: String?
    package var office: String?
    /// Whether the server set ``at``, because the sender gave no instant. A repetition of the tap then has another instant.
    package var isAtStamped = false
    /// The word of the tag's address (``TagWord``), if a phone's page sent the tap without a touch.
    package var word: String?
    package var reading = Reading.nothing

    /// What a reader read for a tap.
    package enum Reading: Sendable, Equatable {
        case nothing
        case tag(TagEvidence)
        /// Stands for the user name.
        case badge(BadgeReading)
        case malformedBadge
    }

    /// Whether a badge stands for the user name.
    package var isByBadge: Bool {
        switch reading {
        case .badge, .malformedBadge: true
        case .nothing, .tag: false
        }
    }

    package init(
        id: String?, type: String? = "tap", user: String?, kind: String?, at: String?, desk: String?, office: String? = nil
    ) {
        self.id = id
        self.type = type
        self.user = user
        self.kind = kind
        self.at = at
        self.desk = desk
        self.office = office
    }

    private static let maximumUserLength = 64

    /// Validates and normalises the fields.
    /// - Throws: the first failed check, in the order of the cases of ``RejectionReason``.
    package func tap() throws(RejectionReason) -> Tap {
        var report = RecordReport()
        report.id = .init(id)
        // Only taps: corrections take another route, which checks the author's permission.
        report.type = .init(type == "tap" ? type : nil)
        report.user = .init(user)
        report.kind = .init(kind)
        report.at = .init(at)
        report.desk = .init(desk)
        report.office = .init(office)
        guard case .tap(let tap) = try report.record() else { throw .badType }
        return tap
    }

    /// Whether the text is a valid user name: 1 to 64 characters, no control characters, no surrounding white space.
    /// Identity providers use other characters freely.
    package static func isUserName(_ text: String) -> Bool {
        guard let first = text.first, let last = text.last, !first.isWhitespace, !last.isWhitespace else { return false }
        return text.count <= maximumUserLength && text.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value != 0x7F }
    }
}

/// Why a record was rejected. The cases are in the order of the checks.
package enum RejectionReason: String, Error, Sendable, CaseIterable {
    case badID = "bad_id"
    case badType = "bad_type"
    case badTime = "bad_time"
    case badUser = "bad_user"
    case badKind = "bad_kind"
    case badDesk = "bad_desk"
    case deskRequired = "desk_required"
    /// An amendment sets no field, or a field that cannot be amended.
    case emptySet = "empty_set"
    /// A correction without author or reason.
    case reasonRequired = "reason_required"
    /// A correction whose target is no recorded tap or addition.
    case unknownTarget = "unknown_target"
    case badOffice = "bad_office"
    /// A correction to a time in the future.
    case future
    case unknownPerson = "unknown_person"
    case unknownDesk = "unknown_desk"
    /// The reader's key does not cover this office or desk.
    case notInScope = "not_in_scope"
}

/// Why a tap is quarantined: stored, but without any effect until it is released.
package enum QuarantineReason: String, Sendable, CaseIterable {
    /// The tap is ahead of the server's clock.
    case future
    case tooOld = "too_old"
    /// A start whose tag lacks the proof that its office requires.
    case unproven
    /// Made with a badge before the badge was assigned to this person: another person may have used it.
    case beforeEnrolment = "before_enrolment"
}

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
