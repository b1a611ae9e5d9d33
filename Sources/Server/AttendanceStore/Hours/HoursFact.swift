package import Attendance
package import FoundationEssentials
package import Hours
package import JSON
import Postgres

/// A recorded fact of hours.
package struct HoursFact: Sendable, Equatable {
    package let fact: Fact
    /// The type and all fields, also those that the rules do not read.
    package let fields: [String: JSONValue]
    /// The person whom it, or the target of a void, concerns; nil: all people.
    package let person: PersonID?
    /// nil: a change of the person's account, or a command on the server.
    package let author: PersonID?
    package let reason: String?
    package let recordedAt: Instant
    /// The record of the log that commits to it.
    package let entry: Int64

    /// A stored fact that this program cannot read: a newer one appended it. Without it all sums could be wrong.
    package struct Unreadable: Error, CustomStringConvertible {
        package let id: UUID
        package var description: String { "the fact of hours \(id.uuidString.lowercased()) cannot be read" }
    }

    /// - Parameter content: JSON, as stored.
    /// - Throws: ``Unreadable``.
    init(
        id: UUID, seq: Int64, type: String, content: String, person: PersonID?, author: PersonID?, reason: String?,
        recordedAt: Instant, entry: Int64
    ) throws(Unreadable) {
        guard let (fields, content) = Self.read(type: type, content: content) else { throw Unreadable(id: id) }
        fact = Fact(id: id.uuidString.lowercased(), seq: seq, content: content)
        (self.fields, self.person, self.author) = (fields, person, author)
        (self.reason, self.recordedAt, self.entry) = (reason, recordedAt, entry)
    }

    /// The type and the fields of a stored fact, and what the rules read of them. nil: this program cannot read it.
    static func read(type: String, content: String) -> (fields: [String: JSONValue], content: Fact.Content)? {
        guard var fields = (try? JSONValue(parsing: content.utf8))?.object else { return nil }
        fields["type"] = .string(type)
        guard let content = try? Fact.Content(reading: .object(fields)) else { return nil }
        return (fields, content)
    }

    /// Reads a row of `common_facts` or `facts_of_person`.
    init(_ row: PostgresRow) throws {
        try self.init(
            id: try row.get("id"), seq: try row.get("seq"), type: try row.get("type"), content: try row.get("content"),
            person: try row.getIfPresent("person_id"), author: try row.getIfPresent("author_id"),
            reason: try row.getIfPresent("reason"), recordedAt: try row.instant("recorded_at"), entry: try row.get("entry"))
    }
}
