import Attendance
import AttendanceStore
import HTTPTypes
import Hummingbird
import Localization
import Messaging
import WebServer

/// The list of accounts (`/admin/people`): searching, what is done with chosen people, and adding one.
struct AccountListRoutes {
    let store: AttendanceStore
    let pages: Pages
    let publicURL: String
    let channels: ReminderChannels

    /// Links that lead to the server's computer only are not sent.
    private var sendsMail: Bool { channels.sendsMail && !Address.isLocal(publicURL) }

    func page(_ request: Request, _ context: WebContext) async throws -> Response {
        try await page(context, AccountSearch(query: request.uri.query))
    }

    private func page(
        _ context: WebContext, _ search: AccountSearch, problem: WebError? = nil, sent: BodyFields? = nil
    ) async throws -> Response {
        // A person with a new link may no longer match the search, and can get another one.
        let repeated = problem?.reason == .sentAlready ? try sent.map(chosen) : nil
        let found =
            if let repeated {
                try await store.signInLinks.invitees(among: repeated, now: context.now)
            } else if !search.users.isEmpty {
                try await store.signInLinks.invitees(
                    among: try await store.exports.people(PeopleFilter(users: search.users)).map(\.id), in: search.signIn,
                    now: context.now)
            } else {
                try await store.signInLinks.invitees(
                    search.filter, search.signIn, limit: ListPaging.rows + 1, after: search.paging.after, now: context.now)
            }
        let isUserName = problem?.reason == .badUserName
        let page = AccountListPage(
            navigation: try await Navigation(for: context, at: Address.adminPeople, store), search, found: found,
            offices: try await store.offices.offices(), teams: try await store.teams.teams(), sendsMail: sendsMail,
            now: context.now, problem: isUserName ? nil : problem?.sentence, userProblem: isUserName ? problem?.sentence : nil,
            sent: sent)
        return try pages.render(page, problem: problem)
    }

    /// Adds a person, or does with the chosen people what the pressed button says.
    func send(_ request: Request, _ context: WebContext) async throws -> Response {
        let fields = try await BodyFields(of: request)
        let search = try AccountSearch(fields)
        return try await request.performingAction {
            let changed: PeopleStore.ChangedPeople
            switch fields["do"] {
            case nil: return try await add(fields, context)
            case "links": return try await links(fields, context, byMail: false)
            case "mail" where sendsMail: return try await links(fields, context, byMail: true)
            case "team":
                changed = try await change(fields, context) {
                    guard let team = try fields.team(of: try await store.teams.teams()) else {
                        throw WebError.badRequest(localized("people.chooseTeam"), reason: .badChoice)
                    }
                    return PersonChange(team: team)
                }
            case "office":
                changed = try await change(fields, context) {
                    guard let office = try fields.office(of: try await store.offices.offices()) else {
                        throw WebError.badRequest(localized("account.chooseOffice"), reason: .missingOffice)
                    }
                    return PersonChange(office: office)
                }
            case "leave": return .redirect(search.address, done: .lastDaySet, on: try await leave(fields, context))
            default: throw WebError.badRequest(localized("people.chooseFirst"), reason: .badChoice)
            }
            return .redirect(search.address, done: .peopleChanged, people: changed)
        } orShowing: { problem in
            try await page(context, search, problem: problem, sent: fields)
        }
    }

    // MARK: Chosen people

    /// - Throws: ``WebError`` if no person is chosen.
    private func chosen(_ fields: BodyFields) throws(WebError) -> [PersonID] {
        let people = fields.chosen(prefix: "person-").compactMap { PersonID($0) }
        guard !people.isEmpty, people.count <= ListPaging.rows else {
            throw .badRequest(localized("people.chooseFirst"), reason: .badChoice)
        }
        return people.sorted()
    }

    private func change(
        _ fields: BodyFields, _ context: WebContext, _ change: () async throws -> PersonChange
    ) async throws -> PeopleStore.ChangedPeople {
        try context.requireFreshSignIn()
        let people = try chosen(fields)
        return try await store.people.change(people, try await change(), by: try context.author(), now: context.now)
    }

    /// - Returns: the last day of the chosen people.
    private func leave(_ fields: BodyFields, _ context: WebContext) async throws -> CivilDate {
        let day = try LastDay(fields)
        let (offices, now) = (try await store.offices.offices(), context.now)
        try await store.people.leave(
            try chosen(fields),
            when: { person in try day.leaving(at: offices.first { $0.id == person.office }, now: now) },
            by: try context.author(), now: now)
        return day.day
    }

    /// Creates sign-in links, and shows or sends them once. A form that was sent before creates none.
    /// - Parameter byMail: sends the links of people with an e-mail address; the page shows those that could not be sent.
    private func links(_ fields: BodyFields, _ context: WebContext, byMail: Bool) async throws -> Response {
        try context.requireFreshSignIn()
        let (viewer, people) = (try context.person(), try chosen(fields))
        let language = fields["language"].flatMap { Language(rawValue: $0) } ?? Catalogue.current.language
        guard let days = Int64(fields["days"] ?? "1"), SignInLinkStore.validDays.contains(days) else {
            throw WebError.badRequest(
                localized("invite.badDays", ["most": "\(SignInLinkStore.validDays.upperBound)"]), reason: .badSetting)
        }
        let lifetime = Duration.seconds(days * 86_400)
        let (offices, now) = (try await store.offices.offices(), context.now)
        let made = try await store.sentForms.once(fields, now: now) {
            let invitees = try await store.signInLinks.invitees(among: people, now: now)
            if invitees.isEmpty { throw WebError.badRequest(localized("people.chooseFirst"), reason: .badChoice) }
            if byMail, invitees.allSatisfy({ $0.account.details.email == nil }) {
                throw WebError.badRequest(localized("invite.noEmail"), reason: .badChoice)
            }
            let clocks = invitees.map { invitee in LocalClock(offices.first { $0.id == invitee.person.office }?.timeZone) }
            let expiries = zip(invitees, clocks).map { $0.account.linkExpiry(after: lifetime, $1, now: now) }
            let secrets = try await store.signInLinks.addSignInLinks(
                for: zip(invitees, expiries).map { (id: $0.person.id, lifetime: $1 - now) }, by: .person(viewer.id), now: now)
            return invitees.indices.map { index in
                let (invitee, secret) = (invitees[index], secrets[index])
                return Catalogue.$current.withValue(pages.words[language]) {
                    let until = clocks[index].dayAndTime(expiries[index].seconds)
                    let invitation = Invitation(
                        invitee.person, officeName: offices.count > 1 ? invitee.account.officeName : nil,
                        address: publicURL + Address.signInLink(secret.text), until: until)
                    return (invitation, byMail ? invitee.account.details.email.map { invitation.mail(to: $0, until) } : nil)
                }
            }
        }
        let shown = await notSent(made, context)
        // Those who got a link are not among the people without one any more.
        var search = try AccountSearch(fields)
        if search.signIn == .new { search.state = Invitee.State.invited.rawValue }
        let back = search.address(page: 0)
        if shown.isEmpty { return .redirect(back, done: .invitationsSent) }
        let page = InvitationPage(
            navigation: try await Navigation(for: context, at: Address.adminPeople, store), shown,
            sent: byMail ? made.count - shown.count : nil, language: language.rawValue, isLocal: Address.isLocal(publicURL),
            backAddress: back)
        return try pages.render(page)
    }

    /// A proxy waits longer for an answer.
    private static let timeToSend = Duration.seconds(20)

    /// Sends the invitations that have a message, for some seconds.
    /// - Returns: those that have none or could not be sent. After the mail server did not answer, no other one is sent.
    private func notSent(
        _ invitations: [(Invitation, MailMessage?)], _ context: WebContext
    ) async -> [Invitation] {
        var (left, isAway): ([Invitation], Bool) = ([], false)
        let start = ContinuousClock.now
        for (invitation, message) in invitations {
            do {
                guard let message, !isAway, ContinuousClock.now - start < Self.timeToSend, let send = channels.sendMail else {
                    left.append(invitation)
                    continue
                }
                try await send(message)
            } catch {
                // The mail server's answer may contain the address, so the log does not have it.
                context.logger.warning("an invitation could not be sent: see 'desktap doctor'")
                if case DeliveryError.unavailable = error { isAway = true }
                left.append(invitation)
            }
        }
        return left
    }

    // MARK: Adding

    private func add(_ fields: BodyFields, _ context: WebContext) async throws -> Response {
        let viewer = try context.person()
        let userName = try UserName.typed(fields.trimmed("user_name"))
        let office = try fields.requiredOffice(of: try await store.offices.offices())
        let team: TeamID? = if case .team(let id) = try fields.team(of: try await store.teams.teams()) { id } else { nil }
        let role = try fields.role() ?? .employee
        if role != .employee { try context.requireFreshSignIn() }
        try await store.people.addPerson(
            userName: userName, displayName: try fields.personName(), role: role, office: office,
            team: team, by: .person(viewer.id), now: context.now)
        return .redirect(Address.adminPerson(userName), done: .personAdded)
    }
}
