import Attendance
import Foundation
import TestServers
import Testing

/// Runs the `desktap derive` command.
@Suite(.enabled(if: DeriveCommand.isAvailable, "Build the product desktap first."))
struct `Derive command` {
    private let example = """
        {"as_of": "2026-11-21T19:00:00+09:00", "offices": {"Tokyo": {"tz": "Asia/Tokyo", "day_boundary": "05:00"}},
         "default_office": "Tokyo", "policy": {}, "events": [
         {"id": "00000000-0000-4000-8000-00000000000A", "type": "tap", "user": "ada", "kind": "start", "desk": "\\u00006f-a3",
          "at": "2026-11-21T09:00:00+09:00", "received_at": "2026-11-21T09:00:01+09:00"},
         {"id": "00000000-0000-4000-8000-000000000002", "type": "tap", "user": "ada", "kind": "pause",
          "at": "2026-11-21T12:00:00+09:00", "received_at": "2026-11-21T12:00:01+09:00"},
         {"id": "00000000-0000-4000-8000-000000000003", "type": "tap", "user": "ada", "kind": "start", "desk": "7F-B1",
          "at": "2026-11-21T13:00:00+09:00", "received_at": "2026-11-21T13:00:01+09:00"},
         {"id": "00000000-0000-4000-8000-000000000004", "type": "tap", "user": "ada", "kind": "end", "desk": null,
          "at": "2026-11-21T18:00:00+09:00", "received_at": "2026-11-21T18:00:01+09:00"}]}
        """

    private let answer = """
        {"anomalies":[],"deskless":[],"ingest":[\
        {"id":"00000000-0000-4000-8000-00000000000a","outcome":"accepted","reason":null},\
        {"id":"00000000-0000-4000-8000-000000000002","outcome":"accepted","reason":null},\
        {"id":"00000000-0000-4000-8000-000000000003","outcome":"accepted","reason":null},\
        {"id":"00000000-0000-4000-8000-000000000004","outcome":"accepted","reason":null}],\
        "map":[],"pending":[],"rows":[{"first_in":"2026-11-21T09:00:00+09:00","flags":[],\
        "last_out":"2026-11-21T18:00:00+09:00","office":"Tokyo","pause_s":3600,"sessions":1,"tz":"Asia/Tokyo",\
        "unconfirmed_s":0,"user":"ada","work_date":"2026-11-21","worked_hhmm":"08:00","worked_hours":"8.0000",\
        "worked_rounded_s":28800,"worked_s":28800}],"sessions":[{"auto_closed_at":null,"end":"2026-11-21T18:00:00+09:00",\
        "intervals":[{"desk":"6F-A3","end":"2026-11-21T12:00:00+09:00","office":"Tokyo","start":"2026-11-21T09:00:00+09:00",\
        "type":"work"},{"desk":"6F-A3","end":"2026-11-21T13:00:00+09:00","office":"Tokyo",\
        "start":"2026-11-21T12:00:00+09:00","type":"pause"},{"desk":"7F-B1","end":"2026-11-21T18:00:00+09:00",\
        "office":"Tokyo","start":"2026-11-21T13:00:00+09:00","type":"work"}],"notes":[{"at":"2026-11-21T13:00:00+09:00",\
        "code":"desk_move","event":"00000000-0000-4000-8000-000000000003"}],"office":"Tokyo","pause_s":3600,\
        "start":"2026-11-21T09:00:00+09:00","state":"closed","unconfirmed_s":0,"user":"ada","work_date":"2026-11-21",\
        "worked_s":28800}]}

        """

    @Test func `desktap derive answers a day with its record`() async throws {
        let (text, errors, status) = try await DeriveCommand.run(example)
        #expect(errors == "")
        #expect(status == 0)
        #expect(text == answer)
    }

    /// The zone, language and clock of the machine have no effect.
    @Test func `desktap derive --lines answers each line in order`() async throws {
        let line = example.replacing("\n", with: " ")
        let (text, _, status) = try await DeriveCommand.run("\(line)\nnonsense\n\n\(line)", "--lines", zone: "America/Santiago")
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        #expect(lines.count == 5)
        #expect(lines[0] + "\n" == answer)
        #expect(lines[1] == #"{"error":"The input is not JSON: see line 1, column 1."}"#)
        #expect(lines[2] == #"{"error":"The input is not JSON: see line 1, column 1."}"#)
        #expect(lines[3] + "\n" == answer)
        #expect(status == 65)
        #expect(try await DeriveCommand.run("\(line)\n", "--lines").status == 0)
        #expect(try await DeriveCommand.run("", "--lines").text == "")
    }

    /// Each case changes one member and expects a word of the error sentence.
    @Test(arguments: [
        ("", "not JSON"), ("[]", "must be a JSON object"), ("{}", "as_of"),
        (#"{"as_of": "2026-11-21T09:00:00Z", "events": []}"#, "offices"),
        (#"{"as_of": "2026-11-21T09:00:00", "offices": {}, "events": []}"#, "as_of"),
        (#"{"as_of": "2026-11-21T09:00:00Z", "offices": {}, "events": {}}"#, "events"),
        (#"{"as_of": "2026-11-21T09:00:00Z", "offices": {}, "events": [], "default_office": "Rome"}"#, "Rome"),
        (#"{"as_of": "2026-11-21T09:00:00Z", "offices": {"A": {}}, "events": []}"#, "office A needs tz"),
        (#"{"as_of": "2026-11-21T09:00:00Z", "offices": {"A": {"tz": "Mars"}}, "events": []}"#, "“Mars”"),
        (
            #"{"as_of": "2026-11-21T09:00:00Z", "offices": {"A": {"tz": "UTC", "day_boundary": "24:00"}}, "events": []}"#,
            "day_boundary"
        ),
        (
            #"{"as_of": "2026-11-21T09:00:00Z", "offices": {"A": {"tz": "UTC", "boundary": "05:00"}}, "events": []}"#,
            "'boundary'"
        ),
        (night(#"["22:00"]"#), "office A: night"), (night(#"["22:00", "22:00"]"#), "office A: night"),
        (night(#"["22:00", "24:00"]"#), "office A: night"), (night(#""22:00-05:00""#), "office A: night"),
        (policy(#""max_session": 1"#), "'max_session'"), (policy(#""max_session_s": -1"#), "max_session_s"),
        (policy(#""max_session_s": "8h""#), "max_session_s"), (policy(#""max_age_s": 1e300"#), "max_age_s"),
        (policy(#""late_flag_s": null"#), "late_flag_s"), (policy(#""late_flag_s": 1.5"#), "late_flag_s"),
        (policy(#""close_at_boundary": 1"#), "close_at_boundary"), (policy(#""attribution": "end""#), "session_start, split"),
        (policy(#""rounding": {"mode": "nearest", "unit_min": 7}"#), "unit_min"),
        (policy(#""rounding": {"mode": "fair"}"#), "none, nearest, up, down"),
    ])
    func `desktap derive names what is wrong in its input`(input: String, word: String) async throws {
        let (text, errors, status) = try await DeriveCommand.run(input)
        #expect(text == "")
        #expect(errors.contains(word), "\(errors)")
        #expect(errors.hasPrefix("desktap: "))
        #expect(status == 65)
    }

    static func night(_ band: String) -> String {
        #"{"as_of": "2026-11-21T09:00:00Z", "offices": {"A": {"tz": "UTC", "night": \#(band)}}, "events": []}"#
    }

    @Test func `desktap derive prints the seconds of night work of offices with a night band`() async throws {
        let night = example.replacing(
            #""day_boundary": "05:00""#, with: #""day_boundary": "05:00", "night": ["17:00", "05:00"]"#)
        let (text, errors, status) = try await DeriveCommand.run(night)
        #expect(status == 0 && errors == "")
        #expect(
            text
                == answer.replacing(
                    #""office":"Tokyo","pause_s":3600,"sessions""#,
                    with: #""night_s":3600,"office":"Tokyo","pause_s":3600,"sessions""#))
    }

    static func policy(_ rule: String) -> String {
        #"{"as_of": "2026-11-21T09:00:00Z", "offices": {}, "events": [], "policy": {\#(rule)}}"#
    }

    @Test func `desktap derive gives every record its outcome`() async throws {
        let records: [(String, String)] = [
            (#""x""#, #"{"id":null,"outcome":"rejected","reason":"bad_id"}"#),
            (#"{"id": 7}"#, #"{"id":null,"outcome":"rejected","reason":"bad_id"}"#),
            (#"{"id": "x", "type": "tap"}"#, #"{"id":"x","outcome":"rejected","reason":"bad_id"}"#),
            (record(#""type": "untap""#), outcome("rejected", "bad_type")),
            (record(#""type": "tap", "at": 1795219200"#), outcome("rejected", "bad_time")),
            (
                record(#""type": "void", "target": 1, "author": "bo", "reason": "double""#),
                outcome("rejected", "unknown_target")
            ),
            (
                record(#""type": "amend", "target": 1, "set": [], "author": "bo", "reason": "x""#),
                outcome("rejected", "empty_set")
            ),
            (record(#""type": "tap", "at": "2026-11-21T09:00:00Z", "user": 1"#), outcome("rejected", "bad_user")),
            (
                record(#""type": "tap", "at": "2026-11-21T09:00:00Z", "user": "ada", "kind": "end", "desk": 5"#),
                outcome("rejected", "bad_desk")
            ),
            (
                record(#""type": "tap", "at": "2026-11-21T12:00:00Z", "user": "ada", "kind": "end""#),
                outcome("quarantined", "future")
            ),
            (record(#""type": "tap", "at": "2026-11-21T12:00:00Z", "user": "ada", "kind": "end""#), outcome("duplicate", nil)),
            (record(#""type": "tap", "at": "2026-11-21T12:00:01Z", "user": "ada", "kind": "end""#), outcome("conflict", nil)),
            // A record without an arrival instant is rejected.
            (
                record(#""type": "tap", "at": "2026-11-21T09:00:00Z", "user": "ada", "kind": "end", "received_at": 1"#),
                outcome("rejected", "bad_time")
            ),
        ]
        let (text, errors, _) = try await DeriveCommand.run(
            #"{"as_of": "2026-11-21T09:00:00Z", "offices": {"A": {"tz": "UTC"}}, "default_office": "A", "events": ["#
                + records.map(\.0).joined(separator: ",") + "]}")
        #expect(errors == "")
        #expect(text.contains(#""ingest":["# + records.map(\.1).joined(separator: ",") + "]"))
        #expect(text.contains(#""pending":["00000000-0000-4000-8000-00000000000b"]"#))
    }

    private func record(_ members: String) -> String {
        let arrival = members.contains("received_at") ? "" : #", "received_at": "2026-11-21T09:00:00Z""#
        return #"{"id": "00000000-0000-4000-8000-00000000000B", \#(members)\#(arrival)}"#
    }

    private func outcome(_ name: String, _ reason: String?) -> String {
        #"{"id":"00000000-0000-4000-8000-00000000000b","outcome":"\#(name)","reason":\#(reason.map { "\"\($0)\"" } ?? "null")}"#
    }
}
