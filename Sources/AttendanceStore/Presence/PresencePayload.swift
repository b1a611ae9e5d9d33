import Attendance

/// The payload of a notification of ``PresenceAnnouncer``: the log's number and the people whose presence changed.
struct PresencePayload: Equatable {
    private(set) var seq: Int64
    /// nil: all people, or more than 400, whose ids may not fit (PostgreSQL allows 8,000 bytes).
    private(set) var people: Set<PersonID>?

    init(seq: Int64, people: Set<PersonID>?) {
        self.seq = seq
        self.people = people.flatMap { $0.count <= 400 ? $0 : nil }
    }

    init?(_ text: String) {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        guard parts.count == 2, let seq = Int64(parts[0]) else { return nil }
        self.seq = seq
        people = parts[1] == "*" ? nil : Set(parts[1].split(separator: ",").compactMap { PersonID($0) })
    }

    var text: String { "\(seq):" + (people.map { $0.sorted().map(String.init).joined(separator: ",") } ?? "*") }

    /// The changes of both.
    func merged(with other: PresencePayload) -> PresencePayload {
        let people = people.flatMap { own in other.people.map(own.union) }
        return PresencePayload(seq: max(seq, other.seq), people: people)
    }
}
