@testable import AttendanceWeb

import Attendance
import AttendanceExport
import AttendanceStore
import HTTPTypes
import HummingbirdTesting
import TestOffice
import TestServers
import Testing

@Suite(.enabled(if: TestDatabase.isAvailable, "\(TestDatabase.help)"), .timeLimit(.minutes(10)))
struct `Events export` {
    private static let november = "/api/export/events.csv?from=2026-11-01&to=2026-11-30"

    @Test(arguments: [
        ("cy", HTTPResponse.Status.ok), ("lea", .ok), ("ada", .forbidden), ("bo", .forbidden),
    ])
    func `An events export is for HR and administrators only`(user: String, status: HTTPResponse.Status) async throws {
        try await TestWeb.with { (web) async throws in
            let response = try await web.send(.get, Self.november, as: user)
            #expect(response.status == status)
            #expect(response.text.hasPrefix("seq,id,") == (status == .ok))
        }
    }

    @Test(.inEnglish) func `Each choice of an export has a reason of its own for programs`() {
        let noChoices: Set<ExportRequest.Field> = [
            .from, .to, .office, .team, .user, .purpose, .head, .asOf, .layout, .company, .rounding,
        ]
        for field in ExportRequest.Field.allCases where !noChoices.contains(field) {
            let error = ExportError.unknownChoice("x", field: field.rawValue, known: ["y"])
            #expect(error.webError?.reason?.rawValue == "bad_\(field.rawValue)", "\(field)")
        }
    }

    @Test func `An events export is refused to readers`() async throws {
        try await TestWeb.with { (web) async throws in
            let key = try await web.office.store.readers.addReader(name: "front door")
            #expect(try await web.send(.get, Self.november, key: key).status == .unauthorized)
        }
    }

    @Test func `An events export has the period in its file name and its sources in headers`() async throws {
        try await TestWeb.with { (web) async throws in
            _ = try await web.send(.post, "/t?event=start&desk=6F-A3", as: "ada")
            let response = try await web.send(.get, Self.november, as: "cy")
            #expect(response.headers[.contentType] == "text/csv; charset=utf-8; header=present")
            let head = try await web.office.store.ledger.ledgerHead().text
            #expect(
                response.headers[.contentDisposition]
                    == "attachment; filename=\"events-2026-11.csv\"")
            func stamp(_ name: String) throws -> String? { try response.headers[#require(HTTPField.Name(name))] }
            #expect(try stamp("DeskTap-Ledger-Head") == head)
            #expect(try stamp("DeskTap-Time-Zones") == TimeZoneDatabase.system().version)
            #expect(try stamp("DeskTap-As-Of").flatMap { Instant(rfc3339: $0) } != nil)
            let accesses = try await web.office.store.audit.accesses(
                to: try await web.office.store.people.person(userName: "ada").id)
            #expect(accesses.map(\.userName) == ["cy"] && accesses.map(\.purpose) == ["export of events"])
            #expect(response.text.count(of: "\r\n") == 2)
            #expect(response.text.contains(",tap,ada,start,"))
        }
    }

    @Test func `A QuickBooks export is a file with the ending that QuickBooks imports`() async throws {
        try await TestWeb.with { (web) async throws in
            let days = "/api/export/daily.csv?from=2026-11-01&to=2026-11-30&layout=quickbooks-timeact"
            let file = try await web.send(.get, days, as: "cy")
            #expect(file.headers[.contentDisposition] == "attachment; filename=\"quickbooks-timeact-2026-11.iif\"")
        }
    }

    @Test func `An events export takes days by the office's clock`() async throws {
        try await TestWeb.with { (web) async throws in
            // Noon in Tokyo is 03:00 UTC.
            _ = try await web.send(.post, "/t?event=start&desk=6F-A3", as: "ada")
            for (period, count) in [
                ("from=2026-11-20&to=2026-11-20", 1), ("from=2026-11-19&to=2026-11-19", 0),
            ] {
                let response = try await web.send(.get, "/api/export/events.csv?" + period, as: "cy")
                #expect(response.text.count(of: "\r\n") == count + 1, "\(period)")
            }
        }
    }

    @Test(arguments: [
        "", "?from=2026-11-01", "?to=2026-11-30", "?from=2026-11-30&to=2026-11-01", "?from=2026-11-31&to=2026-12-01",
        "?from=11/01/2026&to=2026-11-30", "?from=2026-11-1&to=2026-11-30", "?from=&to=", "?from=2026-11-01&to=tomorrow",
        "?from=2026-11-01&from=2026-11-02&to=2026-11-30", "?from=-026-11-01&to=2026-11-30",
    ])
    func `An events export without a valid period says what is wrong`(query: String) async throws {
        try await TestWeb.with { (web) async throws in
            let response = try await web.send(.get, "/api/export/events.csv" + query, as: "cy")
            #expect(response.status == .badRequest)
            #expect(response.json["detail"]?.hasSuffix(".") == true)
        }
    }

    @Test func `An events export of more than a year points to the command`() async throws {
        try await TestWeb.with { (web) async throws in
            let response = try await web.send(.get, "/api/export/events.csv?from=0001-01-01&to=9999-12-31", as: "cy")
            #expect(response.status == .badRequest && response.json["reason"] == "long_period")
            #expect(
                response.json["detail"]?.contains("366") == true && response.json["detail"]?.contains("desktap export") == true)
        }
    }
}
