import Attendance
import AttendanceStore
import Foundation
import TestOffice
import TestServers
import Testing

/// A new column of a tap only needs a value in `withTap`. See "Adding a field to a tap".
@Suite(.enabled(if: TestDatabase.isAvailable, Comment(rawValue: TestDatabase.help)), .timeLimit(.minutes(10)))
struct `Columns of a recorded tap` {
    private struct Column: CustomStringConvertible {
        let table: String
        let name: String
        let type: String

        var description: String { "\(table).\(name)" }

        /// An expression for another value.
        var changed: String {
            switch type {
            case "uuid": "gen_random_uuid()"
            case "text": "concat(\(name), 'x')"
            case "bytea": "sha256(coalesce(\(name), ''))"
            case "timestamp with time zone": "coalesce(\(name), now()) + interval '1 second'"
            case "boolean": "not \(name)"
            default: "coalesce(\(name), 0) + 1"
            }
        }
    }

    private static let isTap = "seq = \(TestOffice.facts + 1)"

    /// Passes an office in which Ada tapped once, with a value for each column that a tap can have. It is the first record after the
    /// facts.
    /// - Parameter isAlone: whether the tap is recorded alone, or together with another one.
    private func withTap(isAlone: Bool, _ body: (TestOffice, [Column]) async throws -> Void) async throws {
        try await TestOffice.with { office in
            _ = try await office.store.readers.addReader(name: "front")
            let tap = Tap(
                id: UUID(), user: "ada", kind: .start, at: TestOffice.noon, desk: DeskID("6F-A3"), office: "Harbour Office")
            var report = TapReport(tap)
            report.desk = " 6f-a3"
            var submission = TapSubmission(
                tap, of: report, reader: try await office.store.readers.readers()[0].reader.id, client: "A reader",
                receivedAt: tap.at)
            submission.verification = TagVerification(proof: .uid, flag: .retired, uid: UID([4, 0xA1, 0xB2, 0xC3]))
            let others = isAlone ? [] : [TestOffice.submission("bo", .pause)]
            let outcomes = try await TapRecorder.recordAlone([submission] + others, pool: office.pool)
            #expect(outcomes[0] == .accepted(notes: []))
            let columns = try await office.pool.withConnection { connection in
                try await connection.execute(
                    """
                    select table_name::text, column_name::text, data_type::text from information_schema.columns
                     where table_schema = 'public' and table_name in ('log_record', 'log_place')
                    """
                ).map { Column(table: try $0.get(0), name: try $0.get(1), type: try $0.get(2)) }
            }
            #expect(columns.count > 20)
            try await body(office, columns)
        }
    }

    @Test(arguments: [true, false]) func `Every column of a tap is written`(isAlone: Bool) async throws {
        // Set by a quarantine, an addition or a correction.
        let empty: Set = [
            "log_record.quarantine", "log_record.target_id", "log_record.new_at", "log_record.new_at_sent",
            "log_record.new_kind", "log_record.new_office_id", "log_record.author_id", "log_record.reason",
        ]
        try await withTap(isAlone: isAlone) { office, columns in
            for column in columns {
                let isNull =
                    try await office.value("select (\(column.name) is null)::text from \(column.table) where \(Self.isTap)")
                    == "true"
                #expect(isNull == empty.contains("\(column)"), "\(column)")
            }
        }
    }

    @Test func `Ledger verification finds a change of any column of a tap`() async throws {
        try await withTap(isAlone: true) { office, columns in
            try await office.execute(
                "create table record_before as table log_record; create table place_before as table log_place")
            #expect(try await office.store.ledger.verifyLedger().flaw == nil)
            for column in columns {
                try await office.execute("update \(column.table) set \(column.name) = \(column.changed) where \(Self.isTap)")
                let isFound = try await office.store.ledger.verifyLedger().flaw != nil
                #expect(isFound, "\(column)")
                try await office.execute(
                    """
                    delete from log_record; insert into log_record table record_before;
                    delete from log_place; insert into log_place table place_before
                    """
                )
            }
        }
    }

    @Test func `Every text of a tap is in the person's data`() async throws {
        // Only in the content that the ledger commits to.
        let committed: Set = ["log_place.proof", "log_place.flag"]
        try await withTap(isAlone: true) { office, columns in
            let ada = try await office.store.people.person(userName: "ada")
            let now = TestOffice.noon + .seconds(60)
            let data = try await office.store.personData.data(of: ada, asOf: now, zones: try .system())
            let document = try JSONSerialization.jsonObject(with: Data(try data.json())) as? [String: Any]
            let event = try #require((document?["events"] as? [[String: Any]])?.first)
            let texts = Set(event.values.compactMap { $0 as? String })
            for column in columns where column.type == "text" {
                guard let text = try await office.value("select \(column.name) from \(column.table) where \(Self.isTap)") else {
                    continue
                }
                #expect(texts.contains(text) != committed.contains("\(column)"), "\(column)")
            }
        }
    }
}

@Suite struct `The page "Adding a field to a tap"` {
    @Test func `Every file that the page lists exists`() throws {
        let page = "Sources/Server/AttendanceStore/AttendanceStore.docc/AddingAFieldToATap.md"
        let text = try String(contentsOfFile: "\(TestOffice.checkout)/\(page)", encoding: .utf8)
        let files = text.matches(of: /`((?:Sources|Tests|sql|web)\/[^`]*\.[a-z]*)`/).map { String($0.1) }
        #expect(files.count > 15)
        for file in files { #expect(FileManager.default.fileExists(atPath: "\(TestOffice.checkout)/\(file)"), "\(file)") }
    }
}
