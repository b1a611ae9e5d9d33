package import Attendance
package import AttendanceStore

/// A permission that does not concern one person. Every route requires one of these or a ``PersonPermission``.
package enum Permission: Sendable, CaseIterable {
    /// Open to everyone: health, sign-in links, the page of a tag.
    case enter
    case tap
    /// Tap on the own page, if the office allows it.
    case tapWithoutTag
    /// Undo an own tap.
    case undo
    case seePresence
    /// See a floor as wall displays show it: with names only if the office allows it.
    case seeWall
    case seeOwnRecord
    /// Export the rows of the own record, as in HR's exports.
    case exportOwnRecord
    /// See and end own sessions, set the own password and reminders, and hide the own name on the map. A program's key cannot: with a
    /// stolen key, an attacker could keep access for ever.
    case manageOwnAccount
    /// See the people of managed teams: where they are, days that need attention, correction requests.
    case seeTeam
    /// See the people whose records the viewer may see.
    case listPeople
    /// See open and decided correction requests.
    case listRequests
    case listQuarantine
    /// See the attendance of an office, or of all.
    case seeAttendance
    /// Export the attendance of an office, or of all.
    case export
    /// Record and see facts of hours. ``PersonPermission/recordHours`` decides about whom. Those that concern all people, HR only
    /// sees and administrators record.
    case recordFacts
    /// See how long personal data is kept.
    case seeRetention
    /// See the ledger's head and entries, which contain no records.
    case readLedger
    case administer
    /// Give access or change what it shows and proves: links, keys, badges, managers and members of teams, imports, rules of names,
    /// taps and working time. It needs a fresh sign-in, which a program's key never has. A role, an office or a shorter retention in a form of
    /// ``administer`` needs one, too.
    case giveAccess
    /// Get the keys to write on tags.
    case writeTags
    /// Register tags, with a certificate only for ``Relation/tagWriter``, and report that they are written.
    case registerTags
    /// Add, change and deactivate people for the identity provider.
    case provision

    /// The relations to the office that have the permission.
    var grantedTo: Set<Relation> {
        switch self {
        case .enter: [.anonymous, .reader, .provisioner, .tagWriter, .display, .employee]
        case .tap: [.reader, .employee]
        case .tapWithoutTag, .undo, .seePresence, .seeOwnRecord, .exportOwnRecord, .manageOwnAccount: [.employee]
        case .seeWall: [.display, .employee]
        case .seeTeam: [.manager]
        case .listPeople, .listRequests: [.manager, .hr, .administrator]
        case .listQuarantine, .seeAttendance, .export, .recordFacts, .seeRetention: [.hr, .administrator]
        case .readLedger: [.auditor, .administrator]
        case .administer, .giveAccess: [.administrator]
        case .writeTags: [.tagWriter]
        case .registerTags: [.tagWriter, .administrator]
        case .provision: [.provisioner]
        }
    }

    var needsFreshSignIn: Bool { self == .giveAccess }
    var needsBrowser: Bool { self == .manageOwnAccount }
}

/// A permission that concerns one person and their record.
package enum PersonPermission: Sendable, CaseIterable {
    case seeRecord
    /// Request a correction of their record.
    case ask
    /// Withdraw a request of their own.
    case withdraw
    /// Approve or reject a request, never an own one.
    case decide
    case correct
    /// Confirm that nothing is missing on a flagged day, take that back, check warnings of hours, and ask the person for a missing
    /// clock-out.
    case confirm
    /// Write a note on one of their days.
    case note
    /// Release or void one of their quarantined taps.
    case settleQuarantine
    /// See what applies to their hours, and record facts of them: employment, terms, with a schedule made for them, absences, grants
    /// and adjustments.
    case recordHours

    /// The relations to the office that have the permission.
    var grantedTo: Set<Relation> {
        switch self {
        case .seeRecord: [.oneself, .manager, .hr, .administrator]
        case .ask: [.oneself, .manager]
        case .withdraw: [.oneself]
        case .decide, .confirm: [.manager, .hr, .administrator]
        case .correct, .settleQuarantine, .recordHours: [.hr, .administrator]
        case .note: [.oneself, .hr, .administrator]
        }
    }
}

/// The relation of a sender to an office or a person. The only relation to oneself is ``oneself``: HR has no further
/// permissions over the own record.
enum Relation: Sendable, CaseIterable {
    /// Not authenticated.
    case anonymous
    /// A reader's key.
    case reader
    /// A SCIM key of an identity provider.
    case provisioner
    /// An administrator's key for writing tags.
    case tagWriter
    /// A wall display, which passers-by see.
    case display
    /// Any signed-in person.
    case employee
    /// Manager of the person's team; of any team, if the permission concerns no person.
    case manager
    /// HR for the person's office.
    case hr
    case administrator
    /// Reads the ledger, and has the permissions of an employee.
    case auditor
    case oneself
}

/// Checks the permissions of requests.
struct Authorization: Sendable {
    let store: AttendanceStore

    /// - Parameter relations: those that have the permission.
    /// - Throws: ``WebError/signInNeeded``, ``WebError/forbidden``.
    func require(_ relations: Set<Relation>, _ identity: Identity) async throws {
        switch identity {
        case .anonymous: guard relations.contains(.anonymous) else { throw WebError.signInNeeded }
        case .reader: guard relations.contains(.reader) else { throw WebError.signInNeeded }
        case .provisioner: guard relations.contains(.provisioner) else { throw WebError.signInNeeded }
        case .tagWriter(let person):
            guard relations.contains(.tagWriter) else { throw WebError.signInNeeded }
            guard person.may(.administer) else { throw WebError.forbidden }
        case .display: guard relations.contains(.display) else { throw WebError.signInNeeded }
        case .person(let person, _):
            guard try await Self.isRelated(person, as: relations, { try await store.teams.manages(person.id) }) else {
                throw WebError.forbidden
            }
        }
    }

    /// - Parameter person: nil: there is no such person.
    /// - Throws: ``refusal(of:to:)``.
    func require(_ permission: PersonPermission, _ viewer: Person, over person: Person?) async throws {
        if let person, try await has(permission, viewer, over: person) { return }
        throw try await refusal(of: permission, to: viewer)
    }

    /// ``WebError/notYours`` if the viewer could have the permission over another person, otherwise ``WebError/forbidden``.
    func refusal(of permission: PersonPermission, to viewer: Person) async throws -> WebError {
        let couldHave = try await Self.isRelated(viewer, as: permission.grantedTo) { try await store.teams.manages(viewer.id) }
        return couldHave ? .notYours : .forbidden
    }

    func has(_ permission: PersonPermission, _ viewer: Person, over person: Person) async throws -> Bool {
        if person.id == viewer.id { return permission.grantedTo.contains(.oneself) }
        return try await Self.isRelated(viewer, as: permission.grantedTo, in: person.office) {
            try await store.teams.manages(viewer.id, person.id)
        }
    }

    /// - Parameter office: the office of the person concerned.
    private static func isRelated(
        _ viewer: Person, as relations: Set<Relation>, in office: OfficeID? = nil, _ manages: () async throws -> Bool
    ) async throws -> Bool {
        if viewer.hasRole(of: relations, in: office) { return true }
        return relations.contains(.manager) ? try await manages() : false
    }
}

extension Person {
    /// - Parameters:
    ///   - office: what the permission concerns; nil: any office.
    ///   - managesATeam: whether the person is a manager. Otherwise only the role counts.
    package func may(_ permission: Permission, in office: OfficeID? = nil, managesATeam: Bool = false) -> Bool {
        hasRole(of: permission.grantedTo, in: office) || managesATeam && permission.grantedTo.contains(.manager)
    }

    /// Whether the role gives the permission over other people, at least of one office.
    package func may(_ permission: PersonPermission) -> Bool { hasRole(of: permission.grantedTo, in: nil) }

    /// The people over whom this one has a permission, without this one.
    package func reach(_ permission: PersonPermission) -> PeopleScope { reach(permission.grantedTo) }

    /// The people of the offices for which this one has a permission.
    package func reach(_ permission: Permission) -> PeopleScope { reach(permission.grantedTo) }

    private func reach(_ relations: Set<Relation>) -> PeopleScope {
        PeopleScope(
            of: id, ofTeams: relations.contains(.manager), offices: relations.contains(.hr) ? hrOffices : [],
            all: relations.contains(.administrator) && role == .administrator)
    }

    fileprivate func hasRole(of relations: Set<Relation>, in office: OfficeID?) -> Bool {
        if relations.contains(.employee) { return true }
        return switch role {
        case .administrator: relations.contains(.administrator)
        case .auditor: relations.contains(.auditor)
        case .hr: relations.contains(.hr) && (office.map(hrOffices.contains) ?? true)
        case .employee: false
        }
    }

    /// The address at which the person reads how long data is kept; nil: the person may not.
    var retentionAddress: String? {
        may(.administer) ? Address.adminRetention : may(.seeRetention) ? Address.hrRetention : nil
    }
}

/// What a request is about: found before the permission is checked.
protocol AuthorizationSubject: Sendable {
    /// The person whose record it touches.
    var subject: Person { get }
}

extension Person: AuthorizationSubject {
    var subject: Person { self }
}

extension [Office] {
    /// The offices whose attendance the viewer may see: HR those for which the person is responsible, the administrator all.
    func seen(by viewer: Person) -> [Office] { filter { viewer.may(.seeAttendance, in: $0.id) } }
}
