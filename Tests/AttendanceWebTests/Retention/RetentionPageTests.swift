import Foundation
import HTTPTypes
import TestOffice
import TestServers
import Testing

@testable import AttendanceStore
@testable import AttendanceWeb

@Suite(.enabled(if: TestDatabase.isAvailable, "\(TestDatabase.help)"), .timeLimit(.minutes(10)))
struct `Retention page` {
    @Test func `The retention page lists what is kept, for what, how long and until when`() async throws {
        try await TestWeb.with { web in
            let page = try await web.send(.get, Address.adminRetention, as: "lea", headers: .page).text
            for text in [
                "Harbour Office", "Without limit: no period is set", "90 days after the end of the month",
                "Protection against misuse",
                "24 months", "Until an administrator erases them with the command “desktap person erase --name”",
                "No data to delete yet", ">Views of records, with viewer and purpose<",
                ">Views and exports of the records of all offices together, with viewer and purpose<",
            ] {
                #expect(page.contains(text), "\(text)")
            }
            for kind in KeptData.Kind.allCases { #expect(!page.contains("retention.kind.\(kind)")) }
            #expect(try await web.send(.get, Address.adminRetention, as: "cy").status == .forbidden)
        }
    }

    @Test(arguments: [
        ("cy", HTTPResponse.Status.ok), ("gus", .ok), ("lea", .ok), ("ada", .forbidden), ("bo", .forbidden),
        ("flo", .forbidden), ("ned", .forbidden),
    ])
    func `HR and administrators see what is kept of their offices on a page of HR`(
        user: String, status: HTTPResponse.Status
    ) async throws {
        try await Authorization.withPeople { (web, _, _) async throws in
            let page = try await web.send(.get, Address.hrRetention, as: user, headers: .page)
            #expect(page.status == status)
            guard status == .ok else { return }
            #expect(page.text.contains("All offices") && page.text.contains("Without limit: no period is set"))
            #expect(page.text.contains("<h2>Harbour Office</h2>") == (user != "gus"))
            #expect(page.text.contains("<h2>Other Office</h2>") == (user != "cy"))
        }
    }

    @Test func `The page of HR tells who changes the periods, and the administration's page has a form`() async throws {
        try await TestWeb.with { (web) async throws in
            let hr = try await web.send(.get, Address.hrRetention, as: "cy", headers: .page).text
            #expect(hr.contains("<title>How long data is kept · Attendance"))
            #expect(hr.contains("An administrator changes these periods under Administration, Retention."))
            #expect(!hr.contains("time_months"))
            #expect(hr.contains("<a class=\"act\" href=\"/hr\">Attendance</a>") && !hr.contains("class=\"admin-places\""))
            let attendance = try await web.send(.get, Address.hr, as: "cy", headers: .page).text
            #expect(attendance.contains("<a href=\"/hr/retention\">How long data is kept</a>"))
            // Phones have no heads of columns.
            #expect(["Purpose", "Kept", "Next deletion"].allSatisfy { hr.contains("<td data-label=\"\($0)\">") })
            let admin = try await web.send(.get, Address.adminRetention, as: "lea", headers: .page).text
            #expect(admin.contains("<title>Retention · Administration") && admin.contains("class=\"admin-places\""))
            #expect(admin.contains("name=\"time_months\"") && !admin.contains("An administrator changes these"))
            for page in [hr, admin] {
                #expect(page.contains("The same for all offices, and fixed."))
                #expect(page.contains("sets a legal hold with the command “desktap retention hold” on the server"))
            }
        }
    }
}

@Suite(.inEnglish) struct `Retention terms` {
    @Test(arguments: [
        (KeptData.Term.months(1), "1 month"), (.months(2), "2 months"), (.days(1), "1 day"), (.days(90), "90 days"),
        (.monthsAfterMonth(1), "1 month after the end of the month"),
        (.monthsAfterMonth(12), "12 months after the end of the month"),
        (.daysAfterMonth(1), "1 day after the end of the month"), (.daysAfterMonth(90), "90 days after the end of the month"),
    ])
    func `A term of one month or day is in the singular`(term: KeptData.Term, words: String) {
        #expect(KeptDataRow(KeptData(office: nil, kind: .hours, term: term, next: nil)).term == words)
    }
}
