import Attendance
import Testing

private func report(_ line: String, _ change: (inout RecordReport) -> Void = { _ in }) -> RecordReport {
    var report = LogScenario.report(line).report
    change(&report)
    return report
}

@Suite struct `Record report` {
    /// Fixes one field after the other; each time the next reason is expected.
    @Test func `A malformed tap or addition is rejected with the first reason`() {
        for type in ["tap", "add"] {
            var broken = RecordReport()
            broken.desk = .text("?")
            func expect(_ reason: RejectionReason, _ line: Int = #line) {
                #expect(throws: reason, "\(type), line \(line)") { try broken.record() }
            }
            expect(.badID)
            broken.id = .text(LogScenario.id("1"))
            expect(.badType)
            broken.type = .text(type)
            expect(.badTime)
            broken.at = .text("2026-11-21T09:00:00Z")
            expect(.badUser)
            broken.user = .text("ada")
            expect(.badKind)
            broken.kind = .text("start")
            expect(.badDesk)
            broken.desk = .other
            expect(.badDesk)
            broken.desk = .text("\0 ")
            // An added start may lack a desk: work away from a desk.
            expect(type == "add" ? .reasonRequired : .deskRequired)
            broken.desk = .text("A1")
            guard type == "add" else { continue }
            expect(.reasonRequired)
            broken.author = .text("bo")
            expect(.reasonRequired)
            broken.reason = .text(" \n")
            expect(.reasonRequired)
            broken.reason = .text("forgot")
            #expect(throws: Never.self) { try broken.record() }
            broken.author = .text(" ")
            expect(.reasonRequired)
        }
    }

    @Test func `A malformed amendment is rejected with the first reason`() {
        var broken = RecordReport()
        broken.set = ["at": .absent, "kind": .absent, "desk": .other, "user": .text("bo")]
        func expect(_ reason: RejectionReason, _ line: Int = #line) {
            #expect(throws: reason, "line \(line)") { try broken.record() }
        }
        expect(.badID)
        broken.id = .text(LogScenario.id("1"))
        broken.type = .text("amended")
        expect(.badType)
        broken.type = .text("amend")
        expect(.badTime)
        broken.set["at"] = .text("2026-11-21T09:00:60Z")
        expect(.badTime)
        broken.set["at"] = .text("2026-11-21T09:00:00Z")
        expect(.badKind)
        broken.set["kind"] = .text("pause")
        expect(.badDesk)
        broken.set["desk"] = .text("")
        expect(.emptySet)
        broken.set["user"] = nil
        expect(.reasonRequired)
        broken.set = [:]
        expect(.emptySet)
    }

    @Test(arguments: ["void", "restore"])
    func `A void or restore needs only author and reason`(type: String) {
        #expect(throws: Never.self) { try report("1 \(type) 2").record() }
        #expect(throws: RejectionReason.reasonRequired) { try report("1 \(type) 2") { $0.reason = .absent }.record() }
        // The existence of the target is not a matter of syntax.
        #expect(throws: Never.self) { try report("1 \(type) 2") { $0.target = .text("x") }.record() }
        #expect(throws: Never.self) { try report("1 \(type) 2") { $0.target = .absent }.record() }
    }

    @Test func `An amendment can clear the desk`() throws {
        guard case .correction(let correction) = try report("1 amend 2 desk=", { $0.set["desk"] = .absent }).record(),
            case .amend(let amendment) = correction.change
        else { throw RejectionReason.badType }
        #expect(amendment == Amendment(desk: .unnamed))
    }
}

@Suite struct `Ingest of records` {
    @Test(
        arguments: [
            (["1 ada start A1 21T09:00"], "accepted"),
            (["1 ada start A1 21T09:00 office=Berlin"], "accepted"),
            (["1 ada start A1 21T09:00 office=Paris"], "rejected bad_office"),
            (["1 ada start A1 21T09:00 office="], "accepted"),
            (["1 ada start A1 21T09:00 office=", "1 ada start A1 21T09:00 office=Tokyo"], "duplicate"),
            (["1 add ada start A1 21T09:00 office=Paris"], "rejected bad_office"),
            // The same content under the same id is the same record, whatever the spelling and the time of arrival.
            (["1 ada start A1 21T09:00", "1 ada start A1 21T09:00 recv=22T09:00"], "duplicate"),
            (["1 ada start A1 21T09:00", "1 ada start a1 2026-11-21T00:00:00.000999Z"], "duplicate"),
            (["1 ada start A1 21T09:00", "1 ada start A1 21T09:00 office=Tokyo"], "duplicate"),
            (["1 ada start A1 21T09:00 office=Tokyo", "1 ada start A1 21T09:00"], "duplicate"),
            (["1 ada start A1 21T09:00 office=Berlin", "1 ada start A1 21T09:00"], "duplicate"),
            (["1 ada start A1 21T09:00 recv=20T09:00", "1 ada start A1 21T09:00"], "duplicate"),
            (["1 ada start A1 21T09:00", "1 ada start A1 21T09:00 office=Berlin"], "conflict"),
            (["1 ada start A1 21T09:00", "1 ada start A1 21T09:00 office=Paris"], "conflict"),
            (["1 ada start A1 21T09:00", "1 ada start A1 21T09:00:00.001"], "conflict"),
            (["1 ada start A1 21T09:00", "1 bo start A1 21T09:00"], "conflict"),
            (["1 ada start A1 21T09:00", "1 ada pause A1 21T09:00"], "conflict"),
            (["1 ada start A1 21T09:00", "1 ada start A2 21T09:00"], "conflict"),
            (["1 ada start A1 21T09:00", "1 add ada start A1 21T09:00"], "conflict"),
            (["1 ada start A1 21T09:00", "1 void 1"], "conflict"),
            (["1 add ada start A1 21T09:00", "1 add ada start A1 21T09:00 recv=24T00:00"], "duplicate"),
            (["1 ada start A1 21T09:00", "2 void 1", "2 void 1 recv=26T00:00"], "duplicate"),
            (["1 ada start A1 21T09:00", "2 void 1", "2 restore 1"], "conflict"),
            (["1 ada start A1 21T09:00", "2 amend 1 desk=B1", "2 amend 1 desk=b1"], "duplicate"),
            (["1 ada start A1 21T09:00", "2 amend 1 desk=B1", "2 amend 1 desk=B2"], "conflict"),
            // Syntax is checked before the id, the id before the meaning.
            (["1 ada start A1 21T09:00", "1 ada start 21T09:00"], "rejected desk_required"),
            (["1 ada start A1 21T09:00", "2 void 1", "2 void 9"], "conflict"),
            // The id of a rejected record is not stored.
            (["1 ada start 21T09:00", "1 ada start A1 21T09:00"], "accepted"),
            (["1 ada start A1 21T09:00 office=Paris", "1 ada start A1 21T09:00"], "accepted"),
            (["2 void 1", "1 ada start A1 21T09:00", "2 void 1"], "accepted"),
            // Meaning, in the order of the checks.
            (["1 void 9"], "rejected unknown_target"),
            (["1 ada start A1 21T09:00", "2 void 1", "3 restore 2"], "rejected unknown_target"),
            (["1 amend 9 desk= office=Paris at=30T00:00"], "rejected unknown_target"),
            (["1 ada start A1 21T09:00", "2 amend 1 desk= office=Paris at=30T00:00"], "rejected desk_required"),
            (["1 ada end 21T09:00", "2 amend 1 kind=start office=Paris at=30T00:00"], "rejected desk_required"),
            (["1 ada start A1 21T09:00", "2 amend 1 office=Paris at=30T00:00"], "rejected bad_office"),
            (["1 ada start A1 21T09:00", "2 amend 1 office="], "rejected bad_office"),
            (["1 ada start A1 21T09:00", "2 amend 1 at=30T00:00"], "rejected future"),
            (["1 ada start A1 21T09:00", "2 amend 1 at=25T00:02"], "accepted"),
            (["1 ada start A1 21T09:00", "2 amend 1 at=25T00:02:00.001"], "rejected future"),
            (["1 add ada start A1 25T00:02"], "accepted"),
            (["1 add ada start A1 25T00:02:00.001"], "rejected future"),
            (["1 add ada start A1 2020-01-01T00:00:00Z"], "accepted"),
            (["1 ada start A1 26T00:00 recv=21T00:00", "2 restore 1"], "rejected future"),
            (["1 ada start A1 26T00:00 recv=21T00:00", "2 restore 1 recv=26T00:00"], "accepted"),
            (["1 ada start A1 26T00:00 recv=21T00:00", "2 void 1"], "accepted"),
            (["1 ada start A1 26T00:00 recv=21T00:00", "2 amend 1 desk=B1"], "accepted"),
            (["1 ada end 21T09:00", "2 amend 1 kind=start desk=B1"], "accepted"),
            (["1 ada start A1 21T09:00", "2 amend 1 kind=end desk="], "accepted"),
            (["1 ada end A1 21T09:00", "2 amend 1 desk=", "3 amend 1 kind=start"], "rejected desk_required"),
            (["1 add ada end 21T09:00", "2 void 1"], "accepted"),
            // Only an added start can be away from a desk.
            (["1 add ada start 21T09:00"], "accepted"),
            (["1 add ada start 21T09:00", "1 add ada start 21T09:00"], "duplicate"),
            (["1 add ada start 21T09:00", "1 add ada start A1 21T09:00"], "conflict"),
            (["1 add ada start A1 21T09:00", "2 amend 1 desk="], "accepted"),
            (["1 add ada start 21T09:00", "2 amend 1 desk=A1"], "accepted"),
            (["1 add ada start 21T09:00", "2 amend 1 at=21T10:00 kind=start"], "accepted"),
            (["1 add ada end 21T09:00", "2 amend 1 kind=start"], "rejected desk_required"),
            (["1 add ada pause 21T09:00", "2 amend 1 kind=start desk="], "accepted"),
            (["1 add ada pause 21T09:00", "2 amend 1 kind=start desk=A1"], "accepted"),
            (["1 add ada pause 21T09:00", "2 amend 1 desk=", "3 amend 1 kind=start"], "accepted"),
            (["1 add ada start 21T09:00", "2 amend 1 desk=?"], "rejected bad_desk"),
            // Age, only for taps.
            (["1 ada start A1 21T09:02 recv=21T09:00"], "accepted"),
            (["1 ada start A1 21T09:02:00.001 recv=21T09:00"], "quarantined future"),
            (["1 ada start A1 2026-10-21T09:00:00+09:00 recv=21T09:00"], "accepted"),
            (["1 ada start A1 2026-10-21T08:59:59.999+09:00 recv=21T09:00"], "quarantined too_old"),
        ] as [([String], String)])
    func `The first failed check decides the outcome of a record`(log: [String], outcome: String) throws {
        var scenario = LogScenario()
        scenario.log = log
        #expect(try scenario.outcomes().last == outcome)
    }

    @Test func `A malformed record does not affect the records around it`() throws {
        let scenario = LogScenario("1 ada start A1 21T09:00", "2 ada stop 21T10:00", "3 ada end 21T11:00")
        #expect(try scenario.outcomes() == ["accepted", "rejected bad_kind", "accepted"])
        #expect(try scenario.rows() == ["ada 2026-11-21 Tokyo 21T09:00/21T11:00 work 7200 x1 []"])
    }

    @Test func `The log lists the taps that are still quarantined`() throws {
        let scenario = LogScenario(
            "1 ada end 23T09:00 recv=21T09:00", "2 bo end 23T09:00 recv=21T09:00", "3 ada end 23T10:00 recv=21T09:00",
            "4 ada end 23T11:00 recv=21T09:00", "5 restore 2", "6 void 3")
        #expect(try scenario.ingested().pending.map(LogScenario.number) == ["1", "4"])
    }
}
