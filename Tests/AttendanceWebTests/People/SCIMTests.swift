@testable import AttendanceWeb

import Attendance
import AttendanceStore
import Foundation
import HTTPTypes
import HummingbirdTesting
import TestOffice
import TestServers
import Testing

@Suite(.enabled(if: TestDatabase.isAvailable, "\(TestDatabase.help)"), .timeLimit(.minutes(10)))
struct `SCIM` {
    /// The SCIM client of an identity provider.
    private struct Provider {
        let web: TestWeb
        let key: String

        func send(_ method: HTTPRequest.Method, _ path: String, _ body: String? = nil) async throws -> TestResponse {
            try await web.send(
                method, Address.scim + path, key: key, headers: [.contentType: "application/scim+json"], body: body)
        }

        func user(_ id: String) async throws -> [String: Any] { try object(try await send(.get, "/Users/\(id)")) }

        func object(_ response: TestResponse) throws -> [String: Any] {
            try #require(try JSONSerialization.jsonObject(with: Data(response.body.readableBytesView)) as? [String: Any])
        }

        /// Adds a person. - Returns: the id.
        func add(_ userName: String) async throws -> String {
            let response = try await send(.post, "/Users", #"{"schemas":["\#(SCIMUser.schema)"],"userName":"\#(userName)"}"#)
            #expect(response.status == .created)
            return try #require(response.json["id"])
        }
    }

    private static func withProvider(_ body: (Provider) async throws -> Void) async throws {
        try await TestWeb.with { (web) async throws in
            let key = try await web.office.store.provisioners.addProvisioner(
                name: "Entra", office: web.office.office, now: web.clock.now())
            try await body(Provider(web: web, key: key))
        }
    }

    @Test func `SCIM adds, finds and deletes people`() async throws {
        try await Self.withProvider { provider in
            let created = try await provider.send(
                .post, "/Users",
                """
                {"schemas":["\(SCIMUser.schema)"],"userName":"emi@example.com","externalId":"e-7","active":true,
                 "displayName":"Emi Sato","name":{"givenName":"Emi","familyName":"Sato"},
                 "emails":[{"primary":true,"type":"work","value":"emi@example.com"}]}
                """)
            #expect(created.status == .created && created.headers[.contentType] == "application/scim+json")
            let id = try #require(created.json["id"])
            #expect(created.headers[.location] == "\(TestWeb.publicURL)/scim/v2/Users/\(id)")
            for filter in [
                #"userName eq "EMI@example.com""#, #"externalId eq "e-7""#, #"displayName EQ "emi sato""#,
                #"\#(SCIMUser.schema):userName eq "emi@example.com""#, #"id eq "\#(id)""#,
            ] {
                let list = try await provider.send(.get, "/Users?filter=" + Address.percentEncoded(filter))
                let found = try #require(try provider.object(list)["Resources"] as? [[String: Any]])
                #expect(found.map { $0["id"] as? String } == [id], "\(filter)")
                #expect(found.first?["name"] as? [String: String] == ["givenName": "Emi", "familyName": "Sato"], "\(filter)")
            }
            #expect(try await provider.web.office.store.people.person(userName: "emi@example.com").role == .employee)
            #expect(try await provider.send(.delete, "/Users/\(id)").status == .noContent)
            for method in [HTTPRequest.Method.get, .delete] {
                #expect(try await provider.send(method, "/Users/\(id)").status == .notFound)
            }
            // The person has left but still exists.
            let account = try await provider.web.office.store.people.account(userName: "emi@example.com").account
            #expect(account.leftAt != nil)
            let again = try await provider.send(
                .post, "/Users", #"{"schemas":["\#(SCIMUser.schema)"],"userName":"EMI@example.com"}"#)
            #expect((again.status, again.json["scimType"]) == (.conflict, "uniqueness"))
        }
    }

    @Test func `SCIM returns the name that was sent, and declares its parts`() async throws {
        try await Self.withProvider { provider in
            let id = try await provider.add("emi")
            func change(_ operation: String) async throws -> [String: String]? {
                let message = #"{"Operations":[\#(operation)]}"#
                return try provider.object(try await provider.send(.patch, "/Users/\(id)", message))["name"]
                    as? [String: String]
            }
            let parts = ["formatted": "Dr. Emi Sato", "givenName": "Emi", "familyName": "Sato"]
            let sent = String(decoding: try JSONSerialization.data(withJSONObject: parts), as: UTF8.self)
            #expect(try await change(#"{"op":"replace","path":"name","value":\#(sent)}"#) == parts)
            #expect(try await provider.user(id)["name"] as? [String: String] == parts)
            #expect(
                try await change(#"{"op":"remove","path":"name.formatted"}"#) == ["givenName": "Emi", "familyName": "Sato"])
            #expect(try await change(#"{"op":"remove","path":"name"}"#) == nil)
            // A person of whom no provisioner sent a name.
            #expect(try await provider.user("1")["name"] as? [String: String] == ["formatted": "Ada Lindqvist"])
            let schema = try provider.object(try await provider.send(.get, "/Schemas/" + SCIMUser.schema))
            let name = (schema["attributes"] as? [[String: Any]])?.first { $0["name"] as? String == "name" }
            let declared = name?["subAttributes"] as? [[String: Any]]
            #expect(declared?.map { $0["name"] as? String } == ["formatted", "givenName", "familyName"])
            #expect(declared?.allSatisfy { $0["mutability"] as? String == "readWrite" } == true)
        }
    }

    /// A message with the addresses of schemas.
    private static func named(_ body: String) -> String {
        body.replacing("SCHEMA", with: SCIMUser.schema).replacing("EXTENSION", with: SCIMUser.enterpriseSchema)
    }

    /// Operations on a person with the number 7 and the address a@example.com, each with the number and the address afterwards.
    private static let detailChanges: [(String, [String?])] = [
        (#"{"op":"Replace","path":"EXTENSION:employeeNumber","value":"8"}"#, ["8", "a@example.com"]),
        (#"{"op":"add","value":{"EXTENSION":{"employeeNumber":"8","department":"D"}}}"#, ["8", "a@example.com"]),
        (#"{"op":"add","value":{"EXTENSION:employeeNumber":"8"}}"#, ["8", "a@example.com"]),
        (#"{"op":"replace","path":"EXTENSION","value":{"department":"D"}}"#, ["7", "a@example.com"]),
        (#"{"op":"replace","path":"EXTENSION:employeeNumber","value":""}"#, [nil, "a@example.com"]),
        (#"{"op":"replace","value":{"EXTENSION":{"employeeNumber":null}}}"#, [nil, "a@example.com"]),
        (#"{"op":"remove","path":"EXTENSION:employeeNumber"}"#, [nil, "a@example.com"]),
        (#"{"op":"remove","path":"EXTENSION"}"#, [nil, "a@example.com"]),
        (#"{"op":"Replace","path":"emails[type eq \"work\"].value","value":"b@example.com"}"#, ["7", "b@example.com"]),
        (#"{"op":"replace","value":{"emails[primary eq true].value":"b@example.com"}}"#, ["7", "b@example.com"]),
        (
            #"{"op":"replace","value":{"emails":[{"type":"home","value":"h@example.com"},{"type":"Work","value":"b@example.com"}]}}"#,
            ["7", "b@example.com"]
        ),
        (
            #"{"op":"add","path":"emails","value":[{"type":"work","value":"w@example.com"},{"primary":true,"value":"b@example.com"}]}"#,
            ["7", "b@example.com"]
        ),
        // An address of another type is not kept.
        (#"{"op":"add","path":"emails","value":[{"type":"home","value":"h@example.com"}]}"#, ["7", "a@example.com"]),
        (#"{"op":"replace","path":"emails","value":[{"type":"home","value":"h@example.com"}]}"#, ["7", "a@example.com"]),
        // Elements without an address.
        (#"{"op":"add","path":"emails","value":{"value":null}}"#, ["7", "a@example.com"]),
        (#"{"op":"add","path":"emails[type eq \"work\"].value","value":""}"#, ["7", "a@example.com"]),
        (#"{"op":"replace","path":"emails","value":[{"type":"work","primary":true}]}"#, ["7", "a@example.com"]),
        (
            #"{"op":"replace","path":"emails","value":[{"type":"work","primary":true},{"value":null},{"value":"b@example.com"}]}"#,
            ["7", "b@example.com"]
        ),
        (#"{"op":"replace","path":"emails[type eq \"work\"].value","value":null}"#, ["7", nil]),
        (#"{"op":"replace","path":"emails[type eq \"home\"].value","value":"h@example.com"}"#, ["7", "a@example.com"]),
        (#"{"op":"replace","path":"emails","value":[]}"#, ["7", nil]),
        (#"{"op":"remove","path":"emails[type eq \"work\"]"}"#, ["7", nil]),
    ]

    @Test(arguments: detailChanges)
    func `SCIM changes the personnel number and the e-mail address`(operation: String, result: [String?]) async throws {
        try await Self.withProvider { provider in
            let body =
                #"{"schemas":["SCHEMA","EXTENSION"],"userName":"emi","emails":[{"value":"a@example.com"}],"EXTENSION":{"employeeNumber":"7"}}"#
            let id = try #require(try await provider.send(.post, "/Users", Self.named(body)).json["id"])
            let response = try await provider.send(.patch, "/Users/\(id)", Self.named(#"{"Operations":[\#(operation)]}"#))
            #expect(response.status == .ok, "\(response.text)")
            let details = try await provider.web.office.store.people.account(userName: "emi").account.details
            #expect([details.personnelNumber, details.email?.text] == result)
            let user = try provider.object(response)
            #expect((user[SCIMUser.enterpriseSchema] as? [String: String])?["employeeNumber"] == result[0])
            #expect((user["schemas"] as? [String])?.contains(SCIMUser.enterpriseSchema) == (result[0] != nil))
            let addresses = user["emails"] as? [[String: String]]
            #expect(addresses == result[1].map { [["value": $0, "type": "work"]] })
        }
    }

    @Test func `SCIM leaves the personnel number and e-mail address that it does not send, and logs those that it changes`()
        async throws
    {
        try await Self.withProvider { provider in
            let (store, now) = (provider.web.office.store, provider.web.clock.now())
            var details = PersonDetails(
                personnelNumber: "7", email: MailAddress("ada@example.com"), reading: "エイダ",
                firstDay: CivilDate(text: "2024-04-01"))
            try await store.people.change(1, PersonChange(details: details), by: .command, now: now)
            let whole = #"{"schemas":["SCHEMA"],"userName":"ada","displayName":"Ada Lindqvist","EXTENSION":{"department":"D"}}"#
            #expect(try await provider.send(.put, "/Users/1", Self.named(whole)).status == .ok)
            #expect(try await store.people.account(userName: "ada").account.details == details)
            let number = #"{"Operations":[{"op":"add","path":"EXTENSION:employeeNumber","value":"8"}]}"#
            #expect(try await provider.send(.patch, "/Users/1", Self.named(number)).status == .ok)
            details.personnelNumber = "8"
            #expect(try await store.people.account(userName: "ada").account.details == details)
            let entry = try #require(try await store.audit.adminLog(of: 1).first)
            #expect((entry.field, entry.old, entry.new) == (.personnelNumber, "7", "8"))
            #expect(entry.author == .provisioner("Entra"))
        }
    }

    @Test func `SCIM changes the e-mail address of employees only: sign-in links can be sent there`() async throws {
        try await Self.withProvider { provider in
            let (store, now) = (provider.web.office.store, provider.web.clock.now())
            let kept = MailAddress("kept@example.com")
            for role in Role.allCases {
                let id = try await provider.add("\(role)")
                let person = try await store.people.person(userName: "\(role)").id
                let details = PersonDetails(personnelNumber: "\(role)", email: kept)
                try await store.people.change(person, PersonChange(role: role, details: details), by: .command, now: now)
                let change = Self.named(
                    #"{"Operations":[{"op":"replace","value":{"emails":[{"value":"new@example.com"}],"EXTENSION":{"employeeNumber":"n-\#(role)"}}}]}"#
                )
                #expect(try await provider.send(.patch, "/Users/\(id)", change).status == .ok)
                let after = try await store.people.account(userName: "\(role)").account.details
                #expect(after.email == (role == .employee ? MailAddress("new@example.com") : kept), "\(role)")
                #expect(after.personnelNumber == "n-\(role)")
            }
        }
    }

    @Test func `SCIM finds people by personnel number, and refuses that of another person of the office`() async throws {
        try await Self.withProvider { provider in
            func add(_ userName: String) async throws -> TestResponse {
                let body = #"{"schemas":["SCHEMA"],"userName":"\#(userName)","EXTENSION":{"employeeNumber":"A7"}}"#
                return try await provider.send(.post, "/Users", Self.named(body))
            }
            let created = try await add("emi")
            let id = try #require(created.json["id"])
            let log = try await provider.web.office.store.audit.adminLog(of: try #require(PersonID(id)))
            #expect(Set(log.map(\.field)) == [.added, .personnelNumber])
            let change = Self.named(#"{"Operations":[{"op":"replace","path":"EXTENSION:employeeNumber","value":"A7"}]}"#)
            for refused in [try await add("eve"), try await provider.send(.patch, "/Users/1", change)] {
                #expect((refused.status, refused.json["scimType"]) == (.conflict, "uniqueness"), "\(refused.text)")
            }
            #expect(try await provider.send(.patch, "/Users/\(id)", change).status == .ok)
            let number = SCIMUser.enterpriseSchema + ":employeeNumber"
            func found(_ text: String, returning attribute: String) async throws -> [[String: Any]] {
                let query = "/Users?attributes=\(attribute)&filter=" + Address.percentEncoded(#"\#(number) eq "\#(text)""#)
                let list = try provider.object(try await provider.send(.get, query))
                let users = try #require(list["Resources"] as? [[String: Any]])
                #expect(list["totalResults"] as? Int == users.count)
                return users
            }
            let users = try await found("A7", returning: number)
            #expect(users.map { $0["id"] as? String } == [id])
            #expect(users.first.map { Set($0.keys) } == ["schemas", "id", SCIMUser.enterpriseSchema])
            #expect(try await found("a7", returning: number).isEmpty)
            // Another attribute of the extension is neither returned nor hides the number.
            let department = SCIMUser.enterpriseSchema + ":department"
            #expect(try await found("A7", returning: department).first.map { Set($0.keys) } == ["schemas", "id"])
            for (hidden, isShown) in [(department, true), (number, false), (SCIMUser.enterpriseSchema, false)] {
                let user = try await provider.user("\(id)?excludedAttributes=\(hidden)")
                #expect((user[SCIMUser.enterpriseSchema] != nil) == isShown, "\(hidden)")
            }
        }
    }

    @Test func `SCIM declares the extension with the personnel number`() async throws {
        try await Self.withProvider { provider in
            let type = try provider.object(try await provider.send(.get, "/ResourceTypes/User"))
            let extensions = type["schemaExtensions"] as? [[String: Any]]
            #expect(extensions?.map { $0["schema"] as? String } == [SCIMUser.enterpriseSchema])
            let schemas = try provider.object(try await provider.send(.get, "/Schemas"))["Resources"] as? [[String: Any]]
            #expect(schemas?.map { $0["id"] as? String } == [SCIMUser.schema, SCIMUser.enterpriseSchema])
            let schema = try provider.object(try await provider.send(.get, "/Schemas/" + SCIMUser.enterpriseSchema))
            let attributes = schema["attributes"] as? [[String: Any]]
            #expect(attributes?.map { $0["name"] as? String } == ["employeeNumber"])
            #expect(attributes?.map { $0["caseExact"] as? Bool } == [true])
        }
    }

    @Test func `SCIM acts on people of its own office only`() async throws {
        try await Self.withProvider { provider in
            let (store, web) = (provider.web.office.store, provider.web)
            let other = try await store.offices.addOffice(name: "Other Office", timeZone: "Europe/Berlin")
            let gus = try await store.people.addPerson(userName: "gus", displayName: "Gus", role: .administrator, office: other)
            let replace =
                #"{"Operations":[{"op":"replace","value":{"active":false,"userName":"x","displayName":"X"}}]}"#
            let whole = #"{"schemas":["\#(SCIMUser.schema)"],"userName":"x","active":false}"#
            for (method, body) in [
                (HTTPRequest.Method.get, nil), (.patch, replace), (.put, whole), (.delete, nil),
            ] as [(HTTPRequest.Method, String?)] {
                let foreign = try await provider.send(method, "/Users/\(gus)", body)
                let missing = try await provider.send(method, "/Users/999", body)
                #expect(foreign.status == .notFound && foreign.json == missing.json, "\(method)")
            }
            for query in ["", "?filter=" + Address.percentEncoded(#"userName eq "gus""#), "?filter=id%20eq%20%22\(gus)%22"] {
                #expect(try await !provider.send(.get, "/Users" + query).text.contains("gus"))
            }
            #expect(try provider.object(try await provider.send(.get, "/Users?count=0"))["totalResults"] as? Int == 5)
            #expect(try await store.people.account(userName: "gus").account.leftAt == nil)
            // A person who moves to the other office belongs to that one from then on.
            let id = try await provider.add("emi")
            let emi = try await store.people.person(userName: "emi").id
            try await store.people.change(emi, PersonChange(office: other), by: .command, now: web.clock.now())
            #expect(try await provider.send(.delete, "/Users/\(id)").status == .notFound)
            #expect(try await store.audit.adminLog(of: emi).count == 2)
        }
    }

    @Test func `SCIM refuses a user name that another person had recently`() async throws {
        try await Self.withProvider { provider in
            let rename = #"{"Operations":[{"op":"replace","path":"userName","value":"ada.berg"}]}"#
            #expect(try await provider.send(.patch, "/Users/1", rename).status == .ok)
            let taken = try await provider.send(
                .post, "/Users", #"{"schemas":["\#(SCIMUser.schema)"],"userName":"Ada"}"#)
            #expect((taken.status, taken.json["scimType"]) == (.conflict, "uniqueness"))
            #expect(taken.json["detail"]?.contains("It is available from 22 Dec 2026.") == true, "\(taken.text)")
            for reserved in ["former-1", "a\u{200B}da"] {
                let body = #"{"schemas":["\#(SCIMUser.schema)"],"userName":"\#(reserved)"}"#
                #expect(try await provider.send(.post, "/Users", body).json["scimType"] == "invalidValue")
            }
        }
    }

    @Test func `SCIM adds people whose names end with a joiner, or have an emoji`() async throws {
        try await Self.withProvider { provider in
            for (user, sent, kept) in [
                ("jila", "ژیلە\\u200c", "ژیلە"), ("eve", "Eve 👩\\u200d💻", "Eve 👩💻"),
            ] {
                let body = #"{"schemas":["\#(SCIMUser.schema)"],"userName":"\#(user)","displayName":"\#(sent)"}"#
                let created = try await provider.send(.post, "/Users", body)
                #expect(created.status == .created && created.json["displayName"] == kept, "\(created.text)")
            }
        }
    }

    @Test func `SCIM adds people with long user names, and with names that need joiners`() async throws {
        try await Self.withProvider { provider in
            for user in [
                "maximiliana.featherstonehaugh-cholmondeley@very-long-subsidiary.example.com",
                "partner.person_contoso-consulting.example.com#EXT#@fabrikam-industries.onmicrosoft.example",
            ] {
                let body =
                    #"{"schemas":["\#(SCIMUser.schema)"],"userName":"\#(user)","displayName":"علی\u200cرضا ن.\u200e"}"#
                let created = try await provider.send(.post, "/Users", body)
                #expect(created.status == .created && created.json["userName"] == user, "\(created.text)")
                #expect(created.json["displayName"] == "علی\u{200C}رضا ن.")
            }
            let long = String(repeating: "u", count: 129)
            let refused = try await provider.send(
                .post, "/Users", #"{"schemas":["\#(SCIMUser.schema)"],"userName":"\#(long)"}"#)
            #expect(refused.json["scimType"] == "invalidValue" && refused.text.contains("1 to 128 visible characters"))
        }
    }

    @Test func `SCIM lists people in pages`() async throws {
        try await Self.withProvider { provider in
            func page(_ query: String) async throws -> [Int] {
                let list = try provider.object(try await provider.send(.get, "/Users" + query))
                let number = { (name: String) in list[name] as? Int ?? -1 }
                let count = (list["Resources"] as? [Any])?.count ?? -1
                #expect(count == number("itemsPerPage"))
                return [number("totalResults"), number("startIndex"), count]
            }
            #expect(try await page("") == [5, 1, 5])
            #expect(try await page("?startIndex=4&count=2") == [5, 4, 2])
            #expect(try await page("?startIndex=5&count=2") == [5, 5, 1])
            #expect(try await page("?startIndex=0&count=-3") == [5, 1, 0])
            #expect(try await page("?startIndex=99") == [5, 99, 0])
            #expect(try await page("?filter=" + Address.percentEncoded(#"userName eq "nobody""#)) == [0, 1, 0])
            let asked = #"{"filter":"userName eq \"ADA\"","attributes":["displayName"],"startIndex":1,"count":9}"#
            let answer = try provider.object(try await provider.send(.post, "/Users/.search", asked))
            let ada = try #require((answer["Resources"] as? [[String: Any]])?.first)
            #expect(Set(ada.keys) == ["schemas", "id", "displayName"] && ada["displayName"] as? String == "Ada Lindqvist")
            let few = try provider.object(try await provider.send(.get, "/Users?count=1&attributes=userName,name.formatted"))
            let user = try #require((few["Resources"] as? [[String: Any]])?.first)
            #expect(Set(user.keys) == ["schemas", "id", "userName", "name"])
            let some = try await provider.user("1?excludedAttributes=displayName")
            #expect(some["displayName"] == nil && some["userName"] as? String == "ada")
        }
    }

    @Test func `SCIM restores neither role nor managed teams when it reactivates a person`() async throws {
        try await Self.withProvider { provider in
            let store = provider.web.office.store
            let id = try await provider.add("emi")
            let emi = try await store.people.person(userName: "emi")
            let (lea, now) = (try await store.people.person(userName: "lea"), provider.web.clock.now())
            try await store.people.change(emi.id, PersonChange(role: .administrator), by: .person(lea.id), now: now)
            let team = try await store.teams.addTeam("Design", in: provider.web.office.office)
            try await store.people.setManager(emi.id, of: team, to: true)
            func send(isActive: Bool) async throws -> HTTPResponse.Status {
                let message =
                    #"{"schemas":["urn:ietf:params:scim:api:messages:2.0:PatchOp"],"Operations":[{"op":"replace","value":{"active":\#(isActive)}}]}"#
                return try await provider.send(.patch, "/Users/\(id)", message).status
            }
            // An active person keeps the role.
            #expect(try await send(isActive: true) == .ok)
            #expect(try await store.people.person(userName: "emi").role == .administrator)
            #expect(try await send(isActive: false) == .ok)
            #expect(try await send(isActive: true) == .ok)
            #expect(try await store.people.person(userName: "emi").role == .employee)
            #expect(try await store.teams.manages(emi.id) == false)
        }
    }

    /// Operations as different programs write them, each with Emi's displayName, active and externalId afterwards.
    private static let patches: [(String, [String])] = [
        (#"{"op":"replace","path":"displayName","value":"Emi S."}"#, ["Emi S.", "true", "e-7"]),
        (#"{"op":"Replace","path":"active","value":"False"}"#, ["Emi Sato", "false", "e-7"]),
        (#"{"op":"replace","path":"active","value":false}"#, ["Emi Sato", "false", "e-7"]),
        (#"{"op":"Replace","path":"active","value":[{"value":"false"}]}"#, ["Emi Sato", "false", "e-7"]),
        (#"{"op":"replace","value":{"active":false}}"#, ["Emi Sato", "false", "e-7"]),
        (#"{"op":"replace","value":{"Active":"false","displayname":"Emi"}}"#, ["Emi", "false", "e-7"]),
        (#"{"op":"Add","path":"externalId","value":"e-8"}"#, ["Emi Sato", "true", "e-8"]),
        (#"{"op":"remove","path":"externalId"}"#, ["Emi Sato", "true", "-"]),
        // The displayName was sent, so the parts of the name do not make it.
        (#"{"op":"Replace","path":"name.formatted","value":"Emi Sato-Berg"}"#, ["Emi Sato", "true", "e-7"]),
        (#"{"op":"replace","path":"name","value":{"givenName":"Emi","familyName":"Berg"}}"#, ["Emi Sato", "true", "e-7"]),
        (#"{"op":"replace","value":{"name.formatted":"Emi B.","name.givenName":"Emi"}}"#, ["Emi Sato", "true", "e-7"]),
        (#"{"op":"replace","value":{"name":{"formatted":"Other"},"displayName":"Emi D."}}"#, ["Emi D.", "true", "e-7"]),
        (
            #"{"op":"replace","path":"urn:ietf:params:scim:schemas:core:2.0:User:displayName","value":"Emi U."}"#,
            ["Emi U.", "true", "e-7"]
        ),
        (#"{"op":"remove","path":"displayName"}"#, ["emi", "true", "e-7"]),
        // Attributes that are not stored are ignored.
        (#"{"op":"Replace","path":"phoneNumbers[type eq \"work\"].value","value":"1"}"#, ["Emi Sato", "true", "e-7"]),
        (#"{"op":"replace","path":"name.familyName","value":"Berg"}"#, ["Emi Sato", "true", "e-7"]),
        (
            #"{"op":"add","path":"urn:ietf:params:scim:schemas:extension:enterprise:2.0:User:department","value":"D"}"#,
            ["Emi Sato", "true", "e-7"]
        ),
    ]

    @Test(arguments: patches)
    func `SCIM understands the operations that Entra ID and Okta send`(operation: String, result: [String]) async throws {
        try await Self.withProvider { provider in
            let id = try await provider.add("emi")
            let whole =
                #"{"schemas":["\#(SCIMUser.schema)"],"userName":"emi","displayName":"Emi Sato","externalId":"e-7","active":true}"#
            #expect(try await provider.send(.put, "/Users/\(id)", whole).status == .ok)
            let message = #"{"schemas":["urn:ietf:params:scim:api:messages:2.0:PatchOp"],"Operations":[\#(operation)]}"#
            let response = try await provider.send(.patch, "/Users/\(id)", message)
            #expect(response.status == .ok, "\(response.text)")
            let user = try await provider.user(id)
            let active = user["active"] as? Bool
            #expect(
                [user["displayName"] as? String ?? "-", "\(active ?? true)", user["externalId"] as? String ?? "-"] == result)
            #expect(user["userName"] as? String == "emi")
        }
    }

    /// The name of a new person, the operations on it, and the displayName afterwards.
    private static let nameChanges: [(String, [String], String)] = [
        (
            #""name":{"givenName":"Ola","familyName":"Before"}"#,
            [#"{"op":"Replace","path":"name.familyName","value":"After"}"#], "Ola After"
        ),
        (
            #""name":{"givenName":"Ola","familyName":"Before"}"#,
            [#"{"op":"replace","value":{"name.familyName":"After","name.givenName":"Ola"}}"#], "Ola After"
        ),
        (
            #""name":{"givenName":"Ola","familyName":"Before"}"#,
            [#"{"op":"replace","value":{"name":{"familyName":"After"}}}"#], "Ola After"
        ),
        (
            #""name":{"givenName":"Ola","familyName":"Before"},"displayName":"Ola B. (Sales)""#,
            [#"{"op":"replace","value":{"name":{"familyName":"After"}}}"#], "Ola B. (Sales)"
        ),
        (
            #""name":{"givenName":"Ola","familyName":"Before"}"#,
            [
                #"{"op":"add","path":"name.givenName","value":"Olaf"}"#,
                #"{"op":"replace","path":"name","value":{"familyName":"After"}}"#,
            ], "Olaf After"
        ),
        (
            #""name":{"givenName":"Ola","familyName":"Before","formatted":"Dr. Ola Before"}"#,
            [#"{"op":"replace","path":"name.familyName","value":"After"}"#], "Ola After"
        ),
        (
            #""name":{"formatted":"Ola Before"}"#,
            [#"{"op":"replace","path":"name.familyName","value":"After"}"#], "Ola Before"
        ),
        (
            #""name":{"givenName":"Ola","familyName":"Before"}"#,
            [#"{"op":"replace","path":"name.formatted","value":"Ola of the Fjord"}"#], "Ola of the Fjord"
        ),
        (
            #""name":{"givenName":"Ola","familyName":"Before"}"#, [#"{"op":"remove","path":"name.familyName"}"#], "Ola"
        ),
        (
            #""name":{"givenName":"Ola","familyName":"Before"},"displayName":"O. B.""#,
            [#"{"op":"remove","path":"displayName"}"#, #"{"op":"replace","path":"name.familyName","value":"After"}"#],
            "Ola After"
        ),
        (#""active":true"#, [#"{"op":"replace","path":"name.givenName","value":"Ola"}"#], "Ola"),
    ]

    @Test(arguments: nameChanges.indices)
    func `A change of a part of a name keeps the other parts and a displayName that was sent`(index: Int) async throws {
        let (name, operations, displayName) = Self.nameChanges[index]
        try await Self.withProvider { provider in
            let body = #"{"schemas":["\#(SCIMUser.schema)"],"userName":"ola@corp.example",\#(name)}"#
            let id = try #require(try await provider.send(.post, "/Users", body).json["id"])
            for operation in operations {
                let patch = #"{"schemas":["urn:ietf:params:scim:api:messages:2.0:PatchOp"],"Operations":[\#(operation)]}"#
                #expect(try await provider.send(.patch, "/Users/\(id)", patch).status == .ok)
            }
            #expect(try await provider.user(id)["displayName"] as? String == displayName)
        }
    }

    @Test
    func `A name that an administrator gave stays when a provisioner changes a part of the name, and is erased with the rest`()
        async throws
    {
        try await Self.withProvider { provider in
            let (store, now) = (provider.web.office.store, provider.web.clock.now())
            let body = #"{"schemas":["\#(SCIMUser.schema)"],"userName":"ola","name":{"givenName":"Ola","familyName":"Before"}}"#
            let id = try #require(try await provider.send(.post, "/Users", body).json["id"])
            let ola = try await store.people.person(userName: "ola").id
            try await store.people.change(ola, PersonChange(displayName: "Ola B."), by: .command, now: now)
            let patch = #"{"Operations":[{"op":"replace","path":"name.familyName","value":"After"}]}"#
            #expect(try await provider.send(.patch, "/Users/\(id)", patch).json["displayName"] == "Ola B.")
            try await store.people.setLeft(userName: "ola", at: now)
            #expect(try await store.retention.eraseName(of: ola, now: now + .seconds(1)) != nil)
            #expect(try await provider.web.office.value("select count(*)::text from provisioned_name") == "0")
        }
    }

    @Test(
        arguments: [
            (.post, "/Users", "{", 400, "invalidSyntax"), (.post, "/Users", "[]", 400, "invalidSyntax"),
            (.post, "/Users", #"{"userName":"x"}"#, 400, "invalidSyntax"),
            (.post, "/Users", #"{"schemas":["SCHEMA"]}"#, 400, "invalidValue"),
            (.post, "/Users", #"{"schemas":["SCHEMA"],"userName":"x\u200by"}"#, 400, "invalidValue"),
            (.post, "/Users", #"{"schemas":["SCHEMA"],"userName":7}"#, 400, "invalidValue"),
            (.post, "/Users", #"{"schemas":["SCHEMA"],"userName":"a\u0000b"}"#, 400, "invalidValue"),
            (.post, "/Users", #"{"schemas":["SCHEMA"],"userName":"x","displayName":"a\nb"}"#, 400, "invalidValue"),
            (.post, "/Users", #"{"schemas":["SCHEMA"],"userName":"x","active":"perhaps"}"#, 400, "invalidValue"),
            (.post, "/Users", #"{"schemas":["SCHEMA"],"userName":"x","externalId":"\u0000"}"#, 400, "invalidValue"),
            (.post, "/Users", #"{"schemas":["SCHEMA"],"userName":"ADA"}"#, 409, "uniqueness"),
            (.put, "/Users/1", #"{"schemas":["SCHEMA"],"userName":"bo"}"#, 409, "uniqueness"),
            (.put, "/Users/1", #"{"schemas":["SCHEMA"]}"#, 400, "invalidValue"),
            (.put, "/Users/99", #"{"schemas":["SCHEMA"],"userName":"x"}"#, 404, nil),
            (.put, "/Users/x", "{}", 404, nil),
            (.patch, "/Users/1", #"{"Operations":[]}"#, 400, "invalidSyntax"),
            (.patch, "/Users/1", #"{"operation":{}}"#, 400, "invalidSyntax"),
            (.patch, "/Users/1", #"{"Operations":[{"op":"move","path":"active"}]}"#, 400, "invalidSyntax"),
            (.patch, "/Users/1", #"{"Operations":[{"op":"remove"}]}"#, 400, "noTarget"),
            (.patch, "/Users/1", #"{"Operations":[{"op":"remove","path":"userName"}]}"#, 400, "mutability"),
            (.patch, "/Users/1", #"{"Operations":[{"op":"replace","path":"active"}]}"#, 400, "invalidValue"),
            (.patch, "/Users/1", #"{"Operations":[{"op":"replace","path":"em ails","value":1}]}"#, 400, "invalidPath"),
            (.patch, "/Users/1", #"{"Operations":[{"op":"replace","path":"e[x","value":1}]}"#, 400, "invalidPath"),
            (.patch, "/Users/1", #"{"Operations":[{"op":"replace","value":"x"}]}"#, 400, "invalidValue"),
            (
                .patch, "/Users/1", #"{"Operations":[{"op":"add","path":"EXTENSION:employeeNumber","value":7}]}"#, 400,
                "invalidValue"
            ),
            (
                .put, "/Users/1", #"{"schemas":["SCHEMA"],"userName":"ada","EXTENSION":{"employeeNumber":"a\nb"}}"#, 400,
                "invalidValue"
            ),
            (
                .patch, "/Users/1", #"{"Operations":[{"op":"replace","path":"emails","value":"a@example.com"}]}"#, 400,
                "invalidValue"
            ),
            (.post, "/Users", #"{"schemas":["SCHEMA"],"userName":"x","emails":[{"value":"at example"}]}"#, 400, "invalidValue"),
            // All operations of a message or none.
            (
                .patch, "/Users/1", #"{"Operations":[{"op":"replace","path":"displayName","value":"X"},{"op":"remove"}]}"#, 400,
                "noTarget"
            ),
            // The last administrator.
            (.patch, "/Users/5", #"{"Operations":[{"op":"replace","path":"active","value":false}]}"#, 400, "mutability"),
            (.delete, "/Users/5", nil, 400, "mutability"),
            (.get, "/Users?filter=userName", nil, 400, "invalidFilter"),
            (.get, "/Users?filter=userName%20co%20%22a%22", nil, 400, "invalidFilter"),
            (.get, "/Users?filter=userName%20eq%20%22a%22%20or%20id%20eq%20%221%22", nil, 400, "invalidFilter"),
            (.get, "/Users?filter=userName%20eq%20%22%5Cu0000%22", nil, 400, "invalidFilter"),
            (.get, "/Users?count=many", nil, 400, "invalidValue"),
            (.get, "/Users?attributes=a&excludedAttributes=b", nil, 400, "invalidSyntax"),
            (.post, "/Users/.search", #"{"count":"many"}"#, 400, "invalidValue"),
            (.post, "/Users/.search", #"{"filter":7}"#, 400, "invalidFilter"),
            (.get, "/Groups", nil, 404, nil), (.post, "/Schemas", "{}", 405, nil),
        ] as [(HTTPRequest.Method, String, String?, Int, String?)])
    func `A wrong SCIM request gets a SCIM error and changes nothing`(
        method: HTTPRequest.Method, path: String, body: String?, status: Int, type: String?
    ) async throws {
        try await Self.withProvider { provider in
            let response = try await provider.send(method, path, body.map(Self.named))
            #expect((response.status.code, response.json["scimType"]) == (status, type), "\(response.text)")
            #expect(response.json["status"] == "\(status)" && response.json["detail"] != nil)
            #expect(response.headers[.contentType] == "application/scim+json")
            #expect(try await provider.web.office.value("select count(*)::text from admin_log") == "0")
            #expect(try await provider.web.office.value("select count(*)::text from person where left_at is null") == "4")
        }
    }

    @Test func `A user name that SCIM changes leaves events unchanged and has an entry in the ledger`() async throws {
        try await Self.withProvider { provider in
            let office = provider.web.office
            _ = try await provider.web.services.recorder.record([
                TestOffice.submission("ada", .start, at: provider.web.clock.now(), desk: "6F-A1")
            ])
            let head = try await office.store.ledger.ledgerHead()
            let response = try await provider.send(
                .patch, "/Users/1", #"{"Operations":[{"op":"replace","path":"userName","value":"ada.berg"}]}"#)
            #expect(response.status == .ok)
            #expect(try await office.store.ledger.verifyLedger(since: head) == (1, nil))
            #expect(try await office.value("select person_id::text from event") == "1")
            #expect(try await provider.web.send(.get, Address.me, as: "ada.berg", headers: .page).status == .ok)
            #expect(try await office.store.audit.adminLog(of: 1).map(\.new) == ["ada.berg"])
        }
    }

    @Test func `SCIM is for provisioners only, and their keys work nowhere else`() async throws {
        try await Self.withProvider { provider in
            let web = provider.web
            #expect(try await web.send(.get, Address.scimUsers).status == .unauthorized)
            // Not redirected to the sign-in page.
            #expect(try await web.send(.get, Address.scimUsers, headers: .page).status == .unauthorized)
            #expect(try await web.send(.get, Address.scimUsers, as: "lea").status == .forbidden)
            #expect(try await web.send(.get, Address.me, key: provider.key).status == .unauthorized)
            try await web.office.store.provisioners.revokeProvisioner(name: "Entra", now: web.clock.now())
            web.services.access.invalidate()
            #expect(try await provider.send(.get, "/Users").status == .unauthorized)
        }
    }
}
