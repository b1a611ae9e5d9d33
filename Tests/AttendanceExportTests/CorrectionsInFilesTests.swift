import Attendance
import AttendanceStore
import Foundation
import TestOffice
import TestServers
import Testing

@testable import AttendanceExport

@Suite(.enabled(if: TestDatabase.isAvailable, "\(TestDatabase.help)"), .timeLimit(.minutes(10)), .inEnglish)
struct `Corrections in files` {
    private static let november = "events.csv?from=2026-11-01&to=2026-11-30&user=ada"
    private static let noon = TestOffice.noon

    private static func record(_ office: TestOffice, _ tap: TapSubmission) async throws {
        _ = try await office.withRecorder { try await $0.record([tap]) }
    }

    private static func correct(_ office: TestOffice, _ target: UUID, _ changes: [(Correction.Change, String)]) async throws {
        for (change, reason) in changes {
            let correction = Correction(
                id: UUID(), target: target, change: change, justification: Justification(author: "cy", reason: reason))
            let outcome = try await office.store.corrections.correct([
                CorrectionSubmission(.correction(correction), receivedAt: noon + .seconds(7200))
            ])
            try #require(outcome == [.accepted(notes: [])])
        }
    }

    /// The status and the corrections of Ada's only tap, in the words of a file.
    private static func line(_ office: TestOffice, _ query: String) async throws -> [String] {
        let lines = try await office.text(november + query).components(separatedBy: "\r\n")
        let columns = EventColumn.all(isForPeople: !query.isEmpty)
        var (cells, isQuoted) = ([""], false)
        for character in lines[1] {
            switch character {
            case "\"": isQuoted.toggle()
            case "," where !isQuoted: cells.append("")
            default: cells[cells.count - 1].append(character)
            }
        }
        try #require(cells.count == columns.count, "\(lines)")
        return zip(columns, cells).filter { $0.0 == .status || $0.0 == .corrections }.map(\.1)
    }

    @Test func `The corrections of a held tap are in the words of the record, with local times`() async throws {
        try await TestOffice.with { (office) async throws in
            let tap = UUID()
            try await Self.record(
                office,
                TestOffice.submission(
                    "ada", .start, at: Self.noon, desk: "6F-A1", id: tap, receivedAt: Self.noon - .seconds(3600)))
            try await Self.correct(office, tap, [(.void, "double")])
            #expect(
                try await Self.line(office, "&heads=readable") == [
                    "discarded", "Cy Okonkwo discarded this, 20 Nov 2026, 14:00:00 (double)",
                ])
            // Programs read the words of the contract.
            #expect(try await Self.line(office, "") == ["voided", "void by cy 2026-11-20T05:00:00+00:00 (double)"])

            try await Self.correct(office, tap, [(.restore, "no")])
            #expect(
                try await Self.line(office, "&heads=readable")[1].hasSuffix(
                    "; Cy Okonkwo restored this, 20 Nov 2026, 14:00:00 (no)"))
        }
    }

    @Test func `A released tap is called released, and an amendment says what it changed`() async throws {
        try await TestOffice.with { (office) async throws in
            let tap = UUID()
            try await Self.record(
                office,
                TestOffice.submission(
                    "ada", .start, at: Self.noon, desk: "6F-A1", id: tap, receivedAt: Self.noon - .seconds(3600)))
            let desk = try #require(DeskID("7F-A1"))
            try await Self.correct(
                office, tap,
                [
                    (.restore, "seen"), (.amend(Amendment(at: Self.noon - .seconds(600), desk: .named(desk))), "late"),
                    (.void, "double"),
                ])
            let when = "20 Nov 2026, 14:00:00"
            #expect(
                try await Self.line(office, "&heads=readable") == [
                    "deleted",
                    "Cy Okonkwo released this, \(when) (seen); Cy Okonkwo changed the time from 12:00:00 to 11:50:00 and the desk from "
                        + "6F-A1 to 7F-A1, \(when) (late); Cy Okonkwo deleted this, \(when) (double)",
                ])
            #expect(
                try await Self.line(office, "&heads=readable&language=ja")[1].hasPrefix(
                    "Cy Okonkwoが有効にしました 2026年11月20日 14:00:00（seen）; Cy Okonkwoが変更しました（時刻：12:00:00 → 11:50:00"))
        }
    }

    @Test func `An undone tap is called undone, without a reason`() async throws {
        try await TestOffice.with { (office) async throws in
            let tap = UUID()
            try await Self.record(
                office,
                TestOffice.submission("ada", .start, at: Self.noon, desk: "6F-A1", id: tap))
            let ada = try await office.store.people.person(userName: "ada")
            _ = try await office.store.corrections.undo(tap, of: ada, as: UUID(), now: Self.noon + .seconds(5))
            let line = try await Self.line(office, "&heads=readable")
            #expect(line == ["undone", "Ada Lindqvist undid this tap, 20 Nov 2026, 12:00:05"])
        }
    }

    /// As many corrections as a cell of a spreadsheet cannot have.
    @Test(.enabled(if: ExportFile.python != nil, "needs openpyxl: run scripts/test, or set DESKTAP_TEST_PYTHON"))
    func `A tap with more corrections than a cell has room for is in each file`() async throws {
        try await TestOffice.with { (office) async throws in
            let tap = UUID()
            try await Self.record(
                office,
                TestOffice.submission("ada", .start, at: Self.noon, desk: "6F-A1", id: tap))
            try await Self.correct(
                office, tap,
                (0..<36).map {
                    (Correction.Change.amend(Amendment(kind: .start)), "Reason \($0) " + String(repeating: "x", count: 980))
                })
            #expect(try await Self.line(office, "")[1].contains("(Reason 35 x"))
            for (query, mark, line) in [
                ("", "… (cut)", "shortened_cells"), ("&heads=readable", "… (cut)", "Shortened cells"),
                ("&heads=readable&language=ja", "…（以下省略）", "途中で切ったセルの数"),
            ] {
                let address = Self.november.replacing(".csv", with: ".xlsx") + query
                let book = try #require(try await ExportFile.read("xlsx", try await office.exported(address)) as? [String: Any])
                let sheets = try #require(book["sheets"] as? [String: [[[Any]]]])
                let rows: [[String]] = sheets.values.joined().map { row in row.map { "\($0[1])" } }
                let cell = rows.joined().max { $0.utf16.count < $1.utf16.count } ?? ""
                #expect(cell.utf16.count == 32_767 && cell.hasSuffix(mark))
                #expect(rows.contains { $0.prefix(2) == [line, "1"] })
            }
        }
    }
}
