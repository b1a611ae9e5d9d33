package import Attendance
package import FoundationEssentials
package import Hours
import Postgres

/// The facts of hours (Hours.docc, "Facts"). They are only added, until retention erases them, and the ledger commits to each.
package struct HoursStore: Sendable {
    let pool: PostgresPool

    /// The facts that concern all people, in the order of recording, with the voids of some.
    /// - Parameter known: an earlier list. It is returned, and nothing is read, if no fact was recorded since.
    package func commonFacts(_ known: CommonFactList = CommonFactList()) async throws -> CommonFactList {
        try await pool.withConnection { try await Self.commonFacts(known, $0) }
    }

    static func commonFacts(
        _ known: CommonFactList, _ connection: PostgresConnection
    ) async throws -> CommonFactList {
        let rows = try await connection.query(
            "Hours/common_facts",
            ["seq": known.version?.seq, "commitment": (known.version?.commitment).map { PostgresBytes($0) }])
        guard let last = rows.last else { return known }
        guard let seq: Int64 = try last.getIfPresent("latest_seq") else { return CommonFactList() }
        return CommonFactList(
            try rows.map { try HoursFact($0) },
            version: CommonFactList.Version(seq: seq, commitment: try last.bytes("latest_commitment")))
    }

    /// A person's facts, in the order of recording, with the voids of some. Erased ones are left out.
    package func facts(of person: PersonID) async throws -> [HoursFact] {
        try await pool.withConnection { try await Self.facts(of: person, $0) }
    }

    static func facts(of person: PersonID, _ connection: PostgresConnection) async throws -> [HoursFact] {
        try await connection.query("Hours/facts_of_person", ["person": person]).map { try HoursFact($0) }
    }

    /// Whether own terms of a person of these offices name a schedule, from any day on.
    package func hasOwnSchedule(in offices: [OfficeID]) async throws -> Bool {
        try await pool.query("Hours/own_schedule", ["offices": offices])[0].get("has_schedule")
    }

    /// What a void can remove, or not.
    package struct Target: Sendable, Equatable {
        package let type: FactType
        /// The person whom the fact concerns; nil: all people.
        package let person: PersonID?
        /// nil: a change of the person's account, or a command on the server.
        package let author: PersonID?
    }

    /// The facts with these ids. Unknown and erased ones are left out.
    package func targets(_ ids: [UUID]) async throws -> [UUID: Target] {
        if ids.isEmpty { return [:] }
        let known = try KnownReferences(try await pool.query("Hours/fact_references", KnownReferences.sought(ids)))
        return Dictionary(
            known.targets.compactMap { id, target in UUID(uuidString: id).map { ($0, target) } }
        ) { first, _ in first }
    }

    /// Calls `body` with the facts of each of these people, ordered by id. People without facts are left out. One statement; only
    /// the facts of a few people are in memory at a time.
    /// - Parameter people: nil: all.
    package func withFacts(
        of people: [PersonID]?, _ body: (PersonID, [HoursFact]) async throws -> Void
    ) async throws {
        try await pool.withSnapshot { connection in
            try await connection.query("Hours/set_fact_stream", ["people": people])
            try await connection.withCopyOut("Hours/stream_facts") { pieces in
                var stream = FactsByPerson()
                for try await piece in pieces {
                    for (person, facts) in try stream.take(piece) { try await body(person, facts) }
                }
                for (person, facts) in stream.end() { try await body(person, facts) }
            }
        }
    }
}
