@testable import AttendanceWeb

import Attendance
import AttendanceStore
import Foundation
import HTTPTypes
import HummingbirdTesting
import JSON
import TestOffice
import TestServers
import Testing

@Suite(.enabled(if: TestDatabase.isAvailable, "\(TestDatabase.help)"), .timeLimit(.minutes(10)))
struct `Lists about hours` {
    private static let march = "from=2026-03-01&to=2026-03-31"

    private static let grant = "5a1f5d3e-0000-4000-8000-000000000001"

    /// Ada works eight hours a day, and four from 16 March on. On 2 March she worked 8:30 hours. She has ten days of leave this year
    /// and must take five.
    private func withContractChange(_ body: (TestWeb) async throws -> Void) async throws {
        try await Authorization.withPeople { web, _, _ in
            func terms(_ from: String, _ schedule: String) -> JSONValue {
                ["type": "terms", "scope": "person", "of": "ada", "from": .string(from), "schedule": .string(schedule)]
            }
            try await web.record([
                TestWeb.schedule("full", 28800), TestWeb.schedule("half", 14400),
                TestWeb.employment(of: "ada", team: "Design"), terms("2026-01-01", "full"), terms("2026-03-16", "half"),
                [
                    "type": "terms", "scope": "office", "of": "Harbour Office", "from": "2026-01-01", "rules": ["schedule"],
                ],
                ["type": "account", "account": "leave", "day_s": 28800],
                [
                    "id": .string(Self.grant), "type": "grant", "user": "ada", "account": "leave", "amount_s": 288_000,
                    "from": "2026-01-01", "must_take_halves": 10,
                ],
            ])
            let start = try #require(Instant(rfc3339: "2026-03-02T09:00:00+09:00"))
            _ = try await web.services.recorder.record([
                TestOffice.submission("ada", .start, at: start, desk: "6F-A1"),
                TestOffice.submission("ada", .end, at: start + .seconds(30600)),
            ])
            try await body(web)
        }
    }

    @Test func `A contract that changes within a month owes 128 hours`() async throws {
        try await withContractChange { web in
            let periods = try await web.hours(.periods, Self.march, as: "ada")
            try #require(periods.count == 1)
            let (period, items) = (periods[0], try #require(periods[0]["items"]))
            #expect(period["user"] == "ada" && period["period"] == "2026-03" && period["complete"] == true)
            #expect(items["target_s"] == 460_800 && items["worked_s"] == 30600 && items["days"] == 1)
            #expect(items["balance_s"] == .integer(30600 - 460_800))
            #expect(period["carried_start_s"] == 0 && period["carried_end_s"] == items["balance_s"])
            #expect(period["state"] == "open" && period["handed"] == [:] && period["delta"] == [:])

            let weeks = try await web.hours(.weeks, "from=2026-03-09&to=2026-03-22", as: "ada")
            #expect(weeks.map { $0["week"] } == ["2026-W11", "2026-W12"])
            #expect(weeks.map { $0["target_s"] } == [144_000, 72000])
        }
    }

    @Test func `A day has the names of its person, office, team and schedule, and seconds`() async throws {
        try await withContractChange { web in
            let days = try await web.hours(.days, "from=2026-03-01&to=2026-03-02", as: "ada")
            #expect(
                days.last == [
                    "user": "ada", "date": "2026-03-02", "office": "Harbour Office", "team": "Design", "schedule": "full",
                    "counted": true, "target_s": 28800, "worked_s": 30600, "night_s": 0, "overtime_s": 0, "rest_day_s": 0,
                    "holiday": .null, "holiday_s": 0, "absences": [], "absence_s": 0, "adjustment_s": 0, "cut_s": 0,
                    "balance_s": 1800, "carried_s": 1800,
                ])
            let change = try await web.hours(.days, "from=2026-03-13&to=2026-03-16", as: "ada")
            #expect(change.map { $0["date"] } == ["2026-03-13", "2026-03-14", "2026-03-15", "2026-03-16"])
            #expect(change.map { $0["target_s"] } == [28800, 0, 0, 14400])
            #expect(change.last?["schedule"] == "half")
        }
    }

    @Test func `A counted day without work has a warning`() async throws {
        try await withContractChange { web in
            let warnings = try await web.hours(.warnings, "from=2026-03-02&to=2026-03-04", as: "ada")
            #expect(
                warnings
                    == ["2026-03-03", "2026-03-04"].map { date in
                        [
                            "user": "ada", "date": .string(date), "rule": "schedule", "code": "missing_day", "value_s": 0,
                            "limit_s": 28800,
                        ]
                    })
            // For many people, the intervals of work are read only for warnings.
            let all = try await web.hours(.warnings, "from=2026-03-02&to=2026-03-04&office=Harbour%20Office", as: "cy")
            #expect(all == warnings)
        }
    }

    @Test func `Leave accounts are those at the end of the period, obligations count all leave until yesterday`() async throws {
        try await withContractChange { web in
            try await web.record([
                ["type": "kind", "kind": "vacation", "from": "2026-01-01", "credit": "full", "rank": 10, "account": "leave"],
                ["type": "absence", "user": "ada", "kind": "vacation", "from": "2026-03-03", "to": "2026-03-04"],
            ])
            for (choice, user) in [("user=ada", "ada"), ("office=Harbour%20Office", "cy")] {
                for (period, taken) in [(Self.march, Int64(57600)), ("from=2026-03-01&to=2026-03-02", 0)] {
                    let left = JSONValue.integer(288_000 - taken)
                    let accounts = try await web.hours(.accounts, period + "&" + choice, as: user)
                    #expect(
                        accounts == [
                            [
                                "user": "ada", "account": "leave", "granted_s": 288_000, "taken_s": .integer(taken),
                                "planned_s": 0, "lapsed_s": 0, "debt_s": 0, "remaining_s": left,
                                "grants": [["id": .string(Self.grant), "remaining_s": left, "lapsed_s": 0]],
                            ]
                        ])
                    let obligations = try await web.hours(.obligations, period + "&" + choice, as: user)
                    #expect(
                        obligations == [
                            [
                                "user": "ada", "account": "leave", "grant": .string(Self.grant), "due": "2026-12-31",
                                "needed_halves": 10, "taken_halves": 4, "planned_halves": 0, "state": "open",
                            ]
                        ])
                }
            }
        }
    }

    @Test func `Planned days are listed and change no balance`() async throws {
        try await withContractChange { web in
            // The clock is at noon of 20 November.
            let days = try await web.hours(.days, "from=2026-11-19&to=2026-11-20", as: "ada")
            #expect(days.map { $0["counted"] } == [true, false] && days.map { $0["target_s"] } == [14400, 14400])
            #expect(days.map { $0["balance_s"] } == [-14400, 0] && days[0]["carried_s"] == days[1]["carried_s"])
            let november = try await web.hours(.periods, "from=2026-11-01&to=2026-11-30", as: "ada")
            #expect(november.map { $0["complete"] } == [false])
        }
    }

    // MARK: Permissions

    @Test(arguments: HoursList.allCases)
    func `A list is for the person, the team's manager, HR of the office and administrators`(list: HoursList) async throws {
        try await withContractChange { web in
            let statuses: [(user: String, HTTPResponse.Status)] = [
                ("ada", .ok), ("bo", .ok), ("cy", .ok), ("lea", .ok), ("emi", .forbidden), ("ned", .forbidden),
                ("flo", .notFound), ("gus", .notFound),
            ]
            for (user, status) in statuses {
                let address = Address.hours(list.rawValue) + "?" + Self.march + "&user=ada"
                let answer = try await web.send(.get, address, as: user)
                #expect(answer.status == status, "\(user): \(answer.text)")
                #expect(answer.text.contains(#""user":"ada""#) == (status == .ok), "\(user)")
                let missing = try await web.send(.get, address.replacing("ada", with: "nobody"), as: user)
                #expect(missing.status == (user == "ada" ? .forbidden : status == .ok ? .notFound : status), "\(user)")
                // Without a choice it is oneself.
                let own = try await web.send(.get, Address.hours(list.rawValue) + "?" + Self.march, as: user)
                #expect(own.status == .ok && own.text.contains(#""user""#) == (user == "ada"), "\(user)")
            }
            let reader = try await web.office.store.readers.addReader(name: "front door")
            let address = Address.hours(list.rawValue) + "?" + Self.march
            #expect(try await web.send(.get, address, key: reader).status == .unauthorized)
            #expect(try await web.send(.get, address).status == .unauthorized)
        }
    }

    @Test(arguments: [
        ("ada", "team=Design", HTTPResponse.Status.forbidden), ("bo", "team=Design", .ok), ("flo", "team=Design", .forbidden),
        ("cy", "team=Design", .ok), ("gus", "team=Design", .notFound), ("lea", "team=Design", .ok),
        ("bo", "team=Design&user=ada", .ok), ("bo", "team=Design&user=emi", .notFound),
        ("bo", "office=Harbour%20Office", .forbidden), ("cy", "office=Harbour%20Office", .ok),
        ("gus", "office=Harbour%20Office", .forbidden), ("lea", "office=Harbour%20Office", .ok),
        ("lea", "office=Nowhere", .notFound), ("ned", "office=Harbour%20Office", .forbidden),
        ("cy", "user=ada&user=bo", .ok), ("bo", "user=ada&user=emi", .notFound), ("ada", "user=ada&user=bo", .forbidden),
    ])
    func `A team is for its managers, HR and administrators, an office for HR and administrators`(
        user: String, choice: String, status: HTTPResponse.Status
    ) async throws {
        try await withContractChange { web in
            let answer = try await web.send(.get, Address.hours("days") + "?" + Self.march + "&" + choice, as: user)
            #expect(answer.status == status, "\(answer.text)")
            #expect(answer.text.contains(#""user":"ada""#) == (status == .ok))
        }
    }

    @Test func `Each access to another person's hours is in the access log with its purpose`() async throws {
        try await withContractChange { web in
            let ada = try await web.office.store.people.person(userName: "ada").id
            func logged() async throws -> [String] {
                try await web.office.store.audit.accesses(to: ada).map {
                    "\($0.userName) \($0.period.lowerBound) \($0.purpose)"
                }
            }
            for list in HoursList.allCases { _ = try await web.hours(list, Self.march, as: "ada") }
            _ = try await web.hours(.days, Self.march + "&user=ada", as: "ada")
            #expect(try await logged() == [])
            for (user, choice) in [
                ("bo", "user=ada"), ("bo", "team=Design"), ("cy", "user=ada&purpose=Payroll"),
                ("cy", "office=Harbour%20Office"),
                ("lea", "user=bo&user=ada"), ("lea", "team=Design&purpose=Audit"),
            ] {
                _ = try await web.hours(.days, Self.march + "&" + choice, as: user)
                web.clock.advance(by: .seconds(1))
            }
            let api = "2026-03-01 through the API"
            #expect(
                try await logged() == [
                    "lea 2026-03-01 Audit", "lea \(api)", "cy \(api)", "cy 2026-03-01 Payroll", "bo \(api)", "bo \(api)",
                ])
            // A refused request is none.
            _ = try await web.send(.get, Address.hours("days") + "?" + Self.march + "&user=ada", as: "flo")
            #expect(try await logged().count == 6)
        }
    }

    // MARK: Order, limits

    @Test func `Lists are ordered by user name, then date, and have nobody without a schedule`() async throws {
        try await withContractChange { web in
            try await web.record(["emi", "cy", "bo"].map { TestWeb.employment(of: $0) })
            #expect(try await web.sendFacts([TestWeb.employment(of: "lea")], as: "cy").status == .created)
            let march = "from=2026-03-02&to=2026-03-03&office=Harbour%20Office"
            #expect(try await web.hours(.days, march, as: "lea").map { $0["user"] } == ["ada", "ada"])
            try await web.record([
                ["type": "terms", "scope": "office", "of": "Harbour Office", "from": "2026-01-01", "schedule": "half"]
            ])
            let days = try await web.hours(.days, march, as: "lea")
            #expect(days.map { $0["user"] } == ["ada", "ada", "bo", "bo", "cy", "cy", "emi", "emi", "lea", "lea"])
            #expect(days.prefix(2).map { $0["date"] } == ["2026-03-02", "2026-03-03"])
            // The rows of many people are those of each one.
            let emi = try await web.hours(.days, "from=2026-03-02&to=2026-03-03", as: "emi")
            #expect(days.filter { $0["user"] == "emi" } == emi)
        }
    }

    @Test func `Without a schedule all lists are empty`() async throws {
        try await TestWeb.with { (web) async throws in
            try await web.record([TestWeb.employment(of: "ada"), TestWeb.adjustment(of: "ada")])
            for list in HoursList.allCases {
                #expect(try await web.hours(list, Self.march, as: "ada") == [])
                #expect(try await web.hours(list, Self.march + "&office=Harbour%20Office", as: "cy") == [])
            }
        }
    }

    @Test(arguments: [
        ("", "bad_period"), ("from=2026-03-01", "bad_period"), ("from=2026-03-01&to=2026-02-28", "bad_period"),
        ("from=2025-01-01&to=2026-03-01", "long_period"), ("from=9999-01-01&to=9999-12-31", "bad_period"),
        ("from=2026-03-01&to=2026-03-02&as_of=2026-03-02", nil),
    ])
    func `A malformed period and an unknown field are refused`(query: String, reason: String?) async throws {
        try await TestWeb.with { (web) async throws in
            let answer = try await web.send(.get, Address.hours("days") + "?" + query, as: "ada")
            #expect(answer.status == .badRequest && answer.json["reason"] == reason, "\(answer.text)")
        }
    }
}
