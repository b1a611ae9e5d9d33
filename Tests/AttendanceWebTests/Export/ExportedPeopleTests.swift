@testable import AttendanceWeb

import Attendance
import HTTPTypes
import HummingbirdTesting
import TestOffice
import TestServers
import Testing

@Suite(.enabled(if: TestDatabase.isAvailable, "\(TestDatabase.help)"), .timeLimit(.minutes(10)))
struct `People of a downloaded export` {
    /// The user names in the daily rows of October.
    private static func users(_ web: TestWeb, _ query: String) async throws -> Set<String> {
        let text = String(decoding: try await web.exported("daily.csv?" + October.period + query), as: UTF8.self)
        let users = text.components(separatedBy: "\r\n").dropFirst().map { String($0.prefix { !",;".contains($0) }) }
        return Set(users).subtracting([""])
    }

    @Test(arguments: ["", "&layout=monthly-total", "&preset=excel&heads=readable", "&preset=excel-semicolon"])
    func `A file has each person whom the attendance page counts, also without a tap`(query: String) async throws {
        try await October.with { (web) async throws in
            let users = try await Self.users(web, query)
            #expect(users == Set(October.others + ["aoyama", "evil", "jg"]))
            let page = try await web.send(.get, "/hr?" + October.period, as: "cy", headers: .page).text
            #expect(page.contains("7 people</span>"))
            for user in users { #expect(page.contains("<span class=\"where\">\(user)</span>")) }
        }
    }

    @Test func `A person who left after a period stays in its file and on its page, and one who left before is in neither`()
        async throws
    {
        try await October.with { (web) async throws in
            for (left, isListed) in [("2026-11-10", true), ("2026-09-30", false)] {
                try await web.office.execute("update person set left_at = '\(left)' where user_name = 'ada'")
                #expect(try await Self.users(web, "").contains("ada") == isListed)
                let page = try await web.send(.get, "/hr?" + October.period, as: "cy", headers: .page).text
                #expect(page.contains("<span class=\"where\">ada</span>") == isListed)
                #expect(page.contains("\(isListed ? 7 : 6) people</span>"))
            }
        }
    }

    @Test func `A file that is repeated later has no people who were added since`() async throws {
        try await October.with { (web) async throws in
            let first = try await web.send(.get, "/api/export/daily.csv?\(October.period)", as: "cy")
            let stamp =
                "&head=\(first.headers[.ledgerHead] ?? "")&as_of=" + (first.headers[.asOf] ?? "").replacing("+", with: "%2B")
            try await web.office.store.people.addPerson(
                userName: "new", displayName: "New", role: .employee, office: web.office.office)
            #expect(try await web.exported("daily.csv?\(October.period)") != Array(first.body.readableBytesView))
            #expect(try await web.exported("daily.csv?\(October.period)\(stamp)") == Array(first.body.readableBytesView))
        }
    }
}
