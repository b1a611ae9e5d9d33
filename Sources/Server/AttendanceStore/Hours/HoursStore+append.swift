package import Attendance
import Foundation
import Hours
import Postgres

extension HoursStore {
    /// Checks facts and records all of them, or none. They may refer to each other. The caller checks the author's permission.
    /// The log of changes has one entry for each calendar with new holidays.
    /// - Parameters:
    ///   - author: nil: a command on the server.
    ///   - reason: none for a person whose names are erased, because it could have a name.
    @discardableResult
    package func append(_ facts: [NewFact], by author: PersonID?, reason: String? = nil) async throws -> AppendOutcome {
        let calendars = HolidayStore.changes(by: facts)
        if calendars.isEmpty {
            return try await pool.withConnection { try await Self.append(facts, by: author, reason: reason, $0) }
        }
        return try await pool.withTransaction { connection in
            let outcome = try await Self.append(facts, by: author, reason: reason, connection)
            if outcome == .appended { try await calendars.note(by: ChangeAuthor(author), now: nil, connection) }
            return outcome
        }
    }

    /// As ``append(_:by:reason:)``, in a transaction of the caller, which should end soon: no tap is recorded until then.
    ///
    /// References are read before the log is locked. They stay known, because only facts of people are ever erased.
    static func append(
        _ facts: [NewFact], by author: PersonID?, reason: String?, _ connection: PostgresConnection
    ) async throws -> AppendOutcome {
        var (drafts, ids) = ([FactDraft](), Set<UUID>())
        for fact in facts {
            do throws(FactRejection) {
                if !ids.insert(fact.id).inserted { throw .duplicate }
                drafts.append(try FactDraft(fact))
            } catch {
                return .rejected(fact.id, error)
            }
        }
        if drafts.isEmpty { return .duplicate }
        let known = try KnownReferences(await connection.query("Hours/fact_references", KnownReferences.sought(by: drafts)))
        if let (id, rejection) = known.check(&drafts) { return .rejected(id, rejection) }
        let answers = try await connection.query(
            "Hours/append_facts",
            [
                "ids": drafts.map(\.id), "types": drafts.map(\.fact.content.type.rawValue), "people": drafts.map(\.person),
                "offices": drafts.map(\.office), "days": drafts.map { $0.fact.content.firstDay?.dayNumber },
                "contents": drafts.map(\.text), "author": author, "reason": reason,
            ])
        for answer in answers {
            switch try answer.choice("outcome") as Answer {
            case .known: break
            case .other: return .conflict(try answer.get("fact_id"))
            case .former: return .rejected(try answer.get("fact_id"), .unknownReference)
            case .erased: return .rejected(try answer.get("fact_id"), .badDate)
            }
        }
        return answers.count == drafts.count ? .duplicate : .appended
    }

    /// The outcomes of `append_facts`.
    private enum Answer: String { case known, other, former, erased }
}
