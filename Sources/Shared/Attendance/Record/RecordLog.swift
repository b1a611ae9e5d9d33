package import FoundationEssentials

/// A log in memory. Takes records in the order in which the server accepted them and returns their outcomes.
package struct RecordLog: Sendable {
    private let offices: [String: OfficeID]
    private let defaultOffice: String?
    private let policy: AttendancePolicy
    private var records: [UUID: LogRecord] = [:]
    private var positions: [UUID: (user: String, index: Int)] = [:]
    private var quarantined: [UUID] = []
    /// All recorded taps and additions by user, in the order of arrival, with corrections applied.
    package private(set) var events: [String: [RecordedEvent]] = [:]

    /// - Parameters:
    ///   - offices: the number of each office, by name.
    ///   - defaultOffice: the office of a tap that names none.
    package init(offices: [String: OfficeID], defaultOffice: String?, policy: AttendancePolicy) {
        self.offices = offices
        self.defaultOffice = defaultOffice
        self.policy = policy
    }

    package mutating func take(_ report: RecordReport, receivedAt: Instant) -> IngestOutcome {
        do {
            return take(try report.record(), receivedAt: receivedAt)
        } catch {
            return .rejected(error)
        }
    }

    private mutating func take(_ record: LogRecord, receivedAt: Instant) -> IngestOutcome {
        var ingest = Ingest(record: record, receivedAt: receivedAt, known: records[record.id], policy: policy)
        switch record {
        case .tap(let tap), .add(let tap, _): ingest.office = (tap.office ?? defaultOffice).flatMap { offices[$0] }
        case .correction(let correction):
            if let position = correction.target.flatMap({ positions[$0] }) {
                ingest.target = events[position.user]?[position.index]
            }
            if case .amend(let amendment) = correction.change { ingest.office = amendment.office.flatMap { offices[$0] } }
        }
        let outcome = ingest.outcome
        switch outcome {
        case .accepted, .quarantined: store(ingest)
        case .duplicate, .conflict, .rejected: break
        }
        return outcome
    }

    private mutating func store(_ ingest: Ingest) {
        switch ingest.record {
        case .tap(var tap):
            tap.office = tap.office ?? defaultOffice
            records[tap.id] = .tap(tap)
            append(ingest.event, of: tap.user)
        case .add(var tap, let justification):
            tap.office = tap.office ?? defaultOffice
            records[tap.id] = .add(tap, justification)
            append(ingest.event, of: tap.user)
        case .correction(let correction):
            records[correction.id] = ingest.record
            guard let position = correction.target.flatMap({ positions[$0] }) else { return }
            events[position.user]?[position.index].apply(correction.change, office: ingest.office)
        }
    }

    private mutating func append(_ event: RecordedEvent?, of user: String) {
        guard let event else { return }
        positions[event.id] = (user, events[user, default: []].count)
        if event.quarantine != nil { quarantined.append(event.id) }
        events[user, default: []].append(event)
    }

    /// The ids of the taps that are still quarantined, in the order of arrival.
    package var pending: [UUID] {
        quarantined.filter { id in
            guard let position = positions[id] else { return false }
            return events[position.user]?[position.index].status == .quarantined
        }
    }
}
