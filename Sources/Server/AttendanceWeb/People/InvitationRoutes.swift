import Attendance
import AttendanceStore
import HTTPTypes
import Hummingbird
import WebServer

/// Inviting many people at once (`/admin/invitations`): who has signed in, and sign-in links for those who have not.
struct InvitationRoutes {
    let store: AttendanceStore
    let pages: Pages
    let publicURL: String
    let provider: IdentityProvider?

    func page(_ request: Request, _ context: WebContext) async throws -> Response {
        try await page(context, InvitationSearch(try QueryParameters(request.uri.query)))
    }

    /// Creates links for the people whom the page listed, or for the one whose button was pressed, and shows them once. A form that
    /// was sent before creates none: its page lists the same people again, with the button for new links.
    func invite(_ request: Request, _ context: WebContext) async throws -> Response {
        let (viewer, fields) = (try context.person(), try await BodyFields(of: request))
        let search = InvitationSearch(fields)
        let people = (fields["only"] ?? fields["people"] ?? "").split(separator: ",").prefix(Int(ListPaging.rows))
            .compactMap { PersonID(String($0)) }
        return try await request.performingAction {
            let made = try await store.sentForms.once(fields, now: context.now) {
                let invitees = try await store.signInLinks.invitees(among: people, now: context.now)
                let secrets = try await store.signInLinks.addSignInLinks(
                    for: invitees.map(\.person.id), by: .person(viewer.id), now: context.now)
                return zip(invitees, secrets).map { invitee, secret in
                    InvitationPage.Invitation(invitee.person, address: publicURL + Address.signInLink(secret.text))
                }
            }
            return try await page(context, search, made: made)
        } orShowing: { problem in
            try await page(context, search, listing: problem.reason == .sentAlready ? people : nil, problem: problem)
        }
    }

    /// - Parameter people: the people to list; nil: those whom the search finds.
    private func page(
        _ context: WebContext, _ search: InvitationSearch, listing people: [PersonID]? = nil,
        made: [InvitationPage.Invitation] = [], problem: WebError? = nil
    ) async throws -> Response {
        let viewer = try context.person()
        let found =
            if let people {
                try await store.signInLinks.invitees(among: people, now: context.now)
            } else {
                try await store.signInLinks.invitees(
                    search.filter, search.state, limit: ListPaging.rows + 1, after: search.paging.after, now: context.now)
            }
        let page = InvitationPage(
            navigation: try await Navigation(for: context, at: Address.adminInvitations, store), search, found: found,
            offices: try await store.offices.offices(), teams: try await store.teams.teams(), viewer: viewer,
            provider: provider?.settings.name, publicURL: publicURL, form: FormToken(now: context.now), made: made,
            problem: problem?.sentence)
        return try pages.render(page, problem: problem)
    }
}
