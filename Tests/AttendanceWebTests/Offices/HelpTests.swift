@testable import AttendanceWeb

import HummingbirdTesting
import TestOffice
import TestServers
import Testing

@Suite(.enabled(if: TestDatabase.isAvailable, "\(TestDatabase.help)"), .timeLimit(.minutes(10)))
struct `Help` {
    @Test func `Each page of the navigation and of the administration has a help text of its own`() async throws {
        try await Authorization.withPeople { web, _, _ in
            var texts: [String: String] = [:]
            for user in ["bo", "lea"] {
                let person = try await web.office.store.people.person(userName: user)
                let addresses = try await Navigation(for: person, at: nil, web.office.store, now: web.clock.now()).links.map(
                    \.address)
                for address in Set(addresses) {
                    let page = try await web.send(.get, address, as: user, headers: .page).text
                    let help = page.matches(
                        of:
                            /aria-label="Help">\?<\/button><p class="help-text" id="page-help" popover>([^<]+)(?:<a.+?<\/a>)?<\/p>/
                    )
                    #expect(help.count == 1, "\(address)")
                    texts[address] = help.first.map { String($0.1) }
                }
            }
            #expect(texts.count > 20 && Set(texts.values).count == texts.count)
        }
    }

    @Test func `The help of a person's record is not that of the own one`() async throws {
        try await Authorization.withPeople { web, _, _ in
            let own = try await web.send(.get, Address.me, as: "ada", headers: .page).text
            let other = try await web.send(.get, Address.person("ada"), as: "bo", headers: .page).text
            #expect(own.contains("popover>Open a day to request a correction."))
            #expect(own.contains(" <a href=\"/about#rules\">Rules of this office</a></p>"))
            #expect(other.contains("popover>The person can see that you opened this page."))
            // A manager cannot open the page about how long data is kept.
            #expect(!other.contains("href=\"/hr/retention\""))
            let toHR = try await web.send(.get, Address.person("ada"), as: "cy", headers: .page).text
            #expect(toHR.contains(" <a href=\"/hr/retention\">Retention</a></p>"))
        }
    }
}
