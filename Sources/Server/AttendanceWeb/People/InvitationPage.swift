import Attendance
import AttendanceStore
import Localization
import WebServer

/// The people by how far their invitation is, and new sign-in links.
struct InvitationPage: Page {
    static let template = "pages/People/invitations"

    struct Row: Sendable {
        let name, user, account, office, state: String
        let teamName: String?
        /// The person's id; nil if the person is signed in.
        let waiting: String?
        /// Whether the person is not signed in and has an unused link.
        let hasLink: Bool
    }

    /// A new sign-in link, shown only once.
    struct Invitation: Sendable {
        let name, user, address, path: String
        let side: Int
        /// Unique on the page.
        let number: String

        init(_ person: Person, address: String) {
            (name, user, number) = (person.displayName, person.userName, "\(person.id)")
            self.address = address
            let code = QRCode(address)
            (side, path) = (code?.side ?? 0, code?.path ?? "")
        }
    }

    let navigation: Navigation
    let address = Address.adminInvitations
    let problem: String?
    /// A new ``FormToken``.
    let form: String
    let searched: String
    let offices, teams, states: [Choice]
    let hasSeveralOffices: Bool
    let rows: [Row]
    let previous, next: String?
    /// The ids of the people on the page who are not signed in, separated by commas; nil if there is none.
    let invitable: String?
    /// Such as `Create 12 links`.
    let inviteAction: String
    /// The search, for the form that creates links.
    let searchedOffice, searchedTeam, searchedState: String
    let made: [Invitation]
    /// The new links as lines of a spreadsheet: name, user name, link.
    let list: String
    let linkHours = SignInLinkStore.lifetime.hours
    /// The text shown if no person is listed.
    let emptyListText: String
    /// Whether the links lead to the server's computer only.
    let isLocal: Bool
    /// The name of the identity provider; nil without one.
    let provider: String?

    /// - Parameter found: one more than ``ListPaging/rows`` if there is a next page.
    init(
        navigation: Navigation, _ search: InvitationSearch, found: [Invitee], offices: [Office], teams: [Team], viewer: Person,
        provider: String?, publicURL: String, form: FormToken, made: [Invitation], problem: String?
    ) {
        self.navigation = navigation
        self.problem = problem
        self.form = form.text
        self.provider = provider
        self.made = made
        isLocal = Address.isLocal(publicURL)
        let isUnfiltered = search.state == .new && [search.name, search.office, search.team].allSatisfy(\.isEmpty)
        emptyListText = isUnfiltered ? localized("invite.noPeopleLeft") : localized("people.noPeople")
        (searched, searchedOffice, searchedTeam, searchedState) = (search.name, search.office, search.team, search.stateName)
        self.offices = AccountListPage.choices(of: offices, chosen: search.office)
        self.teams = AccountListPage.choices(of: teams, chosen: search.team, withOffice: offices.count > 1)
        states = (Invitee.State.allCases.map(\.rawValue) + ["all"]).map { value in
            Choice(value: value, name: localized("invite.state.\(value)"), isChosen: value == search.stateName)
        }
        hasSeveralOffices = offices.count > 1
        let clock = LocalClock(offices.first { $0.id == viewer.office }?.timeZone)
        let shown = found.prefix(Int(ListPaging.rows))
        rows = shown.map { invitee in
            Row(
                name: invitee.person.displayName, user: invitee.person.userName,
                account: Address.adminPerson(invitee.person.userName), office: invitee.officeName,
                state: Self.state(of: invitee, clock), teamName: invitee.teamName,
                waiting: invitee.signedInAt == nil ? "\(invitee.person.id)" : nil,
                hasLink: invitee.signedInAt == nil && invitee.linkUntil != nil)
        }
        let waiting = shown.filter { $0.signedInAt == nil }.map { "\($0.person.id)" }
        invitable = waiting.isEmpty ? nil : waiting.joined(separator: ",")
        inviteAction = localized("invite.make", count: waiting.count)
        list = made.map { "\(FormulaGuard.guarded($0.name))\t\(FormulaGuard.guarded($0.user))\t\($0.address)" }.joined(
            separator: "\n")
        let page = search.paging.page
        previous = page > 0 ? search.address(page: page - 1) : nil
        next = found.count > shown.count ? search.address(page: page + 1) : nil
    }

    private static func state(of invitee: Invitee, _ clock: LocalClock) -> String {
        if let instant = invitee.signedInAt {
            return localized("invite.signedIn", ["when": clock.dayAndTime(instant.seconds)])
        }
        if let until = invitee.linkUntil {
            return localized("invite.hasLink", ["when": clock.dayAndTime(until.seconds)])
        }
        return localized(invitee.hasSignedIn ? "invite.signedOut" : "invite.notYet")
    }
}
