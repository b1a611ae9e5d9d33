@testable import AttendanceWeb

import AttendanceStore
import Foundation
import TestOffice
import TestServers
import Testing

@Suite struct `The settings of a provider` {
    private static func settings(
        issuer: String = "https://id.example.com", _ change: (inout OIDCSettings) throws -> Void = { _ in }
    ) throws -> OIDCSettings {
        var settings = try OIDCSettings(issuer: issuer, name: "X", clientID: "desk", clientSecret: nil)
        try change(&settings)
        return settings
    }

    @Test(arguments: [
        "https://id.example.com", "https://id.example.com:8443/realms/desk/", "http://localhost:15000", "http://127.0.0.1:1",
        "http://[::1]:80/",
    ])
    func `name one that nobody between can play`(issuer: String) throws {
        #expect(try Self.settings(issuer: issuer).issuer == issuer)
    }

    @Test(arguments: [
        "", "id.example.com", "http://id.example.com", "https://", "ftp://id.example.com", "https://id.example.com?x",
        "https://id.example.com#x", "https://ada@id.example.com", "http://localhost.example.com", "https://id.example.com/ x",
        "https://id.exämple.com", "https://id.example.com/\"",
    ])
    func `name no other`(issuer: String) {
        #expect(throws: OIDCSettings.Problem.self) { try Self.settings(issuer: issuer) }
    }

    @Test(arguments: [
        ("hr=People", ["People"], Role.hr), ("hr=People;administrator=Admins", ["Admins", "People"], .administrator),
        ("administrator=Admins; hr = cn=hr,ou=groups ;", ["cn=hr,ou=groups"], .hr), ("hr=People", [], .employee),
        ("hr=People", ["people", "hr", "PeopleX"], .employee), ("manager=A;hr=A", ["A"], .hr), ("hr=A;hr=B", ["B"], .hr),
    ])
    func `say what groups make of somebody`(text: String, groups: [String], role: Role) throws {
        let settings = try Self.settings { try $0.setRoles(text) }
        let claims = Claims(values: ["sub": .text("1"), "groups": .list(groups.map(Claims.Value.text))])
        #expect(try settings.person(claims).role == role)
    }

    @Test(arguments: ["hr", "=x", "hr=", "owner=x", "hr=x;y"])
    func `are no list of roles`(text: String) {
        #expect(throws: OIDCSettings.Problem.self) { try Self.settings { try $0.setRoles(text) } }
    }

    @Test func `say what becomes of claims`() throws {
        let settings = try Self.settings {
            try $0.setTeams("Design=d;Sales=s")
            $0.userClaim = "login"
            $0.groupsClaim = "member_of"
            $0.linksByUserName = true
        }
        let known = try settings.person(
            Claims(values: [
                "sub": .text("1"), "login": .text("nia"), "given_name": .text("Nia\n"), "family_name": .text("Sol"),
                "member_of": .text("s"),
            ]))
        #expect(known.userName == "nia" && known.displayName == "Nia Sol" && known.isOwnerOfUserName)
        #expect(known.role == nil && known.team == .oneOf(["Design", "Sales"], "Sales"))
        // The subject stands in for a user name, but is nobody's here.
        let bare = try settings.person(Claims(values: ["sub": .text("lea"), "preferred_username": .text("x")]))
        #expect(bare.userName == "lea" && bare.displayName == "lea" && !bare.isOwnerOfUserName)
        // A provider that leaves the groups out says nothing of them; an empty list says that there are none.
        #expect(bare.team == .unsaid)
        let none = try settings.person(Claims(values: ["sub": .text("lea"), "member_of": .list([])]))
        #expect(none.team == .oneOf(["Design", "Sales"], nil))
    }

    @Test func `take an e-mail address for a user name only once it is verified, and the most of several roles`() throws {
        let settings = try Self.settings {
            try $0.setRoles("auditor=audit;administrator=admins;employee=all")
            $0.userClaim = "email"
            $0.linksByUserName = true
        }
        for (verified, isOwner): (Claims.Value?, Bool) in [
            (nil, false), (.flag(false), false), (.flag(true), true), (.text("true"), true),
        ] {
            var claims: [String: Claims.Value] = [
                "sub": .text("1"), "email": .text("lea@example.com"), "groups": .list([.text("audit"), .text("admins")]),
            ]
            claims["email_verified"] = verified
            let known = try settings.person(Claims(values: claims))
            #expect(known.isOwnerOfUserName == isOwner && known.role == .administrator)
            #expect(known.isUserNameVerified == isOwner)
        }
        // A subject that stands in for a missing address needs no verification.
        #expect(try settings.person(Claims(values: ["sub": .text("1")])).isUserNameVerified)
    }

    @Test(arguments: [nil, Claims.Value.other, .flag(true), .object(["groups": .text("src1")])])
    func `leave roles and teams as they are where the groups are missing`(groups: Claims.Value?) throws {
        var settings = try Self.settings {
            try $0.setRoles("hr=People")
            try $0.setTeams("Design=d")
        }
        var claims: [String: Claims.Value] = [
            "sub": .text("1"), "_claim_names": .object(["groups": .text("src1")]),
            "_claim_sources": .object(["src1": .object(["endpoint": .text("https://graph.example.com")])]),
        ]
        claims["groups"] = groups
        let known = try settings.person(Claims(values: claims))
        #expect(known.role == nil && known.team == .unsaid)
        // Whoever needs a group is not let in on a guess.
        settings.requiredGroup = "d"
        #expect(throws: OIDCProblem.notInRequiredGroup(group: "d", subject: "1")) {
            try settings.person(Claims(values: claims))
        }
        claims["groups"] = .list([.text("People"), .text("d")])
        #expect(try settings.person(Claims(values: claims)).role == .hr)
    }

    @Test(arguments: [("a\u{202E}b", false), ("former-3", false), ("nia", true)])
    func `take no name that nobody is given`(name: String, isTaken: Bool) throws {
        let claims = Claims(values: ["sub": .text("1"), "preferred_username": .text(name), "name": .text("N\u{200B}ia")])
        #expect(((try? Self.settings().person(claims)) != nil) == isTaken)
        if isTaken { #expect(try Self.settings().person(claims).displayName == "Nia") }
    }

    @Test(
        .enabled(if: TestDatabase.isAvailable, "\(TestDatabase.help)"),
        arguments: [
            (#"{"oidc-issuer": "http://id.example.com", "oidc-client-id": "x"}"#, "The setting 'oidc-issuer' is not an https"),
            (#"{"oidc-issuer": "https://id.example.com"}"#, "The setting 'oidc-client-id' is missing."),
            (#"{"oidc-client-id": "x"}"#, "The setting 'oidc-client-id' needs 'oidc-issuer'"),
            (#"{"oidc-isuer": "x"}"#, "an unknown setting 'oidc-isuer'"),
            (
                #"{"oidc-issuer": "https://id.example.com", "oidc-client-id": "x", "oidc-client-secret-file": "/nowhere"}"#,
                "The file /nowhere, named by 'oidc-client-secret-file', cannot be read."
            ),
            (
                #"{"oidc-issuer": "https://id.example.com", "oidc-client-id": "x", "oidc-office": "Nowhere"}"#,
                "The setting 'oidc-office' must name one of the offices"
            ),
            (
                #"{"oidc-issuer": "https://id.example.com", "oidc-client-id": "x", "oidc-link-by-user-name": "maybe"}"#,
                "is neither 'yes' nor 'no'"
            ),
            (
                #"{"oidc-issuer": "https://id.example.com", "oidc-client-id": "x", "oidc-new-people": "some"}"#,
                "The setting 'oidc-new-people' is neither 'yes' nor 'no'"
            ),
            (
                #"{"oidc-issuer": "https://id.example.com", "oidc-client-id": "x", "oidc-session-length": "7"}"#,
                "The setting 'oidc-session-length' is not a time from 5m to 365d"
            ),
            (
                #"{"oidc-issuer": "https://id.example.com", "oidc-client-id": "x", "oidc-session-length": "366d"}"#,
                "The setting 'oidc-session-length' is not a time from 5m to 365d"
            ),
            (
                #"{"oidc-issuer": "https://id.example.com", "oidc-client-id": "x", "oidc-client-secret-file": "FOLDER/open"}"#,
                "named by 'oidc-client-secret-file', may be read by others. Please run 'chmod 600 "
            ),
            (
                #"{"oidc-issuer": "https://id.example.com", "oidc-client-id": "x", "oidc-client-secret-file": "FOLDER"}"#,
                "named by 'oidc-client-secret-file', is no file."
            ),
            (
                #"{"oidc-issuer": "https://id.example.com", "oidc-client-id": "x", "oidc-client-secret-file": "FOLDER/closed", "oidc-office": "Nowhere"}"#,
                "The setting 'oidc-office' must name one of the offices"
            ),
        ])
    func `stop the start where they cannot be`(text: String, sentence: String) async throws {
        try await TestFolder.with { folder in
            try await TestOffice.with { office in
                let file = folder + "/settings.json"
                try text.replacing("FOLDER", with: folder).write(toFile: file, atomically: true, encoding: .utf8)
                for (name, mode) in [("open", 0o640), ("closed", 0o600)] {
                    try "a secret".write(toFile: "\(folder)/\(name)", atomically: true, encoding: .utf8)
                    try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: "\(folder)/\(name)")
                }
                let (status, output) = try await ServerProcess.run(
                    "serve", "--port", "0", "--config", file, "--database", office.database.connectionString, "--resources",
                    TestOffice.checkout, in: folder)
                #expect(status == 1 && output.contains(sentence), "\(output)")
            }
        }
    }
}
