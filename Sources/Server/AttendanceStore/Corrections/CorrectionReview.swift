import Attendance
import FoundationEssentials
import Postgres

/// What a correction may do to the record of its day.
package enum CorrectionCheck: Sendable {
    /// Anything: it is compared when it is approved.
    case nothing
    /// It may not contradict the record.
    case contradictions
    /// Nor may another tap lose its effect.
    case lostTaps
}

/// The comparison of a correction with the record, in the transaction that records it and after the log is locked.
struct CorrectionReview {
    /// What the correction would change.
    let preview: CorrectionPreview
    private var reader: CorrectionReader

    /// - Parameters:
    ///   - record: ``IngestOutcome/isAcceptedOrKnown`` by ``CorrectionTransaction/evaluate(_:)``.
    ///   - homeOffice: of the person.
    /// - Returns: nil if the effect is not known: the content is erased, or far away.
    init?(
        of record: LogRecord, for person: PersonID, in homeOffice: OfficeID, _ connection: PostgresConnection,
        _ zones: TimeZoneDatabase, now: Instant
    ) async throws {
        let requests = try await connection.query(
            "Corrections/requests_of_person", ["person": person, "limit": RequestStore.requestsOfPerson]
        ).map(CorrectionRequest.init).filter { $0.state == .open && $0.record.id != record.id }
        guard
            var reader = try await CorrectionReader(
                of: record, for: person, in: homeOffice, connection, zones, among: requests.map(\.record), asOf: now)
        else { return nil }
        preview = reader.alone()
        self.reader = reader
    }

    /// What is wrong with the correction; nil: it makes sense, at least together with everything that is requested.
    mutating func refusal(_ check: CorrectionCheck) -> CorrectionPreview? {
        func isAccepted(_ preview: CorrectionPreview) -> Bool {
            preview.contradiction == nil && (check != .lostTaps || preview.uncounted.isEmpty)
        }
        guard check != .nothing, !isAccepted(preview), preview.subject != nil else { return nil }
        guard let together = reader.together(), together.contradiction == nil else { return preview }
        return isAccepted(together) ? nil : together
    }
}
