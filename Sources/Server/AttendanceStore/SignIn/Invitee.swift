package import Attendance
import Postgres

/// An account, and how far the person's sign-in is.
package struct Invitee: Sendable, Equatable {
    package let account: Account
    /// The last use of a browser in which the person is signed in; nil without one.
    package let signedInAt: Instant?
    /// When the person's open sign-in link expires; nil without one.
    package let linkUntil: Instant?
    /// Whether the person has signed in, also if they are signed out now.
    package let hasSignedIn: Bool

    package var person: Person { account.person }

    /// How far a sign-in is.
    package enum State: String, Sendable, CaseIterable {
        /// Never signed in, and no open link.
        case new
        /// An open link, not signed in.
        case invited
        case signedIn = "signed_in"
        /// Signed in earlier, and no open link.
        case signedOut = "signed_out"
    }

    init(_ row: PostgresRow) throws {
        account = try Account(row)
        signedInAt = try row.instantIfPresent("signed_in_at")
        linkUntil = try row.instantIfPresent("link_until")
        hasSignedIn = try row.get("has_signed_in")
    }
}

extension SignInLinkStore {
    /// The people who match the filter, in the order of names.
    /// - Parameter state: nil: all.
    package func invitees(
        _ filter: AccountFilter, _ state: Invitee.State?, limit: Int64, after: Int64 = 0, now: Instant
    ) async throws -> [Invitee] {
        guard state == nil else {
            return try await invitees(filter, state, among: nil, limit: limit, after: after, now: now)
        }
        // Without a state, sign-ins are looked up only for the people of the page.
        let page = try await PeopleStore(pool: pool).accounts(filter, limit: limit, after: after).map(\.person.id)
        return try await invitees(AccountFilter(), nil, among: page, limit: limit, after: 0, now: now)
    }

    /// Those of the people who are current employees, in the order of names.
    /// - Parameter state: nil: in any.
    package func invitees(
        among people: [PersonID], in state: Invitee.State? = nil, now: Instant
    ) async throws -> [Invitee] {
        try await invitees(
            AccountFilter(hasLeft: false), state, among: people, limit: Int64(people.count), after: 0, now: now)
    }

    private func invitees(
        _ filter: AccountFilter, _ state: Invitee.State?, among people: [PersonID]?, limit: Int64, after: Int64, now: Instant
    ) async throws -> [Invitee] {
        let (used, begun) = SessionStore.limits(now)
        return try await pool.query(
            "SignIn/invitees",
            [
                "name": filter.name, "office": filter.office, "team": filter.team, "state": state?.rawValue,
                "role": filter.role?.rawValue, "has_left": filter.hasLeft, "people": people, "used_since": used,
                "began_since": begun, "now": PostgresTimestamp(now), "limit": limit,
                "offset": after,
            ]
        ).map(Invitee.init)
    }
}
