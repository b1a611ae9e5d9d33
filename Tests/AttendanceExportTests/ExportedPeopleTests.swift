import Attendance
import AttendanceStore
import Foundation
import TestOffice
import TestServers
import Testing

@Suite(.enabled(if: TestDatabase.isAvailable, "\(TestDatabase.help)"), .timeLimit(.minutes(10)), .inEnglish)
struct `People of an export` {
    private static func people(_ office: TestOffice, _ query: String) async throws -> [String: [[String]]] {
        let lines = try await office.text("daily.csv?" + query)
        let rows = lines.components(separatedBy: "\r\n").dropFirst().dropLast().map { $0.components(separatedBy: ",") }
        return Dictionary(grouping: rows) { $0[0] }
    }

    @Test func `A person without a tap has a row of the first day with zeros`() async throws {
        try await October.withOffice { (office) async throws in
            let days = try await Self.people(office, October.period)
            #expect(
                days["ada"] == [
                    [
                        "ada", "Ada Lindqvist", "Harbour Office", "Asia/Tokyo", "2026-10-01", "", "", "0", "00:00", "0.0000",
                        "0",
                        "00:00", "0", "0", "", "",
                    ]
                ])
            #expect(days["jg"]?.count == 20)
            let months = try await Self.people(office, October.period + "&layout=monthly-total")
            #expect(
                months["ada"] == [
                    ["ada", "Ada Lindqvist", "Harbour Office", "2026-10", "0", "00:00", "0.0000", "0", "0", "0", "", ""]
                ])
        }
    }

    @Test func `A file for QuickBooks and JSON have each person`() async throws {
        try await October.withOffice { (office) async throws in
            let lines = try await office.text("daily.csv?\(October.period)&layout=quickbooks-timeact")
            #expect(lines.contains("TIMEACT\t10/01/26\t\tAda Lindqvist\t\t\t0:00\t\t\t0\r\n"))
            #expect(lines.contains("TIMERHDR\t8\t0\tYour company\tN"))
            let named = try await office.text(
                "daily.csv?\(October.period)&layout=quickbooks-timeact&company=Kaigan%20%26%20Co")
            #expect(named.contains("TIMERHDR\t8\t0\tKaigan & Co\tN") && !named.contains("Your company"))
            let json = try await office.text("daily.ndjson?\(October.period)")
            for user in October.others { #expect(json.count(of: "\"employee_id\":\"\(user)\"") == 1) }
            // Raw taps are of people who tapped.
            let events = try await office.text("events.csv?\(October.period)")
            for user in October.others { #expect(!events.contains(",\(user),")) }
        }
    }

    @Test(.enabled(if: ExportFile.python != nil, "needs openpyxl: run scripts/test, or set DESKTAP_TEST_PYTHON"))
    func `The totals of a spreadsheet have each person`() async throws {
        try await October.withOffice { (office) async throws in
            let bytes = try await office.exported("daily.xlsx?\(October.period)&heads=readable")
            let book = try #require(try await ExportFile.read("xlsx", bytes) as? [String: Any])
            let totals = try #require((book["sheets"] as? [String: [[[Any]]]])?["Totals"])
            // With the head and the sums.
            #expect(totals.count == 9)
            let ada = try #require(totals.first { $0[0][1] as? String == "ada" })
            let cells: [String] = ada[2...].map { "\($0[0]) \($0[1])" }
            #expect(cells == ["int 0", "duration 0", "int 0", "duration 0", "duration 0", "int 0", "int 0"])
        }
    }
}
