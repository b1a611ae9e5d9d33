import Attendance
import AttendanceStore
import Localization
import TestOffice
import Testing

@testable import AttendanceExport

@Suite struct `Entries of an export about itself` {
    @Test(
        arguments: [
            (Language?.none, ["daily", "none", "nearest-15", "session_start", "export of events", "payroll"]),
            (
                .en,
                [
                    "Daily rows", "none", "to the nearest 15 minutes", "the day when it began", "export of taps", "payroll",
                ]
            ),
            (.ja, ["日次データ", "なし", "15分単位で四捨五入", "勤務を開始した日", "打刻データの書き出し", "payroll"]),
        ] as [(Language?, [String])])
    func `Values of an export's entries are words for people only with heads for people`(
        language: Language?, texts: [String]
    ) throws {
        let catalogues = try Words(folder: TestOffice.checkout + "/web/words")
        let words = AboutWords(heads: language.map { catalogues[$0] })
        let quarter = try #require(Rounding(text: "nearest-15"))
        #expect(
            texts == [
                words.rows(.daily), words.rounding(.none), words.rounding(quarter), words.attribution(.sessionStart),
                words.purpose(AccessPurpose.events.rawValue), words.purpose("payroll"),
            ])
    }
}
