import AttendanceStore

/// What somebody may do without its being about one person. Every route names one of these, or a ``PersonPermission``.
enum Permission: Sendable, CaseIterable {
    /// What is open to everybody: whether the server is up, a sign-in link, the page of a tag.
    case enter
    case tap
    /// Take back a tap of one's own.
    case undo
    case seePresence
    /// See a floor as it is shown on the wall, with names only where the office lets it.
    case seeWall
    case seeOwnRecord
    /// Take the rows of one's own record away, as HR's exports have them.
    case exportOwnRecord
    /// See where one is signed in, end that, set one's password, and choose whether one is named on the map.
    case manageOwnAccount
    /// See the people of the teams one manages: where they are, what is to be put right, what they ask for.
    case seeTeam
    /// See whom one may look after.
    case listPeople
    /// See what is asked for and still to be decided.
    case listRequests
    case listQuarantine
    case export
    /// See where the ledger stands, and its entries; nobody's record is in them.
    case readLedger
    case administer
    /// Add people, change and deactivate them, as the identity provider says.
    case provision

    /// Who has it.
    var grantedTo: Set<Relation> {
        switch self {
        case .enter: [.stranger, .reader, .provisioner, .display, .employee]
        case .tap: [.reader, .employee]
        case .undo, .seePresence, .seeOwnRecord, .exportOwnRecord, .manageOwnAccount: [.employee]
        case .seeWall: [.display, .employee]
        case .seeTeam: [.manager]
        case .listPeople, .listRequests: [.manager, .hr, .administrator]
        case .listQuarantine, .export: [.hr, .administrator]
        case .readLedger: [.auditor, .administrator]
        case .administer: [.administrator]
        case .provision: [.provisioner]
        }
    }
}

/// What somebody may do that is about one person.
enum PersonPermission: Sendable, CaseIterable {
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
    var grantedTo: Set<Relation> {
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
enum Relation: Sendable, CaseIterable {
    /// Nobody knows who it is.
    case stranger
    /// A reader's key.
    case reader
    /// A key of the identity provider's program.
    case provisioner
    /// A screen on the wall, and whoever walks by.
    case display
    /// Anybody signed in.
    case employee
    /// Manager of the person's team; of any team, where it is about nobody.
    case manager
    /// HR of the person's office.
    case hr
    case administrator
    /// Reads the ledger; over their own record like everybody.
    case auditor
    case oneself
}

/// Finds out who stands how, and holds requests to it.
struct Authorization: Sendable {
    let store: AttendanceStore

    /// - Throws: ``WebError/signInNeeded``, ``WebError/forbidden``.
    func require(_ right: Permission, _ identity: Identity) async throws {
        switch identity {
        case .nobody: guard right.grantedTo.contains(.stranger) else { throw WebError.signInNeeded }
        case .reader: guard right.grantedTo.contains(.reader) else { throw WebError.signInNeeded }
        case .provisioner: guard right.grantedTo.contains(.provisioner) else { throw WebError.signInNeeded }
        case .display: guard right.grantedTo.contains(.display) else { throw WebError.signInNeeded }
        case .person(let person, _):
            guard try await Self.stands(person, asOneOf: right.grantedTo, { try await store.teams.manages(person.id) }) else {
                throw WebError.forbidden
            }
        }
    }

    /// - Throws: ``WebError/notYours`` where they could have the right over somebody else, and ``WebError/forbidden``.
    /// - Parameter person: nil is nobody there is.
    func require(_ right: PersonPermission, _ viewer: Person, over person: Person?) async throws {
        if let person, try await has(right, viewer, over: person) { return }
        let couldHave = try await Self.stands(viewer, asOneOf: right.grantedTo) { try await store.teams.manages(viewer.id) }
        throw couldHave ? WebError.notYours : .forbidden
    }

    func has(_ right: PersonPermission, _ viewer: Person, over person: Person) async throws -> Bool {
        if person.id == viewer.id { return right.grantedTo.contains(.oneself) }
        return try await Self.stands(viewer, asOneOf: right.grantedTo, in: person.office) {
            try await store.teams.manages(viewer.id, person.id)
        }
    }

    /// Whether somebody has a right, where it is known already whether they manage a team.
    static func has(_ right: Permission, _ person: Person, managesATeam: Bool) async throws -> Bool {
        try await stands(person, asOneOf: right.grantedTo) { managesATeam }
    }

    /// Which names somebody reads on an office's map; nil where they do not see the map at all.
    func names(on office: Int64, for viewer: Person) async throws -> NameVisibility? {
        if viewer.role == .administrator || viewer.role == .hr && viewer.office == office { return .all }
        let isOwn = viewer.office == office
        return switch try await store.mapPrivacy.mapPrivacy(of: office).names {
        case .everybody: .unlessPrivate
        case .office: isOwn ? .unlessPrivate : nil
        case .managers: isOwn ? try await store.teams.manages(viewer.id) ? .unlessPrivate : NameVisibility.none : nil
        }
    }

    /// The offices whose maps somebody sees, as ``names(on:for:)`` has it.
    func offices(seenBy viewer: Person) async throws -> [Office] {
        let offices = try await store.offices.offices()
        if offices.count < 2 || viewer.role == .administrator { return offices }
        let open = try await store.mapPrivacy.officesOpenToAll()
        return offices.filter { $0.id == viewer.office || open.contains($0.id) }
    }

    /// Over whom somebody has a right, apart from themselves.
    static func reach(of viewer: Person, _ right: PersonPermission) -> PeopleScope {
        let grantedTo = right.grantedTo
        return PeopleScope(
            of: viewer.id, ofTeams: grantedTo.contains(.manager),
            office: grantedTo.contains(.hr) && viewer.role == .hr ? viewer.office : nil,
            all: grantedTo.contains(.administrator) && viewer.role == .administrator)
    }

    /// - Parameter office: of the person whom it is about.
    private static func stands(
        _ viewer: Person, asOneOf standings: Set<Relation>, in office: Int64? = nil, _ manages: () async throws -> Bool
    ) async throws -> Bool {
        if standings.contains(.employee) { return true }
        if standings.contains(.administrator), viewer.role == .administrator { return true }
        if standings.contains(.auditor), viewer.role == .auditor { return true }
        if standings.contains(.hr), viewer.role == .hr, office == nil || office == viewer.office { return true }
        guard standings.contains(.manager) else { return false }
        return try await manages()
    }
}
