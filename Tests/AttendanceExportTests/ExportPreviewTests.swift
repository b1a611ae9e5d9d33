import AttendanceExport
import TestOffice
import TestServers
import Testing

@Suite(.enabled(if: TestDatabase.isAvailable, "\(TestDatabase.help)"), .timeLimit(.minutes(10)), .inEnglish)
struct `Export preview` {
    @Test(
        .enabled(if: ExportFile.python != nil, "needs openpyxl: run scripts/test, or set DESKTAP_TEST_PYTHON"),
        arguments: [
            ("standard", "daily.csv?\(October.period)&rounding=nearest-15"),
            ("excel", "daily.csv?\(October.period)&preset=excel&heads=readable"),
            ("excel-semicolon", "daily.csv?\(October.period)&preset=excel-semicolon"),
            ("excel-semicolon", "events.csv?\(October.period)&preset=excel-semicolon&heads=readable"),
            ("cp932", "daily.csv?\(October.period)&preset=cp932&user=aoyama&user=evil"),
            ("standard", "daily.csv?\(October.period)&layout=monthly-total"),
            ("tabs", "daily.csv?\(October.period)&layout=quickbooks-timeact&company=Kaigan"),
        ])
    func `A preview has the head and the first rows of the file`(kind: String, address: String) async throws {
        try await October.withOffice { (office) async throws in
            let preview = try await office.export(address).preview()
            let file = try #require(try await ExportFile.read(kind, try await office.exported(address)) as? [[String]])
            let shown = preview.before + [preview.head] + preview.rows
            #expect(shown == Array(file.prefix(shown.count)))
            #expect(preview.rows.count == min(ExportPreview.rowCount, file.count - preview.before.count - 1))
        }
    }

    @Test func `A preview of a spreadsheet has the texts that a program shows`() async throws {
        try await October.withOffice { (office) async throws in
            let address = "daily.xlsx?\(October.period)&user=jg"
            let forPeople = try await office.export(address + "&heads=readable").preview()
            #expect(forPeople.head.prefix(5) == ["User name", "Name", "Date", "Weekday", "First in"])
            let monday = try #require(forPeople.rows.first)
            #expect(
                monday.prefix(9) == [
                    "jg", "Jürgen Groß", "2026-10-05", "Mon", "2026-10-05 09:00:00", "2026-10-05 18:00:30", "9:01", "9.01",
                    "0:00",
                ])
            let forPrograms = try await office.export(address).preview()
            let offset = try #require(forPrograms.head.firstIndex(of: "first_in_utc_offset"))
            #expect(forPrograms.rows[0][offset] == "+09:00")
            #expect(forPrograms.rows.allSatisfy { $0.count == forPrograms.head.count } && forPrograms.rows.count == 5)
        }
    }

    @Test func `A preview of JSON has the names and the values of the rows`() async throws {
        try await October.withOffice { (office) async throws in
            let preview = try await office.export("daily.json?\(October.period)&user=evil&user=ada").preview()
            // Ada has no work, and JSON no formulas.
            #expect(preview.rows[0].prefix(2) == ["ada", "Ada Lindqvist"])
            #expect(preview.rows[0][try #require(preview.head.firstIndex(of: "first_in"))] == "null")
            #expect(preview.rows[1][1] == "=HYPERLINK(\"http://x\")")
        }
    }

    @Test func `A preview of a layout with its own encoding has the texts of the file, and no header if the file has none`()
        async throws
    {
        try await October.withOffice { (office) async throws in
            let cy = try await office.store.people.person(userName: "cy")
            for (name, header) in [("kyuyo", true), ("kyuyo-2", false)] {
                try await office.store.exportLayouts.setLayout(
                    name, of: office.office,
                    json:
                        #"{"columns":[{"from":"employee_id","as":"番号"},{"text":"給与"}],"encoding":"cp932","#
                        + #""header":\#(header)}"#, replaces: false, by: cy.id, now: TestOffice.noon)
                let address = "daily.csv?\(October.period)&layout=\(name)"
                let preview = try await office.export(address + "&user=aoyama").preview()
                #expect(preview.head == (header ? ["番号", ""] : []))
                #expect(preview.rows.first == ["aoyama", "給与"])
            }
            try await office.store.exportLayouts.setLayout(
                "namae", of: office.office, json: #"{"columns":[{"from":"employee_name"}],"encoding":"cp932"}"#,
                replaces: false, by: cy.id, now: TestOffice.noon)
            let address = "daily.csv?\(October.period)&user=jg&layout=namae"
            let export = try await office.export(address)
            let refused = await #expect(throws: ExportError.self) { try await export.preview() }
            #expect(refused?.sentence.contains("Jürgen Groß (“üß”). Use another encoding, or") == true)
            #expect(
                try await office.written(address + "&replace=yes").warning?
                    .hasSuffix("A layout with another encoding keeps all letters.") == true)
            let effectless = await #expect(throws: ExportError.self) {
                try await office.export("daily.json?\(October.period)&layout=namae&replace=yes")
            }
            #expect(effectless?.sentence.contains("“encoding cp932”") == true)
        }
    }

    @Test func `A preview fails as the file does, also because of a later row`() async throws {
        try await October.withOffice { (office) async throws in
            let address = "daily.csv?\(October.period)&preset=cp932&user=aoyama&user=jg"
            let export = try await office.export(address)
            let shown = await #expect(throws: ExportError.self) { try await export.preview() }
            let downloaded = await #expect(throws: ExportError.self) { try await office.exported(address) }
            #expect(shown == downloaded && shown?.sentence.contains("Jürgen Groß (“üß”)") == true)
        }
    }
}
