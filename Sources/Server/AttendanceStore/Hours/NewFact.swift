import Attendance
package import FoundationEssentials
package import Hours
package import JSON

/// A fact of hours to record.
package struct NewFact: Sendable, Equatable {
    /// From the sender. A fact that is sent again with its id is not recorded twice.
    package let id: UUID
    /// The type and the fields, which may include some that the rules do not read. An id and a position in it are ignored.
    package let json: JSONValue

    package init(id: UUID = UUID(), _ json: JSONValue) { (self.id, self.json) = (id, json) }

    package init(id: UUID = UUID(), _ content: Fact.Content) { self.init(id: id, content.json) }
}

/// What became of facts that were sent together. Either all of them are recorded, or none.
package enum AppendOutcome: Sendable, Equatable {
    case appended
    /// All were recorded before.
    case duplicate
    /// Another fact, or one that was erased, has this id. Nothing was recorded.
    case conflict(UUID)
    /// Nothing was recorded. ``FactRejection/unknownReference`` also if there is a reason and the names of the person are erased;
    /// ``FactRejection/badDate`` also if an employment begins on a day whose facts are erased.
    case rejected(UUID, FactRejection)
}

/// A fact that is correct by itself, with what the table has in columns.
struct FactDraft {
    let id: UUID
    let fact: Fact
    /// JSON: the fields without the id, the position and the type.
    let text: String
    /// Of a void, the person whom its target concerns.
    var person: PersonID?
    let office: OfficeID?
    let team: Int64?

    /// - Throws: the first reason that the fact alone gives (Hours.docc, "Checks"); ``FactRejection/badDate`` if a date is not in
    ///   ``CivilDate/enteredYears``; ``FactRejection/badValue`` if it could not be read again; ``FactRejection/unknownReference`` if it names a
    ///   person, office or team by something that is no number.
    init(_ new: NewFact) throws(FactRejection) {
        var members = new.json.object ?? [:]
        var content = try Fact.Content(reading: new.json)
        guard content.years.allSatisfy(CivilDate.enteredYears.contains) else { throw .badDate }
        // PostgreSQL cannot store it.
        if new.json.hasNull { throw .badValue }
        if case .void(let target) = content {
            guard let target = UUID(uuidString: target) else { throw .unknownTarget }
            content = .void(target: target.text)
            members["target"] = .string(target.text)
        }
        for name in ["id", "seq", "type"] { members[name] = nil }
        (id, text) = (new.id, String(decoding: JSONWriter(.object(members)).bytes, as: UTF8.self))
        // A text has limits that a value in memory does not have: its nesting and its combining marks.
        guard HoursFact.read(type: content.type.rawValue, content: text)?.content == content else { throw .badValue }
        fact = Fact(id: new.id.text, seq: 0, content: content)
        person = try fact.user.map { user throws(FactRejection) in PersonID(try Self.number(user)) }
        office = try content.office.map { office throws(FactRejection) in OfficeID(try Self.number(office)) }
        team = try content.team.map { team throws(FactRejection) in try Self.number(team) }
    }

    /// Each thing has one spelling, because the rules compare texts.
    private static func number(_ text: String) throws(FactRejection) -> Int64 {
        guard let number = Int64(text), number > 0, "\(number)" == text else { throw .unknownReference }
        return number
    }

    /// The fact that a void removes.
    var target: UUID? { if case .void(let target) = fact.content { UUID(uuidString: target) } else { nil } }
}

extension Fact.Content {
    fileprivate var office: String? {
        switch self {
        case .employment(let employment): employment.office
        case .terms(let terms): if case .office(let office) = terms.scope { office } else { nil }
        default: nil
        }
    }

    fileprivate var team: String? {
        switch self {
        case .employment(let employment): employment.team
        case .terms(let terms): if case .team(let team) = terms.scope { team } else { nil }
        default: nil
        }
    }

    /// The years of all dates and periods.
    fileprivate var years: [Int64] {
        switch self {
        case .schedule(let schedule): Self.years([schedule.from, schedule.anchor])
        case .grant(let grant): Self.years([grant.from, grant.expires, grant.mustTakeBy])
        case .absence(let absence): Self.years([absence.from, absence.to])
        case .employment, .terms, .holiday, .kind, .adjustment: Self.years([firstDay])
        case .confirm(let figures), .approve(let figures), .close(let figures): [figures.period.year]
        case .account, .void: []
        }
    }

    private static func years(_ days: [CivilDate?]) -> [Int64] { days.compactMap { $0?.components.year } }
}

extension UUID {
    /// As facts refer to each other.
    fileprivate var text: String { uuidString.lowercased() }
}

extension JSONValue {
    /// Whether a text has the character U+0000.
    fileprivate var hasNull: Bool {
        switch self {
        case .string(let text): text.unicodeScalars.contains("\0")
        case .array(let values): values.contains(where: \.hasNull)
        case .object(let members): members.contains { $0.key.unicodeScalars.contains("\0") || $0.value.hasNull }
        case .null, .boolean, .integer, .number: false
        }
    }
}
