import Attendance
import Testing

@Suite struct `Formula guard` {
    @Test(arguments: [
        ("plain, text; of a day\nwith lines", "plain, text; of a day\nwith lines"), ("", ""), ("=1", "'=1"),
        ("a=1;b-2", "a=1;b-2"),
        ("x;=1", "x;'=1"), ("x,=1", "x,'=1"), ("x\t@a", "x\t'@a"), ("x\n-1", "x\n'-1"), ("x\r\n+1", "x\r\n'+1"),
        ("x\r=1", "x\r'=1"), ("x; =1", "x;' =1"), ("x;\"=1\"", "x;'\"=1\""), ("x;\"\" \"=1", "x;'\"\" \"=1"),
        ("x;;=1", "x;;'=1"),
        ("=1;=2\n=3", "'=1;'=2\n'=3"), ("\t=1", "'\t'=1"), ("x;＝1", "x;'＝1"), ("\u{2212}1", "'\u{2212}1"),
        ("x;\0=1", "x;'\0=1"), ("x;", "x;"),
        ("x;'=1", "x;'=1"), ("2026-11-20, -", "2026-11-20,' -"),
    ])
    func `A guarded CSV field contains no formula, whatever separator a program splits it at`(text: String, guarded: String) {
        #expect(FormulaGuard.guardedInCSV(text) == guarded)
        // Unguarding restores the text; guarding it again changes nothing.
        if text == guarded.replacing("'", with: "") { #expect(FormulaGuard.unguarded(guarded) == text) }
        #expect(FormulaGuard.guardedInCSV(guarded) == guarded)
    }

    @Test func `A guarded spreadsheet cell contains no formula, and other texts stay unchanged`() {
        #expect(FormulaGuard.guarded("=1;=2") == "'=1;=2")
        #expect(FormulaGuard.guarded("x;=2") == "x;=2")
    }
}
