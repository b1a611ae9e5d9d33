import AttendanceExport
import AttendanceStore
import TestOffice
import TestServers
import Testing

@Suite(
    .enabled(if: TestDatabase.isAvailable, "\(TestDatabase.help)"),
    .enabled(if: ExportFile.python != nil, "needs openpyxl: run scripts/test, or set DESKTAP_TEST_PYTHON"),
    .timeLimit(.minutes(10)), .inEnglish)
struct `Spreadsheet of the own record` {
    @Test(arguments: ExportRequest.Heads.allCases)
    func `An own spreadsheet export has the same rows as HR's export of that person`(heads: ExportRequest.Heads) async throws {
        try await October.withOffice { (office) async throws in
            func rows(_ bytes: [UInt8]) async throws -> [[[Any]]] {
                let table = try #require(try await ExportFile.read("xlsx", bytes) as? [String: Any])
                let sheets = try #require(table["sheets"] as? [String: [[[Any]]]])
                return try #require(sheets["Daily rows"])
            }
            let request = try ExportRequest(
                .daily, .xlsx, [.from: "2026-10-05", .to: "2026-10-11", .heads: heads.rawValue], users: ["jg"])
            let jg = try await office.store.people.person(userName: "jg")
            let own = try await office.exporter().ownExport(request, of: jg, now: TestOffice.noon)
            let mine = try await rows(try await TestOffice.Written(own).bytes)
            let theirs = try await rows(
                try await office.exported("daily.xlsx?user=jg&from=2026-10-05&to=2026-10-11&heads=\(heads.rawValue)"))
            #expect("\(mine)" == "\(theirs)" && mine.count == 8)
        }
    }
}
