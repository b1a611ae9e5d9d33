import Testing

@testable import AttendanceExport

@Suite struct `Texts of spreadsheet cells` {
    private static let fox = "\u{1F98A}"

    @Test(
        arguments: [
            ("", "", 0), ("Ada_x", "Ada_x", 0), ("a\tb\nc", "a\tb\nc", 0), ("a\r\nb\rc\r", "a\nb\nc\n", 0),
            ("Net\u{FFFF}work", "Net\u{FFFD}work", 1), ("\u{FFFE}\u{FFFF}", "\u{FFFD}\u{FFFD}", 2),
            ("\u{0}\u{1}\u{1F}", "\u{FFFD}\u{FFFD}\u{FFFD}", 3),
            // XML has these.
            ("\u{7F}\u{85}\u{2028}\u{1FFFE}\u{10FFFF}", "\u{7F}\u{85}\u{2028}\u{1FFFE}\u{10FFFF}", 0),
            ("_x000D_", "_x005F_x000D_", 0), ("a__x12aF_", "a__x005F_x12aF_", 0), ("_x00G0_ _x000", "_x00G0_ _x000", 0),
            ("\u{BF}\u{3F}", "\u{BF}\u{3F}", 0),
        ] as [(String, String, Int)])
    func `A cell has every character, or U+FFFD in place of those that XML lacks`(text: String, cell: String, replaced: Int) {
        let written = ExcelText(text, mark: "…")
        #expect(Array(written.text.unicodeScalars) == Array(cell.unicodeScalars))
        #expect(written.replaced == replaced && !written.isShortened)
    }

    @Test(
        arguments: [
            (String(repeating: "x", count: 32_767), String(repeating: "x", count: 32_767)),
            (String(repeating: "x", count: 32_768), String(repeating: "x", count: 32_761) + " (cut)"),
            // A letter beyond the first plane counts twice.
            (String(repeating: fox, count: 16_383), String(repeating: fox, count: 16_383)),
            (String(repeating: fox, count: 16_384), String(repeating: fox, count: 16_380) + " (cut)"),
            (String(repeating: "\r\n", count: 32_767), String(repeating: "\n", count: 32_767)),
            // Its escape makes the text too long.
            (
                "_x000D_" + String(repeating: "x", count: 32_760),
                "_x005F_x000D_" + String(repeating: "x", count: 32_748) + " (cut)"
            ),
        ] as [(String, String)])
    func `A text is shortened to the UTF-16 units that Excel has in a cell, at a character and with a mark`(
        text: String, cell: String
    ) {
        let written = ExcelText(text, mark: " (cut)")
        #expect(written.text == cell && written.text.utf16.count <= 32_767)
        #expect(written.isShortened == cell.hasSuffix(" (cut)"))
    }

    @Test(
        arguments: [
            ("Daily rows", "Daily rows"), ("日次データ", "日次データ"), ("a/b\\c?d*e[f]:g", "a_b_c_d_e_f__g"), ("'24'", "_24_"),
            ("'", "_"),
            ("", "_"), ("a\u{FFFF}\u{1}b", "a__b"), (String(repeating: "x", count: 40), String(repeating: "x", count: 31)),
            (String(repeating: fox, count: 16), String(repeating: fox, count: 15)),
        ] as [(String, String)])
    func `The name of a sheet follows the rules of Excel`(text: String, name: String) {
        #expect(ExcelLimits.sheetName(text) == name)
    }
}
