import Attendance
import Foundation
import Spreadsheet
import TestServers
import Testing

@Suite(.timeLimit(.minutes(10))) struct `Excel workbooks` {
    private static let python = ProcessInfo.processInfo.environment["DESKTAP_TEST_PYTHON"]
    private static let writer = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "write_workbook.py").path

    @Test(
        .enabled(if: python != nil, "needs openpyxl: run scripts/test, or set DESKTAP_TEST_PYTHON"), arguments: [false, true])
    func `The first visible sheet has the texts that a CSV file would have`(isLibreOffice: Bool) async throws {
        try await TestFolder.with { folder in
            let path = folder + "/people.xlsx"
            let process = try ChildProcess(
                [try #require(Self.python), Self.writer, path] + (isLibreOffice ? [folder] : []), in: folder)
            #expect(await process.wait() == 0, "\(process.output)")
            let workbook = try Workbook(Array(try Data(contentsOf: URL(filePath: path))))
            #expect(
                workbook.rows == [
                    CSVText.Record(line: 1, fields: ["user_name", "display_name", "number", "", "last"]),
                    CSVText.Record(line: 2, fields: ["emi", "佐藤 恵", "100", "", "a,\"b\"\nc"]),
                    CSVText.Record(line: 4, fields: ["", "Zoë Müller", "1.5", "TRUE", "FALSE"]),
                    CSVText.Record(line: 5, fields: ["2026-11-20", "2026-11-20 09:05:07", "0.3", "-3", "123456789012"]),
                    CSVText.Record(line: 6, fields: ["'=1+1", "&<>", "00042", "0", "x"]),
                    CSVText.Record(line: 7, fields: ["1900-02-28", "09:30:00"]),
                    CSVText.Record(line: 8, fields: Array(repeating: "", count: 27) + ["far"]),
                ])
            #expect(CSVText(Array(workbook.csv.utf8)).records.map(\.fields.count) == [5, 5, 5, 5, 5, 2, 28])
        }
    }

    /// The smallest workbook with this sheet.
    private static func workbook(
        _ sheet: String, shared: String? = nil, styles: String = "", prefix: String = ""
    ) throws -> [UInt8] {
        let office = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
        let package = "http://schemas.openxmlformats.org/package/2006/relationships"
        let main = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
        let name = prefix.isEmpty ? "xmlns" : "xmlns:\(prefix.dropLast())"
        var files = [
            "_rels/.rels":
                """
            <Relationships xmlns="\(package)"><Relationship Id="a" Type="\(office)/officeDocument" Target="/xl/workbook.xml"/>
            </Relationships>
            """,
            "xl/workbook.xml":
                """
            <\(prefix)workbook \(name)="\(main)" xmlns:r="\(office)"><\(prefix)sheets>
            <\(prefix)sheet name="S" sheetId="1" r:id="b"/></\(prefix)sheets></\(prefix)workbook>
            """,
            "xl/_rels/workbook.xml.rels":
                """
            <Relationships xmlns="\(package)"><Relationship Id="b" Type="\(office)/worksheet" Target="worksheets/../s.xml"/>
            <Relationship Id="c" Type="\(office)/sharedStrings" Target="t.xml"/>
            <Relationship Id="d" Type="\(office)/styles" Target="f.xml"/></Relationships>
            """,
            "xl/f.xml": "<styleSheet xmlns=\"\(main)\">\(styles)</styleSheet>",
            "xl/s.xml": sheet.replacing("<worksheet>", with: "<worksheet xmlns=\"\(main)\">"),
        ]
        files["xl/t.xml"] = (shared ?? "<sst></sst>").replacing("<sst>", with: "<sst xmlns=\"\(main)\">")
        return try zip(files)
    }

    private static func zip(_ files: [String: String]) throws -> [UInt8] {
        let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        defer { try? FileManager.default.removeItem(at: folder) }
        for (name, text) in files {
            let path = folder.appending(path: name)
            try FileManager.default.createDirectory(at: path.deletingLastPathComponent(), withIntermediateDirectories: true)
            try Data(text.utf8).write(to: path)
        }
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        let roots = Set(files.keys.map { String($0.prefix { $0 != "/" }) })
        process.arguments = ["python3", "-m", "zipfile", "-c", "book.xlsx"] + roots.sorted()
        process.currentDirectoryURL = folder
        try process.run()
        process.waitUntilExit()
        return Array(try Data(contentsOf: folder.appending(path: "book.xlsx")))
    }

    private static func rows(
        _ sheet: String, shared: String? = nil, styles: String = "", prefix: String = ""
    ) throws -> [[String]] {
        let sheet = "<worksheet><sheetData>\(sheet)</sheetData></worksheet>"
        return try Workbook(workbook(sheet, shared: shared, styles: styles, prefix: prefix)).rows.map(\.fields)
    }

    @Test func `Cells without addresses, inline texts, readings and errors are read`() throws {
        let reading = "<sst><si><t>佐藤</t><rPh sb=\"0\" eb=\"2\"><t>サトウ</t></rPh><phoneticPr fontId=\"1\"/></si></sst>"
        #expect(
            try Self.rows(
                """
                <row><c t="inlineStr"><is><r><t>A</t></r><r><t xml:space="preserve"> b</t></r></is></c><c t="s"><v>0</v></c></row>
                <row><c t="e"><v>#N/A</v></c><c t="str"><f>A1</f><v>x_x000A_y</v></c><c><v>1E+21</v></c></row>
                """,
                shared: reading, prefix: "x:") == [["A b", "佐藤"], ["#N/A", "x\ny", "1E+21"]])
    }

    @Test
    func `A cell without an address is behind the cell before it, and a row behind the row before it, also if that is empty`()
        throws
    {
        let sheet =
            "<worksheet><sheetData><row><c><v>1</v></c><c/><c t=\"s\"/><c><v>2</v></c></row><row/><row><c/></row>"
            + "<row><c r=\"B4\"/><c><v>3</v></c><c r=\"E4\"/><c><v>4</v></c></row></sheetData></worksheet>"
        #expect(
            try Workbook(Self.workbook(sheet)).rows == [
                CSVText.Record(line: 1, fields: ["1", "", "", "2"]),
                CSVText.Record(line: 4, fields: ["", "", "3", "", "", "4"]),
            ])
    }

    @Test(.timeLimit(.minutes(1))) func `A long format of many styles is read once`() throws {
        let code = String(repeating: "0", count: 1_000_000)
        let styles =
            "<numFmts><numFmt numFmtId=\"170\" formatCode=\"\(code)\"/>"
            + "<numFmt numFmtId=\"171\" formatCode=\"000\"/></numFmts><cellXfs>"
            + String(repeating: "<xf numFmtId=\"170\"/>", count: 65_000)
            + "<xf numFmtId=\"171\"/><xf numFmtId=\"14\"/></cellXfs>"
        let cells = "<c s=\"65000\"><v>7</v></c><c s=\"65001\"><v>25569</v></c><c s=\"65002\"><v>7</v></c>"
        #expect(try Self.rows("<row>\(cells)</row>", styles: styles) == [["007", "1970-01-01", "7"]])
    }

    @Test func `A workbook with more styles than Excel has is refused`() throws {
        let styles = "<cellXfs>" + String(repeating: "<xf/>", count: 1_000_000) + "</cellXfs>"
        #expect(throws: WorkbookError.tooLarge) { try Self.rows("", styles: styles) }
    }

    @Test(arguments: [
        ("<row><c r=\"B1\"><f>SUM(A1)</f></c></row>", WorkbookError.noResult(cell: "B1")),
        ("<row><c r=\"C1\"><f>A1</f><v></v></c></row>", .noResult(cell: "C1")),
        ("<row><c r=\"AA1\"><f>1</f></c></row>", .noResult(cell: "AA1")), ("<row><c t=\"s\"><v>7</v></c></row>", .broken),
        ("<row r=\"2\"></row><row r=\"1\"></row>", .broken), ("<row r=\"1048577\"></row>", .broken),
        ("<row><c r=\"ZZZ1\"><v>1</v></c></row>", .broken), ("<row>", .broken),
    ])
    func `A cell that has no text is an error`(sheet: String, error: WorkbookError) throws {
        let bytes = try Self.workbook("<worksheet><sheetData>\(sheet)</sheetData></worksheet>")
        #expect(throws: error) { try Workbook(bytes) }
    }

    @Test func `A document type, with its entities, is refused`() throws {
        let bytes = try Self.workbook(
            """
            <!DOCTYPE worksheet [<!ENTITY x SYSTEM "file:///etc/passwd">]>
            <worksheet><sheetData><row><c t="inlineStr"><is><t>&x;</t></is></c></row></sheetData></worksheet>
            """)
        #expect(throws: WorkbookError.broken) { try Workbook(bytes) }
    }

    @Test func `A workbook that unpacks to too much is refused`() throws {
        let spaces = String(repeating: " ", count: 130 << 20)
        #expect(throws: WorkbookError.tooLarge) { try Self.rows("<row></row>\(spaces)") }
        // One text in many cells.
        let text = "<sst><si><t>\(String(repeating: "x", count: 32_000))</t></si></sst>"
        #expect(throws: WorkbookError.tooLarge) {
            try Self.rows(String(repeating: "<row><c t=\"s\"><v>0</v></c></row>", count: 5_000), shared: text)
        }
    }

    @Test func `A file that is no workbook, or an encrypted one, is refused`() throws {
        let zipped = try Self.zip(["mimetype": "application/vnd.oasis.opendocument.spreadsheet"])
        #expect(throws: WorkbookError.broken) { try Workbook(zipped) }
        let whole = try Self.workbook("<worksheet><sheetData></sheetData></worksheet>")
        for count in stride(from: 4, to: whole.count, by: 97) {
            #expect(throws: WorkbookError.broken) { try Workbook(Array(whole.prefix(count))) }
        }
        let container: [UInt8] = [0xD0, 0xCF, 0x11, 0xE0, 0xA1, 0xB1, 0x1A, 0xE1, 0, 0]
        #expect(Workbook.isWorkbook(container) && Workbook.isWorkbook(whole) && !Workbook.isWorkbook(Array("PK,a".utf8)))
        #expect(throws: WorkbookError.locked) { try Workbook(container) }
    }
}
