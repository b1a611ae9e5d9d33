import Attendance
import AttendanceStore
import TestOffice
import TestServers
import Testing

@Suite(.enabled(if: TestDatabase.isAvailable, "\(TestDatabase.help)")) struct `Names of people` {
    @Test func `Names are found by number, also of people who left`() async throws {
        try await TestOffice.with { office in
            let people = office.store.people
            let (ada, lea) = (try await people.person(userName: "ada").id, try await people.person(userName: "lea").id)
            try await people.leave(ada, at: TestOffice.noon, by: .command, now: TestOffice.noon)
            let names = try await people.displayNames(of: [ada, lea, PersonID(99)])
            #expect(names == [ada: "Ada Lindqvist", lea: "Lea Root"])
            #expect(try await people.displayNames(of: [PersonID]()).isEmpty)
        }
    }
}
