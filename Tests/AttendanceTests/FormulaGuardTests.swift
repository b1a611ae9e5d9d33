import Attendance
import Testing

@Suite struct `A text in a table` {
    @Test(arguments: [
        ("plain, text; of a day\nwith lines", "plain, text; of a day\nwith lines"), ("", ""), ("=1", "'=1"),
        ("a=1;b-2", "a=1;b-2"),
        ("x;=1", "x;'=1"), ("x,=1", "x,'=1"), ("x\t@a", "x\t'@a"), ("x\n-1", "x\n'-1"), ("x\r\n+1", "x\r\n'+1"),
        ("x\r=1", "x\r'=1"), ("x; =1", "x;' =1"), ("x;\"=1\"", "x;'\"=1\""), ("x;\"\" \"=1", "x;'\"\" \"=1"),
        ("x;;=1", "x;;'=1"),
        ("=1;=2\n=3", "'=1;'=2\n'=3"), ("\t=1", "'\t'=1"), ("x;＝1", "x;'＝1"), ("x;\0=1", "x;'\0=1"), ("x;", "x;"),
        ("x;'=1", "x;'=1"), ("2026-11-20, -", "2026-11-20,' -"),
    ])
    func `begins no formula in CSV, at whichever separator or line end a program splits it`(text: String, guarded: String) {
        #expect(FormulaGuard.guardedInCSV(text) == guarded)
        // What is read back is the text, and guarded again the same.
        if text == guarded.replacing("'", with: "") { #expect(FormulaGuard.unguarded(guarded) == text) }
        #expect(FormulaGuard.guardedInCSV(guarded) == guarded)
    }

    @Test func `begins no formula in a spreadsheet's own cell, and keeps all else`() {
        #expect(FormulaGuard.guarded("=1;=2") == "'=1;=2")
        #expect(FormulaGuard.guarded("x;=2") == "x;=2")
    }
}
