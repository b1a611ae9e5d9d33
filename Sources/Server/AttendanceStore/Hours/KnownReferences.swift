import Attendance
import FoundationEssentials
import Hours
import Postgres

/// What new facts refer to, as far as it is known.
struct KnownReferences {
    private(set) var targets: [String: HoursStore.Target] = [:]
    /// By what they name: schedules, accounts, kinds, people, offices, teams.
    private var names: [String: Set<String>] = [:]

    /// The parameters of `fact_references` for the targets of voids alone.
    static func sought(_ targets: [UUID]) -> KeyValuePairs<String, (any PostgresEncodable)?> {
        let none: [String] = []
        return [
            "targets": targets, "schedules": none, "accounts": none, "kinds": none, "people": [PersonID](),
            "offices": [OfficeID](), "teams": [Int64](),
        ]
    }

    /// The parameters of `fact_references`.
    static func sought(by drafts: [FactDraft]) -> KeyValuePairs<String, (any PostgresEncodable)?> {
        var (schedules, accounts, kinds) = ([String](), [String](), [String]())
        for draft in drafts {
            switch draft.fact.content {
            case .terms(let terms): if case .own(let name?) = terms.schedule { schedules.append(name) }
            case .kind(let kind): if let account = kind.account { accounts.append(account) }
            case .grant(let grant): accounts.append(grant.account)
            case .absence(let absence): kinds.append(absence.kind)
            default: break
            }
        }
        return [
            "targets": drafts.compactMap(\.target), "schedules": schedules, "accounts": accounts, "kinds": kinds,
            "people": drafts.compactMap(\.person), "offices": drafts.compactMap(\.office), "teams": drafts.compactMap(\.team),
        ]
    }

    /// Reads the rows of `fact_references`.
    init(_ rows: PostgresResult) throws {
        for row in rows {
            let (what, name): (String, String) = (try row.get("what"), try row.get("name"))
            if what == "target" {
                targets[name] = HoursStore.Target(
                    type: try row.choice("type"), person: try row.getIfPresent("person_id"),
                    author: try row.getIfPresent("author_id"))
            } else {
                names[what, default: []].insert(name)
            }
        }
    }

    /// Checks the facts, which may refer to each other, and sets the people of voids.
    /// - Returns: the first fact that is rejected; nil: none.
    func check(_ drafts: inout [FactDraft]) -> (UUID, FactRejection)? {
        var references = FactReferences(
            types: targets.mapValues(\.type), schedules: names["schedule"] ?? [], accounts: names["account"] ?? [],
            kinds: names["kind"] ?? [])
        var people = targets.mapValues(\.person)
        for draft in drafts {
            references.add(draft.fact)
            people[draft.fact.id] = .some(draft.person)
        }
        for index in drafts.indices {
            let draft = drafts[index]
            do throws(FactRejection) {
                try references.check(draft.fact)
                guard isKnown("person", draft.person?.rawValue), isKnown("office", draft.office?.rawValue),
                    isKnown("team", draft.team)
                else { throw .unknownReference }
            } catch {
                return (draft.id, error)
            }
            if case .void(let target) = draft.fact.content { drafts[index].person = people[target] ?? nil }
        }
        return nil
    }

    private func isKnown(_ what: String, _ number: Int64?) -> Bool {
        number.map { names[what]?.contains("\($0)") == true } ?? true
    }
}
