package import Attendance
package import FoundationEssentials

/// A whole working day that is added at once, all of its entries or none: a start, at most one break with its return, and an end.
package struct WholeDay: Sendable {
    /// In the order of their times. Their ids are of ``UUID/idsOfDay``, so that a form that is sent twice adds the day once.
    package let entries: [CorrectionSubmission]

    var records: [LogRecord] { entries.map(\.record) }

    /// The ids of the break's entries if the day has no break; empty otherwise.
    var unusedIDs: [UUID] { entries[0].record.id.idsOfDay.filter { id in !entries.contains { $0.record.id == id } } }

    /// - Parameter entries: not empty.
    package init(_ entries: [CorrectionSubmission]) {
        precondition(!entries.isEmpty, "a day without entries")
        self.entries = entries
    }

    /// The outcome for the whole day: the first failure, or ``IngestOutcome/conflict`` if only a part of the day is recorded.
    static func outcome(_ outcomes: [IngestOutcome]) -> IngestOutcome {
        if let failure = outcomes.first(where: { !$0.isAcceptedOrKnown }) { return failure }
        let known = outcomes.count { $0 == .duplicate }
        return known == 0 ? .accepted(notes: []) : known == outcomes.count ? .duplicate : .conflict
    }
}

extension UUID {
    /// The ids of the entries of a whole day: start, pause, its return and end. They differ only in the last hexadecimal digit, 0 to 3,
    /// so that each of them leads to the others.
    package var idsOfDay: [UUID] {
        (0...3 as ClosedRange<UInt8>).map { entry -> UUID in
            var bytes = uuid
            bytes.15 = (bytes.15 & 0xF0) | entry
            return UUID(uuid: bytes)
        }
    }
}

extension CorrectionRequest {
    /// The tap that the request would add; nil: it changes or deletes one.
    package var addedTap: Tap? { if case .add(let tap, _) = record { tap } else { nil } }
}

/// What the requests of a whole day have in common.
private struct SentDay: Hashable {
    let id: UUID
    let state: CorrectionRequest.State

    init(_ request: CorrectionRequest) { (id, state) = (request.id.idsOfDay[0], request.state) }
}

extension [CorrectionRequest] {
    /// The requests in their order. Those that were sent as a whole day and have the same state are one element, at the place of
    /// the first of them, in the order of their times.
    package var byDay: [[CorrectionRequest]] {
        let days = Dictionary(grouping: self, by: SentDay.init)
        var listed: Set<SentDay> = []
        return compactMap { request -> [CorrectionRequest]? in
            let key = SentDay(request)
            guard let day = days[key]?.wholeDay else { return [request] }
            return listed.insert(key).inserted ? day : nil
        }
    }

    /// These requests in the order of their times if they are a whole day of one requester; nil otherwise.
    var wholeDay: [CorrectionRequest]? {
        let day = sorted { $0.id.uuidString < $1.id.uuidString }
        let taps = day.compactMap(\.addedTap)
        let kinds = taps.map(\.kind)
        guard let first = day.first, taps.count == day.count,
            kinds == [.start, .end] || kinds == [.start, .pause, .start, .end],
            day.allSatisfy({ $0.personID == first.personID && $0.askerID == first.askerID }),
            zip(taps, taps.dropFirst()).allSatisfy({ $0.at < $1.at })
        else { return nil }
        return day
    }
}
