/// What is to be known of a record, whose syntax is right, before the server decides what becomes of it.
package struct Ingest {
    package var record: LogRecord
    package var receivedAt: Instant
    /// What is recorded under the same id, with the office it was booked to.
    package var known: LogRecord?
    /// The event that a correction is about, with all earlier corrections.
    package var target: RecordedEvent?
    /// The office of a tap or an addition, or the one an amendment names; nil if there is no such office.
    package var office: Int64?
    package var policy: AttendancePolicy
    /// Whether the tag that was read proves what the office asks of a start.
    package var isProven = true
    /// Whether it was made with a badge before that was its owner's.
    package var isBeforeEnrolment = false

    package init(
        record: LogRecord, receivedAt: Instant, known: LogRecord? = nil, target: RecordedEvent? = nil, office: Int64? = nil,
        policy: AttendancePolicy = AttendancePolicy()
    ) {
        self.record = record
        self.receivedAt = receivedAt
        self.known = known
        self.target = target
        self.office = office
        self.policy = policy
    }

    /// First the record is compared with what its id is known for, then its meaning is looked at, then a tap's age. The first
    /// failure decides. A rejected record's id is not remembered.
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

    /// Why a tap is put aside. The gravest doubt is said: whose it is, then a time that cannot be, then its tag.
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
            // A start whose desk was forgotten since may still be given another time.
            let isAboutDesk = amendment.desk != nil || amendment.kind != nil
            if isAboutDesk, corrected.kind == .start, corrected.desk == nil { throw .deskRequired }
            if amendment.office != nil, office == nil { throw .badOffice }
            if amendment.at != nil, policy.isFuture(corrected.at, receivedAt: receivedAt) { throw .future }
        case .restore: if policy.isFuture(corrected.at, receivedAt: receivedAt) { throw .future }
        case .void: break
        }
    }

    /// The event that an accepted or quarantined tap or addition becomes; nil for a correction.
    package var event: RecordedEvent? {
        guard let office else { return nil }
        switch record {
        case .tap(let tap):
            return RecordedEvent(
                id: tap.id, kind: tap.kind, at: tap.at, desk: tap.desk, office: office, receivedAt: receivedAt,
                quarantine: quarantine(of: tap))
        case .add(let tap, _):
            return RecordedEvent(
                id: tap.id, kind: tap.kind, at: tap.at, desk: tap.desk, office: office, receivedAt: receivedAt, isAdded: true)
        case .correction: return nil
        }
    }
}
