import Attendance
import AttendanceStore

extension OIDCSettings {
    /// Who somebody is here by what the provider says of them.
    /// - Throws: ``OIDCProblem``.
    func person(_ claims: Claims) throws(OIDCProblem) -> ProvidedPerson {
        guard let subject = claims.text("sub") else { throw .missingClaim("sub") }
        // The subject is nobody else's either. It is never taken for a user name that somebody here was given.
        let said = claims.text(userClaim)
        let userName = said ?? subject
        guard UserName.mayBeGiven(userName) else { throw .userName(OIDCProblem.shown(userName)) }
        // A provider that leaves the claim out does not say that there are no groups: Entra ID does so where there are more than fit
        // into a token (the claim '_claim_names' then names it).
        let groups = claims.texts(groupsClaim).map(Set.init)
        if let requiredGroup, groups?.contains(requiredGroup) != true {
            throw .notInRequiredGroup(group: requiredGroup, subject: OIDCProblem.shown(subject))
        }
        return ProvidedPerson(
            issuer: issuer, subject: subject, userName: userName, displayName: Self.displayName(claims) ?? userName,
            role: roles.isEmpty ? nil : groups.map(role), team: groups.map(team) ?? .unsaid, office: office,
            isOwnerOfUserName: linksByUserName && said != nil && isVerified(claims),
            isUserNameVerified: said == nil || isVerified(claims), mayBeNew: addsNewPeople)
    }

    /// Whether the provider vouches for what stands for the user name. An e-mail address is whatever somebody typed until it says
    /// otherwise (OpenID Connect Core 1.0, 5.1).
    private func isVerified(_ claims: Claims) -> Bool {
        guard userClaim == "email" else { return true }
        return claims["email_verified"] == .flag(true) || claims["email_verified"] == .text("true")
    }

    /// The most that any of the groups gives. Who only reads the ledger is given less than a manager.
    private func role(_ groups: Set<String>) -> Role {
        let given = roles.filter { groups.contains($0.group) }.map(\.role)
        let most: [Role] = [.administrator, .hr, .manager, .auditor]
        return most.first(where: given.contains) ?? .employee
    }

    /// The first that any of the groups is.
    private func team(_ groups: Set<String>) -> ProvidedPerson.TeamChoice {
        if teams.isEmpty { return .unsaid }
        return .oneOf(Set(teams.map(\.team)), teams.first { groups.contains($0.group) }?.team)
    }

    private static func displayName(_ claims: Claims) -> String? {
        let parts = [claims.text("given_name"), claims.text("family_name")].compactMap(\.self).joined(separator: " ")
        let name = claims.text("name") ?? parts
        return PersonName(cleaning: name)?.text
    }
}
