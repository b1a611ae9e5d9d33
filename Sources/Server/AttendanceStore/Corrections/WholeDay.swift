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

/// What the requests of a whole day have in common. The same rule: `follows_first_of_day` in the database.
struct SentDay: Hashable {
    /// The first of ``UUID/idsOfDay``; the request's own id if it is none of them.
    private let id: UUID
    private let askerID: PersonID
    private let personID: PersonID
    private let askedAt: Instant
    private let state: CorrectionRequest.State

    init(_ request: CorrectionRequest) {
        let ids = request.id.idsOfDay
        id = ids.contains(request.id) ? ids[0] : request.id
        (askerID, personID) = (request.askerID, request.personID)
        (askedAt, state) = (request.askedAt, request.state)
    }
}

extension [CorrectionRequest] {
    /// The first index from this one on at which no day goes on; at most `count`. Lists keep the requests of a day together.
    func endOfDay(from index: Int) -> Int {
        var index = Swift.min(index, count)
        while index > 0, index < count, SentDay(self[index - 1]) == SentDay(self[index]) { index += 1 }
        return index
    }

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

    /// These requests in the order of their times if they are a whole day, without its break or with it; nil otherwise, also for
    /// a part of a day.
    var wholeDay: [CorrectionRequest]? {
        guard let ids = first?.id.idsOfDay else { return nil }
        let day = sorted { $0.id.uuidString < $1.id.uuidString }
        let taps = day.compactMap(\.addedTap)
        let kinds: [TapKind] = count == 2 ? [.start, .end] : [.start, .pause, .start, .end]
        guard day.map(\.id) == (count == 2 ? [ids[0], ids[3]] : ids), taps.map(\.kind) == kinds,
            Set(day.map(SentDay.init)).count == 1, zip(taps, taps.dropFirst()).allSatisfy({ $0.at < $1.at })
        else { return nil }
        return day
    }
}
