@testable import AttendanceWeb

import Attendance
import AttendanceStore
import HTTPTypes
import HummingbirdTesting
import TestOffice
import TestServers
import Testing

@Suite(.enabled(if: TestDatabase.isAvailable, "\(TestDatabase.help)"), .timeLimit(.minutes(10)))
struct `List of offices` {
    @Test func `The administration page lists offices and adds another one`() async throws {
        try await TestWeb.with { (web) async throws in
            let before = try await web.send(.get, Address.adminOffices, as: "lea", headers: .page).text
            #expect(before.contains("<option value=\"Asia/Tokyo\">Tokyo, Japan, UTC+9</option>"))
            #expect(!before.contains("zones.js"))
            #expect(before.contains("Harbour Office") && before.contains(Address.ofOffice(web.office.office)))
            let added = try await web.sendForm(
                Address.adminOffices, as: "lea", ["name": " Hill <Office> ", "time_zone": "Europe/Berlin "])
            let office = try await web.office.store.offices.office(named: "Hill <Office>")
            #expect(office.timeZone == "Europe/Berlin")
            #expect(added.status == .seeOther && added.headers[.location] == Address.ofOffice(office.id))
            let fields = ["name": "Bay", "time_zone": "America/New York"]
            #expect(try await web.sendForm(Address.adminOffices, as: "lea", fields).status == .seeOther)
            #expect(try await web.office.store.offices.office(named: "Bay").timeZone == "America/New_York")
            let page = try await web.send(.get, Address.adminOffices, as: "lea", headers: .page).text
            #expect(page.contains("Hill &lt;Office&gt;") && page.contains(Address.ofOffice(office.id)))
            let author = "select max(user_name) from person join office_settings on author_id = person.id"
            #expect(try await web.office.value(author) == "lea")
        }
    }

    @Test(arguments: [
        ("Germany", "Europe/Berlin"), ("japan", "Asia/Tokyo"), ("Japan", "Asia/Tokyo"), ("South Africa", "Africa/Johannesburg"),
        ("Asia/Calcutta", "Asia/Kolkata"), ("Berlin", "Europe/Berlin"), ("new york", "America/New_York"),
    ])
    func `A city, a country with one clock and an alias are stored by the zone's present name`(typed: String, zone: String)
        async throws
    {
        try await TestWeb.with { (web) async throws in
            let added = try await web.sendForm(Address.adminOffices, as: "lea", ["name": "Hill", "time_zone": typed])
            #expect(added.status == .seeOther, "\(added.text)")
            #expect(try await web.office.store.offices.office(named: "Hill").timeZone == zone)
        }
    }

    @Test(
        arguments: [
            (["name": "Hill", "time_zone": "Mars/Base"], 400, "“Mars/Base” is not a time zone"),
            (["name": "Hill"], 400, "is not a time zone"),
            (["name": "Hill", "time_zone": "Tokio"], 400, "Did you mean Asia/Tokyo"),
            (["name": "Hill", "time_zone": "Spain"], 400, "Did you mean Europe/Madrid, Atlantic/Canary"),
            (["name": "Hi\nll", "time_zone": "Asia/Tokyo"], 400, "A name is one line of 1 to 200"),
            (["name": "Harbour Office", "time_zone": "Asia/Tokyo"], 409, "“Harbour Office” already exists."),
        ] as [([String: String], Int, String)])
    func `A wrong form for an office is refused and kept`(fields: [String: String], status: Int, sentence: String) async throws
    {
        try await TestWeb.with { (web) async throws in
            let answer = try await web.sendForm(Address.adminOffices, as: "lea", fields)
            #expect(answer.status.code == status)
            #expect(answer.text.contains(sentence), "\(answer.text)")
            for value in fields.values { #expect(answer.text.contains("value=\"\(value)\""), "\(value)") }
            #expect(try await web.office.store.offices.offices().count == 1)
        }
    }
}
