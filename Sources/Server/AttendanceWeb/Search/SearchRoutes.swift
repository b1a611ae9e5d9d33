import Attendance
import AttendanceStore
import Hummingbird
import Localization
import WebServer

/// The search across pages, people, desks and the manual (`/search`). It finds only what the viewer may see elsewhere, too.
struct SearchRoutes {
    let store: AttendanceStore
    let pages: Pages
    let manual: Manual

    /// Maximum results of a kind, and of a kind in a search for more. Another letter narrows the search.
    private static let limit = 12
    private static let most = 96

    func page(_ request: Request, _ context: WebContext) async throws -> Response {
        let viewer = try context.person()
        let query = try QueryParameters(request.uri.query)
        let text = (query["q"] ?? "").split(whereSeparator: \.isWhitespace).joined(separator: " ")
        let limit = query["more"] == nil ? Self.limit : Self.most
        let navigation = try await Navigation(for: context, at: nil, store)
        let sights = text.isEmpty ? [] : try await sights(of: viewer)
        return try pages.render(
            SearchPage(
                navigation: navigation, sought: text,
                places: try await places(of: navigation, for: viewer, inMenus: text.isEmpty),
                people: text.isEmpty ? .none : try await people(named: text, viewer, sights, limit, now: context.now),
                desks: text.isEmpty ? .none : try await desks(named: text, viewer, sights, limit, now: context.now),
                articles: articles(about: text, viewer, limit),
                canShowMore: limit < Self.most))
    }

    /// The pages that the viewer may open, and the commands.
    /// - Parameter inMenus: only those of the menus.
    private func places(of navigation: Navigation, for viewer: Person, inMenus: Bool) async throws -> [SearchPlace] {
        var links = navigation.links
        for (key, address, permission) in inMenus ? [] : SearchPlace.beyondMenus
        where viewer.may(permission) {
            // The administration has its own page of retention.
            let place = SearchPlace.keys[address]
            guard !links.contains(where: { SearchPlace.keys[$0.address] == place }) else { continue }
            links.append(Link(name: localized(key), address: address))
        }
        links += SearchPlace.commands
        let offices = viewer.may(.administer) && !inMenus ? try await store.offices.offices() : []
        return links.flatMap { link in
            link.address == Address.adminOffices ? SearchPlace.settings(of: offices, list: link) : [SearchPlace(link)]
        }
    }

    /// The pages of the manual for HR and administrators. Others have the rules of their office. One or two letters are often the
    /// beginning of a name.
    private func articles(about text: String, _ viewer: Person, _ limit: Int) -> SearchPage.Found<Link> {
        guard text.count > 2, viewer.may(.seeAttendance) else { return .none }
        let found = SearchPlace.links(to: manual.articles, about: text)
        return SearchPage.Found(shown: Array(found.prefix(limit)), total: found.count)
    }

    /// The maps that the viewer has access to, that of the own office first.
    private func sights(of viewer: Person) async throws -> [MapAccess] {
        var sights: [MapAccess] = []
        for office in try await MapAccess.offices(seenBy: viewer, store) {
            guard let sight = try await MapAccess(of: office, for: viewer, store) else { continue }
            if office.id == viewer.office { sights.insert(sight, at: 0) } else { sights.append(sight) }
        }
        return sights
    }

    /// People on the maps that the viewer sees, people whose records the viewer may see, and accounts for administrators.
    private func people(
        named text: String, _ viewer: Person, _ sights: [MapAccess], _ limit: Int, now: Instant
    ) async throws -> SearchPage.Found<SearchPage.PersonLine> {
        var (lines, isComplete) = ([] as [SearchPage.PersonLine], true)
        for sight in sights {
            guard lines.count < Self.most else {
                isComplete = false
                break
            }
            let found = try await WhereaboutsRoutes.find(text, in: sight, store, limit: Self.most, now: now)
            if found.count == Self.most { isComplete = false }
            for person in found {
                lines.append(
                    SearchPage.PersonLine(
                        id: person.id, personName: person.name, office: sight.office.id, whereabouts: person.sentence,
                        map: person.address, record: person.id == viewer.id ? Address.me : nil))
            }
        }
        let most = Int64(Self.most)
        let records = try await store.people.people(
            within: viewer.reach(.seeRecord), named: text, limit: most)
        if records.count == most { isComplete = false }
        for found in records {
            lines.update(found.person) {
                $0.record = Address.person(found.person.userName)
                // No map shows people who left.
                if found.hasLeft { $0.whereabouts = localized("people.hasLeft") }
            }
        }
        if viewer.may(.administer) {
            let accounts = try await store.people.accounts(AccountFilter(name: text), limit: most)
            if accounts.count == most { isComplete = false }
            for account in accounts {
                lines.update(account.person) { $0.account = Address.adminPerson(account.person.userName) }
            }
        }
        let total = lines.count
        lines = Array(lines.prefix(limit))
        try await addWhereabouts(to: &lines, sights, now: now)
        return SearchPage.Found(shown: lines, total: total, isComplete: isComplete)
    }

    /// Adds the whereabouts of people whom the lists found by their user name.
    private func addWhereabouts(to lines: inout [SearchPage.PersonLine], _ sights: [MapAccess], now: Instant) async throws {
        let sought = lines.filter { $0.whereabouts == nil }.map(\.id)
        for found in sought.isEmpty ? [] : try await store.presence.whereabouts(of: sought) {
            guard let index = lines.firstIndex(where: { $0.id == found.person.id }),
                let sight = sights.first(where: { $0.office.id == lines[index].office }), sight.names.shows(found.person)
            else { continue }
            let person = FoundPerson(found, seenIn: sight, clock: LocalClock(sight.office.timeZone), now: now)
            (lines[index].whereabouts, lines[index].map) = (person.sentence, person.address)
        }
    }

    private func desks(
        named text: String, _ viewer: Person, _ sights: [MapAccess], _ limit: Int, now: Instant
    ) async throws -> SearchPage.Found<SearchPage.DeskLine> {
        var lines: [SearchPage.DeskLine] = []
        let found = try await store.floors.desks(named: text, in: sights.map(\.office.id), limit: limit)
        for desk in found.desks {
            guard let sight = sights.first(where: { $0.office.id == desk.office }) else { continue }
            let holder: PersonPresence? =
                if let id = DeskID(desk.id), sight.names != .none {
                    try await store.presence.holder(of: DeskMap.Desk(office: desk.office, desk: id), now: now)
                } else {
                    nil
                }
            lines.append(
                SearchPage.DeskLine(
                    deskName: desk.id, floor: desk.floor, deskOffice: sights.count > 1 ? sight.office.name : nil,
                    deskHolder: holder.flatMap { sight.names.shows($0) ? $0.displayName : nil },
                    deskAddress: sight.address(Address.floor(desk.floor, desk: desk.id)),
                    deskSettings: viewer.may(.administer)
                        ? Address.adminDesk(desk.id, office: sights.count > 1 ? sight.office.name : nil) : nil))
        }
        return SearchPage.Found(shown: lines, total: found.total)
    }
}

extension [SearchPage.PersonLine] {
    /// Changes the line of a person, and adds it if there is none.
    fileprivate mutating func update(_ person: Person, _ change: (inout SearchPage.PersonLine) -> Void) {
        let index = firstIndex { $0.id == person.id } ?? endIndex
        if index == endIndex {
            append(SearchPage.PersonLine(id: person.id, personName: person.displayName, office: person.office))
        }
        change(&self[index])
    }
}
