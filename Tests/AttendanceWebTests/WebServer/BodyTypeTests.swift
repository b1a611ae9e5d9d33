@testable import AttendanceWeb

import AttendanceStore
import HTTPTypes
import HummingbirdTesting
import TestOffice
import TestServers
import Testing

@Suite(.enabled(if: TestDatabase.isAvailable, "\(TestDatabase.help)"), .timeLimit(.minutes(10)))
struct `Types of request bodies` {
    private static let others = [
        "text/plain", "text/plain;charset=UTF-8", "multipart/form-data; boundary=x", "application/jsonx", "application/xml",
        "json", "",
    ]

    @Test(arguments: others) func `A form of another type is refused, also one without fields`(type: String) async throws {
        try await TestWeb.with { (web) async throws in
            for (address, user) in [(Address.signIn, nil), (Address.adminFloors, "lea"), (Address.myTap, "ada")] {
                for body in ["name=8F", #"{"name":"8F"}"#, "x"] {
                    let answer = try await web.send(.post, address, as: user, headers: [.contentType: type], body: body)
                    #expect(answer.status == .unsupportedMediaType, "\(address)")
                    #expect(answer.json["reason"] == "bad_type_of_body")
                }
            }
            #expect(try await !web.office.store.floors.floors(of: web.office.office).map(\.name).contains("8F"))
        }
    }

    @Test(
        arguments: [
            ("application/x-www-form-urlencoded", "name=8F"), ("Application/X-WWW-Form-Urlencoded ; charset=UTF-8", "name=8F"),
            ("application/json", #"{"name":"8F"}"#), ("APPLICATION/JSON;charset=utf-8", #"{"name":"8F"}"#), (nil, "name=8F"),
        ] as [(String?, String)])
    func `A form may be JSON, and may have no type`(type: String?, body: String) async throws {
        try await TestWeb.with { (web) async throws in
            var headers = HTTPFields.page
            headers[.contentType] = type
            let answer = try await web.send(.post, Address.adminFloors, as: "lea", headers: headers, body: body)
            #expect(answer.status == .seeOther, "\(answer.text)")
            #expect(try await web.office.store.floors.floors(of: web.office.office).map(\.name).contains("8F"))
        }
    }

    @Test(arguments: others) func `JSON of another type is refused by each route that reads it`(type: String) async throws {
        try await TestWeb.with { (web) async throws in
            let store = web.office.store
            let lea = try await store.people.person(userName: "lea")
            let tags = try await store.personalKeys.addKey(for: lea.id, use: .tags, now: TestOffice.noon)
            let reader = try await store.readers.addReader(name: "front door")
            let provisioner = try await store.provisioners.addProvisioner(
                name: "Entra", office: web.office.office, now: TestOffice.noon)
            for (address, key) in [(Address.tagKeys, tags), (Address.taps, reader), (Address.scimUsers, provisioner)] {
                let answer = try await web.send(.post, address, key: key, headers: [.contentType: type], body: "{}")
                #expect(answer.status == .unsupportedMediaType, "\(address)")
                let problem = address == Address.scimUsers ? answer.json["detail"] : answer.json["reason"]
                #expect(problem == (address == Address.scimUsers ? Self.scimProblem : "bad_type_of_body"))
            }
            let floor = try #require(try await store.floors.floorsToEdit().first)
            let drawing = try await web.send(
                .post, Address.ofFloor(floor.id, Address.adminFloor), as: "lea", headers: [.contentType: type], body: "{}")
            #expect(drawing.status == .unsupportedMediaType)
        }
    }

    private static let scimProblem =
        "Bodies of this type are not supported. Supported: application/scim+json, application/json."
}
