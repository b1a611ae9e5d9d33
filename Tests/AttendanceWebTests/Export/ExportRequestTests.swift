@testable import AttendanceExport
@testable import AttendanceWeb

import Attendance
import TestOffice
import Testing
import WebServer

@Suite(.inEnglish) struct `Export request` {
    private static let november = "from=2026-11-01&to=2026-11-30"

    /// The error of a request that is refused.
    private static func refusal(_ read: () throws -> ExportRequest) throws -> WebError {
        let error = try #require(throws: (any Error).self) { try read() }
        return try #require(
            error as? WebError ?? (error as? WebServerError).map { WebError($0) } ?? (error as? ExportError)?.webError)
    }

    @Test func `An export request without options is for all people, without layout and rounding`() throws {
        let request = try ExportRequest(.daily, .csv, query: Self.november)
        #expect(request.period.lowerBound.description == "2026-11-01" && request.period.upperBound.description == "2026-11-30")
        #expect(request.office == nil && request.team == nil && request.users.isEmpty && request.layout == nil)
        #expect(request.rounding == .none && request.preset == .standard && request.asOf == nil && request.head == nil)
    }

    @Test(arguments: [
        "from=2026-11-01&to=2026-11-30",
        "from=2026-11-01&to=2026-11-30&office=Harbour%20Office&team=Team%20%26%20Co",
        "from=2026-11-01&to=2026-11-01&user=ada&user=bo%2C%20the%20other",
        "from=2026-11-01&to=2026-11-30&preset=excel-semicolon&rounding=nearest-15&layout=monthly-total&purpose=payroll",
        "from=2026-11-01&to=2026-11-30&layout=quickbooks-timeact&company=Kaigan%20%26%20Co",
        "from=2026-11-01&to=2026-11-30&purpose=payroll&heads=readable&language=ja",
        "from=2026-11-01&to=2026-11-30&preset=cp932&replace=yes",
        "from=2026-11-01&to=2026-11-30&as_of=2026-11-20T03%3A00%3A00.000%2B00%3A00",
    ])
    func `An export request has the address that it was read from`(query: String) throws {
        let request = try ExportRequest(.daily, .csv, query: query)
        #expect(request.address == "/api/export/daily.csv?" + query)
    }

    @Test func `An export request ignores empty fields of a form and repeated people`() throws {
        let request = try ExportRequest(
            .daily, .csv,
            query: Self.november + "&office=&team=&user=&user=bo&user=ada&user=bo&layout=&preset=&rounding=&purpose=+")
        #expect(request.users == ["ada", "bo"])
        #expect(request.address == "/api/export/daily.csv?from=2026-11-01&to=2026-11-30&user=ada&user=bo")
    }

    @Test func `An export request keeps two spellings of one user name apart`() throws {
        let query = Self.november + "&user=andr%C3%A9&user=andre%CC%81&user=andr%C3%A9"
        #expect(try ExportRequest(.daily, .csv, query: query).users.map { $0.utf8.count }.sorted() == [6, 7])
    }

    @Test(arguments: [
        ("purpose=+payroll%E2%80%8F+", "purpose=payroll"), ("purpose=pay%C2%9Broll", "purpose=pay%20roll"),
        ("purpose=%E2%80%8F+", ""),
    ])
    func `The purpose of an export is cleaned as other texts that people type`(sent: String, kept: String) throws {
        let request = try ExportRequest(.daily, .csv, query: Self.november + "&" + sent)
        #expect(
            request.address == "/api/export/daily.csv?from=2026-11-01&to=2026-11-30" + (kept.isEmpty ? "" : "&" + kept))
    }

    @Test(arguments: [
        ("", "The period needs “from” and “to”, such as from=2026-11-01&to=2026-11-30."),
        ("from=2026-11-01", "The period needs “from” and “to”, such as from=2026-11-01&to=2026-11-30."),
        ("from=2026-11-31&to=2026-12-01", "“from” is not a date such as 2026-11-01."),
        ("from=2026-11-01&to=2026-11-1", "“to” is not a date such as 2026-11-01."),
        ("from=2026-11-30&to=2026-11-01", "The period ends before it begins. Swap its dates."),
        (
            "from=2026-01-01&to=2027-02-04",
            "The period has 400 days, and one request covers at most 366. Split it, or ask for "
                + "“desktap export” on the server, which has no limit."
        ),
        (november + "&preset=latin1", "There is no preset “latin1”. Known values: standard, excel, excel-semicolon, cp932."),
        (
            november + "&rounding=nearest-7",
            "There is no rounding “nearest-7”. Use none, or nearest, up or down with 1, 5, 6, 10, 15 or 30 minutes, such as "
                + "nearest-15."
        ),
        (november + "&as_of=today", "“as_of” is not a date and time with an offset, such as 2026-11-30T18:00:00+09:00."),
        (november + "&head=12", "“head” must be NUMBER:HASH."),
        (
            november + "&rouding=up-5",
            "There is no field “rouding”. Known fields: from, to, office, team, user, preset, rounding, layout, company, as_of, "
                + "head, purpose, heads, language, replace."
        ),
        (november + "&heads=plain", "There is no heads “plain”. Known values: keys, readable."),
        (november + "&heads=readable&language=fr", "There is no language “fr”. Known values: en, ja."),
        (november + "&replace=maybe", "There is no replace “maybe”. Known values: yes, no."),
        (november + "&replace=yes&preset=excel", "“replace” applies only with “preset=cp932”. Remove it."),
        (november + "&company=Kaigan", "“company” applies only with “layout”. Remove it."),
        (november + "&language=ja", "“language” applies only with “heads=readable”. Remove it."),
        (november + "&from=2026-11-02", "The parameter “from” is given more than once."),
    ])
    func `A wrong export request says what is wrong`(query: String, sentence: String) throws {
        let error = try Self.refusal { try ExportRequest(.daily, .csv, query: query) }
        #expect(error.status == .badRequest && error.sentence == sentence)
    }

    @Test(arguments: [
        (ExportRequest.Subject.daily, ExportRequest.Format.xlsx, "preset=excel", "“preset” applies only to CSV. Remove it."),
        (
            .daily, .json, "heads=readable",
            "Readable heads are only for CSV and Excel (XLSX). Remove “heads”."
        ),
        (.daily, .xlsx, "layout=x&company=Kaigan", "“company” applies only with “format csv”. Remove it."),
        (.events, .csv, "rounding=up-5", "“rounding” applies only to daily rows. Remove it."),
        (.events, .csv, "layout=monthly-total", "“layout” applies only to daily rows. Remove it."),
    ])
    func `An export request refuses a field that would have no effect`(
        subject: ExportRequest.Subject, format: ExportRequest.Format, field: String, sentence: String
    ) throws {
        let error = try Self.refusal { try ExportRequest(subject, format, query: Self.november + "&" + field) }
        #expect(error.sentence == sentence)
    }
}
