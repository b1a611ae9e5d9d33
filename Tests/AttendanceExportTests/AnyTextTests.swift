import Attendance
import AttendanceStore
import Foundation
import TestOffice
import TestServers
import Testing

@testable import AttendanceExport

@Suite(
    .enabled(if: TestDatabase.isAvailable, "\(TestDatabase.help)"),
    .enabled(if: ExportFile.python != nil, "needs openpyxl: run scripts/test, or set DESKTAP_TEST_PYTHON"),
    .timeLimit(.minutes(10)), .inEnglish)
struct `Exports of any texts` {
    /// The spreadsheets of the office, and the rows of their first sheet: three people have twenty days of two taps each, and four
    /// people have none.
    private static let spreadsheets = [
        ("daily.xlsx?", 65), ("daily.xlsx?heads=readable&", 65), ("daily.xlsx?heads=readable&language=ja&", 65),
        ("daily.xlsx?layout=monthly-total&", 8), ("daily.xlsx?layout=quickbooks-timeact&", 65), ("events.xlsx?", 121),
        ("events.xlsx?heads=readable&", 121),
    ]

    /// An office whose names and reasons are random texts, past the rules of forms.
    private static func with(
        seed: UInt64, _ body: (_ office: TestOffice, _ names: [String]) async throws -> Void
    ) async throws {
        try await October.withOffice { (office) async throws in
            var random = RandomTexts(seed: seed)
            // By bytes: a quote with a combining mark is another character.
            func quoted(_ text: String) -> String {
                "'" + String(decoding: text.utf8.flatMap { $0 == UInt8(ascii: "'") ? [$0, $0] : [$0] }, as: UTF8.self) + "'"
            }
            var names: [String] = []
            for user in ["ada", "aoyama", "bo", "cy", "evil", "jg", "lea"] {
                let name = random.text()
                names.append(name)
                try await office.execute("update person set display_name = \(quoted(name)) where user_name = '\(user)'")
            }
            try await office.execute("update office set name = \(quoted("O\u{FFFF}" + random.text()))")
            let taps = try await office.store.exports.events(October.month)
            let outcomes = try await office.store.corrections.correct(
                taps.enumerated().map { number, tap in
                    // The corrections of the first tap together are longer than a cell.
                    let (target, length) = number < 41 ? (taps[0], 990) : (tap, nil)
                    let change = Correction.Change.amend(Amendment(kind: TapKind(rawValue: target.kind)))
                    let why = Justification(author: "cy", reason: "x" + random.text(length: length))
                    return CorrectionSubmission(
                        .correction(Correction(id: UUID(), target: target.id, change: change, justification: why)),
                        receivedAt: TestOffice.noon)
                })
            try #require(outcomes.allSatisfy { $0 == .accepted(notes: []) })
            try await body(office, names)
        }
    }

    @Test(arguments: [1, 2, .random(in: 3 ... .max)] as [UInt64])
    func `Each spreadsheet can be read, has all rows, and shows what it could not keep`(seed: UInt64) async throws {
        try await Self.with(seed: seed) { (office, names) async throws in
            let expected = Set(names.map { ExcelText(FormulaGuard.guarded($0), mark: "").text.replacing("_x005F_", with: "_") })
            for (address, count) in Self.spreadsheets {
                let written = try await office.written(address + October.period)
                let book = try #require(try await ExportFile.read("xlsx", written.bytes) as? [String: Any])
                let sheets = try #require(book["sheets"] as? [String: [[[Any]]]])
                // Only the sums of the totals.
                let formulas = try #require(book["formulas"] as? [String])
                let hasTotals = address.hasPrefix("daily.xlsx?heads=readable")
                let sums: [String] = hasTotals ? "CDEFHI".map { "=SUM(\($0)2:\($0)8)" } : []
                #expect(formulas == sums, "seed \(seed): \(address)")
                let rows = ["Daily rows", "日次データ", "Monthly totals", "Events"].compactMap { sheets[$0]?.count }
                #expect(rows == [count], "seed \(seed): \(address)")
                let texts = Set(sheets.values.joined().joined().compactMap { $0[1] as? String })
                #expect(texts.allSatisfy { $0.utf16.count <= 32_767 }, "seed \(seed): \(address)")
                let isDaily = address.hasPrefix("daily")
                #expect(expected.isSubset(of: texts) || !isDaily, "seed \(seed): \(address)")
                #expect(isDaily || texts.contains { $0.hasSuffix("… (cut)") }, "seed \(seed): \(address)")
                let about = ["replaced_characters", "Replaced characters", "置き換えた文字の数"].filter(texts.contains)
                #expect(about.count == 1, "seed \(seed): \(address)")
                let warning = written.warning ?? ""
                #expect(warning.contains("U+FFFD: ") && warning.contains("were shortened: 1.") == !isDaily)
            }
        }
    }

    @Test(arguments: [1, .random(in: 3 ... .max)] as [UInt64])
    func `LibreOffice opens each spreadsheet`(seed: UInt64) async throws {
        try await Self.with(seed: seed) { (office, _) async throws in
            for address in ["daily.xlsx?heads=readable&", "events.xlsx?"] {
                try await TestFolder.with { folder in
                    try Data(try await office.exported(address + October.period)).write(
                        to: URL(filePath: folder + "/table.xlsx"))
                    let shown = try await ExportFile.inLibreOffice(folder + "/table.xlsx", in: folder)
                    #expect(shown.contains("aoyama"), "seed \(seed): \(address)")
                }
            }
        }
    }

    @Test(arguments: [1, 2, .random(in: 3 ... .max)] as [UInt64])
    func `Each CSV file has all rows and texts`(seed: UInt64) async throws {
        try await Self.with(seed: seed) { (office, names) async throws in
            let kept = Set(names.map(FormulaGuard.guardedInCSV))
            for preset in CSVPreset.allCases {
                for subject in ["daily", "events"] {
                    let replace = preset == .cp932 ? "&replace=yes" : ""
                    let bytes = try await office.exported(
                        "\(subject).csv?\(October.period)&preset=\(preset.rawValue)\(replace)")
                    let rows = try #require(
                        try await ExportFile.read(preset.rawValue, bytes) as? [[String]], "seed \(seed): \(preset)")
                    #expect(
                        rows.count == (subject == "daily" ? 65 : 121)
                            && rows.allSatisfy { $0.count == (subject == "daily" ? 16 : 15) },
                        "seed \(seed)")
                    if preset != .cp932, subject == "daily" {
                        #expect(Set(rows.dropFirst().map { $0[1] }) == kept, "seed \(seed): \(preset)")
                    }
                }
            }
        }
    }

    @Test(arguments: [1, 2, .random(in: 3 ... .max)] as [UInt64])
    func `Each line of a file for QuickBooks has ten columns`(seed: UInt64) async throws {
        try await Self.with(seed: seed) { (office, _) async throws in
            let bytes = try await office.exported("daily.csv?\(October.period)&layout=quickbooks-timeact")
            let rows = try #require(try await ExportFile.read("tabs", bytes) as? [[String]])
            #expect(rows.count == 67 && rows.dropFirst(2).allSatisfy { $0.count == 10 }, "seed \(seed)")
            // Also for a program that does not know quotes, and takes each line end for one.
            let lines = String(decoding: bytes, as: UTF8.self).unicodeScalars.split {
                ["\n", "\r", "\u{85}", "\u{2028}", "\u{B}"].contains($0)
            }
            #expect(lines.count == 67 && lines.dropFirst(2).allSatisfy { $0.count { $0 == "\t" } == 9 }, "seed \(seed)")
        }
    }
}

extension October {
    fileprivate static let month = CivilDate(daysSince1970: 20_727)...CivilDate(daysSince1970: 20_757)
}

extension ExportStore {
    fileprivate func events(_ period: ClosedRange<CivilDate>) async throws -> [ExportedEvent] {
        var events: [ExportedEvent] = []
        try await withEvents(in: period, zones: .system()) { events += $0 }
        return events
    }
}

/// Random texts of all planes.
private struct RandomTexts {
    private var random: SeededGenerator

    init(seed: UInt64) { random = SeededGenerator(seed: seed) }

    /// Texts that a format could take for something else.
    private static let difficult = [
        "=1+1", "+1", "-1", "@a", "\t", "\r", "\n", "\r\n", "\"", "'", ",", ";", "_x000D_", "_x0041_", "<", "&", "]]>",
        "\u{FFFE}", "\u{FFFF}",
        "\u{1FFFE}", "\u{10FFFF}", "\u{FEFF}", "\u{200D}", "\u{202E}", "\u{2028}", "\u{85}", "\u{1}", "\u{1B}", "\u{7F}",
        "\u{301}",
        "\u{FF1D}1", "\u{FF9E}", "\u{1F98A}", "〓", " ",
    ]

    private mutating func part() -> String {
        if Bool.random(using: &random) { return Self.difficult[Int.random(in: 0..<Self.difficult.count, using: &random)] }
        let plane = UInt32.random(in: 0...16, using: &random) << 16
        // PostgreSQL has no NUL.
        let isNoncharacter = UInt8.random(in: 0..<10, using: &random) == 0
        let scalar = Unicode.Scalar(plane + .random(in: isNoncharacter ? 0xFDD0...0xFDEF : 1...0xFFFF, using: &random))
        return String(scalar ?? "ß")
    }

    /// - Parameter length: Unicode scalars; nil: 1 to 40.
    mutating func text(length: Int? = nil) -> String {
        let length = length ?? Int.random(in: 1...40, using: &random)
        var text = String.UnicodeScalarView()
        while text.count < length { text.append(contentsOf: part().unicodeScalars) }
        return String(String.UnicodeScalarView(text.prefix(length)))
    }
}
