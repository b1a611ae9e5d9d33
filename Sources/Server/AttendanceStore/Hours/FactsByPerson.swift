import Attendance
import Postgres

/// Assembles the rows of `stream_facts`, one person after another. It holds the facts of one person and of one piece of the COPY.
struct FactsByPerson {
    typealias Complete = (person: PersonID, facts: [HoursFact])

    private var person: PersonID?
    private var facts: [HoursFact] = []
    private var isFirst = true

    /// - Returns: the people whose facts are complete.
    mutating func take(_ piece: [UInt8]) throws -> [Complete] {
        var complete: [Complete] = []
        try PostgresBinaryRows.reading(piece, isFirst: isFirst) { rows in
            while try rows.next() {
                guard let (person, fact) = try Self.read(&rows) else { continue }
                if person != self.person {
                    complete += end()
                    self.person = person
                }
                facts.append(fact)
            }
        }
        isFirst = false
        return complete
    }

    /// The last person, after the last row.
    mutating func end() -> [Complete] {
        defer { (person, facts) = (nil, []) }
        return person.map { [($0, facts)] } ?? []
    }

    /// Reads the columns by position, because COPY carries no column names.
    private static func read(_ rows: inout PostgresBinaryRows) throws -> (PersonID, HoursFact)? {
        let person: PersonID? = try rows.id()
        let id = try rows.uuid()
        let seq = try rows.int64()
        let type = try rows.text()
        let content = try rows.text()
        let author: PersonID? = try rows.id()
        let reason = try rows.text()
        let recordedAt = try rows.timestamp()?.instant
        let entry = try rows.int64()
        guard let person, let id, let seq, let type, let content, let recordedAt, let entry else { return nil }
        return (
            person,
            try HoursFact(
                id: id, seq: seq, type: type, content: content, person: person, author: author, reason: reason,
                recordedAt: recordedAt, entry: entry)
        )
    }
}
