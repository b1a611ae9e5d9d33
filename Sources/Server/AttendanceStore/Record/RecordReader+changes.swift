import Attendance
import Postgres

extension RecordReader {
    /// The hash of a ledger entry; nil: there is none. A restored database has another one for the same number.
    func hash(of seq: Int64) async throws -> PostgresBytes? {
        try await connection.query("Ledger/ledger_entry", ["seq": seq]).first?.get("entry_hash")
    }

    /// The people whose record before an instant may be changed by the records after `seq` until `head`; nil: of all people, because
    /// records were erased.
    func peopleChanged(after seq: Int64, until head: Int64, before instant: Instant) async throws -> Set<PersonID>? {
        var people: Set<PersonID> = []
        for change in try await connection.query(
            "Record/people_changed", ["after": seq, "head": head, "to": PostgresTimestamp(instant)])
        {
            if try change.get("is_erasure") { return nil }
            if let person = try change.getIfPresent("person_id", as: PersonID.self) { people.insert(person) }
        }
        return people
    }
}
