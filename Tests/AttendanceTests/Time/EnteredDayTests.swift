import Attendance
import Testing

@Suite struct `Entered days` {
    @Test(
        arguments: [
            ("1970-01-01", true), ("2199-12-31", true), ("1969-12-31", false), ("2200-01-01", false), ("0026-11-30", false),
            ("2026-02-30", false), ("soon", false),
        ])
    func `A day that people enter exists and is of the years 1970 to 2199`(text: String, isTaken: Bool) {
        #expect(CivilDate(entered: text)?.description == (isTaken ? text : nil))
    }
}
