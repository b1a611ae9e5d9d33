package import Attendance
package import AttendanceStore
package import FoundationEssentials
package import Localization
package import Logging

/// Prepares exports: resolves the names in a request, checks the requester's permission, and logs the access.
package struct Exporter: Sendable {
    let store: AttendanceStore
    let zones: TimeZoneDatabase
    let layouts: ExportLayouts
    let words: Words
    let logger: Logger

    package init(
        store: AttendanceStore, zones: TimeZoneDatabase, layouts: ExportLayouts, words: Words, logger: Logger
    ) {
        self.store = store
        self.zones = zones
        self.layouts = layouts
        self.words = words
        self.logger = logger
    }

    /// The people of a request.
    package struct Selection: Sendable {
        package var filter: PeopleFilter
        package var people: [Person]
        var words: String
    }

    /// - Parameters:
    ///   - person: the requester.
    ///   - reach: the people whom the requester may export.
    ///   - layoutFile: a layout that is used instead of a named one.
    /// - Throws: ``ExportError`` if a name is unknown or the requester has no permission.
    package func export(
        _ request: ExportRequest, by person: Person, within reach: PeopleScope, now: Instant, layoutFile: Data? = nil
    ) async throws -> Export {
        let stamp = try await stamp(request, now: now)
        let offices = try await store.offices.offices()
        let selection = try await selection(request, within: reach, offices)
        let layout = try await layout(request, of: selection.filter.office ?? reach.usualOffice(person.office), layoutFile)
            .naming(request.company)
        try request.checkEffects(of: layout)
        let purpose = request.purpose ?? request.subject.purpose.rawValue
        try await note(request, selection, by: person, purpose: purpose, now: now)
        return try await export(
            request, stamp, layout, selection, offices, try await listed(stamp), by: person, purpose: purpose)
    }

    /// The people whom an export of daily rows lists also without a record in its period: those who had not left at its instant. The
    /// attendance page counts the same.
    package func listed(_ stamp: ExportStamp) async throws -> Set<PersonID> {
        try await store.exports.employees(asOf: stamp.asOf, at: stamp.head.seq)
    }

    /// Logs an access to the records of the selected people.
    package func note(
        _ request: ExportRequest, _ selection: Selection, by person: Person, purpose: String, now: Instant
    ) async throws {
        let subject: Access.Subject =
            request.users.isEmpty && request.team == nil
            ? .offices(selection.filter.offices) : .people(selection.people.map(\.id))
        try await store.audit.log(Access(by: person.id, to: subject, of: request.period, purpose: purpose), now: now)
    }

    /// A person's export of their whole own record. It is not logged.
    package func ownExport(_ subject: ExportRequest.Subject, of person: Person, now: Instant) async throws -> Export {
        let request = try ExportRequest(
            subject, .csv, [.from: "0001-01-01", .to: "9999-12-31"], users: [person.userName])
        return try await ownExport(
            request, of: person, [], purpose: "",
            name: "record-\(person.userName)-\(subject == .daily ? "rows" : "events")", now: now)
    }

    /// A person's export of a period of their own record. It is logged, and has the same rows as HR's export.
    /// - Parameter request: contains only this person.
    package func ownExport(_ request: ExportRequest, of person: Person, now: Instant) async throws -> Export {
        let purpose = (request.subject == .hours ? AccessPurpose.ownBalances : .ownRows).rawValue
        try await store.audit.log(
            Access(by: person.id, to: .person(person.id), of: request.period, purpose: purpose), now: now)
        return try await ownExport(request, of: person, [person.id], purpose: purpose, name: nil, now: now)
    }

    private func ownExport(
        _ request: ExportRequest, of person: Person, _ listed: Set<PersonID>, purpose: String, name: String?, now: Instant
    ) async throws -> Export {
        let selection = Selection(
            filter: PeopleFilter(users: [person.userName]), people: [person], words: person.userName)
        let layout = ExportLayout.contract(request)
        return try await export(
            request, try await stamp(request, now: now), request.heads == .readable ? layout.readable : layout, selection,
            try await store.offices.offices(), listed,
            by: person, purpose: purpose, name: name)
    }

    private func export(
        _ request: ExportRequest, _ stamp: ExportStamp, _ layout: ExportLayout, _ selection: Selection, _ offices: [Office],
        _ listed: Set<PersonID>, by person: Person, purpose: String, name: String? = nil
    ) async throws -> Export {
        var settings: [(office: String, version: OfficeSettingsVersion)] = []
        for office in offices {
            settings += try await store.officeSettings.settings(of: office.id).valid(in: request.period).map {
                (office.name, $0)
            }
        }
        let heads = heads(of: request)
        let isOfEverybody = selection.filter.means(everybodyOf: offices)
        let personnelNumbers = try await store.exports.personnelNumbers(
            of: isOfEverybody ? nil : selection.people.map(\.id))
        let home = offices.names[person.office]
        let zone = settings.last { $0.office == home }?.version.timeZone
        let clock = LocalClock(zone: try zone.map { try zones.rules(of: $0) } ?? .utc)
        return Export(
            request: request, stamp: stamp, name: name ?? request.name,
            layout: heads != nil && personnelNumbers.isEmpty ? layout.withoutPersonnelNumbers : layout, heads: heads,
            about: ExportMetadata(
                request, layout.unit, stamp, people: selection.words, by: person, purpose: purpose, AboutWords(heads: heads),
                clock, settings
            ),
            people: selection.people, filter: selection.filter, isOfEverybody: isOfEverybody,
            listed: listed,
            officeNames: offices.names, personnelNumbers: personnelNumbers, store: store, zones: zones)
    }

    /// The language of readable heads; nil: the request asks for none.
    private func heads(of request: ExportRequest) -> Catalogue? {
        request.heads == .readable ? request.language.map { words[$0] } ?? Catalogue.current : nil
    }

    package func stamp(_ request: ExportRequest, now: Instant) async throws -> ExportStamp {
        if request.subject == .hours, let asOf = request.asOf, asOf > now { throw ExportError.futureInstant }
        let asOf =
            if let asOf = request.asOf { asOf } else { try await store.exports.asOf(request.period, now: now, zones: zones) }
        do {
            return try await store.exports.exportStamp(asOf: asOf, zones: zones, at: request.head)
        } catch StoreError.unknownCheckpoint(let text) {
            throw ExportError.unknownHead(text)
        }
    }

    /// The layouts for people of an office, sorted by name.
    /// - Parameter hours: whether those of targets and balances are among them.
    package func layoutChoices(of office: OfficeID, hours: Bool) async throws -> [ExportLayouts.Choice] {
        try await layouts.choices(of: office, store).filter { hours || $0.unit != .hours }
    }

    private func layout(_ request: ExportRequest, of office: OfficeID, _ file: Data?) async throws -> ExportLayout {
        let layout: ExportLayout
        if let file {
            layout = try ExportLayout(json: file)
        } else if let name = request.layout {
            layout = try await layouts.layout(name, of: office, store)
        } else {
            layout = .contract(request)
        }
        guard request.subject == layout.unit.subject || request.subject == .events else {
            throw ExportError.layoutOfOtherRows(layout.unit.subject)
        }
        return request.heads == .readable ? layout.readable : layout
    }
}

extension PeopleFilter {
    /// Whether the filter selects all people. If there is only one office, all people belong to it.
    fileprivate func means(everybodyOf offices: [Office]) -> Bool {
        isEverybody || (offices.count == 1 && team == nil && users.isEmpty && self.offices == [offices[0].id])
    }
}

extension ExportLayout {
    /// The default columns of a request.
    fileprivate static func contract(_ request: ExportRequest) -> ExportLayout {
        request.subject == .hours ? hoursContract : contract(isRounded: request.rounding != .none)
    }
}

extension ExportRequest.Subject {
    /// The purpose of an export that names none.
    fileprivate var purpose: AccessPurpose {
        switch self {
        case .daily: .rows
        case .events: .events
        case .hours: .balances
        }
    }
}

extension ExportRequest {
    /// The name of the file without its ending, such as `daily-Design-2026-11-excel`, or `daily-ada-2026-11` for one person.
    fileprivate var name: String {
        let user = users.count == 1 ? users.first : nil
        let parts: [String?] = [
            layout ?? subject.rawValue, team, user, period.shortName, preset == .standard ? nil : preset.rawValue,
        ]
        return parts.compactMap(\.self).joined(separator: "-")
    }
}

extension ClosedRange<CivilDate> {
    /// Such as `2026-11` for a month, or `2026-11-01-2026-11-15`.
    fileprivate var shortName: String {
        let isMonth = lowerBound == lowerBound.month.lowerBound && upperBound == lowerBound.month.upperBound
        return isMonth ? String(lowerBound.description.prefix(7)) : "\(lowerBound)-\(upperBound)"
    }
}

// MARK: - Selection

extension Exporter {
    /// - Parameter reach: the people whose attendance the requester may see or export.
    /// - Throws: ``ExportError`` if a name is unknown, or a person or office is outside `reach`.
    package func selection(
        _ request: ExportRequest, within reach: PeopleScope, _ offices: [Office]
    ) async throws -> Selection {
        guard reach.onlyOffices != [] else { throw refusal(reach, request) }
        let own = reach.onlyOffices
        var filter = PeopleFilter(offices: own, users: request.users)
        if let name = request.office {
            guard let office = offices.named(name) else { throw ExportError.unknownOffice(name) }
            filter.offices = [office.id]
        }
        if let name = request.team { filter.team = try await team(name, in: filter.offices) }
        let named = request.users.isEmpty ? [] : try await store.exports.people(PeopleFilter(users: request.users))
        if let unknown = request.users.first(where: { user in !named.contains { UserName.isSame($0.userName, user) } }) {
            throw ExportError.unknownPerson(unknown)
        }
        func isWithin(_ offices: [OfficeID]) -> Bool { own.map { Set(offices).isSubset(of: $0) } ?? true }
        guard isWithin(filter.offices ?? []), isWithin(named.map(\.office)) else { throw refusal(reach, request) }
        let people = try await store.exports.people(filter)
        guard isWithin(people.map(\.office)) else { throw refusal(reach, request) }
        if let missing = named.first(where: { one in !people.contains { $0.id == one.id } }) {
            throw ExportError.personNotSelected(missing.displayName)
        }
        return Selection(filter: filter, people: people, words: peopleInWords(request, filter, offices))
    }

    private func team(_ name: String, in offices: [OfficeID]?) async throws -> TeamID {
        let teams = try await store.teams.teams().filter { $0.name == name && offices?.contains($0.office) != false }
        guard let team = teams.first else {
            throw ExportError.unknownTeam(name)
        }
        guard teams.count == 1 else {
            throw ExportError.severalTeams(name)
        }
        return team.id
    }

    private func refusal(_ reach: PeopleScope, _ request: ExportRequest) -> ExportError {
        logger.notice("refused an export of \(request.subject.rawValue) by the person number \(reach.viewer)")
        return .otherOffice
    }

    private func peopleInWords(_ request: ExportRequest, _ filter: PeopleFilter, _ offices: [Office]) -> String {
        let about = AboutWords(heads: heads(of: request))
        var words: [String] = []
        let names = offices.filter { filter.offices?.contains($0.id) == true }.map(\.name)
        if !names.isEmpty {
            let office = names.joined(separator: ", ")
            words.append(about.word("ofOffice", "of office \(office)", ["office": office]))
        }
        if let team = request.team { words.append(about.word("ofTeam", "of team \(team)", ["team": team])) }
        if !request.users.isEmpty { words.append(request.users.joined(separator: ", ")) }
        return words.isEmpty ? about.word("everybody", "everybody") : words.joined(separator: "; ")
    }
}
