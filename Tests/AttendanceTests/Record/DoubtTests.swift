import Attendance
import Testing

@Suite struct `Doubts about taps` {
    private func row(_ log: [String]) throws -> DailyRow {
        var scenario = LogScenario()
        scenario.log = log
        return try #require(scenario.result().record.people[PersonID(0)]?.rows.first)
    }

    /// Two clock-ins at one desk, as in each log, and nothing else that a person can confirm.
    private let log = ["1 ada start A1 21T09:00", "2 ada start A1 21T13:00", "3 ada end 21T17:00"]

    @Test func `A confirmed doubt takes the flag from its row, and another one does not`() throws {
        let row = try row(log)
        #expect(row.flags == .suspectMissingPause && row.doubts.map(\.flag) == [.suspectMissingPause])
        let text = try #require(row.doubts.first).text
        #expect(text.hasPrefix("suspect_missing_pause ") && Doubt.flag(of: text) == "suspect_missing_pause")
        let confirmed = row.confirmed(by: [text])
        #expect(confirmed.flags == [] && confirmed.confirmed == .suspectMissingPause)
        #expect(row.confirmed(by: [text + "0"]) == row && row.confirmed(by: []) == row)
    }

    @Test(
        arguments: [
            // A later tap and a correction of the reason of the entry change nothing about these taps.
            (["4 ada start A1 21T18:00", "5 ada end 21T19:00"], true),
            (["4 ada start A1 21T15:00"], false), (["4 amend 2 at=21T13:01"], false), (["4 amend 1 at=21T09:01"], false),
            (["4 add ada start A1 21T11:00"], false),
        ] as [([String], Bool)])
    func `A confirmation hides no problem of other taps`(further: [String], isHidden: Bool) throws {
        let doubts = Set(try row(log).doubts.map(\.text))
        let row = try row(log + further)
        #expect(row.confirmed(by: doubts).flags.contains(.suspectMissingPause) == !isHidden)
    }

    @Test func `Each flag that only suspects a missing tap has a doubt, and no other flag has one`() throws {
        let row = try row([
            "1 ada end 21T07:00", "2 ada pause 21T08:00", "3 ada start A1 21T09:00", "4 ada start A1 21T10:00",
            "5 ada pause 21T11:00", "6 ada pause 21T12:00", "7 ada start A1 21T13:00",
        ])
        let names = ["end_without_start", "pause_without_start", "suspect_missing_pause", "suspect_missing_start"]
        #expect(row.flags.names == (names + ["missing_end"]).sorted())
        #expect(row.doubts.flatMap(\.flag.names).sorted() == names)
        #expect(row.confirmed(by: Set(row.doubts.map(\.text))).flags == .missingEnd)
        // With one doubt of a flag unconfirmed, the flag stays.
        let twice = try self.row(["1 ada end 21T07:00", "2 ada end 21T09:00"])
        #expect(twice.doubts.count == 2 && twice.confirmed(by: Set(twice.doubts.prefix(1).map(\.text))) == twice)
    }
}
