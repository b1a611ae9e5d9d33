import Attendance
import AttendanceStore
import HTTPTypes
import Hummingbird

/// What HR sees of everybody's record.
struct AttendanceRoutes {
    let services: WebServices

    /// A group of at most so many people is noted person by person; a larger one as the office that it is of.
    private static let notedOneByOne = 50

    func add(to routes: inout Routes) {
        routes.get(Address.hr, .export, page)
    }

    private func page(_ request: Request, _ context: WebContext) async throws -> Response {
        let (viewer, store, now) = (try context.person(), services.store, services.now())
        let today = try await services.today(of: viewer)
        var choice = try AttendanceChoice(query: request.uri.query, today: today)
        let offices = try await services.offices(of: viewer)
        let office = try Self.office(named: choice.export.office, among: offices, for: viewer)
        choice.export.office = office?.name
        let teams = try await store.teams().filter { team in offices.contains { $0.id == team.office } }
            .filter { office == nil || $0.office == office?.id }
        let team = try Self.team(named: choice.export.team, among: teams)
        let filter = PeopleFilter(office: office?.id, team: team?.id, users: choice.export.users)
        let people = try await store.people(filter)
        for user in choice.export.users where !people.contains(where: { $0.userName == user }) {
            throw WebError(
                .notFound, "There is nobody with the user name '\(user.prefix(64))' among those chosen. Please check the name.",
                reason: WebError.notYours.reason)
        }
        try await note(viewer, sees: people, filter, choice)

        let stamp = try await store.exportStamp(asOf: now, zones: services.zones)
        var report = AttendanceReport(for: choice)
        try await store.withRecords(
            of: filter.isEverybody ? nil : people.map(\.id), in: choice.period, asOf: now, zones: services.zones,
            at: stamp.head.seq
        ) { report.add($0) }
        return try services.pages.render(
            AttendancePage(
                navigation: try await Navigation(for: viewer, at: Address.hr, services), choice, report,
                AttendancePage.Surroundings(
                    viewer: viewer, today: today, offices: offices, officeNames: try await services.officeNames(),
                    calendars: try await store.calendars(services.zones), teams: Set(teams.map(\.name)).sorted(),
                    stamp: stamp)))
    }

    /// - Returns: nil is every office, which only administrators see at once.
    private static func office(named name: String?, among offices: [Office], for viewer: Person) throws -> Office? {
        guard let name else { return viewer.role == .administrator ? nil : offices.first }
        if let office = offices.first(where: { $0.name == name }) { return office }
        throw viewer.role == .administrator
            ? WebError.badRequest("There is no office '\(name.prefix(64))'. Please choose one of the list.") : .forbidden
    }

    private static func team(named name: String?, among teams: [Team]) throws -> Team? {
        guard let name else { return nil }
        let named = teams.filter { $0.name == name }
        guard let team = named.first else { throw WebError.forbidden }
        guard named.count == 1 else {
            throw WebError.badRequest("Several offices have a team '\(name.prefix(64))'. Please choose the office, too.")
        }
        return team
    }

    private func note(_ viewer: Person, sees people: [Person], _ filter: PeopleFilter, _ choice: AttendanceChoice) async throws
    {
        let purpose = choice.export.purpose ?? "looked at in HR's list"
        let isFew = people.count <= Self.notedOneByOne && (filter.team != nil || !filter.users.isEmpty)
        if isFew {
            for person in people { try await services.note(viewer, sees: person.id, of: choice.period, purpose: purpose) }
        } else {
            let access = Access(by: viewer.id, to: .office(filter.office), of: choice.period, purpose: purpose)
            try await services.store.log(access, now: services.now())
        }
    }
}

extension WebServices {
    /// The offices whose attendance somebody may see: HR its own, the administrator all.
    func offices(of viewer: Person) async throws -> [Office] {
        try await store.offices().filter { viewer.role == .administrator || $0.id == viewer.office }
    }
}
