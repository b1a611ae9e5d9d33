import Attendance

/// The payload of a notification of ``PresenceAnnouncer``: new records of the log, and the people whose presence changed.
struct PresencePayload: Equatable {
    /// The numbers of the new records, in disjoint ranges: the records of other servers are between them.
    private(set) var records: [ClosedRange<Int64>] = []
    /// nil: all people, or more than 400, whose ids may not fit (PostgreSQL allows 8,000 bytes).
    private(set) var people: Set<PersonID>?

    /// - Parameters:
    ///   - records: from the first to the last new record; nil: there is none.
    ///   - people: nil: all.
    init(records: ClosedRange<Int64>? = nil, people: Set<PersonID>?) {
        self.records = records.map { [$0] } ?? []
        self.people = people.flatMap { $0.count <= 400 ? $0 : nil }
    }

    init?(_ text: String) {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        guard parts.count == 2 else { return nil }
        for range in parts[0].split(separator: ",") {
            let ends = range.split(separator: "-").compactMap { Int64($0) }
            guard ends.count == 2, ends[0] <= ends[1] else { return nil }
            records.append(ends[0]...ends[1])
        }
        people = parts[1] == "*" ? nil : Set(parts[1].split(separator: ",").compactMap { PersonID($0) })
    }

    var text: String {
        records.map { "\($0.lowerBound)-\($0.upperBound)" }.joined(separator: ",") + ":"
            + (people.map { $0.sorted().map(String.init).joined(separator: ",") } ?? "*")
    }

    /// The changes of both. The other's records are later.
    func merged(with later: PresencePayload) -> PresencePayload {
        var both = PresencePayload(people: people.flatMap { own in later.people.map(own.union) })
        both.records = records
        for range in later.records {
            if let last = both.records.last, last.upperBound + 1 == range.lowerBound {
                both.records[both.records.count - 1] = last.lowerBound...range.upperBound
            } else if both.records.count < 50 {
                both.records.append(range)
            }
            // Else they are too many for a notification: servers find that these records were not notified (``FeedLag``).
        }
        return both
    }
}
