import TestServers
import Testing

/// The import of files in Chromium, with the real server.
@Suite(
    .enabled(if: TestDatabase.isAvailable, Comment(rawValue: TestDatabase.help)),
    .enabled(if: RunningOffice.python != nil, Comment(rawValue: RunningOffice.pythonHelp)), .timeLimit(.minutes(10)))
struct `An import, end to end` {
    @Test func `Files that spreadsheets save are chosen, checked and imported`() async throws {
        try await RunningOffice.with { (office) async throws in
            let seen = try await office.browse(
                "import_files", office.url, try await office.link(for: "lea"), office.folder)
            #expect(seen.contains("all done"), "\(seen)")
            let people = "select string_agg(display_name, ', ' order by id) from person where id > 5"
            #expect(try await office.office.value(people) == "Zoë Groß, 佐藤 恵")
            let taps = try await office.desktap(
                "import", "attendance", office.folder + "/taps.xlsx", "--as", "Lea", "--reason", "From the old system")
            #expect(taps == "1 tap added.")
            let wrong = try office.starting(desktap: "import", "people", office.folder + "/wrong.xlsx")
            #expect(await wrong.wait() == 1)
            #expect(wrong.output.contains("Cell B3 has a formula without a result."), "\(wrong.output)")
        }
    }
}
