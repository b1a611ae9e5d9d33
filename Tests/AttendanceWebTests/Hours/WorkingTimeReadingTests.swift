@testable import AttendanceWeb

import Attendance
import AttendanceStore
import HTTPTypes
import Hours
import HummingbirdTesting
import JSON
import TestOffice
import TestServers
import Testing

/// Cy is HR, Lea an administrator.
@Suite(.inEnglish, .enabled(if: TestDatabase.isAvailable, "\(TestDatabase.help)"), .timeLimit(.minutes(10)))
struct `Working time as HR reads it` {
    private static let menu = "href=\"\(Address.workingTime)\""

    /// A schedule, terms of the office and a holiday.
    private func setUp(_ web: TestWeb) async throws {
        try await web.record([
            TestWeb.schedule("Full time", 28_800),
            [
                "type": "terms", "scope": "office", "of": "Harbour Office", "from": "2026-01-01", "schedule": "Full time",
                "calendars": ["Company"],
            ],
            ["type": "holiday", "calendar": "Company", "date": "2026-12-24", "name": "Closed", "part": "full"],
        ])
    }

    private func page(_ web: TestWeb, _ address: String, as user: String = "cy") async throws -> TestResponse {
        try await web.send(.get, address, as: user, headers: .page)
    }

    /// The part of a page that is its own, without the navigation.
    private func main(_ page: TestResponse) throws -> Substring {
        try #require(page.text.split(separator: "<main", maxSplits: 1).last)
    }

    private static func addresses(_ web: TestWeb) -> [(address: String, says: String)] {
        [
            (Address.workingTime, "Full time"), (Address.schedule("Full time"), "40:00 a week"),
            (Address.workingTimeTerms, "Full time"), (Address.terms(of: web.office.office), "Schedule: Full time"),
            (Address.workingTimeHolidays, "Company"), (Address.holidayCalendar("Company"), "Closed"),
        ]
    }

    @Test func `HR reads schedules, terms and calendars, and the pages have no forms`() async throws {
        try await TestWeb.with { (web) async throws in
            try await setUp(web)
            for (address, says) in Self.addresses(web) {
                let (read, changed) = (try await page(web, address), try await page(web, address, as: "lea"))
                #expect(read.status == .ok && changed.status == .ok, "\(address)")
                let text = try main(read)
                #expect(text.contains(says), "\(address): \(text)")
                for tag in ["<form", "<input", "<select", "class=\"act\""] {
                    #expect(!text.contains(tag), "\(address): \(tag)")
                }
                let isPlain = address == Address.workingTimeTerms
                let offers = try main(changed)
                #expect(isPlain || offers.contains("<form") || offers.contains("class=\"act\""), "\(address)")
            }
        }
    }

    @Test func `HR changes nothing, and neither adds nor imports`() async throws {
        try await TestWeb.with { (web) async throws in
            try await setUp(web)
            let before = try await web.office.store.hours.commonFacts().facts.count
            for address in [Address.workingTimeSchedule, Address.workingTimeHolidayImport] {
                #expect(try await page(web, address).status == .forbidden, "\(address)")
            }
            #expect(try await page(web, Address.holidayCalendar("New")).status == .notFound)
            for address in [
                Address.workingTime, Address.workingTimeSchedule, Address.workingTimeRemove, Address.workingTimeCalendar,
                Address.workingTimeHolidayImport, Address.terms(of: web.office.office),
            ] {
                let sent = try await web.sendForm(address, as: "cy", ["name": "Own", "from": "2027-01-01"])
                #expect(sent.status == .forbidden, "\(address)")
            }
            #expect(try await web.office.store.hours.commonFacts().facts.count == before)
        }
    }

    @Test func `HR finds the pages under Attendance once there is a schedule, an administrator under Administration`()
        async throws
    {
        try await TestWeb.with { (web) async throws in
            #expect(try await !page(web, Address.hr).text.contains(Self.menu))
            for (address, _) in Self.addresses(web) { #expect(try await page(web, address).status == .notFound, "\(address)") }
            try await setUp(web)
            #expect(try await page(web, Address.hr).text.contains(Self.menu))
            let schedules = try await page(web, Address.workingTime).text
            #expect(schedules.contains("href=\"\(Address.hr)\" aria-current=\"true\""), "\(schedules)")
            #expect(schedules.contains("href=\"\(Address.workingTimeTerms)\""))
            #expect(try await !page(web, Address.hr, as: "lea").text.contains(Self.menu))
            #expect(try await page(web, Address.admin, as: "lea").text.contains(Self.menu))
            for user in ["ada", "bo"] { #expect(try await page(web, Address.workingTime, as: user).status == .forbidden) }
        }
    }
}
