import Attendance
import AttendanceStore
import Foundation
import TestOffice
import TestServers
import Testing

@Suite(.enabled(if: TestDatabase.isAvailable, Comment(rawValue: TestDatabase.help)), .timeLimit(.minutes(10)))
struct `Daily export` {
    private static let asOf = "2026-11-20T12:30:00+09:00"

    /// An office with eighty random taps and forty corrections over three weeks.
    private func withRandomLog(_ body: (TestOffice) async throws -> Void) async throws {
        try await TestOffice.with { office in
            var stream = RandomStream(seed: .random(in: 0..<(1 << 40)), span: 20 * 86_400)
            _ = try await TapRecorder.recordAlone((0..<80).map { _ in stream.tap() }, pool: office.pool)
            _ = try await office.store.corrections.correct((0..<40).map { _ in stream.correction() })
            try await body(office)
        }
    }

    private func export(_ office: TestOffice, environment: [String: String] = [:]) async throws -> String {
        let arguments = [
            builtProgram("desktap"), "export", "daily", "--from", "2026-10-01", "--to", "2026-11-30", "--as-of", Self.asOf,
            "--as", "cy", "--purpose", "a test", "--resources", TestOffice.checkout,
        ]
        let all = environment.merging(["DESKTAP_DATABASE": office.database.connectionString]) { one, _ in one }
        return try await ChildProcess.run(arguments, environment: all)
    }

    @Test func `The daily export has the same bytes in any time zone of the machine and the database`() async throws {
        try await withRandomLog { office in
            let first = try await export(office, environment: ["TZ": "UTC"])
            #expect(first.split(separator: "\r\n").count > 10)
            for zone in ["America/Santiago", "Pacific/Apia", "Australia/Lord_Howe"] {
                try await office.execute(
                    "do $$ begin execute format('alter database %I set timezone to ''\(zone)''', current_database()); end $$")
                #expect(try await export(office, environment: ["TZ": zone, "PGTZ": zone, "LC_ALL": "tr_TR.UTF-8"]) == first)
            }
        }
    }

    @Test func `The daily export has the rows that 'desktap derive' derives from the log`() async throws {
        try await withRandomLog { office in
            try await TestFolder.with { folder in
                try Data(try await log(of: office).utf8).write(to: URL(filePath: folder + "/log.json"))
                let answer = try await ChildProcess.run(
                    ["sh", "-c", "'\(builtProgram("desktap"))' derive < '\(folder)/log.json'"])
                let derived = try JSONSerialization.jsonObject(with: Data(answer.utf8)) as? [String: Any]
                let rows = try #require(derived?["rows"] as? [[String: Any]]).map { row in
                    [
                        "user", "work_date", "first_in", "last_out", "worked_s", "worked_hhmm", "worked_hours", "pause_s",
                        "unconfirmed_s", "sessions",
                    ].map { row[$0].map { $0 is NSNull ? "" : "\($0)" } ?? "" }.joined(separator: ",") + ","
                        + (row["flags"] as? [String] ?? []).joined(separator: ";")
                }
                let exported = try await export(office).split(separator: "\r\n").dropFirst().compactMap { line -> String? in
                    let cells = line.split(separator: ",", omittingEmptySubsequences: false)
                    // Skips the export's lines on standard error, which are in the same text here.
                    guard cells.count == 16 else { return nil }
                    // People without a record have a line with zeros, which the log does not have.
                    if cells[13] == "0", cells[14].isEmpty { return nil }
                    return [0, 4, 5, 6, 7, 8, 9, 10, 12, 13, 14].map { String(cells[$0]) }.joined(separator: ",")
                }
                #expect(!rows.isEmpty && exported == rows)
            }
        }
    }

    /// The log as input to `desktap derive`, with the times at which the server received each record.
    private func log(of office: TestOffice) async throws -> String {
        let log = try await office.value(
            """
            select json_build_object(
                       'as_of', '\(Self.asOf)', 'default_office', 'Harbour Office',
                       'offices', json_build_object('Harbour Office', json_build_object('tz', 'Asia/Tokyo')),
                       'events', json_agg(json_strip_nulls(one) order by seq))
              from (select event.seq,
                           json_build_object(
                               'id', event.id, 'type', event.type, 'user', person.user_name, 'kind', event.kind,
                               'at', to_char(event.at, 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'desk', log_place.desk,
                               'received_at', to_char(event.received_at, 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
                               'author', author.user_name, 'reason', event.reason) as one
                      from event
                      join person on person.id = event.person_id
                      left join person as author on author.id = event.author_id
                      left join log_place on log_place.seq = event.seq
                    union all
                    select correction.seq,
                           json_build_object(
                               'id', correction.id, 'type', correction.type, 'target', target_id,
                               'received_at', to_char(received_at, 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
                               'author', author.user_name, 'reason', correction.reason,
                               'set', case when type = 'amend' then
                                   json_build_object('at', to_char(new_at, 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'kind', new_kind,
                                                     'desk', log_place.desk) end) as one
                      from correction
                      join person as author on author.id = correction.author_id
                      left join log_place on log_place.seq = correction.seq) as record
            """)
        return try #require(log)
    }
}
