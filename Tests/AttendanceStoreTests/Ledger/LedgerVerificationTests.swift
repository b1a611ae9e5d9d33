import Attendance
import Foundation
import Testing

@testable import AttendanceStore

@Suite struct `Ledger verification of rows` {
    @Test(arguments: [("tap", true), ("amend", true), ("facts", false), ("erase", false)])
    func `Taps and corrections can be erased, facts and erasures cannot`(type: String, isErasable: Bool) {
        let entry = LedgerEntry(
            seq: 1, previousHash: LedgerEntry.genesis, type: type, recordID: UUID(),
            acceptedAt: Instant(millisecondsSince1970: 1_795_143_600_000), timeCommitment: LedgerEntry.genesis)
        let row = LedgerVerification.Row(
            entry: entry, hash: entry.hash, record: nil, isEmpty: true, isTimeErased: true, isPlaceErased: true)
        var verification = LedgerVerification(after: .genesis)
        #expect((verification.take(row) == nil) == isErasable)
    }
}
