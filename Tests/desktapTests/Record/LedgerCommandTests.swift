import Attendance
import AttendanceStore
import Foundation
import TestOffice
import TestServers
import Testing

/// The output of `desktap ledger verify`.
@Suite(.enabled(if: TestDatabase.isAvailable, "\(TestDatabase.help)"), .timeLimit(.minutes(10)))
struct `Ledger command` {
    @Test func `The ledger command says what it proves and what it does not`() async throws {
        try await TestOffice.with { office in
            try await TestFolder.with { folder in
                func verify(_ options: String...) async throws -> String {
                    let (status, output) = try await ServerProcess.run(
                        ["ledger", "verify", "--database", office.database.connectionString] + options, in: folder)
                    #expect(status == 0)
                    return output
                }
                for desk in ["6F-A1", "6F-A2"] {
                    let at = TestOffice.noon + .seconds(desk == "6F-A1" ? 0 : 1)
                    _ = try await TapRecorder.recordAlone(
                        [TestOffice.submission("ada", .start, at: at, desk: desk)], pool: office.pool)
                }
                let head = try await office.value(
                    "select seq || ':' || encode(entry_hash, 'hex') from log_record where seq = 7")
                let (whole, since) = (try await verify(), try await verify("--since", try #require(head)))
                #expect(whole.contains("8 entries") && whole.contains("Not proven: whether the ledger was rewritten"))
                #expect(since.contains("1 entries") && since.contains("Not proven: anything before this head"))
                for output in [whole, since] {
                    for subject in ["retention periods", "requests and comments"] {
                        #expect(output.contains(subject), "\(subject) in \(output)")
                    }
                }
            }
        }
    }
}
