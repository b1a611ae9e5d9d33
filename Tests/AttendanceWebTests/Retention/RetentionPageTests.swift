import Foundation
import HTTPTypes
import Localization
import TestOffice
import TestServers
import Testing

@testable import AttendanceStore
@testable import AttendanceWeb

@Suite(.enabled(if: TestDatabase.isAvailable, "\(TestDatabase.help)"), .timeLimit(.minutes(10)))
struct `Retention page` {
    @Test func `The page lists what is kept, for what and how long, and the periods of each office in a row`() async throws {
        try await TestWeb.with { web in
            let other = try await web.office.store.offices.addOffice(name: "Other Office", timeZone: "Europe/Berlin")
            try await web.office.store.retention.setRetention(of: other, timeMonths: 36, placeDays: 30)
            _ = try await web.services.recorder.record([
                TestOffice.submission("ada", .start, at: TestOffice.noon, desk: "6F-A1")
            ])
            let page = try await web.send(.get, Address.adminRetention, as: "lea", headers: .page).text
            for text in [
                ">Harbour Office</a></th><td data-label=\"Hours\">No limit</td>",
                ">90 days after the end of the month<br><span class=\"small\">Next deletion: 1 Mar 2027 (data of November 2026)</span>",
                ">Other Office</a></th><td data-label=\"Hours\">36 months after the end of the month</td>",
                ">Changes to accounts</th><td data-label=\"Purpose\">Protection against misuse</td><td data-label=\"Kept\">as “Logs” above</td>",
                "Until an administrator erases them",
            ] {
                #expect(page.contains(text), "\(text)")
            }
            // Views of one office's records, and of those of all offices.
            for kind in KeptData.Kind.allCases {
                #expect(!page.contains("retention.kind.\(kind)"))
                let words = localized("retention.kind.\(kind.rawValue)")
                #expect(page.count(of: ">\(words)</th>") == 1, "\(words)")
            }
            #expect(page.contains(">Views and exports of the records of all offices together, with viewer and purpose<"))
            #expect(try await web.send(.get, Address.adminRetention, as: "cy").status == .forbidden)
        }
    }

    @Test(arguments: [
        ("cy", HTTPResponse.Status.ok), ("gus", .ok), ("lea", .ok), ("ada", .forbidden), ("bo", .forbidden),
        ("flo", .forbidden), ("ned", .forbidden),
    ])
    func `HR and administrators see the periods of their offices on a page of HR, and cannot change them there`(
        user: String, status: HTTPResponse.Status
    ) async throws {
        try await Authorization.withPeople { (web, _, _) async throws in
            let page = try await web.send(.get, Address.hrRetention, as: user, headers: .page)
            #expect(page.status == status)
            guard status == .ok else { return }
            #expect(page.text.contains("<title>Retention · Attendance") && page.text.contains("No limit"))
            #expect(page.text.contains("<a class=\"act\" href=\"/hr\">Attendance</a>"))
            #expect(page.text.contains("<th scope=\"row\">Harbour Office</th>") == (user != "gus"))
            #expect(page.text.contains("<th scope=\"row\">Other Office</th>") == (user != "cy"))
            #expect(!page.text.contains("/admin/retention/"))
            let attendance = try await web.send(.get, Address.hr, as: user, headers: .page).text
            #expect(attendance.contains("<a href=\"/hr/retention\">Retention</a>"))
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
