package import FoundationEssentials

/// A recorded tap or addition with its corrections applied so far. Keeps the original values.
package struct RecordedEvent: Sendable, Equatable {
    package let id: UUID
    /// Whether an authorised person entered it by hand.
    package let isAdded: Bool
    package let receivedAt: Instant
    package let originalAt: Instant
    package let originalOffice: OfficeID
    /// Why the tap was quarantined on arrival; nil if it was not.
    package let quarantine: QuarantineReason?

    package private(set) var kind: TapKind
    package private(set) var at: Instant
    /// nil: not given, or erased.
    package private(set) var desk: DeskID?
    /// Whether the latest statement about its desk is that there is none. False after the erasure of its place.
    private var namesNoDesk: Bool
    package private(set) var office: OfficeID
    package private(set) var isVoided = false
    package private(set) var isQuarantined: Bool
    package private(set) var isTimeAmended = false
    /// Whether it was added, amended or restored.
    package private(set) var isCorrected: Bool

    package init(
        id: UUID, kind: TapKind, at: Instant, desk: DeskID?, namesNoDesk: Bool = false, office: OfficeID, receivedAt: Instant,
        isAdded: Bool = false, quarantine: QuarantineReason? = nil
    ) {
        self.id = id
        self.isAdded = isAdded
        self.receivedAt = receivedAt
        originalAt = at
        originalOffice = office
        self.quarantine = quarantine
        self.kind = kind
        self.at = at
        self.desk = desk
        self.namesNoDesk = namesNoDesk
        self.office = office
        isQuarantined = quarantine != nil
        isCorrected = isAdded
    }

    /// Whether it is a start of work away from a desk. Only a start that an authorised person added can be one.
    package var isAway: Bool { isAdded && kind == .start && desk == nil && namesNoDesk }

    package var order: TapOrder { TapOrder(at: at, rank: kind.rank, id: id) }

    /// Whether it takes part in the derivation: neither voided nor quarantined.
    package var isEffective: Bool { !isVoided && !isQuarantined }

    package var status: Status { isVoided ? .voided : isQuarantined ? .quarantined : .effective }

    package enum Status: String, Sendable, CaseIterable { case effective, voided, quarantined }

    /// Applies the next correction. Corrections apply in the order in which the server accepted them.
    /// - Parameter newOffice: the number of the office that an amendment sets.
    package mutating func apply(_ change: Correction.Change, office newOffice: OfficeID? = nil) {
        switch change {
        case .amend(let amendment):
            isCorrected = true
            kind = amendment.kind ?? kind
            office = newOffice ?? office
            if let newDesk = amendment.desk { (desk, namesNoDesk) = (newDesk.id, newDesk == .unnamed) }
            if let newAt = amendment.at {
                at = newAt
                isTimeAmended = true
                isQuarantined = false
            }
        case .void: isVoided = true
        case .restore:
            isCorrected = true
            isVoided = false
            isQuarantined = false
        }
    }

    /// Whether the tap arrived later than ``AttendancePolicy/lateAfter`` after it was made. Additions and taps with an
    /// amended time are never late.
    func isLate(_ policy: AttendancePolicy) -> Bool {
        !isAdded && !isTimeAmended && receivedAt - at > policy.lateAfter
    }
}

extension LogRecord {
    /// The instant of the event to correct and the new instant, as far as they exist.
    package func instants(target: RecordedEvent?) -> [Instant] {
        var instants = target.map { [$0.at] } ?? []
        switch self {
        case .tap(let tap), .add(let tap, _): instants.append(tap.at)
        case .correction(let correction):
            if case .amend(let amendment) = correction.change, let at = amendment.at { instants.append(at) }
        }
        return instants
    }
}
