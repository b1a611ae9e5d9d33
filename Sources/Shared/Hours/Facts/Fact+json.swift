package import JSON

extension Fact {
    /// Reads a fact and checks it alone (Hours.docc, "Checks"). ``FactReferences`` checks what it refers to.
    package init(reading value: JSONValue) throws(FactRejection) {
        let content = try Content(reading: value)
        let fields = FactFields(value.object ?? [:])
        self.init(id: try fields.text("id"), seq: try fields.integer("seq"), content: content)
    }

    /// The content with the id and the position. ``init(reading:)`` reads it.
    package var json: JSONValue {
        var members = content.members
        members["id"] = .string(id)
        members["seq"] = .integer(seq)
        return .object(members)
    }
}

extension Fact.Content {
    /// Reads the content of a fact, without its id and position.
    package init(reading value: JSONValue) throws(FactRejection) {
        guard let members = value.object else { throw .badValue }
        guard let type = members["type"]?.string.flatMap(FactType.init) else { throw .badType }
        let fields = FactFields(members)
        switch type {
        case .employment: self = .employment(try Employment(fields))
        case .schedule: self = .schedule(try Schedule(fields))
        case .terms: self = .terms(try Terms(fields))
        case .holiday: self = .holiday(try Holiday(fields))
        case .kind: self = .kind(try AbsenceKind(fields))
        case .account: self = .account(try LeaveAccount(fields))
        case .grant: self = .grant(try Grant(fields))
        case .absence: self = .absence(try Absence(fields))
        case .adjustment: self = .adjustment(try Adjustment(fields))
        case .confirm: self = .confirm(try PeriodFigures(fields))
        case .approve: self = .approve(try PeriodFigures(fields))
        case .close: self = .close(try PeriodFigures(fields))
        case .void: self = .void(target: try fields.text("target"))
        }
    }

    /// The type and all fields that the rules read, also those with their default. Left out are the fields that terms do not
    /// mention, and the seconds of an absence that is not hourly.
    package var json: JSONValue { .object(members) }

    fileprivate var members: [String: JSONValue] {
        var members = fields
        members["type"] = .string(type.rawValue)
        return members
    }

    private var fields: [String: JSONValue] {
        switch self {
        case .employment(let employment): employment.json
        case .schedule(let schedule): schedule.json
        case .terms(let terms): terms.json
        case .holiday(let holiday): holiday.json
        case .kind(let kind): kind.json
        case .account(let account): account.json
        case .grant(let grant): grant.json
        case .absence(let absence): absence.json
        case .adjustment(let adjustment): adjustment.json
        case .confirm(let figures), .approve(let figures), .close(let figures): figures.json
        case .void(let target): ["target": .string(target)]
        }
    }
}
