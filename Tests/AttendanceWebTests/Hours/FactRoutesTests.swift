@testable import AttendanceWeb

import Attendance
import AttendanceStore
import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import JSON
import TestOffice
import TestServers
import Testing

@Suite(.enabled(if: TestDatabase.isAvailable, "\(TestDatabase.help)"), .timeLimit(.minutes(10)))
struct `Facts of hours through the API` {
    private static let leave: [JSONValue] = [
        ["type": "account", "account": "leave", "day_s": 28800],
        ["type": "kind", "kind": "leave", "from": "2026-01-01", "credit": "full", "rank": 10, "account": "leave"],
    ]

    private static func common(_ type: String) -> JSONValue {
        switch type {
        case "schedule": TestWeb.schedule("full", 28800)
        case "holiday": ["type": "holiday", "calendar": "jp", "date": "2026-05-04", "name": "Greenery Day"]
        case "kind": ["type": "kind", "kind": "trip", "from": "2026-01-01", "credit": "fill", "rank": 5]
        case "account": leave[0]
        case "team": ["type": "terms", "scope": "team", "of": "Harbour Office/Design", "from": "2026-01-01", "rules": ["jp"]]
        default: ["type": "terms", "scope": "office", "of": "Harbour Office", "from": "2026-01-01", "rules": ["jp"]]
        }
    }

    private static func personal(_ type: String, _ user: String) -> JSONValue {
        let user = JSONValue.string(user)
        return switch type {
        case "employment": ["type": "employment", "user": user, "from": "2026-03-01", "office": "Harbour Office"]
        case "terms": ["type": "terms", "scope": "person", "of": user, "from": "2026-01-01", "schedule": .null]
        case "grant": ["type": "grant", "user": user, "account": "leave", "amount_s": 288_000, "from": "2026-01-01"]
        case "absence": ["type": "absence", "user": user, "kind": "leave", "from": "2026-03-03", "to": "2026-03-04"]
        default: ["type": "adjustment", "user": user, "date": "2026-03-10", "s": 3600, "reason": "payout"]
        }
    }

    // MARK: Permissions

    /// The sender, the person concerned, the status and the reason.
    @Test(
        arguments: [
            ("ada", "ada", .forbidden, "forbidden"), ("emi", "ada", .forbidden, "forbidden"),
            ("bo", "ada", .forbidden, "forbidden"), ("ned", "ada", .forbidden, "forbidden"), ("cy", "ada", .created, nil),
            ("cy", "lea", .created, nil), ("cy", "dai", .created, nil), ("cy", "cy", .forbidden, "own"),
            ("cy", "gus", .notFound, "not_yours"), ("gus", "ada", .notFound, "not_yours"), ("lea", "gus", .created, nil),
            ("lea", "lea", .forbidden, "own"), ("lea", "nobody", .notFound, "not_yours"),
        ] as [(String, String, HTTPResponse.Status, String?)])
    func `HR records facts about people of its offices, administrators about all, neither about themselves`(
        sender: String, user: String, status: HTTPResponse.Status, reason: String?
    ) async throws {
        try await Authorization.withPeople { web, _, _ in
            try await web.record(Self.leave)
            for type in ["terms", "grant", "absence", "adjustment"] {
                let answer = try await web.sendFacts([Self.personal(type, user)], as: sender)
                #expect(answer.status == status && answer.json["reason"] == reason, "\(type): \(answer.text)")
            }
        }
    }

    @Test func `HR records employments in its own offices only`() async throws {
        try await Authorization.withPeople { (web, _, _) async throws in
            #expect(try await web.sendFacts([Self.personal("employment", "ada")], as: "cy").status == .created)
            let elsewhere = TestWeb.employment(of: "ada", office: "Other Office")
            #expect(try await web.sendFacts([elsewhere], as: "cy").status == .forbidden)
            #expect(try await web.sendFacts([elsewhere], as: "lea").status == .created)
        }
    }

    @Test(arguments: ["schedule", "holiday", "kind", "account", "team", "office"])
    func `Only administrators record facts that concern all people, and void them`(type: String) async throws {
        try await Authorization.withPeople { web, _, _ in
            for (user, status) in [
                ("ada", HTTPResponse.Status.forbidden), ("bo", .forbidden), ("cy", .forbidden), ("ned", .forbidden),
                ("lea", .created),
            ] {
                let answer = try await web.sendFacts([Self.common(type)], as: user)
                #expect(answer.status == status, "\(user): \(answer.text)")
            }
            let fact = try #require(try await web.office.store.hours.commonFacts().facts.first)
            let void: JSONValue = ["type": "void", "target": .string(fact.fact.id)]
            #expect(try await web.sendFacts([void], as: "cy").status == .forbidden)
            #expect(try await web.sendFacts([void], as: "lea").status == .created)
        }
    }

    @Test func `A void needs the permission over the person of its target`() async throws {
        try await Authorization.withPeople { web, _, _ in
            var voids: [String: JSONValue] = [:]
            for user in ["ada", "cy", "gus"] {
                let id = UUID().uuidString.lowercased()
                var fact = TestWeb.adjustment(of: user).object ?? [:]
                fact["id"] = .string(id)
                try await web.record([.object(fact)])
                voids[user] = ["type": "void", "target": .string(id)]
            }
            for (user, status, reason) in [
                ("cy", HTTPResponse.Status.forbidden, "own"), ("gus", .notFound, "not_yours"), ("ada", .created, nil),
            ] as [(String, HTTPResponse.Status, String?)] {
                let answer = try await web.sendFacts([try #require(voids[user])], as: "cy")
                #expect(answer.status == status && answer.json["reason"] == reason, "\(user): \(answer.text)")
            }
        }
    }

    @Test func `A person's key records facts, a reader's key and a page of another site do not`() async throws {
        try await TestWeb.with { (web) async throws in
            let store = web.office.store
            let lea = try await store.people.person(userName: "lea").id
            let key = try await store.personalKeys.addKey(for: lea, now: web.clock.now())
            #expect(try await web.sendFacts([TestWeb.schedule("full", 28800)], key: key).status == .created)
            let reader = try await store.readers.addReader(name: "front door")
            #expect(try await web.sendFacts([TestWeb.schedule("half", 14400)], key: reader).status == .unauthorized)
            #expect(try await web.sendFacts([TestWeb.schedule("half", 14400)]).status == .unauthorized)
            var headers: HTTPFields = [.contentType: "application/json"]
            headers[try #require(HTTPField.Name("Sec-Fetch-Site"))] = "cross-site"
            let body = TestWeb.factList([TestWeb.schedule("half", 14400)])
            let answer = try await web.send(.post, Address.hoursFacts, as: "lea", headers: headers, body: body)
            #expect(answer.status == .forbidden && answer.json["reason"] == "cross_site")
            #expect(try await store.hours.commonFacts().facts.count == 1)
        }
    }

    // MARK: Recording

    @Test func `A fact that is sent again is recorded once, and its id gets no other content`() async throws {
        try await TestWeb.with { (web) async throws in
            let id = UUID().uuidString
            func fact(_ seconds: Int64) -> JSONValue {
                var members = TestWeb.adjustment(of: "ada", seconds).object ?? [:]
                members["id"] = .string(id)
                return .object(members)
            }
            let first = try await web.sendFacts([fact(60)], as: "cy")
            #expect(first.status == .created && first.json["outcome"] == "recorded")
            #expect(try JSONValue(parsing: first.text.utf8)["ids"] == [.string(id.lowercased())])
            let again = try await web.sendFacts([fact(60)], as: "cy", reason: "Sent again")
            #expect(again.status == .ok && again.json["outcome"] == "duplicate")
            let other = try await web.sendFacts([fact(61), TestWeb.adjustment(of: "bo")], as: "cy")
            #expect(other.status == .conflict && other.json["reason"] == "conflict")
            #expect(other.json["detail"]?.contains(id.lowercased()) == true)
            #expect(try await web.office.value("select count(*)::text from hours_fact where type = 'adjustment'") == "1")
        }
    }

    @Test func `A single fact has its reason beside its fields, an adjustment only in a list`() async throws {
        try await TestWeb.with { (web) async throws in
            func send(_ fact: JSONValue) async throws -> TestResponse {
                var members = fact.object ?? [:]
                members["id"] = .string(UUID().uuidString)
                members["reason"] = members["reason"] ?? "By contract"
                return try await web.send(
                    .post, Address.hoursFacts, as: "lea", headers: [.contentType: "application/json"],
                    body: String(decoding: JSONWriter(.object(members)).bytes, as: UTF8.self))
            }
            #expect(try await send(TestWeb.schedule("full", 28800)).status == .created)
            let recorded = try #require(try await web.office.store.hours.commonFacts().facts.first)
            #expect(recorded.reason == "By contract" && recorded.fields["reason"] == nil)
            let adjustment = try await send(Self.personal("adjustment", "ada"))
            #expect(adjustment.status == .unprocessableContent && adjustment.json["reason"] == "reason_required")
            #expect(try await web.sendFacts([Self.personal("adjustment", "ada")], as: "lea").status == .created)
            let ada = try await web.office.store.people.person(userName: "ada").id
            let last = try #require(try await web.office.store.hours.facts(of: ada).last)
            #expect(last.reason == "As agreed" && last.fields["reason"] == "payout")
        }
    }

    @Test(
        arguments: [
            (#"{"type": "holidays"}"#, "bad_type"), (#"{"user": "ada"}"#, "bad_type"),
            (#"{"type": "confirm", "user": "ada", "period": "2026-03", "items": {}}"#, "bad_type"),
            (#"{"type": "approve", "user": "ada", "period": "2026-03", "items": {}}"#, "bad_type"),
            (#"{"type": "close", "user": "ada", "period": "2026-03", "items": {}}"#, "bad_type"),
            (#"{"type": "adjustment", "user": "ada", "date": "2026-02-30", "s": 1}"#, "bad_date"),
            (#"{"type": "adjustment", "user": "ada", "date": "1969-12-31", "s": 1}"#, "bad_date"),
            (#"{"type": "employment", "user": "ada", "from": "0001-01-01", "office": "Harbour Office"}"#, "bad_date"),
            (#"{"type": "adjustment", "user": "ada", "date": "2026-03-02"}"#, "bad_value"),
            (#"{"type": "adjustment", "user": "ada", "date": "2026-03-02", "s": 1.5}"#, "bad_value"),
            (#"{"type": "holiday", "calendar": "jp", "date": "2026-05-04", "name": "May\u0000"}"#, "bad_value"),
            (#"{"type": "employment", "user": "ada", "from": "2026-03-01", "office": "Nowhere"}"#, "unknown_reference"),
            (#"{"type": "employment", "user": "ada", "from": "2026-03-01", "office": "1"}"#, "unknown_reference"),
            (
                #"{"type": "employment", "user": "ada", "from": "2026-03-01", "office": "Harbour Office", "team": "X"}"#,
                "unknown_reference"
            ),
            // Leaving is a matter of the account.
            (#"{"type": "employment", "user": "ada", "from": "2026-03-01", "office": null}"#, "bad_value"),
            (#"{"type": "employment", "user": "dai", "from": "2199-03-01", "office": "Harbour Office"}"#, "bad_date"),
            (#"{"type": "terms", "scope": "team", "of": "X", "from": "2026-03-01", "rules": []}"#, "unknown_reference"),
            (
                #"{"type": "terms", "scope": "person", "of": "ada", "from": "2026-03-01", "schedule": "none"}"#,
                "unknown_reference"
            ),
            (
                #"{"type": "absence", "user": "ada", "kind": "none", "from": "2026-03-01", "to": "2026-03-01"}"#,
                "unknown_reference"
            ),
            (#"{"type": "void", "target": "4d1f5d3e-0000-4000-8000-000000000000"}"#, "unknown_target"),
            (#"{"type": "void", "target": "x"}"#, "unknown_target"),
        ])
    func `A wrong fact is refused with its reason and a sentence, and nothing sent with it is recorded`(
        json: String, reason: String
    ) async throws {
        try await TestWeb.with { (web) async throws in
            let wrong = try JSONValue(parsing: json.utf8)
            let answer = try await web.sendFacts([TestWeb.schedule("full", 28800), wrong], as: "lea")
            #expect(answer.status == .unprocessableContent && answer.json["reason"] == reason, "\(answer.text)")
            #expect(answer.json["detail"]?.contains("hoursAPI") == false)
            #expect(try await web.office.store.hours.commonFacts().facts.isEmpty)
        }
    }

    @Test func `An employment by a change of the account is not voided, and a team has to be of its office`() async throws {
        try await Authorization.withPeople { (web, _, _) async throws in
            let store = web.office.store
            let ada = try await store.people.person(userName: "ada").id
            let own = try #require(try await store.hours.facts(of: ada).first { $0.author == nil })
            let void = try await web.sendFacts([["type": "void", "target": .string(own.fact.id)]], as: "lea")
            #expect(void.status == .unprocessableContent && void.json["reason"] == "unknown_target", "\(void.text)")
            let recorded = UUID().uuidString
            var fact = TestWeb.employment(of: "ada").object ?? [:]
            fact["id"] = .string(recorded)
            try await web.record([.object(fact)])
            try await web.record([["type": "void", "target": .string(recorded)]])

            let elsewhere = TestWeb.employment(of: "ada", office: "Other Office", team: "Harbour Office/Design")
            let answer = try await web.sendFacts([elsewhere], as: "lea")
            #expect(answer.status == .unprocessableContent && answer.json["reason"] == "unknown_reference", "\(answer.text)")
        }
    }

    /// Cy records for Ada's last day, and not for the day after it.
    @Test func `A person with a last day is transferred until then`() async throws {
        try await TestWeb.with { (web) async throws in
            let people = web.office.store.people
            let (ada, day) = (try await people.person(userName: "ada").id, try #require(CivilDate(text: "2026-12-31")))
            try await people.leave([ada], when: { _ in .after(day) }, by: .command, now: web.clock.now())
            for (from, status) in [(day, HTTPResponse.Status.created), (day.adding(days: 1), .unprocessableContent)] {
                var fact = TestWeb.employment(of: "ada").object ?? [:]
                fact["from"] = .string("\(from)")
                #expect(try await web.sendFacts([.object(fact)], as: "cy").status == status)
            }
        }
    }

    @Test func `Two facts with one id, a list without facts, an id that is none and a missing reason are refused`() async throws
    {
        try await TestWeb.with { (web) async throws in
            var twice = TestWeb.adjustment(of: "ada").object ?? [:]
            twice["id"] = .string(UUID().uuidString)
            let answers: [(TestResponse, HTTPResponse.Status, String)] = try await [
                (web.sendFacts([.object(twice), .object(twice)], as: "cy"), .unprocessableContent, "duplicate"),
                (web.sendFacts([], as: "cy"), .badRequest, "bad_json"),
                (web.sendFacts([["id": "7", "type": "adjustment"]], as: "cy"), .badRequest, "bad_id"),
                (web.sendFacts([.object(twice)], as: "cy", reason: " "), .unprocessableContent, "reason_required"),
                (web.sendFacts([.object(twice)], as: "cy", reason: nil), .unprocessableContent, "reason_required"),
                (
                    web.sendFacts([.object(twice)], as: "cy", reason: String(repeating: "x", count: 1001)), .badRequest,
                    "too_long"
                ),
                (
                    web.sendFacts((0...500).map { _ in TestWeb.adjustment(of: "ada") }, as: "cy"), .contentTooLarge,
                    "too_many_items"
                ),
                (
                    web.send(
                        .post, Address.hoursFacts, as: "cy", headers: [.contentType: "application/json"],
                        body: String(repeating: " ", count: 600_000)), .contentTooLarge, "too_many_bytes"
                ),
            ]
            for (answer, status, reason) in answers {
                #expect(answer.status == status && answer.json["reason"] == reason, "\(answer.text)")
            }
            #expect(try await web.office.value("select count(*)::text from hours_fact where type = 'adjustment'") == "0")
        }
    }

    // MARK: Names

    @Test func `Facts have names outside and numbers inside, and what is listed can be sent again`() async throws {
        try await Authorization.withPeople { web, _, _ in
            let store = web.office.store
            try await web.record(
                Self.leave + [
                    TestWeb.schedule("full", 28800), Self.common("team"), Self.common("office"),
                    TestWeb.employment(of: "ADA", team: "Design"), Self.personal("terms", "ada"),
                    Self.personal("absence", "ada"),
                ])
            let ada = try await store.people.person(userName: "ada").id
            let employment = try #require(try await store.hours.facts(of: ada).first { $0.reason == "As agreed" })
            #expect(employment.fields["user"] == .string("\(ada)"))
            #expect(employment.fields["office"] == .string("\(web.office.office)"))
            #expect(employment.fields["team"] == .string("\(try await store.teams.team(named: "Design").id)"))

            for address in [Address.hoursFacts, Address.hoursFacts + "?user=ada"] {
                let answer = try await web.send(.get, address, as: "lea")
                let listed = try #require(try JSONValue(parsing: answer.text.utf8)["facts"]?.array)
                let facts = listed.compactMap { $0["fact"] }
                #expect(facts.count == listed.count && facts.count > 2)
                #expect(listed.allSatisfy { $0["at"]?.string.flatMap { Instant(rfc3339: $0) } != nil })
                #expect(listed.last?["author"] == "lea" && listed.last?["reason"] == "As agreed")
                let again = try await web.sendFacts(facts, as: "lea")
                #expect(again.status == .ok, "\(again.text)")
            }
            let common = try await web.send(.get, Address.hoursFacts, as: "cy").text
            #expect(common.contains(#""of":"Harbour Office/Design""#) && common.contains(#""of":"Harbour Office""#))
            let own = try await web.send(.get, Address.hoursFacts + "?user=ada", as: "cy").text
            #expect(own.contains(#""office":"Harbour Office""#) && own.contains(#""team":"Design""#))
            #expect(own.contains(#""of":"ada""#) && own.contains(#""user":"ada""#))
            // The account's own employment has no author.
            #expect(own.contains(#""author":null"#))
        }
    }

    @Test(
        arguments: [
            ("ada", .forbidden), ("bo", .forbidden), ("ned", .forbidden), ("cy", .ok), ("gus", .notFound), ("lea", .ok),
        ] as [(String, HTTPResponse.Status)])
    func `A person's facts are for HR of the office and administrators, and the access is logged`(
        user: String, status: HTTPResponse.Status
    ) async throws {
        try await Authorization.withPeople { web, _, _ in
            try await web.record([TestWeb.adjustment(of: "ada")])
            let answer = try await web.send(.get, Address.hoursFacts + "?user=ada&purpose=Audit", as: user)
            #expect(answer.status == status, "\(answer.text)")
            let ada = try await web.office.store.people.person(userName: "ada").id
            let logged = try await web.office.store.audit.accesses(to: ada)
            #expect(logged.map(\.userName) == (status == .ok ? [user] : []) && logged.allSatisfy { $0.purpose == "Audit" })
            if let access = logged.first, let day = CivilDate(text: "2026-03-10") { #expect(access.period.contains(day)) }
            // Those that concern all people contain no person's data.
            let common = try await web.send(.get, Address.hoursFacts, as: user)
            #expect(common.status == (["cy", "gus", "lea"].contains(user) ? .ok : .forbidden))
        }
    }

    // MARK: Servers

    @Test func `Of a fact that is sent to two servers at once one is recorded, and both use it`() async throws {
        try await TestWeb.with(connections: 8) { (web) async throws in
            let servers = try [web.services, Self.secondServer(beside: web)].map { services in
                Application(router: webRouter(services), logger: TestOffice.logger)
            }
            try await web.record([TestWeb.employment(of: "ada")])
            let facts: [JSONValue] = [
                TestWeb.schedule("full", 28800),
                ["type": "terms", "scope": "office", "of": "Harbour Office", "from": "2026-01-01", "schedule": "full"],
            ].map { (fact: JSONValue) in
                var members = fact.object ?? [:]
                members["id"] = .string(UUID().uuidString)
                return .object(members)
            }
            var headers: HTTPFields = [.contentType: "application/json"]
            headers[.cookie] = try await web.cookie("lea")
            let (fields, body) = (headers, ByteBuffer(string: TestWeb.factList(facts)))
            let days = Address.hours("days") + "?from=2026-03-02&to=2026-03-02&user=ada"
            let statuses = try await withThrowingTaskGroup(of: [HTTPResponse.Status].self) { group in
                for server in servers {
                    group.addTask {
                        try await server.test(.router) { client in
                            // Its memory of facts that concern all people is from before.
                            let before = try await client.execute(uri: days, method: .get, headers: fields)
                            #expect(before.status == .ok)
                            var statuses: [HTTPResponse.Status] = []
                            for _ in 0..<10 {
                                statuses.append(
                                    try await client.execute(
                                        uri: Address.hoursFacts, method: .post, headers: fields, body: body
                                    ).status)
                            }
                            let after = try await client.execute(uri: days, method: .get, headers: fields)
                            #expect(String(buffer: after.body).contains(#""target_s":28800"#))
                            return statuses
                        }
                    }
                }
                return try await group.reduce(into: []) { $0 += $1 }
            }
            #expect(statuses.count { $0 == .created } == 1 && statuses.count { $0 == .ok } == 19)
            #expect(try await web.office.store.hours.commonFacts().facts.count == 2)
            #expect(try await web.office.store.ledger.verifyLedger().flaw == nil)
        }
    }

    /// The parts of another server of the same database.
    private static func secondServer(beside web: TestWeb) throws -> WebServices {
        let (first, store) = (
            web.services, AttendanceStore(pool: web.office.pool, secretFile: web.office.secretFile)
        )
        return WebServices(
            store: store, recorder: first.recorder, access: AccessCache(store: store), broadcast: first.broadcast,
            pages: first.pages, devices: first.devices, publicURL: first.publicURL, staticFolder: first.staticFolder,
            apiDocument: first.apiDocument, layouts: first.layouts, manual: first.manual, holidays: first.holidays,
            exportLimiter: first.exportLimiter, zones: first.zones, reminders: first.reminders, check: nil,
            logger: first.logger, now: first.now)
    }
}
