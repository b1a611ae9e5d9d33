@testable import AttendanceWeb

import HTTPTypes
import HummingbirdTesting
import TestOffice
import TestServers
import Testing

@Suite(.enabled(if: TestDatabase.isAvailable, "\(TestDatabase.help)"), .timeLimit(.minutes(10)))
struct `People whose records the viewer may see` {
    @Test func `A search without a match says where it looked, and leads to the list of people present`() async throws {
        try await Authorization.withPeople { web, _, _ in
            for (user, address, sentence) in [
                ("bo", Address.team, "No person with this name in your team."),
                ("cy", Address.people, "No people match."),
            ] {
                let page = try await web.send(.get, address + "?name=zed%20z", as: user, headers: .page).text
                #expect(page.contains("\(sentence) <a href=\"/now?find=zed%20z\">Find others in Who is here</a>"), "\(user)")
            }
            let all = try await web.send(.get, Address.people, as: "cy", headers: .page).text
            #expect(all.contains("<h1>Records</h1>"))
            #expect(all.contains("/people/ada") && !all.contains("Find others"))
        }
    }
}
