/// A syntactically valid record with everything needed to decide its outcome. Pure: no clock, no database.
package struct Ingest {
    package var record: LogRecord
    package var receivedAt: Instant
    /// The stored record with the same id, with the office it was booked to.
    package var known: LogRecord?
    /// The event that a correction names, with all earlier corrections applied.
    package var target: RecordedEvent?
    /// The office of a tap or addition, or the one that an amendment sets; nil if it does not exist.
    package var office: OfficeID?
    package var policy: AttendancePolicy
    /// Whether the tag gives the proof that the office requires for a start.
    package var isProven = true
    /// Whether the tap was made with a badge before the badge was assigned to this person.
    package var isBeforeEnrolment = false

    package init(
        record: LogRecord, receivedAt: Instant, known: LogRecord? = nil, target: RecordedEvent? = nil, office: OfficeID? = nil,
        policy: AttendancePolicy = AttendancePolicy()
    ) {
        self.record = record
        self.receivedAt = receivedAt
        self.known = known
        self.target = target
        self.office = office
        self.policy = policy
    }

    /// The outcome. Order: comparison with the stored record of the same id, meaning, age of a tap. The first failure
    /// decides. The id of a rejected record is not stored.
    ///
    /// Rule: Attendance.docc.
    package var outcome: IngestOutcome {
        if let known { return known.isRepeated(by: record) ? .duplicate : .conflict }
        do throws(RejectionReason) {
            switch record {
            case .tap(let tap):
                guard office != nil else { throw .badOffice }
                if let reason = quarantine(of: tap) { return .quarantined(reason) }
            case .add(let tap, _):
                guard office != nil else { throw .badOffice }
                if policy.isFuture(tap.at, receivedAt: receivedAt) { throw .future }
            case .correction(let correction): try check(correction.change)
            }
            return .accepted(notes: [])
        } catch {
            return .rejected(error)
        }
    }

    /// Why a tap is quarantined. The first reason counts: doubtful person, implausible time, missing proof of the tag.
    private func quarantine(of tap: Tap) -> QuarantineReason? {
        if isBeforeEnrolment { return .beforeEnrolment }
        if let reason = policy.quarantine(of: tap.at, receivedAt: receivedAt) { return reason }
        return tap.kind == .start && !isProven ? .unproven : nil
    }

    private func check(_ change: Correction.Change) throws(RejectionReason) {
        guard let target else { throw .unknownTarget }
        var corrected = target
        corrected.apply(change, office: office)
        switch change {
        case .amend(let amendment):
            // The time of a start can be amended after its desk was erased. Only an added start can be away from a desk,
            // and only if a correction says so.
            let isAboutDesk = amendment.desk != nil || amendment.kind != nil
            if isAboutDesk, corrected.kind == .start, corrected.desk == nil, !corrected.isAway { throw .deskRequired }
            if amendment.office != nil, office == nil { throw .badOffice }
            if amendment.at != nil, policy.isFuture(corrected.at, receivedAt: receivedAt) { throw .future }
        case .restore: if policy.isFuture(corrected.at, receivedAt: receivedAt) { throw .future }
        case .void: break
        }
    }

    /// The event of an accepted or quarantined tap or addition; nil for a correction.
    package var event: RecordedEvent? {
        guard let office else { return nil }
        switch record {
        case .tap(let tap):
            return RecordedEvent(
                id: tap.id, kind: tap.kind, at: tap.at, desk: tap.desk, office: office, receivedAt: receivedAt,
                quarantine: quarantine(of: tap))
        case .add(let tap, _):
            return RecordedEvent(
                id: tap.id, kind: tap.kind, at: tap.at, desk: tap.desk, namesNoDesk: tap.isAwayIfAdded, office: office,
                receivedAt: receivedAt, isAdded: true)
        case .correction: return nil
        }
    }
}
