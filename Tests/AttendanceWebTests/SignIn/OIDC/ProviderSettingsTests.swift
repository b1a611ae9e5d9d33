@testable import AttendanceWeb

import AttendanceStore
import Foundation
import JSON
import OpenIDConnect
import Testing

@Suite struct `Settings of an identity provider` {
    private static func settings(
        issuer: String = "https://id.example.com", _ change: (inout OIDCSettings) throws -> Void = { _ in }
    ) throws -> OIDCSettings {
        var settings = try OIDCSettings(issuer: issuer, name: "X", clientID: "desk", clientSecret: nil)
        try change(&settings)
        return settings
    }

    @Test func `An issuer without https is refused, and the problem names the setting`() throws {
        #expect(
            try Self.settings(issuer: "https://id.example.com/realms/desk/").issuer == "https://id.example.com/realms/desk/")
        let problem = #expect(throws: OIDCSettings.Problem.self) { try Self.settings(issuer: "http://id.example.com") }
        #expect(problem?.setting == "oidc-issuer")
    }

    @Test(arguments: [
        ("hr=People", ["People"], Role.hr), ("hr=People;administrator=Admins", ["Admins", "People"], .administrator),
        ("administrator=Admins; hr = cn=hr,ou=groups ;", ["cn=hr,ou=groups"], .hr), ("hr=People", [], .employee),
        ("hr=People", ["people", "hr", "PeopleX"], .employee), ("manager=A;hr=A", ["A"], .hr), ("hr=A;hr=B", ["B"], .hr),
    ])
    func `Groups of the provider grant the highest configured role`(text: String, groups: [String], role: Role) throws {
        let settings = try Self.settings { try $0.setRoles(text) }
        let claims = Claims(values: ["groups": .array(groups.map(JSONValue.string))])
        #expect(try settings.person(subject: "1", claims).role == role)
    }

    @Test(arguments: ["hr", "=x", "hr=", "owner=x", "hr=x;y"])
    func `A malformed list of roles is refused`(text: String) {
        #expect(throws: OIDCSettings.Problem.self) { try Self.settings { try $0.setRoles(text) } }
    }

    @Test func `Claims become a user name, a display name and a team`() throws {
        let settings = try Self.settings {
            try $0.setTeams("Design=d;Sales=s")
            $0.userClaim = "login"
            $0.groupsClaim = "member_of"
            $0.linksByUserName = true
        }
        let known = try settings.person(
            subject: "1",
            Claims(values: [
                "login": .string("nia"), "given_name": .string("Nia\n"), "family_name": .string("Sol"),
                "member_of": .string("s"),
            ]))
        #expect(known.userName == "nia" && known.displayName == "Nia Sol" && known.isOwnerOfUserName)
        #expect(known.role == nil && known.team == .oneOf(["Design", "Sales"], "Sales"))
        // The subject replaces a missing user name, but matches no existing person.
        let bare = try settings.person(subject: "lea", Claims(values: ["preferred_username": .string("x")]))
        #expect(bare.userName == "lea" && bare.displayName == "lea" && !bare.isOwnerOfUserName)
        // A missing claim leaves the team unchanged; an empty list means no groups.
        #expect(bare.team == .unsaid)
        let none = try settings.person(subject: "lea", Claims(values: ["member_of": .array([])]))
        #expect(none.team == .oneOf(["Design", "Sales"], nil))
    }

    @Test func `An e-mail address becomes a user name only if it is verified, and of several roles the highest counts`() throws
    {
        let settings = try Self.settings {
            try $0.setRoles("auditor=audit;administrator=admins;employee=all")
            $0.userClaim = "email"
            $0.linksByUserName = true
        }
        for (verified, isOwner): (JSONValue?, Bool) in [
            (nil, false), (.boolean(false), false), (.boolean(true), true), (.string("true"), true),
        ] {
            var claims: [String: JSONValue] = [
                "email": .string("lea@example.com"), "groups": .array([.string("audit"), .string("admins")]),
            ]
            claims["email_verified"] = verified
            let known = try settings.person(subject: "1", Claims(values: claims))
            #expect(known.isOwnerOfUserName == isOwner && known.role == .administrator)
            #expect(known.isUserNameVerified == isOwner)
        }
        // A subject that replaces a missing address needs no verification.
        #expect(try settings.person(subject: "1", Claims(values: [:])).isUserNameVerified)
    }

    @Test(arguments: [nil, JSONValue.null, .boolean(true), .object(["groups": .string("src1")])])
    func `A missing groups claim changes neither role nor team, and does not satisfy a required group`(groups: JSONValue?)
        throws
    {
        var settings = try Self.settings {
            try $0.setRoles("hr=People")
            try $0.setTeams("Design=d")
        }
        var claims: [String: JSONValue] = [
            "_claim_names": .object(["groups": .string("src1")]),
            "_claim_sources": .object(["src1": .object(["endpoint": .string("https://graph.example.com")])]),
        ]
        claims["groups"] = groups
        let known = try settings.person(subject: "1", Claims(values: claims))
        #expect(known.role == nil && known.team == .unsaid)
        settings.requiredGroup = "d"
        #expect(throws: ProviderAccountError.notInRequiredGroup("d")) {
            try settings.person(subject: "1", Claims(values: claims))
        }
        claims["groups"] = .array([.string("People"), .string("d")])
        #expect(try settings.person(subject: "1", Claims(values: claims)).role == .hr)
    }

    @Test(arguments: [("a\u{202E}b", false), ("former-3", false), ("nia", true)])
    func `A user name that cannot be given here is refused`(name: String, isTaken: Bool) throws {
        let claims = Claims(values: ["preferred_username": .string(name), "name": .string("N\u{200B}ia")])
        #expect(((try? Self.settings().person(subject: "1", claims)) != nil) == isTaken)
        if isTaken { #expect(try Self.settings().person(subject: "1", claims).displayName == "Nia") }
    }
}
