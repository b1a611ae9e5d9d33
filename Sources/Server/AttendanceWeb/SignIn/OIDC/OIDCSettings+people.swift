import Attendance
import AttendanceStore
import OpenIDConnect

extension OIDCSettings {
    /// The person to sign in, from the claims of the provider.
    func person(subject: String, _ claims: Claims) throws(ProviderAccountError) -> ProvidedPerson {
        // The subject replaces a missing user name. It is never linked to an existing person with this user name.
        let claimedUserName = claims.string(userClaim)
        let given = claimedUserName ?? subject
        guard let userName = try? UserName.given(given) else {
            throw given.unicodeScalars.count > UserName.longest ? .longUserName : .invalidUserName
        }
        // A missing claim does not mean that there are no groups: Entra ID omits it if the groups do not fit into a token (and
        // names it in '_claim_names').
        let groups = claims.strings(groupsClaim).map(Set.init)
        if let requiredGroup, groups?.contains(requiredGroup) != true {
            throw .notInRequiredGroup(requiredGroup)
        }
        return ProvidedPerson(
            issuer: issuer, subject: subject, userName: userName, displayName: Self.displayName(claims) ?? userName,
            role: roles.isEmpty ? nil : groups.map(role), team: groups.map(team) ?? .unsaid, office: office,
            isOwnerOfUserName: linksByUserName && claimedUserName != nil && isVerified(claims),
            isUserNameVerified: claimedUserName == nil || isVerified(claims), mayBeNew: addsNewPeople)
    }

    /// Whether the provider verified the claim that is the user name. An e-mail address may be self-asserted (OpenID Connect
    /// Core 1.0, 5.1).
    private func isVerified(_ claims: Claims) -> Bool {
        guard userClaim == "email" else { return true }
        return claims["email_verified"] == .boolean(true) || claims["email_verified"] == .string("true")
    }

    /// The highest role of all groups. An auditor only reads the ledger.
    private func role(_ groups: Set<String>) -> Role {
        let granted = roles.filter { groups.contains($0.group) }.map(\.role)
        let descending: [Role] = [.administrator, .hr, .auditor]
        return descending.first(where: granted.contains) ?? .employee
    }

    /// The first configured team whose group is among the groups.
    private func team(_ groups: Set<String>) -> ProvidedPerson.TeamChoice {
        if teams.isEmpty { return .unsaid }
        return .oneOf(Set(teams.map(\.team)), teams.first { groups.contains($0.group) }?.team)
    }

    private static func displayName(_ claims: Claims) -> String? {
        let parts = [claims.string("given_name"), claims.string("family_name")].compactMap(\.self).joined(separator: " ")
        let name = claims.string("name") ?? parts
        return PersonName.cleaned(name)
    }
}
