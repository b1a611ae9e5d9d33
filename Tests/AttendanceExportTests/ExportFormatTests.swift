import Attendance
import Foundation
import TestServers
import Testing

@testable import AttendanceExport

@Suite(.enabled(if: ExportFile.python != nil, "needs openpyxl: run scripts/test, or set DESKTAP_TEST_PYTHON"))
struct `Export formats` {
    private static let columns = DailyColumn.allCases.filter { $0 != .workedRoundedSeconds }

    /// A shift of 33 hours in Tokyo that began at 22:00:00 on 31 October 2026.
    static func row(_ name: String) -> NamedDailyRow {
        var row = DailyRow(key: DailyRow.Key(date: CivilDate(daysSince1970: 20_757), office: 1))
        row.firstIn = 1_793_451_600
        row.lastOut = 1_793_451_600 + 33 * 3600
        row.workedSeconds = 33 * 3600 - 60
        row.pauseSeconds = 60
        row.sessions = 1
        row.flags = [.late, .corrected]
        return NamedDailyRow(
            employeeID: "aiko", employeeName: name, office: "Tokyo", timeZone: "Asia/Tokyo", offsets: (32_400, 32_400),
            row: row,
            workedRoundedSeconds: row.workedSeconds)
    }

    private static func write(_ names: [String], _ format: inout some ExportFormat) throws {
        let layout = ExportLayout.contract(isRounded: false)
        try format.begin(layout.header)
        for name in names { try layout.write([row(name)], to: &format) }
        try format.end()
    }

    private static func csv(_ preset: CSVPreset, _ names: [String], replaces: Bool = false) throws -> [UInt8] {
        var format = try CSVFormat(preset, .contract(isRounded: false), replaces: replaces)
        try write(names, &format)
        return format.takeBytes()
    }

    private static func xlsx(_ names: [String], at path: String) throws {
        var file = try XLSXFile(
            path: path, folder: URL(filePath: path).deletingLastPathComponent().path, sheetName: "Daily rows",
            created: Instant(millisecondsSince1970: 1_800_000_000_000))
        try write(names, &file)
    }

    @Test(arguments: CSVPreset.allCases)
    func `Python reads each cell of a CSV file in each preset`(preset: CSVPreset) async throws {
        let names = ["青山 愛子", "a;b,\"c\"\r\nd"] + (preset == .cp932 ? ["髙橋①"] : ["Jürgen Groß", "🦊"])
        let rows = try #require(
            try await ExportFile.read(preset.rawValue, try Self.csv(preset, names)) as? [[String]])
        #expect(rows[0] == Self.columns.map(\.rawValue))
        #expect(rows.dropFirst().map { $0[1] } == names)
        let hours = preset == .excelSemicolon ? "32,9833" : "32.9833"
        let (firstIn, lastOut) =
            preset.isForExcel
            ? ("2026-10-31 22:00:00", "2026-11-02 07:00:00") : ("2026-10-31T22:00:00+09:00", "2026-11-02T07:00:00+09:00")
        #expect(
            rows[1] == [
                "aiko", "青山 愛子", "Tokyo", "Asia/Tokyo", "2026-10-31", firstIn, lastOut, "118740", "32:59", hours, "60",
                "00:01", "0", "1", "corrected;late", "",
            ])
    }

    @Test(arguments: [
        (Int64(1_793_451_600_999), Int64(32_400), "2026-10-31 22:00:00"), (0, 0, "1970-01-01 00:00:00"),
        (0, -18_000, "1969-12-31 19:00:00"), (1_793_451_600_000, 19_800, "2026-10-31 18:30:00"),
    ])
    func `A CSV file for Excel has instants as the office's local time`(
        milliseconds: Int64, offset: Int64, text: String
    ) throws {
        let instant = Instant(millisecondsSince1970: milliseconds)
        for (preset, separator) in [(CSVPreset.excel, ","), (.excelSemicolon, ";")] {
            var format = try CSVFormat(preset, .contract(isRounded: false))
            try format.write(.instant(instant, offset: offset))
            try format.write(.moment(instant.seconds, offset: offset))
            try format.write(.moment(nil, offset: offset))
            try format.endRow()
            #expect(format.takeBytes().dropFirst(3).elementsEqual("\(text)\(separator)\(text)\(separator)\r\n".utf8))
        }
    }

    @Test func `Characters that code page 932 lacks are an error that names the first texts with them`() {
        let named = [("Groß", "ß"), ("ße\"🦊ß", "ß🦊"), ("Lefèvre", "è")].map { UnmappableText(text: $0, characters: $1) }
        #expect(throws: ExportError.unmappable(named, others: 1)) {
            try Self.csv(.cp932, ["青山", "Groß", "ße\"🦊ß", "Groß", "Lefèvre", "Inês", "Inês"])
        }
    }

    @Test func `A CSV file with a character that code page 932 lacks has no bytes after it`() throws {
        var format = try CSVFormat(.cp932, .contract(isRounded: false))
        try format.begin([ExportColumn(name: "name", kind: .text)])
        #expect(format.takeBytes() == Array("name\r\n".utf8))
        for name in ["ß", "Bo"] {
            try format.write(.text(name))
            try format.endRow()
        }
        #expect(format.takeBytes() == [])
        #expect(throws: ExportError.unmappable([UnmappableText(text: "ß", characters: "ß")], others: 0)) {
            try format.end()
        }
    }

    @Test func `A CSV file in code page 932 has 〓 for each other character if the request says so`() async throws {
        let names = ["Groß", "ä,\"🦊\"\r\né", "髙橋①", "a\"\u{FF9E},b"]
        let bytes = try Self.csv(.cp932, names, replaces: true)
        let rows = try #require(try await ExportFile.read("cp932", bytes) as? [[String]])
        #expect(rows.dropFirst().map { $0[1] } == ["Gro〓", "〓,\"〓\"\r\n〓", "髙橋①", "a\"\u{FF9E},b"])
    }

    @Test(arguments: ["=HYPERLINK(\"x\")", "+1", "-1", "@SUM(A1)", "\tx", "\rx", "\nx", "＝1", "＋1", "－1", "＠x", "\u{2212}1"])
    func `No text of a CSV file can run as a formula`(name: String) async throws {
        let rows = try #require(
            try await ExportFile.read("standard", try Self.csv(.standard, [name])) as? [[String]])
        #expect(rows[1][1] == "'" + name)
    }

    /// The C library encodes some characters as others, and leaves some out.
    @Test func `No character becomes the start of a formula in code page 932`() throws {
        let starts: Set<[UInt8]> = Set(
            ["=", "+", "-", "@", "\t", "\r", "\n"].map { Array($0.utf8) } + [
                [0x81, 0x81], [0x81, 0x7B], [0x81, 0x7C], [0x81, 0x97],
            ])
        let codePage = try CodePage932()
        for scalar in (1...0x10FFFF).lazy.compactMap({ Unicode.Scalar(UInt32($0)) }) {
            guard let bytes = codePage.encode(String(scalar)), bytes.isEmpty || starts.contains(bytes) else { continue }
            #expect(
                !bytes.isEmpty && FormulaGuard.guarded(String(scalar)).hasPrefix("'"), "U+\(String(scalar.value, radix: 16))")
        }
    }

    @Test func `A spreadsheet has real dates, times and durations, and no text becomes a formula`() async throws {
        let table = try await TestFolder.with { folder in
            try Self.xlsx(["青山 愛子", "=HYPERLINK(\"x\")", "Jürgen Groß"], at: folder + "/a.xlsx")
            try Self.xlsx(["青山 愛子", "=HYPERLINK(\"x\")", "Jürgen Groß"], at: folder + "/b.xlsx")
            let bytes = try Data(contentsOf: URL(filePath: folder + "/a.xlsx"))
            #expect(try Data(contentsOf: URL(filePath: folder + "/b.xlsx")) == bytes)
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder).sorted() == ["a.xlsx", "b.xlsx"])
            return try await ExportFile.read("xlsx", [UInt8](bytes))
        }
        let book = try #require(table as? [String: Any])
        #expect(book["frozen"] as? String == "A2")
        #expect(book["formulas"] as? [String] == [])
        let rows = try #require((book["sheets"] as? [String: [[[Any]]]])?["Daily rows"])
        let cells = rows[1].map { "\($0[0]) \($0[1])" }
        #expect(
            cells == [
                "str aiko", "str 青山 愛子", "str Tokyo", "str Asia/Tokyo", "datetime 2026-10-31T00:00:00",
                "datetime 2026-10-31T22:00:00", "str +09:00", "datetime 2026-11-02T07:00:00", "str +09:00", "int 118740",
                "duration 118740", "float 32.98333333333333", "int 60", "duration 60", "int 0", "int 1", "str corrected;late",
                "empty <null>",
            ])
        #expect(rows[2][1][1] as? String == "'=HYPERLINK(\"x\")")
    }

    @Test func `LibreOffice sums a month's durations past 24 hours and shows names unchanged`() async throws {
        try await TestFolder.with { folder in
            let names = ["青山 愛子", "Jürgen Groß", "=HYPERLINK(\"x\")"] + (4...20).map { "Person \($0)" }
            try Self.xlsx(names, at: folder + "/table.xlsx")
            let hours = try #require(Self.columns.firstIndex(of: .workedHoursAndMinutes))
            // The two instants before it take two columns each.
            let letter = String(UnicodeScalar(UInt8(ascii: "A") + UInt8(hours) + 2))
            let shown = try await ExportFile.inLibreOffice(folder + "/table.xlsx", summing: letter, in: folder)
            #expect(shown.contains("青山 愛子") && shown.contains("Jürgen Groß") && shown.contains("'=HYPERLINK"))
            #expect(shown.contains(",659:40:00,"))
        }
    }

    @Test(arguments: [CSVPreset.standard, .excel, .excelSemicolon])
    func `LibreOffice shows each name of a CSV file unchanged`(preset: CSVPreset) async throws {
        try await TestFolder.with { folder in
            let path = folder + (preset == .excelSemicolon ? "/semicolon.csv" : "/table.csv")
            try Data(try Self.csv(preset, ["青山 愛子", "Jürgen Groß"])).write(to: URL(filePath: path))
            let lines = try await ExportFile.inLibreOffice(path, in: folder).split(separator: "\n")
            #expect(lines.count == 3)
            #expect(lines.first?.hasPrefix("employee_id,employee_name,office") == true)
            #expect(lines.last?.contains("aiko,Jürgen Groß,Tokyo") == true)
        }
    }

    /// Reasons that start a formula where a program ends the cell.
    private static let reasons = [
        "=1+1", "forgot;=1+1", "forgot,=1+1", "forgot\t=1+1", "forgot\n=1+1;x", "forgot\r\n=1+1", "a; =1+1", "a;\"=1+1\"",
        "a;\"=1+1", "a\n\"=1+1\"", "a\n\"=1+1\";b", "a;@SUM(1;1)", "a;+1+1", "a;-1-1", "a,\"x\",=1+1",
    ]

    @Test(arguments: [CSVPreset.standard, .excel, .excelSemicolon])
    func `LibreOffice finds no formula in a CSV file, whatever separator it splits at`(preset: CSVPreset) async throws {
        try await TestFolder.with { folder in
            let path = folder + "/table.csv"
            try Data(try Self.csv(preset, Self.reasons)).write(to: URL(filePath: path))
            for separator: Character in [",", ";", "\t"] {
                #expect(try await ExportFile.formulas(path, separatedBy: separator, in: folder) == "[]\n", "\(separator)")
            }
        }
    }

    @Test func `LibreOffice finds formulas in the same texts without the guard`() async throws {
        try await TestFolder.with { folder in
            let path = folder + "/table.csv"
            let lines = Self.reasons.map { "x,\"\($0.replacing("\"", with: "\"\""))\"\r\n" }.joined()
            try Data(lines.utf8).write(to: URL(filePath: path))
            for separator: Character in [",", ";", "\t"] {
                #expect(
                    try await ExportFile.formulas(path, separatedBy: separator, in: folder).contains("=1+1"), "\(separator)")
            }
        }
    }

    @Test(arguments: [JSONFormat.Shape.json, .ndjson])
    func `A JSON export has one object per row`(shape: JSONFormat.Shape) throws {
        let about = ExportMetadata(
            entries: [ExportMetadata.Entry(name: "people", cell: .text("everybody"))],
            offices: [[ExportMetadata.Entry(name: "max_session_s", cell: .integer(57_600))]])
        var format = JSONFormat(shape, about)
        try Self.write(["a\"\\\u{1}b", "青山"], &format)
        let bytes = format.takeBytes()
        let objects: [[String: Any]]
        let head: [String: Any]
        switch shape {
        case .json:
            head = try #require(try JSONSerialization.jsonObject(with: Data(bytes)) as? [String: Any])
            objects = try #require(head["rows"] as? [[String: Any]])
        case .ndjson:
            let lines = try bytes.split(separator: UInt8(ascii: "\n")).map {
                try #require(try JSONSerialization.jsonObject(with: Data($0)) as? [String: Any])
            }
            head = lines[0]
            objects = Array(lines.dropFirst())
        }
        let read = try #require(head["about"] as? [String: Any])
        #expect(read["people"] as? String == "everybody")
        #expect((read["offices"] as? [[String: Any]])?.first?["max_session_s"] as? Int == 57_600)
        #expect(objects.map { $0["employee_name"] as? String } == ["a\"\\\u{1}b", "青山"])
        #expect(objects[0]["worked_seconds"] as? Int == 118_740)
        #expect(objects[0]["first_in"] as? String == "2026-10-31T22:00:00+09:00")
        #expect(objects[0].count == Self.columns.count)
    }
}
