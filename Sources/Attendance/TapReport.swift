/// A tap as it arrived: texts that may be missing or wrong.
package struct TapReport: Sendable, Equatable {
    package var id: String?
    package var type: String?
    package var user: String?
    package var kind: String?
    package var at: String?
    package var desk: String?
    package var office: String?

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

    package static let maximumUserLength = 64

    /// The tap this report is of.
    /// - Throws: the first reason, in the order of ``RejectionReason``'s cases, why it is none.
    package func tap() throws(RejectionReason) -> Tap {
        var report = RecordReport()
        report.id = .init(id)
        // Corrections have a way of their own, where it is known who may make them.
        report.type = .init(type == "tap" ? type : nil)
        report.user = .init(user)
        report.kind = .init(kind)
        report.at = .init(at)
        report.desk = .init(desk)
        report.office = .init(office)
        guard case .tap(let tap) = try report.record() else { throw .badType }
        return tap
    }

    /// Names that people and identity providers use: no control characters, no space at either end, at most 64 characters.
    package static func isUserName(_ text: String) -> Bool {
        guard let first = text.first, let last = text.last, !first.isWhitespace, !last.isWhitespace else { return false }
        return text.count <= maximumUserLength && text.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value != 0x7F }
    }
}

/// Why a report was not recorded. The cases stand in the order in which they are looked for.
package enum RejectionReason: String, Error, Sendable, CaseIterable {
    case badID = "bad_id"
    case badType = "bad_type"
    case badTime = "bad_time"
    case badUser = "bad_user"
    case badKind = "bad_kind"
    case badDesk = "bad_desk"
    case deskRequired = "desk_required"
    /// An amendment sets nothing, or something that cannot be set.
    case emptySet = "empty_set"
    /// A correction without its author or reason.
    case reasonRequired = "reason_required"
    /// A correction of something that is no recorded tap.
    case unknownTarget = "unknown_target"
    case badOffice = "bad_office"
    /// A correction to a time that has not come yet.
    case future
    case unknownPerson = "unknown_person"
    case unknownDesk = "unknown_desk"
    /// The reader's key is not good for it.
    case notInScope = "not_in_scope"
}

/// Why a tap was kept but takes no part in anything until somebody releases it.
package enum QuarantineReason: String, Sendable, CaseIterable {
    /// It says a time that has not come yet.
    case future
    case tooOld = "too_old"
    /// A start whose tag did not prove what its office asks for.
    case unproven
    /// Made with a badge before that was its owner's: somebody else may have had it.
    case beforeEnrolment = "before_enrolment"
}

/// What became of one report.
package enum IngestOutcome: Sendable, Equatable {
    /// Recorded for good.
    case accepted(notes: [TapNote])
    /// Recorded for good, and put aside.
    case quarantined(QuarantineReason)
    /// The same tap was recorded before; nothing new is stored.
    case duplicate
    /// Another tap was recorded under this id; nothing is stored.
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
