import Attendance
import AttendanceStore
import Foundation
import TestOffice
import TestServers
import Testing

/// Programs of offices read these files, so they stay as they are.
@Suite(.enabled(if: TestDatabase.isAvailable, "\(TestDatabase.help)"), .timeLimit(.minutes(10)), .inEnglish)
struct `Recorded exports` {
    private static let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Recorded")
    private static let isRecording = ProcessInfo.processInfo.environment["DESKTAP_RECORD"] != nil
    private static let days = "from=2026-11-01&to=2026-11-30"

    /// The recorded file, and the address of the export.
    private static let exports = [
        ("daily.csv", "daily.csv?\(days)&rounding=nearest-15"),
        ("daily-excel.csv", "daily.csv?\(days)&preset=excel-semicolon&heads=readable"),
        ("daily-ja.csv", "daily.csv?\(days)&heads=readable&language=ja"), ("daily.json", "daily.json?\(days)"),
        ("daily.ndjson", "daily.ndjson?\(days)&user=ada"), ("daily.xlsx.txt", "daily.xlsx?\(days)"),
        ("daily-readable.xlsx.txt", "daily.xlsx?\(days)&heads=readable&rounding=up-5"),
        ("events.csv", "events.csv?\(days)"), ("events-readable.csv", "events.csv?\(days)&heads=readable"),
        ("events.json", "events.json?\(days)"), ("events.xlsx.txt", "events.xlsx?\(days)"),
        ("events-readable.xlsx.txt", "events.xlsx?\(days)&heads=readable"),
        ("monthly-total.csv", "daily.csv?\(days)&layout=monthly-total"),
        ("monthly-total.xlsx.txt", "daily.xlsx?\(days)&layout=monthly-total&heads=readable"),
        ("quickbooks.iif", "daily.csv?\(days)&layout=quickbooks-timeact&company=Kaigan"),
        ("payroll.csv", "daily.csv?\(days)&layout=payroll"), ("payroll.json", "daily.json?\(days)&layout=payroll"),
    ]

    private static let layout = """
        {"rows": "day", "encoding": "cp932", "separator": "semicolon", "decimal": "comma", "columns": [
        {"from": "personnel_number", "as": "No."}, {"from": "work_date", "style": "DD.MM.YYYY"},
        {"from": "first_in", "style": "HH:MM"}, {"from": "worked_hhmm", "style": "H:MM"},
        {"from": "pause_seconds", "style": "HH:MM"}, {"from": "worked_hours", "style": "0.00"}, {"from": "month"},
        {"text": "REG", "as": "Code"}, {"text": "open", "as": "Note", "if": "missing_end"}]}
        """

    /// Ada works on two days, once past midnight and with a break. Bo forgets a clock-out, and Cy corrects a tap of his.
    private func withOffice(_ body: (TestOffice) async throws -> Void) async throws {
        try await TestOffice.with { office in
            func id(_ number: Int) throws -> UUID {
                try #require(UUID(uuidString: "00000000-0000-4000-8000-0000000000\(10 + number)"))
            }
            let noon = TestOffice.noon
            func at(_ days: Int, _ hours: Int) -> Instant { noon + .seconds((days * 24 + hours) * 3600 + hours * 61) }
            let taps: [(String, TapKind, Instant, String?)] = [
                ("ada", .start, at(-3, -3), "6F-A1"), ("ada", .pause, at(-3, 0), nil), ("ada", .start, at(-3, 1), "6F-A1"),
                ("ada", .end, at(-3, 6), nil), ("ada", .start, at(-2, 8), "7F-A2"), ("ada", .end, at(-2, 14), nil),
                ("bo", .start, at(-3, -2), "6F-A2"), ("bo", .start, at(-2, -2), "6F-A3"), ("bo", .end, at(-2, 5), nil),
            ]
            let submissions = try taps.enumerated().map { number, tap in
                TestOffice.submission(tap.0, tap.1, at: tap.2, desk: tap.3, id: try id(number))
            }
            _ = try await TapRecorder.recordAlone(submissions, pool: office.pool)
            let why = Justification(author: "cy", reason: "=\"He left, later\"")
            _ = try await office.store.corrections.correct([
                CorrectionSubmission(
                    .correction(
                        Correction(
                            id: try id(50), target: try id(8), change: .amend(Amendment(at: at(-2, 6))), justification: why)),
                    receivedAt: at(-1, 0))
            ])
            try await office.execute("update person set personnel_number = '007' where user_name = 'ada'")
            let cy = try await office.store.people.person(userName: "cy").id
            try await office.store.exportLayouts.setLayout(
                "payroll", of: office.office, json: Self.layout, replaces: false, by: cy, now: noon)
            try await body(office)
        }
    }

    /// The text of a file. What differs at each run has a fixed name: the ledger's head and the version of the time zone database.
    private func text(_ bytes: [UInt8], _ name: String) async throws -> String {
        let text =
            name.hasSuffix(".xlsx.txt")
            ? try await parts(of: bytes) : bytes.map { $0 < 0x80 ? String(UnicodeScalar($0)) : "%" + hex($0) }.joined()
        let version = try TimeZoneDatabase.system().version
        return text.replacing(/\b[0-9]+:[0-9a-f]{64}\b/, with: "HEAD")
            .replacing("\"time_zone_database\":\"\(version)\"", with: "\"time_zone_database\":\"VERSION\"")
            .replacing("<t>\(version)</t>", with: "<t>VERSION</t>")
    }

    private func hex(_ byte: UInt8) -> String { String(byte, radix: 16, uppercase: true) }

    /// The sheets and texts of a workbook, one after the other. The archive around them depends on the version of zlib.
    private func parts(of bytes: [UInt8]) async throws -> String {
        try await TestFolder.with { folder in
            let path = folder + "/table.xlsx"
            try Data(bytes).write(to: URL(filePath: path))
            let script = """
                import sys, zipfile
                with zipfile.ZipFile(sys.argv[1]) as book:
                    for name in sorted(book.namelist()):
                        if name.startswith(("xl/worksheets/", "xl/sharedStrings", "xl/styles")):
                            print(name, ascii(book.read(name).decode()), sep="\\n")
                """
            return try await ChildProcess.run([ExportFile.python ?? "python3", "-c", script, path], in: folder)
        }
    }

    @Test func `The exports of an office without hours to work have the recorded bytes`() async throws {
        try await withOffice { office in
            for (name, address) in Self.exports {
                let file = Self.folder.appending(path: name)
                let text = try await text(try await office.exported(address), name)
                if Self.isRecording { try Data(text.utf8).write(to: file) }
                let recorded = try? String(contentsOf: file, encoding: .utf8)
                #expect(recorded == text, "\(name); DESKTAP_RECORD=1 writes it")
            }
        }
    }
}
