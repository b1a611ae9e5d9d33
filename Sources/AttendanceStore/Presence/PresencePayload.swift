import Attendance

/// The payload of a notification on ``TapTransaction/presenceChannel``: the log's number and the people whose presence changed.
struct PresencePayload: Equatable {
    var seq: Int64
    /// nil: all people, or more than 400, whose ids may not fit (PostgreSQL allows 8,000 bytes).
    var people: [PersonID]?

    init(seq: Int64, people: Set<PersonID>) {
        self.seq = seq
        self.people = people.count <= 400 ? people.sorted() : nil
    }

    /// The presence of all people changed.
    static func everybody(seq: Int64) -> PresencePayload {
        var payload = PresencePayload(seq: seq, people: [])
        payload.people = nil
        return payload
    }

    init?(_ text: String) {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        guard parts.count == 2, let seq = Int64(parts[0]) else { return nil }
        self.seq = seq
        people = parts[1] == "*" ? nil : parts[1].split(separator: ",").compactMap { PersonID($0) }
    }

    var text: String { "\(seq):" + (people.map { $0.map(String.init).joined(separator: ",") } ?? "*") }
}
