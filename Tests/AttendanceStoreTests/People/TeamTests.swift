import AttendanceStore
import TestOffice
import TestServers
import Testing

@Suite(.enabled(if: TestDatabase.isAvailable, Comment(rawValue: TestDatabase.help)), .timeLimit(.minutes(10)))
struct `Teams` {
    @Test func `A manager manages the other members of the team`() async throws {
        try await TestOffice.with { office in
            let store = office.store
            let (ada, bo, cy) = (
                try await store.people.person(userName: "ada"), try await store.people.person(userName: "bo"),
                try await store.people.person(userName: "cy")
            )
            let design = try await store.teams.addTeam("Design", in: office.office)
            #expect(try await !store.teams.manages(bo.id))
            try await store.people.assign([ada.id, bo.id], to: design)
            for _ in 1...2 { try await store.people.setManager(bo.id, of: design, to: true) }
            #expect(try await store.teams.manages(bo.id, ada.id))
            #expect(try await !store.teams.manages(bo.id, bo.id))
            #expect(try await !store.teams.manages(bo.id, cy.id))
            #expect(try await !store.teams.manages(ada.id, bo.id))
            #expect(try await store.teams.manages(bo.id))
            #expect(try await !store.teams.manages(ada.id))

            let team = try await store.teams.team(named: "Design")
            #expect(team.members == ["ada", "bo"] && team.managers == ["bo"] && team.officeName == "Harbour Office")
            try await store.people.assign([ada.id], to: nil)
            #expect(try await !store.teams.manages(bo.id, ada.id))
            for _ in 1...2 { try await store.people.setManager(bo.id, of: design, to: false) }
            #expect(try await !store.teams.manages(bo.id))
        }
    }

    @Test func `A team name is unique within its office only`() async throws {
        try await TestOffice.with { office in
            let store = office.store
            let other = try await store.offices.addOffice(name: "Other Office", timeZone: "Europe/Berlin")
            try await store.teams.addTeam("Design", in: office.office)
            await #expect(throws: StoreError.alreadyExists(.team("Design"))) {
                try await store.teams.addTeam("Design", in: office.office)
            }
            let second = try await store.teams.addTeam("Design", in: other)
            await #expect(throws: StoreError.unknownTeam("Design")) { try await store.teams.team(named: "Design") }
            await #expect(throws: StoreError.unknownTeam("Sales")) { try await store.teams.team(named: "Sales") }
            #expect(try await store.teams.team(named: "Design", in: "Other Office").id == second)
        }
    }
}
