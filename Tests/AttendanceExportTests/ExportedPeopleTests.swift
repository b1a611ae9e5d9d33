import Attendance
import AttendanceStore
import Foundation
import HTTPTypes
import HummingbirdTesting
import TestOffice
import TestServers
import Testing

@testable import AttendanceExport
@testable import AttendanceWeb

@Suite(.enabled(if: TestDatabase.isAvailable, "\(TestDatabase.help)"), .timeLimit(.minutes(10)))
struct `People of an export` {
    private static func people(_ web: TestWeb, _ query: String, as user: String = "cy") async throws -> [String: [[String]]] {
        let lines = String(decoding: try await web.exported("daily.csv?" + query, as: user), as: UTF8.self)
        let rows = lines.components(separatedBy: "\r\n").dropFirst().dropLast().map { $0.components(separatedBy: ",") }
        return Dictionary(grouping: rows) { $0[0] }
    }

    @Test(arguments: ["", "&layout=monthly-total", "&preset=excel&heads=readable", "&preset=excel-semicolon"])
    func `A file has each person whom the attendance page counts, also without a tap`(query: String) async throws {
        try await October.with { (web) async throws in
            let text = String(decoding: try await web.exported("daily.csv?" + October.period + query), as: UTF8.self)
            let users = Set(text.components(separatedBy: "\r\n").dropFirst().map { String($0.prefix { !",;".contains($0) }) })
            #expect(users.subtracting([""]) == Set(October.others + ["aoyama", "evil", "jg"]))
            let page = try await web.send(.get, "/hr?" + October.period, as: "cy", headers: .page).text
            #expect(page.contains("7 people</span>"))
            for user in users where !user.isEmpty { #expect(page.contains("<span class=\"where\">\(user)</span>")) }
        }
    }

    @Test func `A person without a tap has a row of the first day with zeros`() async throws {
        try await October.with { (web) async throws in
            let days = try await Self.people(web, October.period)
            #expect(
                days["ada"] == [
                    [
                        "ada", "Ada Lindqvist", "Harbour Office", "Asia/Tokyo", "2026-10-01", "", "", "0", "00:00", "0.0000",
                        "0",
                        "00:00", "0", "0", "",
                    ]
                ])
            #expect(days["jg"]?.count == 20)
            let months = try await Self.people(web, October.period + "&layout=monthly-total")
            #expect(
                months["ada"] == [
                    ["ada", "Ada Lindqvist", "Harbour Office", "2026-10", "0", "00:00", "0.0000", "0", "0", "0", ""]
                ])
        }
    }

    @Test func `A file for QuickBooks and JSON have each person`() async throws {
        try await October.with { (web) async throws in
            let lines = String(
                decoding: try await web.exported("daily.csv?\(October.period)&layout=quickbooks-timeact"), as: UTF8.self)
            #expect(lines.contains("TIMEACT\t10/01/26\t\tAda Lindqvist\t\t\t0:00\t\t\t0\r\n"))
            let json = String(decoding: try await web.exported("daily.ndjson?\(October.period)"), as: UTF8.self)
            for user in October.others { #expect(json.count(of: "\"employee_id\":\"\(user)\"") == 1) }
            // Raw taps are of people who tapped.
            let events = String(decoding: try await web.exported("events.csv?\(October.period)"), as: UTF8.self)
            for user in October.others { #expect(!events.contains(",\(user),")) }
        }
    }

    @Test(.enabled(if: ExportFile.python != nil, "needs openpyxl: run scripts/test, or set DESKTAP_TEST_PYTHON"))
    func `The totals of a spreadsheet have each person`() async throws {
        try await October.with { (web) async throws in
            let bytes = try await web.exported("daily.xlsx?\(October.period)&heads=readable")
            let book = try #require(try await ExportFile.read("xlsx", bytes) as? [String: Any])
            let totals = try #require((book["sheets"] as? [String: [[[Any]]]])?["Totals"])
            // With the head and the sums.
            #expect(totals.count == 9)
            let ada = try #require(totals.first { $0[0][1] as? String == "ada" })
            let cells: [String] = ada[2...].map { "\($0[0]) \($0[1])" }
            #expect(cells == ["int 0", "duration 0", "int 0", "duration 0", "duration 0", "int 0", "int 0"])
        }
    }

    @Test func `A person who left after a period stays in its file and on its page, and one who left before is in neither`()
        async throws
    {
        try await October.with { (web) async throws in
            for (left, isListed) in [("2026-11-10", true), ("2026-09-30", false)] {
                try await web.office.execute("update person set left_at = '\(left)' where user_name = 'ada'")
                #expect(try await (Self.people(web, October.period)["ada"] != nil) == isListed)
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
