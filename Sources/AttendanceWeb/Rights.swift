import AttendanceStore

/// What somebody may do without its being about one person. Every route names one of these, or a ``PersonRight``.
enum Right: Sendable, CaseIterable {
    /// What is open to everybody: whether the server is up, a sign-in link, the page of a tag.
    case enter
    case tap
    case seePresence
    case seeOwnRecord
    /// See whom one may look after.
    case listPeople
    /// See what is asked for and still to be decided.
    case listRequests
    case listQuarantine
    case export
    case administer

    /// Who has it.
    var holders: Set<Standing> {
        switch self {
        case .enter: [.stranger, .reader, .employee]
        case .tap: [.reader, .employee]
        case .seePresence, .seeOwnRecord: [.employee]
        case .listPeople, .listRequests: [.manager, .hr, .administrator]
        case .listQuarantine, .export: [.hr, .administrator]
        case .administer: [.administrator]
        }
    }
}

/// What somebody may do that is about one person.
enum PersonRight: Sendable, CaseIterable {
    case seeRecord
    /// Ask for a correction of their record.
    case ask
    /// Take back what was asked for.
    case withdraw
    /// Approve or refuse what was asked for; never what one asked for oneself.
    case decide
    case correct
    /// Release or void a tap of theirs that was put aside.
    case settleQuarantine

    /// Who has it.
    var holders: Set<Standing> {
        switch self {
        case .seeRecord: [.oneself, .manager, .hr, .administrator]
        case .ask: [.oneself, .manager]
        case .withdraw: [.oneself]
        case .decide: [.manager, .hr, .administrator]
        case .correct, .settleQuarantine: [.hr, .administrator]
        }
    }
}

/// In what way somebody stands to the office, or to a person. To oneself one stands in no other way: whoever is HR has no
/// further rights over their own record.
enum Standing: Sendable, CaseIterable {
    /// Nobody knows who it is.
    case stranger
    /// A reader's key.
    case reader
    /// Anybody signed in.
    case employee
    /// Manager of the person's team; of any team, where it is about nobody.
    case manager
    /// HR of the person's office.
    case hr
    case administrator
    case oneself
}

/// Finds out who stands how, and holds requests to it.
struct Rights: Sendable {
    let store: AttendanceStore

    /// - Throws: ``WebError/signInNeeded``, ``WebError/forbidden``.
    func require(_ right: Right, _ identity: Identity) async throws {
        guard try await has(right, identity) else { throw identity.isPerson ? WebError.forbidden : .signInNeeded }
    }

    func has(_ right: Right, _ identity: Identity) async throws -> Bool {
        switch identity {
        case .nobody: right.holders.contains(.stranger)
        case .reader: right.holders.contains(.reader)
        case .person(let person): try await stands(person, asOneOf: right.holders, to: nil)
        }
    }

    func has(_ right: PersonRight, _ viewer: Person, over person: Person) async throws -> Bool {
        try await stands(viewer, asOneOf: right.holders, to: person)
    }

    /// Whether they could have this right over somebody else.
    func couldHave(_ right: PersonRight, _ viewer: Person) async throws -> Bool {
        try await stands(viewer, asOneOf: right.holders, to: nil)
    }

    private func stands(_ viewer: Person, asOneOf standings: Set<Standing>, to person: Person?) async throws -> Bool {
        if let person, person.id == viewer.id { return standings.contains(.oneself) }
        if standings.contains(.employee) { return true }
        if standings.contains(.administrator), viewer.role == .administrator { return true }
        if standings.contains(.hr), viewer.role == .hr, person.map({ $0.office == viewer.office }) ?? true { return true }
        guard standings.contains(.manager) else { return false }
        return try await store.manages(viewer.id, person?.id)
    }
}

extension Identity {
    var isPerson: Bool { if case .person = self { true } else { false } }
}
