import Attendance
import AttendanceStore
import Foundation
import Hours
import TestOffice
import TestServers
import Testing

/// Days are counted from the database's today, which decides when a transfer is due.
@Suite(.enabled(if: TestDatabase.isAvailable, Comment(rawValue: TestDatabase.help)), .timeLimit(.minutes(10)))
struct `Transfers that HR records` {
    private enum Step: Sendable {
        /// HR records an employment from a day on.
        case records(String, Int)
        /// An administrator removes what HR recorded last.
        case removes
        /// An administrator changed the account on a day, which was after what HR recorded before.
        case moves(String, Int)
        case lastDay(Int)
    }

    /// The steps, and where a person of Design is then.
    private static let cases: [([Step], String)] = [
        ([.records("Build", 0)], "Build"), ([.records("Pier", 0)], "Pier"), ([.records("Quay", 0)], "Quay"),
        ([.records("Build", 1)], "Design"), ([.records("Build", 1), .records("Pier", 0)], "Pier"),
        // The servers were down for three days, or HR was late.
        ([.records("Build", -3)], "Build"),
        // What was true for some days in the past.
        ([.records("Pier", -20), .records("Design", -10)], "Design"),
        ([.records("Pier", -20), .records("Build", -10)], "Build"), ([.moves("Build", -10), .records("Pier", -20)], "Build"),
        // Removed before anything happens.
        ([.records("Build", 0), .removes], "Design"),
        // A plan survives a change of the account before its day, and gives way to one on its day or later.
        ([.records("Pier", -2), .moves("Build", -10)], "Pier"), ([.records("Pier", -2), .moves("Build", -2)], "Build"),
        ([.records("Pier", -2), .moves("Build", -1)], "Build"), ([.records("Pier", 0), .moves("Build", 0)], "Build"),
        // The person leaves before, or after.
        ([.records("Pier", 0), .lastDay(-1)], "Design"), ([.records("Pier", 0), .lastDay(3)], "Pier"),
    ]

    @Test func `The account follows what HR recorded until today and no administrator changed since`() async throws {
        try await Scene.with { scene in
            for (number, (steps, place)) in Self.cases.enumerated() {
                let person = try await scene.add("p\(number)")
                var latest: UUID?
                for step in steps {
                    switch step {
                    case .records(let place, let day): latest = try await scene.record(place, from: day, of: person)
                    case .removes: try await scene.remove(try #require(latest))
                    case .moves(let place, let day): try await scene.move(person, to: place, on: day)
                    case .lastDay(let day):
                        try await scene.office.execute(
                            "update person set last_day = working_day(1, now()) + \(day) where id = \(person)")
                    }
                }
                let facts = try await scene.office.store.hours.facts(of: person).count
                for _ in 1...2 { #expect(try await scene.carryOut() == []) }
                #expect(try await scene.place(of: person) == place, "\(steps)")
                // The account says what the facts say already.
                #expect(try await scene.office.store.hours.facts(of: person).count == facts, "\(steps)")
            }
            #expect(try await scene.office.store.ledger.verifyLedger().flaw == nil)
        }
    }

    @Test func `The log names who recorded the transfer, and who removed it when it was carried out`() async throws {
        try await Scene.with { scene in
            let person = try await scene.add("emi")
            let fact = try await scene.record("Pier", from: 0, of: person)
            #expect(try await scene.carryOut() == [])
            let log = try await scene.office.store.audit.adminLog(of: person)
            #expect(Set(log.map(\.field)) == [.office, .team])
            #expect(log.allSatisfy { $0.author == .person(userName: "cy", displayName: "Cy Okonkwo") })
            try await scene.remove(fact)
            #expect(try await scene.carryOut() == [])
            #expect(try await scene.place(of: person) == "Design")
            let latest = try await scene.office.store.audit.adminLog(of: person).prefix(2)
            #expect(latest.allSatisfy { $0.author == .person(userName: "lea", displayName: "Lea Root") })
            #expect(Set(latest.compactMap(\.new)) == ["Harbour Office", "Design"])
        }
    }

    @Test func `The log does not name who planned the next transfer`() async throws {
        try await Scene.with { scene in
            let person = try await scene.add("emi")
            try await scene.record("Pier", from: 0, of: person)
            try await scene.record("Build", from: 60, of: person, by: scene.lea)
            #expect(try await scene.carryOut() == [])
            #expect(try await scene.place(of: person) == "Pier")
            let log = try await scene.office.store.audit.adminLog(of: person)
            #expect(!log.isEmpty && log.allSatisfy { $0.author == .person(userName: "cy", displayName: "Cy Okonkwo") })
        }
    }

    @Test func `The former manager loses the person, the new one gains them, and the person's own teams end`() async throws {
        try await Scene.with { scene in
            let (people, teams) = (scene.office.store.people, scene.office.store.teams)
            let (emi, fay) = (try await scene.add("emi"), try await scene.add("fay"))
            let (ada, bo) = (try await people.person(userName: "ada").id, try await people.person(userName: "bo").id)
            for (manager, team) in [(ada, "Design"), (bo, "Pier"), (emi, "Build")] {
                let team = try #require(scene.places[team]?.team)
                try await people.setManager(manager, of: team, to: true, by: .command, now: TestOffice.noon)
            }
            try await scene.record("Pier", from: 0, of: emi)
            #expect(try await scene.carryOut() == [])
            let expected: [(PersonID, PersonID?, Bool)] = [
                (ada, emi, false), (ada, fay, true), (bo, emi, true), (emi, nil, false),
            ]
            for (manager, person, manages) in expected {
                #expect(try await teams.manages(manager, person) == manages)
            }
        }
    }

    @Test func `A team of another office is refused, and others are transferred`() async throws {
        try await Scene.with { scene in
            let (emi, fay) = (try await scene.add("emi"), try await scene.add("fay"))
            try await scene.record("Pier at Harbour Office", from: 0, of: emi)
            try await scene.record("Build", from: 0, of: fay)
            #expect(try await scene.carryOut() == [emi])
            #expect(try await scene.place(of: emi) == "Design")
            #expect(try await scene.place(of: fay) == "Build")
        }
    }

    @Test func `Of two servers one transfers the person`() async throws {
        try await Scene.with { scene in
            let person = try await scene.add("emi")
            try await scene.record("Build", from: 0, of: person)
            try await scene.office.pool.withConnection { holder in
                _ = try await holder.execute("begin; select from log_head for update")
                async let first = scene.carryOut()
                async let second = scene.carryOut()
                try await scene.office.waitForLocks(2)
                _ = try await holder.execute("commit")
                let refused = try await [first, second]
                #expect(refused == [[], []])
            }
            #expect(try await scene.place(of: person) == "Build")
            #expect(try await scene.office.store.audit.adminLog(of: person).map(\.field) == [.team])
        }
    }

    /// The transfer was due when the server looked, and is removed before it changes the account.
    @Test func `A transfer that is removed at the last moment is not carried out`() async throws {
        try await Scene.with { scene in
            let person = try await scene.add("emi")
            let fact = try await scene.record("Build", from: 0, of: person)
            try await scene.office.pool.withConnection { holder in
                _ = try await holder.execute("begin; select from log_head for update")
                async let refused = scene.carryOut()
                try await scene.office.waitForLocks(1)
                _ = try await holder.execute(
                    """
                    select append_hours_facts(
                        array[gen_random_uuid()], array['void'], array[\(person)], array[null]::bigint[], array[null]::int[],
                        array['{"target": "\(fact.uuidString.lowercased())"}'], 5, 'A slip')
                    """)
                _ = try await holder.execute("commit")
                #expect(try await refused == [])
            }
            #expect(try await scene.place(of: person) == "Design")
        }
    }

    /// The two offices never have the same date.
    @Test func `A transfer begins with its day at the new office, and nobody is moved back`() async throws {
        try await Scene.with { usual in
            let offices = usual.office.store.offices
            let line = try await offices.addOffice(name: "Line", timeZone: "Pacific/Kiritimati")
            let pago = try await offices.addOffice(name: "Pago", timeZone: "Pacific/Pago_Pago")
            let places = ["Line": Place(office: line), "Pago": Place(office: pago)]
            let scene = Scene(office: usual.office, places: places, cy: usual.cy, lea: usual.lea)
            func day(_ office: OfficeID) async throws -> Int {
                let days = "select (working_day(\(office), now()) - working_day(1, now()))::text"
                return try #require(try await scene.office.value(days).flatMap { Int($0) })
            }
            let person = try await scene.add("emi", to: "Line")
            try await scene.record("Pago", from: try await day(line), of: person)
            #expect(try await scene.carryOut() == [])
            #expect(try await scene.place(of: person) == "Line")
            try await scene.record("Pago", from: try await day(pago), of: person)
            for _ in 1...2 { #expect(try await scene.carryOut() == []) }
            #expect(try await scene.place(of: person) == "Pago")

            // A change of the account holds at once, whatever the date is at the new office.
            let other = try await scene.add("fay", to: "Line")
            try await scene.record("Line", from: -5, of: other)
            try await scene.move(other, to: "Pago", on: 0)
            #expect(try await scene.carryOut() == [])
            #expect(try await scene.place(of: other) == "Pago")
        }
    }

    private struct Place: Equatable {
        let office: OfficeID
        var team: TeamID?
    }

    private struct Scene {
        let office: TestOffice
        let places: [String: Place]
        let cy, lea: PersonID

        /// Passes the office with two teams, and another one with a team.
        static func with(_ body: (Scene) async throws -> Void) async throws {
            try await TestOffice.with(connections: 4) { office in
                let store = office.store
                let quay = try await store.offices.addOffice(name: "Quay", timeZone: TestOffice.timeZone)
                var places = ["Harbour": Place(office: office.office), "Quay": Place(office: quay)]
                for (team, home) in [("Design", office.office), ("Build", office.office), ("Pier", quay)] {
                    places[team] = Place(office: home, team: try await store.teams.addTeam(team, in: home))
                }
                places["Pier at Harbour Office"] = Place(office: office.office, team: places["Pier"]?.team)
                try await body(
                    Scene(
                        office: office, places: places, cy: try await store.people.person(userName: "cy").id,
                        lea: try await store.people.person(userName: "lea").id))
            }
        }

        /// Adds a person who has been employed for a hundred days.
        func add(_ user: String, to place: String = "Design") async throws -> PersonID {
            let place = try #require(places[place])
            try await office.execute(
                """
                insert into person (user_name, display_name, office_id, team_id, first_day)
                values ('\(user)', '\(user)', \(place.office), \(number(place.team)), working_day(1, now()) - 100)
                """)
            return try await office.store.people.person(userName: user).id
        }

        /// Records an employment.
        /// - Parameter author: nil: Cy.
        @discardableResult
        func record(
            _ place: String, from day: Int, of person: PersonID, by author: PersonID? = nil
        ) async throws -> UUID {
            let place = try #require(places[place])
            let from = try await office.value("select (working_day(1, now()) + \(day))::text").flatMap { CivilDate(text: $0) }
            let employment = Employment(
                user: "\(person)", from: try #require(from), office: "\(place.office)", team: place.team.map { "\($0)" })
            let fact = NewFact(.employment(employment))
            #expect(try await office.store.hours.append([fact], by: author ?? cy, reason: "As agreed") == .appended)
            return fact.id
        }

        /// Removes an employment as Lea.
        func remove(_ fact: UUID) async throws {
            let void = NewFact(.void(target: fact.uuidString.lowercased()))
            #expect(try await office.store.hours.append([void], by: lea, reason: "A slip") == .appended)
        }

        /// Changes the account now, or as if it had been on an earlier day.
        func move(_ person: PersonID, to place: String, on day: Int) async throws {
            let place = try #require(places[place])
            guard day < 0 else {
                let team = place.team.map { PersonChange.Place.team($0) } ?? PersonChange.Place.none
                let change = PersonChange(office: place.office, team: team)
                return try await office.store.people.change(person, change, by: .person(lea), now: TestOffice.noon)
            }
            try await office.execute(
                """
                select record_facts('hours', '{}', array[employment_fact(
                    \(person), working_day(1, now()) + \(day), array[\(place.office), \(number(place.team))]::bigint[])])
                """)
            try await office.execute("alter table person disable trigger employments_after_update")
            try await office.execute(
                "update person set office_id = \(place.office), team_id = \(number(place.team)) where id = \(person)")
            try await office.execute("alter table person enable trigger employments_after_update")
        }

        func carryOut() async throws -> [PersonID] {
            try await office.store.people.carryOutTransfers(now: TestOffice.noon)
        }

        func place(of person: PersonID) async throws -> String? {
            let account = try await office.store.people.accounts(of: [person]).first
            return places.first { $0.value.office == account?.person.office && $0.value.team == account?.team }?.key
        }

        private func number(_ team: TeamID?) -> String { team.map { "\($0)" } ?? "null" }
    }
}
