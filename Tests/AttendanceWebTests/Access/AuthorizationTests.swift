@testable import AttendanceWeb

import Attendance
import AttendanceStore
import Foundation
import HTTPTypes
import HummingbirdTesting
import TestOffice
import TestServers
import Testing

/// Tests the table of permissions at each address: exactly the senders with the permission get through. A new address
/// is included automatically.
@Suite(.enabled(if: TestDatabase.isAvailable, "\(TestDatabase.help)"), .timeLimit(.minutes(10)))
struct `Authorization` {
    /// The sender of a request, with the relations to Ada and to the office.
    struct Sender: Sendable, CustomTestStringConvertible {
        let user: String?
        var isReader = false
        var isProvisioner = false
        var isDisplay = false
        var isTagWriter = false
        /// The number of offices for which HR is responsible. An export of all their people is logged for each.
        var offices = 1
        /// For requests that concern no person.
        let standings: Set<Relation>
        /// For requests that concern Ada.
        let toAda: Set<Relation>
        var testDescription: String {
            isReader
                ? "a reader"
                : isProvisioner
                    ? "a provisioner"
                    : isDisplay ? "a display" : isTagWriter ? "a program that writes tags" : user ?? "a stranger"
        }
    }

    static let senders = [
        Sender(user: nil, standings: [.anonymous], toAda: [.anonymous]),
        Sender(user: nil, isReader: true, standings: [.reader], toAda: [.reader]),
        Sender(user: nil, isProvisioner: true, standings: [.provisioner], toAda: [.provisioner]),
        Sender(user: nil, isDisplay: true, standings: [.display], toAda: [.display]),
        Sender(user: nil, isTagWriter: true, standings: [.tagWriter], toAda: [.tagWriter]),
        Sender(user: "ada", standings: [.employee], toAda: [.oneself]),
        // A colleague in another team, Ada's manager, another team's manager, HR here, elsewhere and in both, an administrator.
        Sender(user: "emi", standings: [.employee], toAda: [.employee]),
        Sender(user: "bo", standings: [.employee, .manager], toAda: [.employee, .manager]),
        Sender(user: "flo", standings: [.employee, .manager], toAda: [.employee]),
        Sender(user: "cy", standings: [.employee, .hr], toAda: [.employee, .hr]),
        Sender(user: "gus", standings: [.employee, .hr], toAda: [.employee]),
        Sender(user: "hal", offices: 2, standings: [.employee, .hr], toAda: [.employee, .hr]),
        Sender(user: "lea", standings: [.employee, .administrator], toAda: [.employee, .administrator]),
        Sender(user: "ned", standings: [.employee, .auditor], toAda: [.employee, .auditor]),
    ]

    /// Passes an office with a person of each kind, and a tap and a request of Ada's.
    static func withPeople(
        connections: Int = 3, _ body: (TestWeb, _ tap: UUID, _ request: UUID) async throws -> Void
    ) async throws {
        try await TestWeb.with(connections: connections) { (web) async throws in
            let store = web.office.store
            let other = try await store.offices.addOffice(name: "Other Office", timeZone: "Europe/Berlin")
            for (user, role, office) in [
                ("emi", Role.employee, web.office.office), ("flo", .employee, web.office.office), ("gus", .hr, other),
                ("ned", .auditor, web.office.office),
            ] {
                try await store.people.addPerson(userName: user, displayName: user.capitalized, role: role, office: office)
            }
            for (team, member, manager) in [("Design", "ada", "bo"), ("Sales", "emi", "flo")] {
                let id = try await store.teams.addTeam(team, in: web.office.office)
                try await store.people.assign([try await store.people.person(userName: member).id], to: id)
                try await store.people.setManager(try await store.people.person(userName: manager).id, of: id, to: true)
            }
            let (tap, request) = (UUID(), UUID())
            _ = try await web.services.recorder.record([
                TestOffice.submission(
                    "ada", .start, at: web.clock.now() + .seconds(600), desk: "6F-A1", id: tap,
                    receivedAt: web.clock.now())
            ])
            let ada = try await store.people.person(userName: "ada")
            let wish = Correction(
                id: request, target: tap, change: .void, justification: Justification(author: "ada", reason: "A slip"))
            _ = try await store.requests.ask(.correction(wish), atSent: nil, by: ada, for: ada, now: web.clock.now())
            try await body(web, tap, request)
        }
    }

    /// Adds Hal of the other office, who is HR for these offices.
    static func addHal(for offices: [OfficeID], _ web: TestWeb) async throws {
        let store = web.office.store
        let other = try await store.offices.office(named: "Other Office").id
        let hal = try await store.people.addPerson(userName: "hal", displayName: "Hal", role: .hr, office: other)
        try await store.people.change(hal, PersonChange(hrOffices: offices), by: .command, now: web.clock.now())
    }

    @Test(arguments: senders)
    func `Each address admits exactly the senders with its permission`(sender: Sender) async throws {
        try await Self.withPeople { web, tap, request in
            // The test would wait for an open stream forever.
            await web.endStreams()
            let store = web.office.store
            if sender.user == "hal" {
                try await Self.addHal(for: try await store.offices.offices().map(\.id), web)
            }
            var headers: HTTPFields = [.contentType: "application/json"]
            var key: String?
            if sender.isReader { key = try await store.readers.addReader(name: "front door") }
            if sender.isProvisioner {
                key = try await store.provisioners.addProvisioner(
                    name: "Entra", office: web.office.office, now: web.clock.now())
            }
            if sender.isTagWriter {
                let lea = try await store.people.person(userName: "lea").id
                key = try await store.personalKeys.addKey(for: lea, use: .tags, now: web.clock.now())
            }
            if sender.isDisplay { headers[.cookie] = try await web.display("Lobby", floor: "6F") }
            func noted() async throws -> Int {
                Int(try await web.office.value("select count(*)::text from access_log") ?? "") ?? 0
            }
            for entry in webRoutes(web.services).entries where entry.address != Address.signOut {
                // A second between requests, because there are more addresses than the rate limit allows at once.
                web.clock.advance(by: .seconds(1))
                let address = try Self.address(entry.address, tap, request)
                let body = entry.method == .post ? Self.body : nil
                let before = try await noted()
                let response = try await web.send(
                    entry.method, address, as: sender.user, key: key, headers: headers, body: body)
                let isAllowed =
                    switch entry.permission {
                    case .permission(let right): !right.grantedTo.isDisjoint(with: sender.standings)
                    // Addresses under /me concern the sender.
                    case .personPermission(let right) where entry.address.hasPrefix(Address.me) && sender.user != nil:
                        right.grantedTo.contains(.oneself)
                    case .personPermission(let right): !right.grantedTo.isDisjoint(with: sender.toAda)
                    }
                let place = "\(entry.method) \(entry.address): \(response.status.code) \(response.json["reason"] ?? "")"
                #expect(response.status.code < 500, "\(place)")
                let isRefused =
                    [401, 403].contains(response.status.code)
                    || (response.status == .notFound && response.json["reason"] == WebError.notYours.reason?.rawValue)
                #expect(isRefused == !isAllowed, "\(place)")
                if Self.isRead(entry) {
                    let isOthers = isAllowed && sender.user != "ada" && !entry.address.hasPrefix(Address.me)
                    let rows = if case .permission = entry.permission { sender.offices } else { 1 }
                    #expect(try await noted() - before == (isOthers ? rows : 0), "\(place)")
                }
                if !isAllowed {
                    #expect((response.status == .unauthorized) == (sender.user == nil), "\(place)")
                    #expect(!response.text.contains("Ada"), "\(place)")
                }
            }
        }
    }

    @Test func `A program's key manages no account`() async throws {
        try await Self.withPeople { web, tap, request in
            let bo = try await web.office.store.people.person(userName: "bo").id
            let key = try await web.office.store.personalKeys.addKey(for: bo, now: web.clock.now())
            var count = 0
            for entry in webRoutes(web.services).entries {
                guard case .permission(.manageOwnAccount) = entry.permission else { continue }
                count += 1
                let answer = try await web.send(
                    entry.method, try Self.address(entry.address, tap, request), key: key,
                    body: entry.method == .post ? Self.body : nil)
                #expect(answer.status == .forbidden && answer.json["reason"] == "browser_needed", "\(entry.address)")
            }
            #expect(count > 10)
        }
    }

    /// A body about Ada that each address with a body accepts.
    private static let body =
        #"{"type":"add","user":"ada","kind":"end","at":"2026-11-20T11:59:00+09:00","reason":"A slip","comment":"No"}"#

    /// Whether the response contains part of a person's record.
    private static func isRead(_ entry: Routes.Entry) -> Bool {
        switch entry.permission {
        // While there is no schedule, nothing is shown of a person's hours.
        case .personPermission(.recordHours): false
        case .personPermission(let right): entry.method == .get || right == .decide
        // The form leads to the address of the file, and layouts contain no records.
        case .permission(let right): right == .export && entry.address.hasPrefix("/api/export/")
        }
    }

    static func address(_ template: String, _ tap: UUID, _ request: UUID) throws -> String {
        var address = template.replacing("{user}", with: "ada").replacing("{floor}", with: "6F")
            .replacing("{token}", with: "x").replacing("{desk}", with: "6F-A3").replacing("{uid}", with: "04A1B2C3")
            .replacing("{page}", with: "offices")
            .replacing("{hash}", with: String(repeating: "0", count: 64))
        let isOfRequest = template.hasPrefix(Address.requestList)
        address = address.replacing("{id}", with: (isOfRequest ? request : tap).uuidString.lowercased())
        try #require(!address.contains("{"), "say here what stands for the parameter of \(template)")
        switch template {
        case Address.tap: return address + "?event=start&desk=6F-A1"
        case Address.askForPerson, Address.correctPerson: return address + "?tap=\(tap)"
        case _
        where [Address.hrExport, "/api/export/", "/api/hours/", "/me/export/"].contains(where: { template.hasPrefix($0) }):
            return address + "?from=2026-11-01&to=2026-11-30"
        default: return address
        }
    }

    @Test func `A person's permissions exclude the own record and people outside their teams`() async throws {
        try await Self.withPeople { web, tap, request in
            // HR corrects other people's records, and requests corrections of their own.
            let add = Self.body.replacing("\"ada\"", with: "\"cy\"")
            let json: HTTPFields = [.contentType: "application/json"]
            #expect(try await web.send(.post, Address.corrections, as: "cy", headers: json, body: add).status == .notFound)
            #expect(try await web.send(.post, Address.requestList, as: "cy", headers: json, body: add).status == .created)
            // The manager loses access once Ada has left the team.
            #expect(try await web.send(.get, Address.person("ada"), as: "bo").status == .ok)
            try await web.office.store.people.assign([try await web.office.store.people.person(userName: "ada").id], to: nil)
            #expect(try await web.send(.get, Address.person("ada"), as: "bo").status == .notFound)
            // A missing person and a forbidden one look the same.
            let foreign = try await web.send(.get, Address.person("ada"), as: "flo")
            let missing = try await web.send(.get, Address.person("nobody"), as: "flo")
            #expect(foreign.json == missing.json && foreign.status == missing.status)
        }
    }

    @Test(arguments: [
        ("ada", ["Map", "Who is here", "My record"]),
        ("bo", ["Map", "Who is here", "My record", "My team"]),
        ("cy", ["Map", "Who is here", "My record", "Attendance", "Records", "Requests", "Held taps"]),
        (
            "lea",
            [
                "Map", "Who is here", "My record", "Attendance", "Records", "Requests", "Held taps", "Overview", "Server",
                "People",
                "Teams", "Import", "Floors", "Tags", "Readers", "Displays", "Offices", "Retention",
                "Schedules", "Terms", "Holidays", "Access log",
                "Changes",
                "Audit chain",
            ]
        ),
        ("ned", ["Map", "Who is here", "My record", "Audit chain"]),
    ])
    func `A page links only to pages that the person may open`(user: String, links: [String]) async throws {
        try await Self.withPeople { web, _, _ in
            let person = try await web.office.store.people.person(userName: user)
            let navigation = try await Navigation(for: person, at: Address.map, web.office.store, now: web.clock.now())
            #expect(navigation.links.map(\.name) == links)
            for link in navigation.links {
                #expect(try await web.send(.get, link.address, as: user, headers: .page).status == .ok)
            }
            // Managers decide on their team's page.
            let decides = user == "bo" ? Address.team : Address.requests
            #expect(
                navigation.links.first { $0.address == decides }?.waiting == (["ada", "ned"].contains(user) ? nil : "1"))
        }
    }

    @Test(
        arguments: [
            ("ada", Address.me, 3, [], []), ("bo", Address.requests, 4, [], []), ("bo", Address.people, 4, [], []),
            ("cy", Address.people, 4, ["Attendance", "Records", "Requests", "Held taps"], []),
            (
                "lea", Address.adminTeams, 5,
                ["Overview", "People", "Floors", "Tags", "Equipment", "Offices", "Working time", "Logs"],
                ["People", "Teams", "Import"]
            ), ("ned", Address.ledger, 4, [], []),
        ] as [(String, String, Int, [String], [String])])
    func `A page shows the places of its section, and the tabs of its place`(
        user: String, address: String, main: Int, section: [String], tabs: [String]
    ) async throws {
        try await Self.withPeople { web, _, _ in
            let person = try await web.office.store.people.person(userName: user)
            let navigation = try await Navigation(for: person, at: address, web.office.store, now: web.clock.now())
            let places = navigation.bar + navigation.more
            #expect(places.count == main && places.count { $0.current != nil } == 1)
            // On a phone, the fourth tab is a place or the menu.
            #expect(navigation.bar.count == (main > 4 ? 3 : main))
            #expect(navigation.section.map(\.name) == section && navigation.tabs.map(\.name) == tabs)
            for level in [navigation.section, navigation.tabs] where !level.isEmpty {
                #expect(level.count { $0.current != nil } == 1)
            }
        }
    }

    @Test func `The menu counts as far as 99`() {
        #expect([0, 1, 99, 100, 10_000].map(Navigation.shown) == [nil, "1", "99", "99+", "99+"])
    }
}
