import ArgumentParser
import Attendance
import JSON

struct Derive: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Apply the attendance rules to a log, without a database.",
        discussion: """
            Reads one JSON object from standard input and prints one: the outcome of each record, and the resulting sessions, \
            daily rows, anomalies and desks. It runs the same code as the server, so the rules can be checked independently.

            {"as_of": "2026-11-21T19:00:00+09:00", "offices": {"Tokyo": {"tz": "Asia/Tokyo", "day_boundary": "05:00"}},
             "default_office": "Tokyo", "policy": {}, "events": [{"id": "…", "type": "tap", "user": "ada",
             "kind": "start", "at": "2026-11-21T09:00:00+09:00", "desk": "6F-A3",
             "received_at": "2026-11-21T09:00:01+09:00"}]}

            An office with "night": ["22:00", "05:00"], its hours of night work, has night_s in its daily rows.

            Invalid input is reported on standard error and ends the command with status 65.
            """)

    @Flag(help: RuleAnswers.linesHelp) var lines = false

    func run() throws {
        let zones: TimeZoneDatabase
        do throws(TimeZoneError) {
            zones = try .system()
        } catch {
            RuleAnswers.report("\(error)")
            throw ExitCode.failure
        }
        // EX_DATAERR of sysexits.h.
        try RuleAnswers(invalidInput: ExitCode(65)) { input throws(InvalidInput) in
            var output = DeriveOutput(try DeriveInput(input, zones: zones))
            return JSONWriter(output.json())
        }.run(lines: lines)
    }
}
